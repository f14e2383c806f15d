// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "counters.h"

/* strtoull() takes signs, and a leading zero for octal. */
const char *event_number(const char *at, uint64_t *out)
{
	bool hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
	char *end;

	if (hex ? !isxdigit((unsigned char)at[2]) :
		  !isdigit((unsigned char)*at))
		return NULL;
	errno = 0;
	*out = strtoull(at, &end, hex ? 16 : 10);
	return errno ? NULL : end;
}

static const char *skip_space(const char *at)
{
	return at + strspn(at, " \t");
}

/* "Fixed counter 1", "fixed 1": the number that follows is of those. */
static const char *skip_fixed(const char *at, uint64_t *base)
{
	*base = 0;
	if (strncasecmp(at, "fixed", 5))
		return at;
	*base = COUNTER_FIXED;
	at = skip_space(at + 5);
	if (!strncasecmp(at, "counter", 7))
		at = skip_space(at + 7);
	return at;
}

/* One of the list: "3", "0-7", "fixed 1". NULL: it is none. */
static const char *read_counter(const char *at, uint64_t *mask)
{
	uint64_t base, first = 0, last;

	at = skip_fixed(skip_space(at), &base);
	at = event_number(at, &first);
	last = first;
	if (at && *at == '-')
		at = event_number(at + 1, &last);
	if (!at || first > last || last >= COUNTERS_MAX - base ||
	    (base + first < COUNTER_FIXED) != (base + last < COUNTER_FIXED))
		return NULL;
	for (uint64_t i = base + first; i <= base + last; i++)
		*mask |= UINT64_C(1) << i;
	return skip_space(at);
}

bool counters_parse(const char *at, uint64_t *mask)
{
	*mask = 0;
	for (;;) {
		at = read_counter(at, mask);
		if (!at)
			return false;
		if (*at != ',')
			return !*at;
		at++;
	}
}

/* The end of the run of counters that begins at @i, of the same kind. */
static unsigned int run_end(uint64_t mask, unsigned int i)
{
	unsigned int end = i < COUNTER_FIXED ? COUNTER_FIXED : COUNTERS_MAX;

	while (i + 1 < end && mask >> (i + 1) & 1)
		i++;
	return i;
}

const char *counters_print(char to[COUNTERS_SIZE], uint64_t mask)
{
	unsigned int end;
	int len = 0;

	if (!mask)
		return "none";
	for (unsigned int i = 0; i < COUNTERS_MAX; i = end + 1) {
		unsigned int base = i < COUNTER_FIXED ? 0 : COUNTER_FIXED;

		end = i;
		if (!(mask >> i & 1))
			continue;
		end = run_end(mask, i);
		len += snprintf(to + len, (size_t)(COUNTERS_SIZE - len),
				"%s%s%u", len ? ", " : "",
				base ? "fixed " : "", i - base);
		if (end > i)
			len += snprintf(to + len,
					(size_t)(COUNTERS_SIZE - len), "-%u",
					end - base);
	}
	return to;
}
