// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "rank.h"

enum {
	BOTH_MAX = 2 * RANK_MAX,
	SUMS = BOTH_MAX * (BOTH_MAX + 1),	/* of all ranks, which are doubled */
};

/* Both sides, the first before the second; it has no more than that. Ranks are doubled, so that ties have whole ones. */
struct ranked {
	unsigned int nr[2];
	unsigned int all;
	unsigned int rank[BOTH_MAX];
	double ties;		/* sum of t^3 - t over the numbers that are the same */
};

static int by_number(const void *left, const void *right)
{
	const double *a = *(const double *const *)left;
	const double *b = *(const double *const *)right;

	return (*a > *b) - (*a < *b);
}

static void rank(struct ranked *to, const double *number)
{
	const double *sorted[BOTH_MAX] = { number };
	unsigned int first, behind;

	for (unsigned int i = 0; i < to->all; i++)
		sorted[i] = &number[i];
	qsort(sorted, to->all, sizeof(*sorted), by_number);
	to->ties = 0;
	for (first = 0; first < to->all; first = behind) {
		double same;

		for (behind = first; behind < to->all && *sorted[behind] == *sorted[first];)
			behind++;
		same = behind - first;
		to->ties += same * same * same - same;
		for (unsigned int i = first; i < behind; i++)
			to->rank[sorted[i] - number] = first + behind + 1;
	}
}

/* Returns the sum of the doubled ranks of the first side less what is expected. */
static int distance(const struct ranked *r)
{
	int sum = -(int)(r->nr[0] * (r->all + 1));

	for (unsigned int i = 0; i < r->nr[0]; i++)
		sum += (int)r->rank[i];
	return sum;
}

/* In how many ways the sum of the first side's ranks comes to each number, of both sides. */
struct ways {
	unsigned int nr[2];	/* ranks without ties; {0}: those of some others */
	double of[RANK_MAX + 1][SUMS + 1];
};

static void count_ways(struct ways *w, const struct ranked *r)
{
	unsigned int top = 0;

	if (!(r->ties > 0) && !memcmp(w->nr, r->nr, sizeof(w->nr)))
		return;
	memset(w, 0, offsetof(struct ways, of[r->nr[0] + 1]));
	if (!(r->ties > 0))
		memcpy(w->nr, r->nr, sizeof(w->nr));
	w->of[0][0] = 1;
	for (unsigned int i = 0; i < r->all; i++) {
		top += r->rank[i];
		for (unsigned int n = r->nr[0]; n; n--)
			for (unsigned int sum = top; sum >= r->rank[i]; sum--)
				w->of[n][sum] += w->of[n - 1][sum - r->rank[i]];
	}
}

/*
 * In which part of all ways the sum is as far from what is expected as @d, or farther; and
 * *@least, the same of the farthest. Most tests of a comparison have as many numbers.
 */
static double exact(const struct ranked *r, int d, double *least)
{
	static struct ways with, without;	/* ties */
	struct ways *w = r->ties > 0 ? &with : &without;
	const double *of = w->of[r->nr[0]];
	int middle = (int)(r->nr[0] * (r->all + 1)), most = 0;
	double all = 0, far = 0;

	count_ways(w, r);
	*least = 0;
	for (int sum = 0; sum <= SUMS; sum++) {
		int from = abs(sum - middle);

		if (!(of[sum] > 0))
			continue;
		all += of[sum];
		far += from >= abs(d) ? of[sum] : 0;
		if (from > most) {
			most = from;
			*least = 0;
		}
		*least += from == most ? of[sum] : 0;
	}
	*least /= all;
	return far / all;
}

/* The same by the normal distribution, with a half for the steps in which sums come. */
static double normal(const struct ranked *r, int d)
{
	double n = r->all, a = r->nr[0], b = r->nr[1];
	double variance = a * b / 12 * (n + 1 - r->ties / (n * (n - 1)));

	if (!(variance > 0))
		return 1;
	return fmin(1, erfc(fmax(0, abs(d) / 2. - 0.5) / sqrt(2 * variance)));
}

static int by_rank(const void *left, const void *right)
{
	unsigned int a = *(const unsigned int *)left;
	unsigned int b = *(const unsigned int *)right;

	return (a > b) - (a < b);
}

