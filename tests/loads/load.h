/* SPDX-License-Identifier: GPL-2.0 */
/* What the loads share: numbers, places, and the end of the input. */
#ifndef _LOADS_LOAD_H
#define _LOADS_LOAD_H

#include <sys/types.h>

/* A number in decimal or 0x; ends the program when it is none. */
unsigned long number_parse(const char *what, const char *text);

/* Run on this CPU only, from now on; -1 leaves it as it is. */
void pin_to(int cpu);

pid_t own_tid(void);

/* Memory that processes forked later share. */
void *share_memory(size_t size);

/* Say "ready" and stay until standard input ends. */
void hold(void);

#endif /* _LOADS_LOAD_H */
