/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stop a command when it has called exec, right before its first instruction: what
 * the exec itself took can be told then from what the command does.
 *
 * It is done by ptrace(2), and the command never learns of it. Without the rights of
 * a debugger a traced process does not get those of a set-user-ID program, so such a
 * command is not stopped.
 */
#ifndef _EXECSTOP_H
#define _EXECSTOP_H

#include <stdbool.h>
#include <sys/types.h>

/* Would @program give a process rights that it does not have, or may it? */
bool execstop_may_give_rights(const char *program);

/*
 * The process @pid of ours, which waits, is to stop when it has called exec of
 * @program. False: it will not, because somebody forbids it or it would matter.
 */
bool execstop_set(pid_t pid, const char *program);

/* It goes on: until it stands there, which is true, or has ended, a zombie. */
bool execstop_wait(pid_t pid);

/* Nobody traces it any more. */
void execstop_end(pid_t pid);

#endif /* _EXECSTOP_H */
