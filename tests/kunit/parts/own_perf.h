/* SPDX-License-Identifier: GPL-2.0 */
/* perf of the test's. */
#include "fake.h"

#define perf_event_create_kernel_counter	fake_perf_create
#define perf_event_release_kernel		fake_perf_release
#define perf_event_enable			fake_perf_enable
#define perf_event_disable			fake_perf_disable