/* The farthest that there is: the first side has the smallest numbers, or the greatest. */
static int farthest(const struct ranked *r)
{
	struct ranked sorted = *r;
	int low, high;

	qsort(sorted.rank, r->all, sizeof(*sorted.rank), by_rank);
	low = distance(&sorted);
	memmove(sorted.rank, sorted.rank + r->nr[1],
		r->nr[0] * sizeof(*sorted.rank));
	high = distance(&sorted);
	return abs(low) > abs(high) ? low : high;
}

/* How much a rank tells of the next one of its side. */
static double dependence(const struct ranked *r)
{
	double together = 0, squares = 0, n = r->all / 2., of, error;
	const unsigned int *rank_of = r->rank;

	for (unsigned int side = 0; side < 2; side++) {
		double mean = 0;

		for (unsigned int i = 0; i < r->nr[side]; i++)
			mean += rank_of[i] / (double)r->nr[side];
		for (unsigned int i = 0; i < r->nr[side]; i++) {
			double from = rank_of[i] - mean;

			squares += from * from;
			if (i)
				together += from * (rank_of[i - 1] - mean);
		}
		rank_of += r->nr[side];
	}
	if (!(squares > 0))
		return 0;
	of = together / squares;
	of += (1 + 3 * of) / n;
	error = sqrt(fmax(0, 1 - of * of) / r->all);
	return fmin(fmax(of + 2 * error, 0), 0.99);
}

/* Returns how many standard deviations off the normal distribution has @p, on both sides. */
static double deviations(double p)
{
	double low = 0, high = 40;

	for (int i = 0; i < 60; i++) {
		double z = (low + high) / 2;

		if (erfc(z / M_SQRT2) > p)
			low = z;
		else
			high = z;
	}
	return low;
}

static double weaken(double p, double r)
{
	if (r <= 0 || p >= 1)
		return p;
	return erfc(deviations(p) / sqrt((1 + r) / (1 - r)) / M_SQRT2);
}

void rank_test(struct rank_test *to, const struct rank_series *a,
	       const struct rank_series *b, bool alone)
{
	const struct rank_series *few = a->nr <= b->nr ? a : b;
	const struct rank_series *many = few == a ? b : a;
	struct ranked r = {
		.nr = { few->nr, many->nr }, .all = few->nr + many->nr,
	};
	double number[BOTH_MAX];

	*to = (struct rank_test){ .p = NAN, .plain = NAN, .least = 1 };
	if (few->nr < (alone ? RANK_MIN_ALONE : RANK_MIN))
		return;
	memcpy(number, few->number, few->nr * sizeof(*number));
	memcpy(number + few->nr, many->number, many->nr * sizeof(*number));
	rank(&r, number);
	to->exact = !(r.ties > 0) || r.all <= RANK_TIES_MAX;
	if (to->exact) {
		to->plain = exact(&r, distance(&r), &to->least);
	} else {
		to->plain = normal(&r, distance(&r));
		to->least = normal(&r, farthest(&r));
	}
	to->r = alone ? 0 : dependence(&r);
	to->p = weaken(to->plain, to->r);
}

static int by_p(const void *left, const void *right)
{
	const struct rank_test *a = *(const struct rank_test *const *)left;
	const struct rank_test *b = *(const struct rank_test *const *)right;

	return (a->p > b->p) - (a->p < b->p);
}

/* The smallest k so that k questions at most can be answered by p of alpha / k. */
static unsigned int count(const struct rank_test *test, unsigned int nr,
			  double alpha)
{
	for (unsigned int k = 1; k < nr; k++) {
		unsigned int can = 0;

		for (unsigned int i = 0; i < nr; i++)
			can += test[i].least <= alpha / k;
		if (can <= k)
			return k;
	}
	return nr;
}

int rank_adjust(const struct rank_test *test, unsigned int nr, double alpha,
		double *adjusted)
{
	const struct rank_test **sorted = calloc(nr + 1, sizeof(const struct rank_test *));
	unsigned int k = count(test, nr, alpha), m = 0;
	double before = 0;

	if (!sorted)
		return -ENOMEM;
	for (unsigned int i = 0; i < nr; i++) {
		adjusted[i] = NAN;
		if (!isnan(test[i].p) && test[i].least <= alpha / k)
			sorted[m++] = &test[i];
	}
	qsort(sorted, m, sizeof(*sorted), by_p);
	for (unsigned int i = 0; i < m; i++) {
		before = fmax(before, fmin(1, sorted[i]->p * (m - i)));
		adjusted[sorted[i] - test] = before;
	}
	free(sorted);
	return 0;
}
