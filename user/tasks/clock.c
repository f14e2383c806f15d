// SPDX-License-Identifier: GPL-2.0
#include <time.h>

#include "clock.h"

double clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double clock_until(double when)
{
	double left = when - clock_now();

	return left > 0 ? left : 0;
}
