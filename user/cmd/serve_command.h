/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SERVE_COMMAND_H
#define _SERVE_COMMAND_H

/* `tdacct serve`, in the program tdacct-serve. Returns the exit status. */
int serve_command(int argc, char **argv);

#endif /* _SERVE_COMMAND_H */
