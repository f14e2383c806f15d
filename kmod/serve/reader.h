/* SPDX-License-Identifier: GPL-2.0 */
/* Who asks, and what they may see. */
#ifndef _TDA_READER_H
#define _TDA_READER_H

#include <linux/types.h>

#include "base/access.h"

struct sk_buff;
struct tda_process;
struct tda_task;

#define TDA_MAY_NOT_LOOK	\
	"needs CAP_PERFMON or CAP_SYS_ADMIN in the initial user namespace"

void tda_reader_init(bool own_tasks);

bool tda_may_look(struct sk_buff *skb);
bool tda_may_own(void);
struct tda_reader tda_reader_of(struct sk_buff *skb);
bool tda_is_own_thread(const struct tda_reader *reader, struct tda_task *t);
bool tda_is_own_process(const struct tda_reader *reader,
			struct tda_process *p);

#endif /* _TDA_READER_H */
