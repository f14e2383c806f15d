// SPDX-License-Identifier: GPL-2.0
/*
 * Whether two series differ: the p of the rank test against all arrangements, one by one;
 * how many false alarms there are among series that are alike; and what is said of a
 * comparison.
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/limits.h"
#include "model/compare.h"
#include "view/changes.h"
#include "unit.h"

enum { MANY = 2 * RANK_MAX };

/* ---- p ------------------------------------------------------------------- */

struct ranks {
	const char *name;
	const char *a, *b;	/* numbers, separated by blanks */
};

static unsigned int parse(double *to, const char *text)
{
	unsigned int nr = 0;
	int len;

	while (sscanf(text, "%lf%n", &to[nr], &len) == 1) {
		nr++;
		text += len;
	}
	return nr;
}

/* Twice the rank of number @i among @nr: those below it count twice, and its like once. */
static int rank_of(const double *number, unsigned int nr, unsigned int i)
{
	int rank = 1;

	for (unsigned int k = 0; k < nr; k++)
		rank += number[k] < number[i] ? 2 : number[k] == number[i];
	return rank;
}

/* Tries all ways to choose @nr_a of the numbers, and sees how many are as far off. */
static double by_trying(const double *number, unsigned int nr_a, unsigned int nr)
{
	unsigned int far = 0, all = 0;
	int middle = (int)(nr_a * (nr + 1)), sum = 0;

	for (unsigned int i = 0; i < nr_a; i++)
		sum += rank_of(number, nr, i);
	for (unsigned int way = 0; way < 1u << nr; way++) {
		int of = 0;

		if ((unsigned int)__builtin_popcount(way) != nr_a)
			continue;
		for (unsigned int i = 0; i < nr; i++)
			of += way >> i & 1 ? rank_of(number, nr, i) : 0;
		all++;
		far += abs(of - middle) >= abs(sum - middle);
	}
	return (double)far / all;
}

static const struct ranks few[] = {
	{ "all of A is less", "1 2 3 4", "5 6 7 8" },
	{ "all of A is more", "5 6 7 8", "1 2 3 4" },
	{ "in turns", "1 3 5 7", "2 4 6 8" },
	{ "one is out of place", "1 2 3 6", "4 5 7 8" },
	{ "as far from the middle on the other side", "1 2 7 8", "3 4 5 6" },
	{ "four and nine", "1 2 3 11", "4 5 6 7 8 9 10 12 13" },
	{ "nine and four", "4 5 6 7 8 9 10 12 13", "1 2 3 11" },
	{ "eight and eight", "1 2 4 5 7 8 11 13", "3 6 9 10 12 14 15 16" },
	{ "two are the same, one on each side", "1 2 3 4", "4 5 6 7" },
	{ "two of one side are the same", "1 1 3 4", "2 5 6 7" },
	{ "most are the same", "0 0 0 0 1", "0 0 2 3 4" },
	{ "half a rank off", "1 2 2 4 6", "2 4 5 6 7" },
	{ "all are the same", "3 3 3 3", "3 3 3 3" },
	{ "shares", "0.31 0.3 0.29 0.33 0.32", "0.44 0.41 0.43 0.31 0.45" },
	{ "negative ones", "-3 -2 -1 -4", "0 1 -2.5 3" },
};

static void run_test(const struct ranks *r, bool alone, struct rank_test *to,
		     double *number, unsigned int *nr_a, unsigned int *nr)
{
	struct rank_series a, b;

	*nr_a = parse(number, r->a);
	*nr = *nr_a + parse(number + *nr_a, r->b);
	a = (struct rank_series){ number, *nr_a };
	b = (struct rank_series){ number + *nr_a, *nr - *nr_a };
	rank_test(to, &a, &b, alone);
}

