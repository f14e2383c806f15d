// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "text/units.h"
#include "moment.h"

#define NS UINT64_C(1000000000)

/* The last time of day like that before the end, or the first one behind it. */
static bool parse_day_time(const char *text, uint64_t to_ns, uint64_t *ns)
{
	static const char *const forms[] = {
		"%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S",
		"%Y-%m-%dT%H:%M", "%H:%M:%S", "%H:%M",
	};
	time_t end = (time_t)(to_ns / NS), seconds;

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		struct tm tm;
		const char *rest;
		bool dated = forms[i][1] == 'Y';

		localtime_r(&end, &tm);
		tm.tm_sec = 0;
		rest = strptime(text, forms[i], &tm);
		if (!rest || *rest)
			continue;
		tm.tm_isdst = -1;
		seconds = mktime(&tm);
		if (!dated && seconds > end) {
			tm.tm_mday--;
			tm.tm_isdst = -1;
			seconds = mktime(&tm);
		}
		*ns = seconds > 0 ? (uint64_t)seconds * NS : 0;
		return true;
	}
	return false;
}

int moment_parse(const char *text, uint64_t from_ns, uint64_t to_ns, uint64_t *ns)
{
	bool back = *text == '-';
	double seconds;
	uint64_t by;

	if (parse_day_time(text, to_ns, ns))
		return 0;
	if (units_parse_time(text + back, &seconds))
		return -EINVAL;
	by = (uint64_t)llround(seconds * 1e9);
	*ns = back ? to_ns - (by < to_ns ? by : to_ns) : from_ns + by;
	return 0;
}

void moment_text(char to[32], uint64_t ns)
{
	time_t seconds = (time_t)(ns / NS);
	struct tm tm;

	strftime(to, 32, "%Y-%m-%d %H:%M:%S", localtime_r(&seconds, &tm));
}
