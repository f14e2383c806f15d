/* SPDX-License-Identifier: GPL-2.0 */
/* A few tasks or cgroups by their numbers, each once, in the order of the user. */
#ifndef _IDS_H
#define _IDS_H

#include <stdbool.h>
#include <stdint.h>

enum { IDS_MAX = 1024 };

/* Zeroed: nobody. */
struct ids {
	uint64_t id[IDS_MAX];
	unsigned int nr;
};

/* -ENOSPC where there are IDS_MAX already. */
int ids_add(struct ids *s, uint64_t id);
void ids_drop(struct ids *s, uint64_t id);
bool ids_have(const struct ids *s, uint64_t id);

/* Is there a choice at all? NULL is none. */
static inline bool ids_any(const struct ids *s)
{
	return s && s->nr;
}

#endif /* _IDS_H */
