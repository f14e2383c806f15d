/* SPDX-License-Identifier: GPL-2.0 */
/* Which CPUs are on which core, and in which socket. */
#ifndef _TOPOLOGY_H
#define _TOPOLOGY_H

#include <stdint.h>

struct topology {
	uint32_t socket;
	uint32_t die;
	uint32_t core;
};

/* @root: of the directory sys; "" is this machine's. -errno. */
int topology_read(struct topology *to, const char *root, uint32_t cpu);

#endif /* _TOPOLOGY_H */
