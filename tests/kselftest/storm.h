/* SPDX-License-Identifier: GPL-2.0 */
/* Tasks that come and go as fast as they can, until they are killed. */
#ifndef _STORM_H
#define _STORM_H

#include <sys/types.h>

struct storm {
	const char *name;
	void (*run)(void);	/* does not return */
};

extern const struct storm storms[];
extern const unsigned int n_storms;

/* Start @copies of a storm, in a process group of their own. */
pid_t storm_start(const struct storm *s, unsigned int copies);

/* End them all and wait until they are gone. */
void storm_stop(pid_t group);

#endif /* _STORM_H */
