/* SPDX-License-Identifier: GPL-2.0 */
/* A moment for others, wherever something long lets them run. */
#include "base/work.h"
#include "fake.h"

#define tda_resched_point() do {		\
	fake_at(FAKE_BETWEEN, 0);	\
	tda_resched_point();			\
} while (0)
