// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "ranges.h"

static const char *number(uint32_t *to, const char *text)
{
	unsigned long x;
	char *end;

	errno = 0;
	x = strtoul(text, &end, 10);
	if (!isdigit((unsigned char)*text) || errno || x > INT32_MAX)
		return NULL;
	*to = (uint32_t)x;
	return end;
}

static const char *range(struct range *to, const char *text)
{
	text = number(&to->first, text);
	to->last = to->first;
	if (text && *text == '-')
		text = number(&to->last, text + 1);
	return text && to->first <= to->last ? text : NULL;
}

int ranges_parse(struct ranges *r, const char *text)
{
	for (r->nr = 0; r->nr < RANGES_MAX; text++) {
		text = range(&r->range[r->nr], text);
		if (!text)
			return -EINVAL;
		r->nr++;
		if (!*text)
			return 0;
		if (*text != ',')
			return -EINVAL;
	}
	return -EINVAL;
}

bool ranges_have(const struct ranges *r, uint32_t number)
{
	for (unsigned int i = 0; i < r->nr; i++)
		if (r->range[i].first <= number && number <= r->range[i].last)
			return true;
	return false;
}

int64_t ranges_only(const struct ranges *r)
{
	if (r->nr != 1 || r->range[0].first != r->range[0].last)
		return -1;
	return r->range[0].first;
}
