/* SPDX-License-Identifier: GPL-2.0 */
/* The findings of the doctor, one after the other. */
#ifndef _FINDING_H
#define _FINDING_H

#include <stdbool.h>
#include <stddef.h>

enum finding_state { FINDING_FINE, FINDING_NOTE, FINDING_PROBLEM };

struct finding {
	const char *subject;
	enum finding_state state;
	char text[640];
	char todo[640];		/* or empty */
};

enum { FINDINGS_MAX = 64 };

struct doctor {
	const char *root;	/* of the files; "" is this machine */
	const char *version;	/* of the tool */
	bool loaded;		/* the module is */
	size_t nr;
	struct finding finding[FINDINGS_MAX];
};

/* Add a finding. @todo: what helps, or NULL. */
struct finding *finding_add(struct doctor *d, const char *subject,
		     enum finding_state state, const char *todo,
		     const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* How many there are of a state. */
size_t doctor_count(const struct doctor *d, enum finding_state state);

#endif /* _FINDING_H */
