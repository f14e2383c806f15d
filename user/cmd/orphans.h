/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Processes whose parent ended before them. While a command runs, the kernel gives
 * those below it to this program, which waits for them as the first process would,
 * and so knows which of them are still there when the command has ended.
 */
#ifndef _ORPHANS_H
#define _ORPHANS_H

#include <stddef.h>
#include <sys/types.h>

/* Nothing happens on a kernel that does not list the children of a process. */
void orphans_take(void);

/* From here on they are given to whoever would have them without us. */
void orphans_leave(void);

/* Wait for those that have ended, but not for @command. */
void orphans_reap(pid_t command);

/*
 * How many there are. "sleep 12, sh 13" goes to @names, as far as there is room, without
 * what would command a terminal.
 */
unsigned int orphans_list(pid_t command, char *names, size_t size);

#endif /* _ORPHANS_H */