static void try_few(const void *row)
{
	double number[MANY], least = 1;
	struct rank_test t;
	unsigned int nr_a, nr;

	run_test(row, true, &t, number, &nr_a, &nr);
	EXPECT_NEAR(by_trying(number, nr_a, nr), t.plain, 1e-12);
	EXPECT_NEAR(t.plain, t.p, 0);
	EXPECT(t.exact);
	/* the least is that of the sorted numbers, from either end */
	for (unsigned int end = 0; end < 2; end++) {
		for (unsigned int i = 1; i < nr; i++)
			for (unsigned int k = i; k && (end ? number[k] > number[k - 1] :
							number[k] < number[k - 1]); k--) {
				double was = number[k];

				number[k] = number[k - 1];
				number[k - 1] = was;
			}
		least = fmin(least, by_trying(number, nr_a, nr));
	}
	EXPECT_NEAR(least, t.least, 1e-12);
}

/* Numbers from 0 on, @nr of them; those of B are @by higher, and each @same of them alike. */
struct many {
	const char *name;
	unsigned int nr[2];
	double by;
	unsigned int same;
	double want;
	double within;		/* it is more by such a part at most, and never less */
	bool exact;
};

/*
 * The first two are 2 ways of C(40, 20) and of C(64, 32), the third is the number of ways
 * as another program has counted them in whole numbers, and so is the last one, to
 * which the normal distribution comes near.
 */
static const struct many many[] = {
	{ "twenty and twenty without ties", { 20, 20 }, 100, 1, 2 / 137846528820., 1e-9, true },
	{ "thirty-two and thirty-two", { 32, 32 }, 100, 1, 2 / 1832624140942590534., 1e-9, true },
	{ "half of them overlap", { 20, 20 }, 10.5, 1, 6.913659764653623e-06, 1e-9, true },
	{ "with ties, as many as are exact", { 16, 16 }, 8, 2, 0.00012071596612892328, 1e-9, true },
	{ "with ties, one more", { 17, 16 }, 8, 2, 0.0003162350158631305, 1, false },
	{ "with ties, as many as there may be", { 32, 32 }, 8, 4, 0.002217673098258566, 0.2, false },
};

static void try_many(const void *row)
{
	const struct many *r = row;
	double number[MANY];
	struct rank_series a = { number, r->nr[0] };
	struct rank_series b = { number + r->nr[0], r->nr[1] };
	struct rank_test t;

	for (unsigned int i = 0; i < r->nr[0] + r->nr[1]; i++) {
		unsigned int at = i < r->nr[0] ? i : i - r->nr[0];

		number[i] = at / r->same * r->same + (i < r->nr[0] ? 0 : r->by);
	}
	rank_test(&t, &a, &b, true);
	EXPECT_NEAR(r->want, t.plain, r->want * r->within);
	EXPECT(t.plain >= r->want * (1 - 1e-9));
	EXPECT_INT(r->exact, t.exact);
}

/* ---- how many are needed ------------------------------------------------- */

struct needed {
	const char *name;
	const char *a, *b;
	bool alone;
	bool tested;
	double more, less;	/* what r is between */
};

static const struct needed needed[] = {
	{ "seven of one side", "1 2 3 4 5 6 7", "8 9 10 11 12 13 14 15", false, false },
	{ "eight of each", "4 2 8 1 6 3 7 5", "12 10 16 9 14 11 15 13", false, true, 0, 1 },
	{ "three runs of one side", "1 2 3", "4 5 6 7", true, false },
	{ "four runs of each", "1 2 3 4", "5 6 7 8", true, true, 0, 0 },
	{ "nothing at all", "", "1 2 3 4 5 6 7 8", false, false },
	{ "those that rise all the time tell most of the next one", "1 2 3 4 5 6 7 8", "9 10 11 12 13 14 15 16", false, true, 0.8, 0.99 },
	{ "those that turn each time tell of no likeness", "1 8 2 7 3 6 4 5", "11 18 12 17 13 16 14 15", false, true, 0, 0.1 },
	{ "those that stay the same do not, either", "1 1 1 1 1 1 1 1", "2 2 2 2 2 2 2 2", false, true, 0, 0 },
};

