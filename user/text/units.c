// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decimal.h"
#include "units.h"

#define A_YEAR (365 * 86400.0)

struct scale {
	double above;		/* from here on */
	double divide;
	const char *unit;
};

static const char *format(char *to, double x, unsigned int digits,
			  const char *unit)
{
	if (isnan(x))
		return strcpy(to, "-");
	strcpy(decimal_fixed(to, x, digits), unit);
	return to;
}

/* Three digits that count. */
static const char *scaled(char *to, double x, const struct scale *s)
{
	double value;

	while (s->above && fabs(x) < s->above)
		s++;
	value = x / s->divide;
	return format(to, value,
		      !*s->unit || value == floor(value) ? 0 :
		      fabs(value) < 10 ? 2 : fabs(value) < 100 ? 1 : 0,
		      s->unit);
}

/* Never "-0.0". */
const char *units_share(char *to, double share)
{
	double tenths = share * 1000;
	unsigned int whole;
	char *end;

	if (!(tenths > -0.5 && tenths < 1000.5))
		return format(to, round(tenths) / 10, 1, " %");
	whole = (unsigned int)fmax(tenths, 0);
	whole += tenths - whole >= 0.5;
	end = decimal_count(to, whole / 10);
	*end++ = '.';
	*end++ = (char)('0' + whole % 10);
	strcpy(end, " %");
	return to;
}

/* Upwards, unless only a rounding error of the arithmetic is left. */
const char *units_error(char *to, double error)
{
	return format(to, fabs(ceil(error * 1000 - 0.02)) / 10, 1, "");
}

const char *units_count(char *to, double count)
{
	static const struct scale scales[] = {
		{ 1e15, 1e15, " P" }, { 1e12, 1e12, " T" },
		{ 1e9, 1e9, " G" }, { 1e6, 1e6, " M" }, { 1e4, 1e3, " k" },
		{ 0, 1, "" },
	};

	return scaled(to, count, scales);
}

const char *units_time(char *to, double ns)
{
	static const struct scale scales[] = {
		{ 3600e9, 3600e9, " h" }, { 600e9, 60e9, " min" },
		{ 1e9, 1e9, " s" }, { 1e6, 1e6, " ms" }, { 1e3, 1e3, " us" },
		{ 0, 1, " ns" },
	};

	return scaled(to, ns, scales);
}

const char *units_bytes(char *to, double bytes)
{
	static const struct scale scales[] = {
		{ 1 << 30, 1 << 30, " GiB" }, { 1 << 20, 1 << 20, " MiB" },
		{ 1 << 10, 1 << 10, " KiB" }, { 0, 1, " B" },
	};

	return scaled(to, bytes, scales);
}

int units_parse_time(const char *text, double *seconds)
{
	static const struct {
		const char *unit;
		double seconds;
	} units[] = {
		{ "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "m", 60 },
		{ "min", 60 }, { "h", 3600 }, { "d", 86400 },
	};
	char *end;
	double x;

	/* strtod() knows hexadecimal numbers and exponents, too */
	if ((!isdigit((unsigned char)*text) && *text != '.') ||
	    strpbrk(text, "xXeE"))
		return -EINVAL;
	x = strtod(text, &end);
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (strcmp(end, units[i].unit))
			continue;
		*seconds = x * units[i].seconds;
		return *seconds >= 1e-3 && *seconds <= A_YEAR ? 0 : -ERANGE;
	}
	return -EINVAL;
}

int units_parse_number(const char *text, uint64_t max, uint64_t *number)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	*number = strtoull(text, &end, 10);
	if (*end)
		return -EINVAL;
	return errno || *number > max ? -ERANGE : 0;
}

/* Only what has a point is a rounded number. */
int units_parse_count(const char *text, uint64_t max, uint64_t *count)
{
	static const char suffixes[] = "kMGTP";
	uint64_t scale = 1;
	size_t digits = strspn(text, "0123456789.");
	const char *suffix = text + digits + (digits && text[digits] == ' ');
	const char *found = *suffix ? strchr(suffixes, *suffix == 'K' ? 'k' :
					      *suffix) : NULL;
	char number[32];
	double x;

	if (found)
		for (const char *s = suffixes; s <= found; s++)
			scale *= 1000;
	if (!digits || digits >= sizeof(number) ||
	    (found ? suffix[1] : text[digits]))
		return -EINVAL;
	memcpy(number, text, digits);
	number[digits] = 0;
	if (!strchr(number, '.')) {
		if (units_parse_number(number, max / scale, count))
			return -ERANGE;
		*count *= scale;
		return 0;
	}
	x = strtod(number, &(char *){ NULL }) * (double)scale;
	if (strchr(strchr(number, '.') + 1, '.') || !strpbrk(number, "0123456789"))
		return -EINVAL;
	if (x >= (double)max)
		return -ERANGE;
	*count = (uint64_t)round(x);
	return scale == 1 && x != floor(x) ? -EINVAL : 0;
}

int units_parse_bytes(const char *text, uint64_t max, uint64_t *bytes)
{
	static const char suffixes[] = "KMG";
	unsigned int shift = 0;
	const char *suffix;
	char *end;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	*bytes = strtoull(text, &end, 10);
	suffix = *end ? strchr(suffixes, *end) : NULL;
	if (suffix) {
		shift = 10 * (unsigned int)(suffix - suffixes + 1);
		end++;
	}
	if (*end)
		return -EINVAL;
	if (errno || *bytes > max >> shift)
		return -ERANGE;
	*bytes <<= shift;
	return 0;
}
