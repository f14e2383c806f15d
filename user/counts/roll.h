/* SPDX-License-Identifier: GPL-2.0 */
/* Who was there at some time: of each as much as names it, no counts. */
#ifndef _ROLL_H
#define _ROLL_H

#include <stddef.h>

#include "sample.h"
#include "snapshot.h"

struct known {
	enum sample_kind kind;
	uint64_t id;
	uint32_t tid;
	uint32_t pid;
	uint64_t cgroup;	/* of a thread: where it was */
	char comm[32];
	char *path;		/* of a cgroup, or NULL */
	bool ended;		/* its end was told */
};

struct roll {
	struct known *known;
	size_t nr;
	size_t room;
};

/* -ENOMEM. Sort it before anybody is looked for. */
int roll_add(struct roll *r, const struct sample *s);
int roll_add_all(struct roll *r, const struct snapshot *s);
void roll_sort(struct roll *r);
struct known *roll_find(const struct roll *r, enum sample_kind kind,
			uint64_t id);

/* From @from to the end of @to; there it is gone. -ENOMEM. */
int roll_move(struct roll *to, struct known *from);
void roll_clear(struct roll *r);
void roll_free(struct roll *r);

#endif /* _ROLL_H */
