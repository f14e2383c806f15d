// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "near.h"

enum {
	WORD_MAX = 40,		/* whoever types more means something else */
	PREFIX_LEAST = 3,	/* letters that a name may be short for */
};

void near_begin(struct near *n, const char *word)
{
	*n = (struct near){ .word = word, .distance = SIZE_MAX };
}

/* Dashes and underscores are the same to whoever types them. */
static char letter(char c)
{
	return c == '-' ? '_' : (char)tolower((unsigned char)c);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * How many letters must be put, taken away, replaced, or exchanged with their
 * neighbour. Three rows of the usual table are enough for that.
 */
static size_t distance(const char *a, size_t na, const char *b, size_t nb)
{
	size_t rows[3][WORD_MAX + 1], *before = rows[0], *last = rows[1];
	size_t *now = rows[2], *free;

	for (size_t k = 0; k <= nb; k++)
		last[k] = k;
	for (size_t i = 1; i <= na; i++) {
		now[0] = i;
		for (size_t k = 1; k <= nb; k++) {
			bool same = letter(a[i - 1]) == letter(b[k - 1]);

			now[k] = least(last[k - 1] + !same,
				       least(last[k], now[k - 1]) + 1);
			if (i > 1 && k > 1 && letter(a[i - 1]) == letter(b[k - 2]) &&
			    letter(a[i - 2]) == letter(b[k - 1]))
				now[k] = least(now[k], before[k - 2] + 1);
		}
		free = before;
		before = last;
		last = now;
		now = free;
	}
	return last[nb];
}

/* A third of the letters may be wrong; a beginning counts as one mistake. */
void near_try(struct near *n, const char *name)
{
	size_t word = strlen(n->word), other = strlen(name), d;

	if (!word || !other || word > WORD_MAX || other > WORD_MAX)
		return;
	d = distance(n->word, word, name, other);
	if (word >= PREFIX_LEAST && !strncasecmp(n->word, name, word))
		d = least(d, 1);
	if (d > (word < 4 ? 1 : (word + 1) / 3) || d >= word || d >= other)
		return;
	if (d < n->distance) {
		n->best = name;
		n->distance = d;
	}
}

const char *near_hint(const struct near *n, char to[NEAR_SIZE])
{
	*to = 0;
	if (n->best)
		snprintf(to, NEAR_SIZE, "; did you mean '%s'?", n->best);
	return to;
}
