// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "decimal.h"

#define MANTISSA 52		/* bits of a double that are stored */

static const uint64_t tens[] = {
	1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000,
	1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000,
	100000000000000, 1000000000000000, 10000000000000000,
	100000000000000000, 1000000000000000000, UINT64_C(10000000000000000000),
};

/*
 * @x times 10^@digits as the nearest integer, of two that are as near the
 * even one: exact, since the product fits 128 bits. Not what is negative,
 * tiny, large or no number.
 */
static bool scale(double x, unsigned int digits, uint64_t *to)
{
	unsigned __int128 product, rest, half;
	uint64_t bits, whole = UINT64_C(1) << MANTISSA;
	unsigned int shift;

	memcpy(&bits, &x, sizeof(bits));
	*to = 0;
	if (!bits)
		return true;
	/* 2^-50 <= x < 2^43 */
	shift = 1023 + MANTISSA - (unsigned int)(bits >> MANTISSA);
	if (bits >> 63 || shift < 10 || shift > MANTISSA + 50)
		return false;
	product = (unsigned __int128)(bits % whole + whole) * tens[digits];
	half = (unsigned __int128)1 << (shift - 1);
	rest = product & (2 * half - 1);
	*to = (uint64_t)(product >> shift);
	*to += rest > half || (rest == half && *to % 2);
	return true;
}

/* Two digits of each number below a hundred: a list prints mostly numbers. */
static const char pairs[] =
	"00010203040506070809"
	"10111213141516171819"
	"20212223242526272829"
	"30313233343536373839"
	"40414243444546474849"
	"50515253545556575859"
	"60616263646566676869"
	"70717273747576777879"
	"80818283848586878889"
	"90919293949596979899";

/* How many has @x, of which 0 has none? A bit is 1233/4096 of a digit. */
static unsigned int count_digits(uint64_t x)
{
	unsigned int bits = 64 - (unsigned int)__builtin_clzll(x | 1);
	unsigned int nr = bits * 1233 >> 12;

	return nr + (x >= tens[nr]);
}

/* At least @digits of them, from the last one on. */
static char *put(char *to, uint64_t x, unsigned int digits)
{
	unsigned int nr = count_digits(x);
	char *at, *end;

	at = end = to + (nr > digits ? nr : digits);
	for (; x >= 10; x /= 100) {
		at -= 2;
		memcpy(at, pairs + 2 * (x % 100), 2);
	}
	if (x)
		*--at = (char)('0' + x);
	while (at > to)
		*--at = '0';
	return end;
}

char *decimal_count(char *to, uint64_t x)
{
	return put(to, x, 1);
}

char *decimal_fixed(char *to, double x, unsigned int digits)
{
	uint64_t scaled;

	/* most are integers */
	if (!digits && x > 0 && x < 0x1p53 && (double)(int64_t)x == x)
		return put(to, (uint64_t)(int64_t)x, 1);
	if (!scale(x, digits, &scaled)) {
		snprintf(to, DECIMAL_SIZE, "%.*f", (int)digits, x);
		return to + strlen(to);
	}
	to = put(to, scaled / tens[digits], 1);
	if (!digits)
		return to;
	*to++ = '.';
	return put(to, scaled % tens[digits], digits);
}

/* Without the zeros at the end; one digit stays. */
static char *put_fraction(char *to, uint64_t x, unsigned int digits)
{
	if (digits > 5 && x % 100000 == 0) {	/* a short one, mostly */
		x /= 100000;
		digits -= 5;
	}
	while (digits > 1 && x % 10 == 0) {
		x /= 10;
		digits--;
	}
	*to++ = '.';
	return put(to, x, digits);
}

/* Puts ten digits that count, one of them before the point. */
static char *put_scientific(char *to, uint64_t x, unsigned int exponent)
{
	to = put(to, x / tens[9], 1);
	if (x % tens[9])
		to = put_fraction(to, x % tens[9], 9);
	*to++ = 'e';
	*to++ = '-';
	return put(to, exponent, 1);
}

/* Ten digits count: so many behind the point. */
char *decimal_share(char *to, double x)
{
	unsigned int digits = 10;
	uint64_t scaled;

	if (!(x >= 1e-8 && x <= 1) && x != 0)
		return NULL;
	for (double top = 0.1; x < top && x != 0; top /= 10)
		digits++;
	if (!scale(x, digits, &scaled))
		return NULL;
	if (digits > 13 && scaled < tens[10])
		return put_scientific(to, scaled, digits - 9);
	if (digits > 14)
		return NULL;	/* it was rounded to a power of ten */
	*to++ = scaled < tens[digits] ? '0' : '1';
	return put_fraction(to, scaled % tens[digits], digits);
}
