/* SPDX-License-Identifier: GPL-2.0 */
/* The last change of what is counted, or of whether it is, for the log and for readers. */
#ifndef _TDA_CHANGE_H
#define _TDA_CHANGE_H

#include <linux/sched.h>
#include <linux/types.h>

struct tda_change {
	u32	command;	/* TDACCT_CMD_*; 0: nobody has changed anything */
	u32	pid;		/* of the initial pid namespace */
	u32	uid;		/* of the initial user namespace */
	char	comm[TASK_COMM_LEN];
	u64	at_ns;		/* since boot */
};

void tda_change_note(u32 command, const char *what);
void tda_change_read(struct tda_change *change);

#endif /* _TDA_CHANGE_H */
