/* SPDX-License-Identifier: GPL-2.0 */
/* Which cgroup lies where, also of those that are gone. */
#ifndef _LINEAGE_H
#define _LINEAGE_H

#include <stddef.h>
#include <stdint.h>

#include "sample.h"
#include "snapshot.h"

struct lineage {
	struct descent {
		uint64_t id;
		uint64_t parent;	/* 0: none */
		char *path;
	} *descent;
	size_t nr;
	size_t room;
};

enum lineage_answer { LINEAGE_NO, LINEAGE_YES, LINEAGE_UNKNOWN };

/* -ENOMEM. */
int lineage_learn(struct lineage *l, const struct sample *cgroup);
int lineage_learn_all(struct lineage *l, const struct snapshot *cgroups);

/* Is @id the cgroup @top or below it? */
enum lineage_answer lineage_is_below(const struct lineage *l, uint64_t id,
				     uint64_t top);
/* NULL where it was never seen. */
const char *lineage_path(const struct lineage *l, uint64_t id);
void lineage_free(struct lineage *l);

#endif /* _LINEAGE_H */
