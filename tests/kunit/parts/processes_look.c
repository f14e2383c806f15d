// SPDX-License-Identifier: GPL-2.0
/* What may be known of a process, with moments in which threads may end. */
#include "between.h"
#include "record/look.h"
#include "record/task.h"

#define tda_task_glance(t, ns, glance) \
	(fake_at(FAKE_GLANCE, 0), tda_task_glance(t, ns, glance))

#include "../../../kmod/record/processes_look.c"
