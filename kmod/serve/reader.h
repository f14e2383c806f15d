/* SPDX-License-Identifier: GPL-2.0 */
/* Readers, and what they may see. */
#ifndef _TDA_READER_H
#define _TDA_READER_H

#include <linux/types.h>

#include "base/access.h"

struct sk_buff;
struct tda_process;
struct tda_task;

#define TDA_MAY_NOT_READ	\
	"needs CAP_PERFMON or CAP_SYS_ADMIN in the initial user namespace"

#define TDA_MAY_NOT_CHANGE	\
	"needs CAP_SYS_ADMIN in the initial user namespace; CAP_PERFMON is enough with the module's parameter perfmon_changes=1"
#define TDA_LOCKED_DOWN	\
	"the kernel is locked down for confidentiality, and then tells no counts; see kernel_lockdown(7)"

/* Rights beyond the usual ones, which the module was loaded with. */
struct tda_rights {
	bool	own_tasks;
	bool	perfmon_changes;
};

void tda_reader_init(const struct tda_rights *rights);

bool tda_may_read(struct sk_buff *skb);
bool tda_may_change(struct sk_buff *skb);
bool tda_may_own(void);
bool tda_may_tell(void);
struct tda_reader tda_reader_of(struct sk_buff *skb);
bool tda_is_own_thread(const struct tda_reader *reader, struct tda_task *t);
bool tda_is_own_process(const struct tda_reader *reader,
			struct tda_process *p);

#endif /* _TDA_READER_H */
