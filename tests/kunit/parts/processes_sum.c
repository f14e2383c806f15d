// SPDX-License-Identifier: GPL-2.0
/* "exited", and the walk, with moments in which processes may end. */
#include "between.h"

#define synchronize_rcu()	fake_at(FAKE_GRACE, 0)

#include "../../../kmod/record/processes_sum.c"

/* What has ended so far is of no interest any more. */
void fake_processes_forget(void)
{
	memset(&exited.sum, 0, sizeof(exited.sum));
	memset(&exited.late, 0, sizeof(exited.late));
}
