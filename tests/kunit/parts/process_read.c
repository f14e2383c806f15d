// SPDX-License-Identifier: GPL-2.0
/* What may be known of processes, with moments in which threads and they may end. */
#include "between.h"
#include "record/task.h"
#include "record/task_read.h"

#define synchronize_rcu()	fake_at(FAKE_GRACE, 0)
#define tda_task_brief(t, ns, brief) \
	(fake_at(FAKE_GLANCE, 0), tda_task_brief(t, ns, brief))

#include "../../../kmod/record/process_read.c"
