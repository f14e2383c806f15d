// SPDX-License-Identifier: GPL-2.0
#include <linux/ktime.h>
#include <linux/string.h>

#include "state.h"

DEFINE_MUTEX(tda_cpus_mutex);

/* As @c is, it has been up to now. Before anything sets its state. */
void tda_cpu_pass_time(struct tda_cpu *c)
{
	u64 now = ktime_get_ns(), passed = now - c->since_ns;

	lockdep_assert_held(&tda_cpus_mutex);

	c->since_ns = now;
	if (c->state == TDACCT_STATE_OFFLINE)
		return;
	c->online_ns += passed;
	if (c->state != TDACCT_STATE_COUNTING)
		c->lost_ns += passed;
}

void tda_cpu_set_state(struct tda_cpu *c, enum tdacct_state state,
		       const char *reason)
{
	lockdep_assert_held(&tda_cpus_mutex);

	tda_cpu_pass_time(c);
	c->state = state;
	strscpy(c->reason, reason, sizeof(c->reason));
}