static void try_needed(const void *row)
{
	const struct needed *r = row;
	struct ranks of = { r->name, r->a, r->b };
	double number[MANY];
	struct rank_test t;
	unsigned int nr_a, nr;

	run_test(&of, r->alone, &t, number, &nr_a, &nr);
	EXPECT_INT(!r->tested, isnan(t.p));
	if (!r->tested)
		return;
	EXPECT(t.r >= r->more && t.r <= r->less);
	/* more likeness, less certainty */
	EXPECT(t.r > 0 ? t.p > t.plain : t.p == t.plain);
}

/* ---- many questions ------------------------------------------------------ */

struct adjusted {
	const char *name;
	const char *p, *least;
	const char *want;	/* 4 digits each */
};

static const struct adjusted adjusted[] = {
	{ "one", "0.03", "0", "0.0300" },
	{ "Holm's steps", "0.01 0.04 0.03", "0 0 0", "0.0300 0.0600 0.0600" },
	{ "never less than the one before", "0.01 0.02 0.011", "0 0 0", "0.0300 0.0300 0.0300" },
	{ "1 is the most", "0.5 0.9", "0 0", "1.0000 1.0000" },
	{ "what cannot be small enough does not count", "0.02 0.06 0.06", "0.001 0.06 0.06", "0.0200 - -" },
	{ "exactly small enough", "0.01 0.025", "0 0.025", "0.0200 0.0250" },
	{ "a bit too little for that", "0.01 0.026", "0 0.0251", "0.0100 -" },
	{ "too few readings", "nan 0.02", "1 0", "- 0.0200" },
	{ "nothing can be told", "nan nan", "1 1", "- -" },
	{ "no question", "", "", "" },
};

static void try_adjusted(const void *row)
{
	const struct adjusted *r = row;
	struct rank_test test[8] = { { .p = 0 } };
	double p[8], least[8], to[8];
	unsigned int nr = parse(p, r->p);
	char got[100] = "";

	EXPECT_INT(nr, parse(least, r->least));
	for (unsigned int i = 0; i < nr; i++) {
		test[i].p = p[i];
		test[i].least = least[i];
	}
	EXPECT_INT(0, rank_adjust(test, nr, 0.05, to));
	for (unsigned int i = 0; i < nr; i++) {
		size_t len = strlen(got);

		snprintf(got + len, sizeof(got) - len, isnan(to[i]) ? "%s-" :
			 "%s%.4f", i ? " " : "", to[i]);
	}
	EXPECT_TEXT(r->want, got);
}

/* ---- sides --------------------------------------------------------------- */

static struct node nodes[] = {
	{ .name = (char *)"frontend_bound", .parent = -1, .unit = UNIT_SLOTS },
	{ .name = (char *)"backend_bound", .parent = -1, .unit = UNIT_SLOTS },
	{ .name = (char *)"memory_bound", .parent = 1, .unit = UNIT_SLOTS },
	{ .name = (char *)"l1_bound", .parent = 2, .unit = UNIT_CYCLES },
	{ .name = (char *)"latency", .parent = -1, .unit = UNIT_NUMBER },
};

enum { NR_NODES = sizeof(nodes) / sizeof(*nodes), WIDTH = SIDE_NODES + NR_NODES };

static const struct model model = {
	.name = (char *)"test", .node = nodes, .nr_nodes = NR_NODES,
};

static void add(struct side *s, const char *row, double slots, double switches,
		double memory)
{
	double number[WIDTH] = {
		[SIDE_SLOTS] = slots, [SIDE_CPU_NS] = 2e9,
		[SIDE_SWITCHES] = switches, [SIDE_READINGS] = 1,
		[SIDE_NODES] = 0.1, memory + 0.1, memory, memory / 2, 1000 * memory,
	};

	if (side_add(s, side_row(s, row), number))
		abort();
}

static uint64_t seed = UINT64_C(88172645463325252);

static double uniform(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (double)(seed >> 11) * 0x1p-53;
}

static double normal(void)
{
	return sqrt(-2 * log(1 - uniform())) * cos(2 * M_PI * uniform());
}

