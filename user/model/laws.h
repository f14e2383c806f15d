/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Laws that any measurement obeys, read from a text: tests/laws.txt explains
 * itself. This knows what a law is, not what is measured.
 */
#ifndef _LAWS_H
#define _LAWS_H

#include <stdbool.h>
#include <stddef.h>

struct expr;

enum law_scope {
	LAW_TOTALS, LAW_PAUSED, LAW_ANY,
	LAW_CGROUPS, LAW_PAUSED_CGROUPS, LAW_CGROUP,
};

struct law {
	enum law_scope scope;
	char *name;
	char *text;
	struct expr *expr;
	bool each;		/* of "each" value in turn */

	/* what came of it */
	size_t checked;
	size_t broken;
	char numbers[240];	/* of the first break, or of the first check */
};

struct laws {
	struct law *law;
	size_t nr;
};

struct laws_error {
	char text[320];		/* "file:line:column: what" */
};

/* -EINVAL and @why, or -ENOMEM. */
int laws_parse(struct laws *to, const char *file, const char *text,
	       struct laws_error *why);
void laws_free(struct laws *l);

/* NAN: not known. */
typedef double (*law_number_fn)(const char *name, void *arg);

/*
 * Try one law on one subject, such as "thread 12"; in its names "each" means
 * @each. Broken: false.
 */
bool law_check(struct law *law, const char *subject, const char *each,
	       law_number_fn number, void *arg);

#endif /* _LAWS_H */
