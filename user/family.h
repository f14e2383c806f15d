/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The descendants of a process, as far as they can be seen: a process that is
 * reaped by its own parent leaves nothing behind that could be asked for, so
 * they are read every now and then while they live, and what was read last
 * counts. One that lives for less than that time may be missed; how much was
 * missed is told by the CPU time that the kernel adds up for waited-for
 * children.
 */
#ifndef _FAMILY_H
#define _FAMILY_H

#include "client.h"
#include "snapshot.h"

struct family {
	uint32_t root;		/* pid of the first of them */
	uint64_t since;		/* generation of the last look */
	struct snapshot members;	/* without the root; sorted by id */
};

void family_free(struct family *f);

/* Look at everybody who ran since the last look. Silent about errors. */
int family_look(struct family *f, struct client *c);

/* A later reading of one that is known to belong to them. */
int family_take(struct family *f, const struct sample *s);

/* All of them together, as one sample. */
void family_sum(const struct family *f, struct sample *to);

#endif /* _FAMILY_H */