/*
 * Readings of ten rows, each of which tells something of the next one: a part @like of its
 * deviation stays. The deviations of shares are 1.5 points.
 */
static void fill(struct side *s, unsigned int readings, double like, double more)
{
	static const char *const rows[] = {
		"nginx", "make", "cc1", "ld", "bash", "sshd", "cron", "perl", "vim", "top",
	};

	*s = (struct side){ .model = &model };
	for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); r++) {
		double memory = normal(), slots = normal(), by = sqrt(1 - like * like);

		for (unsigned int i = 0; i < readings; i++) {
			memory = like * memory + by * normal();
			slots = like * slots + by * normal();
			add(s, rows[r], 1e9 * (1 + 0.05 * slots), 1000,
			    0.31 + 0.015 * memory + (r ? 0 : more));
		}
	}
	if (side_end(s))
		abort();
}

struct alarms {
	const char *name;
	unsigned int readings;
	double like;
	double more;		/* memory_bound of nginx in B */
	unsigned int least, most;	/* of 200 comparisons have a star */
};

/* 5 % were promised. */
static const struct alarms alarms[] = {
	{ "alike, ten independent readings", 10, 0, 0, 0, 10 },
	{ "alike, twenty independent readings", 20, 0, 0, 0, 10 },
	{ "alike, twenty readings that resemble their neighbours", 20, 0.3, 0, 0, 10 },
	{ "alike, thirty-two readings that resemble them much", 32, 0.6, 0, 0, 10 },
	{ "alike, two hundred readings", 200, 0.6, 0, 0, 10 },
	{ "alike, two hundred readings that hardly change", 200, 0.9, 0, 0, 10 },
	{ "five points more of one row, thirty-two readings", 32, 0.3, 0.05, 190, 200 },
	{ "five points more of one row, two hundred readings", 200, 0.3, 0.05, 200, 200 },
	{ "two points more of one row, two hundred readings", 200, 0.3, 0.02, 190, 200 },
};

/* A star of what was changed is no alarm, and there is to be one. */
static void try_alarms(const void *row)
{
	const struct alarms *r = row;
	unsigned int found = 0, false_ones = 0;

	for (unsigned int i = 0; i < 200; i++) {
		struct compare_how how = { .unit = COMPARE_NONE };
		struct comparison c;
		struct side a, b;
		bool is = false, other = false;

		fill(&a, r->readings, r->like, 0);
		fill(&b, r->readings, r->like, r->more);
		EXPECT_INT(0, compare_make(&c, &a, &b, &how));
		for (size_t k = 0; k < c.nr; k++) {
			bool meant = r->more > 0 && c.change[k].node >= 1 &&
				     !strcmp(c.change[k].row[0]->name, "nginx");

			is |= c.change[k].sure && meant;
			other |= c.change[k].sure && !meant;
		}
		found += is;
		false_ones += other;
		compare_free(&c);
		side_free(&a);
		side_free(&b);
	}
	EXPECT(r->more > 0 ? found >= r->least && found <= r->most :
	       false_ones >= r->least && false_ones <= r->most);
	EXPECT(false_ones <= 10);
}

/* ---- what is said -------------------------------------------------------- */

/* Eight readings of each side, each the same, or with a step of 1/1000 from one to the next. */
struct said {
	const char *name;
	double memory[2], slots[2], switches[2];
	double step;
	double error;		/* of each side */
	struct compare_how how;
	const char *of;		/* "memory_bound", "slots" */
	const char *want;	/* NULL: it is not there */
};

#define ALIKE { 1e9, 1e9 }
#define OFTEN { 1000, 1000 }

