// SPDX-License-Identifier: GPL-2.0
/* How records begin and end, with a moment for others before one is seen. */
#include "fake.h"
#include "record/process_end.h"

#define tda_process_join(p, t) \
	(tda_process_join(p, t), fake_at(FAKE_JOINED, 0))

#undef WARN_ON_ONCE
#define WARN_ON_ONCE(wrong)	fake_warn(wrong)

#include "../../../kmod/record/lifecycle.c"