static const struct said said[] = {
	{ "a rise", { 0.31, 0.442 }, ALIKE, OFTEN, 0.001, 0.01, { 0 }, "memory_bound",
	  "* memory_bound of nginx rose from 31.0 to 44.2 %, more than readings differ among themselves (p 0.0006)" },
	{ "a fall", { 0.442, 0.31 }, ALIKE, OFTEN, 0.001, 0.01, { 0 }, "memory_bound",
	  "* memory_bound of nginx fell from 44.2 to 31.0 %, more than readings differ among themselves (p 0.0006)" },
	{ "exactly the bound", { 0.25, 0.5 }, ALIKE, OFTEN, 0, 0.125, { 0 }, "memory_bound",
	  "memory_bound of nginx rose from 25.0 to 50.0 %, no more than shares can be off" },
	{ "just more than the bound", { 0.25, 0.5 }, ALIKE, OFTEN, 0, 0.1249, { 0 }, "memory_bound",
	  "* memory_bound of nginx rose from 25.0 to 50.0 %, more than readings differ among themselves (p 0.0006)" },
	{ "no bound is known", { 0.25, 0.5 }, ALIKE, OFTEN, 0, NAN, { 0 }, "memory_bound",
	  "* memory_bound of nginx rose from 25.0 to 50.0 %, more than readings differ among themselves (p 0.0006)" },
	{ "nothing", { 0.25, 0.25 }, ALIKE, OFTEN, 0, 0, { 0 }, "memory_bound",
	  "memory_bound of nginx stayed at 25.0 %, no more than counts can be off" },
	{ "a number that is no share", { 0.25, 0.5 }, ALIKE, OFTEN, 0, 0, { 0 }, "latency",
	  "* latency of nginx rose from 250 to 500, more than readings differ among themselves (p 0.0006)" },
	{ "slots for each switch", { 0.25, 0.25 }, { 1e9, 1.2e9 }, { 1000, 1000 }, 0, 0, { 0 }, "slots",
	  "* slots per switch of nginx rose from 1 M to 1.20 M (+20.0 %), more than readings differ among themselves (p 0.0002)" },
	{ "as many for each of more switches", { 0.25, 0.25 }, { 1e9, 2e9 }, { 1000, 2000 }, 0, 0, { 0 }, "slots",
	  "slots per switch of nginx stayed at 1 M, no more than counts can be off" },
	{ "slots for each second", { 0.25, 0.25 }, { 1e9, 2e9 }, { 1000, 2000 }, 0, 0, { COMPARE_CPU_SECOND, "cpu-second" }, "slots",
	  "* slots per cpu-second of nginx rose from 500 M to 1 G (+100.0 %), more than readings differ among themselves (p 0.0002)" },
	{ "slots for each request, which only the sums have", { 0.25, 0.25 }, { 1e9, 2e9 }, { 1000, 2000 }, 0, 0, { COMPARE_RATE, "request", { 80, 80 } }, "slots",
	  "slots per request of nginx rose from 100 M to 200 M (+100.0 %), of too few readings to tell whether they differ as much among themselves" },
	{ "no slots", { 0.25, 0.25 }, { 0, 0 }, { 1000, 1000 }, 0, 0, { 0 }, "slots",
	  "slots per switch of nginx stayed at 0, no more than counts can be off" },
	{ "no switches", { 0.25, 0.25 }, { 1e9, 1e9 }, { 0, 0 }, 0, 0, { 0 }, "slots", NULL },
	{ "a row of fewer slots than are wanted", { 0.25, 0.5 }, ALIKE, OFTEN, 0, 0, { .min_slots = 8e9 + 1 }, "memory_bound", NULL },
	{ "exactly as many", { 0.25, 0.25 }, ALIKE, OFTEN, 0, 0, { .min_slots = 8e9 }, "memory_bound",
	  "memory_bound of nginx stayed at 25.0 %, no more than counts can be off" },
	{ "as many on the other side", { 0.25, 0.25 }, { 1e9, 2e9 }, { 1000, 1000 }, 0, 0, { .min_slots = 16e9 }, "memory_bound",
	  "memory_bound of nginx stayed at 25.0 %, no more than counts can be off" },
};

static void try_said(const void *row)
{
	const struct said *r = row;
	struct comparison c;
	struct side side[2];
	char text[CHANGES_TEXT_SIZE], got[CHANGES_TEXT_SIZE + 2] = "";
	static const int order[] = { 3, -2, 0, 2, -3, 1, -1, 0 };

	for (unsigned int s = 0; s < 2; s++) {
		side[s] = (struct side){ .model = &model };
		for (unsigned int i = 0; i < 8; i++)
			add(&side[s], "nginx", r->slots[s], r->switches[s],
			    r->memory[s] + order[i] * r->step);
		for (unsigned int i = 0; i < NR_NODES; i++)
			side[s].row[0].error[i] = r->error;
		EXPECT_INT(0, side_end(&side[s]));
	}
	EXPECT_INT(0, compare_make(&c, &side[0], &side[1], &r->how));
	for (size_t i = 0; i < c.nr; i++)
		if (!strcmp(compare_name(&c, &c.change[i]), r->of))
			snprintf(got, sizeof(got), "%s%s", c.change[i].sure ? "* " : "",
				 view_change(text, &c, &c.change[i]));
	EXPECT_TEXT(r->want ? r->want : "", got);
	compare_free(&c);
	side_free(&side[0]);
	side_free(&side[1]);
}

/* ---- limits -------------------------------------------------------------- */

struct limit_row {
	const char *name;
	const char *text;
	const char *want;	/* the rows whose changes are beyond it, or what is wrong */
};

/* memory_bound of make rose by 5 points, that of nginx by 13.25; cc1 did less in less slots. */
static const struct limit_row limits[] = {
	{ "more than five points", "memory_bound > +5", "nginx ld" },
	{ "without a sign and blanks", "memory_bound>5", "nginx ld" },
	{ "five points or more", "memory_bound >= 5", "nginx make ld" },
	{ "a bit less", "memory_bound > 4.99", "nginx make ld" },
	{ "of one row", "memory_bound of make > 1", "make" },
	{ "of a pattern", "memory_bound of *a* > 1", "make" },
	{ "of a row that begins like the word", "memory_bound of offline > 1", "none" },
	{ "less", "memory_bound < -3", "cc1" },
	{ "less or as much", "memory_bound <= -4", "cc1" },
	{ "exactly that is not less", "memory_bound < -4", "" },
	{ "slots by percent", "slots of cc1 < -19 %", "cc1" },
	{ "slots, exactly", "slots > 0", "" },
	{ "all slots", "slots >= -20", "cc1" },
	{ "a number that is no share", "latency of nginx > 10000", "nginx" },
	{ "what was too seldom read to be tested", "memory_bound of ld > 5", "ld" },
	{ "what is no more than shares can be off", "l1_bound > 0.1", "" },
	{ "a node that is not there", "store_bound > 1", "none" },
	{ "nothing", "", "it begins with a node, such as memory_bound, or with slots" },
	{ "no node", "> 5", "it begins with a node, such as memory_bound, or with slots" },
	{ "no row", "memory_bound of > 5", "a row such as nginx follows 'of'" },
	{ "no sign", "memory_bound 5", "a < or > is expected before '5'" },
	{ "another word", "memory_bound in nginx > 5", "a < or > is expected before 'in nginx > 5'" },
	{ "no number", "memory_bound >", "a number such as +5 is expected, not ''" },
	{ "a word as a number", "memory_bound > much", "a number such as +5 is expected, not 'much'" },
	{ "a number that is none", "memory_bound > nan", "a number such as +5 is expected, not 'nan'" },
	{ "an endless number", "memory_bound > inf", "a number such as +5 is expected, not 'inf'" },
	{ "percent of a share", "memory_bound > 5%", "shares change by points: leave out the %" },
	{ "more behind it", "memory_bound > 5 and slots > 3", "nothing is expected behind the number, not 'and slots > 3'" },
};

static void fill_limits(struct side side[2])
{
	static const struct {
		const char *name;
		unsigned int readings;
		double memory[2], slots[2];
	} rows[] = {
		{ "nginx", 8, { 0.25, 0.3825 }, { 1e9, 1e9 } },
		{ "make", 8, { 0.25, 0.3 }, { 1e9, 1e9 } },
		{ "cc1", 8, { 0.25, 0.21 }, { 1e9, 8e8 } },
		{ "ld", 2, { 0.25, 0.4 }, { 1e9, 1e9 } },
	};

	for (unsigned int s = 0; s < 2; s++) {
		side[s] = (struct side){ .model = &model };
		for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); r++) {
			for (unsigned int i = 0; i < rows[r].readings; i++)
				add(&side[s], rows[r].name, rows[r].slots[s], 1000,
				    rows[r].memory[s]);
			for (unsigned int i = 0; i < NR_NODES; i++)
				side[s].row[r].error[i] = i == 3 ? 0.5 : 0.001;
		}
		EXPECT_INT(0, side_end(&side[s]));
	}
}

static void try_limit(const void *row)
{
	const struct limit_row *r = row;
	struct compare_how how = { .unit = COMPARE_NONE };
	char got[LIMIT_WHY_SIZE] = "";
	struct comparison c;
	struct side side[2];
	struct limit l;

	if (limit_parse(&l, r->text, got)) {
		EXPECT_TEXT(r->want, got);
		return;
	}
	fill_limits(side);
	EXPECT_INT(0, compare_make(&c, &side[0], &side[1], &how));
	if (limit_check(&l, &c))
		snprintf(got, sizeof(got), "none");
	for (const struct difference *of = limit_next(&l, &c, c.change); of;
	     of = limit_next(&l, &c, of + 1)) {
		size_t len = strlen(got);

		snprintf(got + len, sizeof(got) - len, "%s%s", len ? " " : "",
			 of->row[0]->name);
	}
	EXPECT_TEXT(r->want, got);
	compare_free(&c);
	side_free(&side[0]);
	side_free(&side[1]);
}

/* ---- readings that are put together -------------------------------------- */

struct together {
	const char *name;
	unsigned int readings;
	unsigned int want;
	double slots;		/* of the first of them; 1e9 each */
	double memory;		/* of readings 0.1, 0.2, 0.1, ... */
	double last;		/* slots of the last one */
};

static const struct together together[] = {
	{ "one", 1, 1, 1e9, 0.1, 1e9 },
	{ "as many as are kept", 32, 32, 1e9, 0.1, 1e9 },
	{ "one more", 33, 17, 2e9, 0.15, 1e9 },
	{ "twice as many", 64, 32, 2e9, 0.15, 2e9 },
	{ "a thousand", 1000, 32, 32e9, 0.15, 8e9 },
};

static void try_together(const void *row)
{
	const struct together *r = row;
	struct side s = { .model = &model };
	const double *number;

	for (unsigned int i = 0; i < r->readings; i++)
		add(&s, "nginx", 1e9, 1, i % 2 ? 0.2 : 0.1);
	EXPECT_INT(0, side_end(&s));
	number = s.row[0].reading;
	EXPECT_INT(r->want, s.row[0].nr);
	EXPECT_NEAR(r->slots, number[SIDE_SLOTS], 0);
	EXPECT_NEAR(r->memory, number[SIDE_NODES + 2], 1e-12);
	EXPECT_NEAR(r->last, number[(r->want - 1) * WIDTH + SIDE_SLOTS], 0);
	EXPECT_NEAR(r->readings * 1e9, s.row[0].sum[SIDE_SLOTS], 0);
	EXPECT_NEAR(r->readings, s.row[0].sum[SIDE_READINGS], 0);
	side_free(&s);
}

int main(void)
{
	UNIT_RUN("rank test", few, try_few);
	UNIT_RUN("rank test of", many, try_many);
	UNIT_RUN("rank test of how many", needed, try_needed);
	UNIT_RUN("many questions", adjusted, try_adjusted);
	UNIT_RUN("put together", together, try_together);
	UNIT_RUN("200 comparisons", alarms, try_alarms);
	UNIT_RUN("said", said, try_said);
	UNIT_RUN("fail if", limits, try_limit);
	return unit_end();
}
