// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "cache.h"
#include "pipeline.h"
#include "test.h"

#define WIDTH	6
#define LINE	64
#define PAGE	4096

/* A cache of two sets and two ways: of lines 0, 2, 4 and 6 two have room. */
static const struct {
	const char *name;
	unsigned int lines[4];
	unsigned int nr;
	bool hit;		/* the last of them */
} uses[] = {
	{ "cache: empty", { 0 }, 1, false },
	{ "cache: the same line", { 2, 2 }, 2, true },
	{ "cache: a set is full", { 0, 2, 0 }, 3, true },
	{ "cache: and forgets the eldest", { 0, 2, 4, 0 }, 4, false },
	{ "cache: but not what was used since", { 0, 2, 4, 2 }, 4, true },
	{ "cache: the other set is another", { 0, 1, 3, 0 }, 4, true },
};

static void test_cache(void)
{
	for (size_t i = 0; i < ROWS(uses); i++) {
		struct cache c;
		bool hit = false;

		cache_init(&c, 4 * LINE, 2);
		for (unsigned int n = 0; n < uses[i].nr; n++)
			hit = cache_use(&c, uses[i].lines[n] * LINE + 63);
		check(uses[i].name, hit, uses[i].hit);
		free(c.lines);
	}
}

/*
 * @nr accesses @stride apart, @rounds times, after which the waits are those of the
 * last round. An instruction is executed for each, and @insns more.
 */
static const struct {
	const char *name;
	uint64_t stride;
	unsigned int nr;
	unsigned int rounds;
	unsigned int insns;
	bool store;
	unsigned int class;
	uint64_t cycles;	/* times @nr */
} walks[] = {
	{ "data: the first cache has it", LINE, 256, 2, 9, false, 0x09, 0 },
	{ "data: one line too many", PAGE, 5, 2, 9, false, 0x09, 3 },
	{ "data: the second has it", PAGE, 8, 2, 9, false, 0x09, 3 },
	{ "data: the third", PAGE, 128, 2, 9, false, 0x0a, 10 },
	{ "data: memory, misses overlap", PAGE, 1024, 2, 9, false, 0x0c, 50 },
	{ "data: stores to memory", PAGE, 1024, 2, 9, true, 0x0d, 25 },
	{ "data: stores to a cache wait for nothing", PAGE, 128, 2, 9, true, 0x0d,
	  0 },
};

static void walk(struct pipeline *p, struct source *s, size_t row)
{
	for (unsigned int n = 0; n < walks[row].nr; n++) {
		struct data_access a = { .physical = n * walks[row].stride,
					 .store = walks[row].store };

		s->insns[MODE_USER] += 1 + walks[row].insns;
		pipeline_access(p, &a, s, WIDTH);
	}
}

static void test_walks(void)
{
	for (size_t i = 0; i < ROWS(walks); i++) {
		struct pipeline *p = calloc(1, sizeof(*p));
		struct source s = { 0 };

		pipeline_init(p);
		for (unsigned int r = 0; r < walks[i].rounds; r++) {
			memset(s.waits, 0, sizeof(s.waits));
			walk(p, &s, i);
		}
		check(walks[i].name, s.waits[MODE_USER][walks[i].class],
		      walks[i].cycles * walks[i].nr * WIDTH);
	}
}

/* Lines of one page in memory, one after the other. */
static void test_prefetch(void)
{
	struct pipeline *p = calloc(1, sizeof(*p));
	struct source s = { 0 };

	pipeline_init(p);
	for (unsigned int n = 0; n < 64; n++) {
		struct data_access a = { .physical = n * LINE };

		s.insns[MODE_USER] += 100;
		pipeline_access(p, &a, &s, WIDTH);
	}
	check("prefetch: the first four lines", s.waits[MODE_USER][0x0c],
	      4 * 50 * WIDTH);
	check("prefetch: the others cost bandwidth", s.waits[MODE_USER][0x0b],
	      60 * 12 * WIDTH);
}

/* Each value that is loaded points to the next one, in lines far apart. */
static void test_chain(void)
{
	struct pipeline *p = calloc(1, sizeof(*p));
	struct source s = { 0 };

	pipeline_init(p);
	for (unsigned int round = 0; round < 2; round++) {
		memset(s.waits, 0, sizeof(s.waits));
		for (uint64_t n = 1; n <= 1024; n++) {
			struct data_access a = { .address = n * PAGE,
						 .physical = n * PAGE,
						 .value = n % 1024 * PAGE +
							  PAGE };

			pipeline_access(p, &a, &s, WIDTH);
		}
	}
	check("chain: the whole latency", s.waits[MODE_USER][0x0c],
	      1024 * 200 * WIDTH);
	memset(s.waits, 0, sizeof(s.waits));
	for (unsigned int n = 0; n < 100; n++) {
		struct data_access a = { .address = PAGE, .physical = PAGE,
					 .value = PAGE };

		pipeline_access(p, &a, &s, WIDTH);
	}
	check("chain: that of the first cache", s.waits[MODE_USER][0x08],
	      99 * 4 * WIDTH);
}

/* Loads of one line, one or two instructions each. */
static void test_ports(void)
{
	static const struct data_access a = { .mode = MODE_KERNEL };

	for (unsigned int insns = 2; insns <= 3; insns++) {
		struct pipeline *p = calloc(1, sizeof(*p));
		struct source s = { 0 };

		pipeline_init(p);
		pipeline_access(p, &a, &s, WIDTH);
		memset(s.waits, 0, sizeof(s.waits));
		for (unsigned int n = 0; n < 1000; n++) {
			s.insns[MODE_KERNEL] += insns;
			pipeline_access(p, &a, &s, WIDTH);
		}
		for (unsigned int n = 0; insns == 3 && n < 1000; n++) {
			struct data_access byte = a;

			byte.byte = true;
			pipeline_access(p, &byte, &s, WIDTH);
		}
		/* Less what they may be late by. */
		check(insns == 3 ? "ports: enough, and bytes need none" :
				   "ports: too few",
		      s.waits[MODE_KERNEL][0x03] > 0, insns < 3);
		check(insns == 3 ? "ports: enough" : "ports: three slots a load",
		      s.waits[MODE_KERNEL][0x03] / 10,
		      insns < 3 ? (1000 - 128) / 10 : 0);
	}
}

/* Whether block after block is that of a letter: a..d lie 32 bytes apart. */
static const struct {
	const char *name;
	enum branch branch;	/* at the end of each */
	const char *blocks;	/* repeated */
	unsigned int most;	/* wrong guesses of 1000 */
} ways[] = {
	{ "branch: always taken", BRANCH_CONDITIONAL, "aca", 40 },
	{ "branch: never taken", BRANCH_CONDITIONAL, "abcd", 40 },
	{ "branch: a pattern is learnt", BRANCH_CONDITIONAL, "aaabaab", 80 },
	{ "branch: one target", BRANCH_INDIRECT, "ac", 40 },
	{ "branch: direct ones are known", BRANCH_DIRECT, "adbca", 0 },
	{ "branch: returns are known", BRANCH_RETURN, "adbca", 0 },
};

static uint64_t mispredicts(enum branch branch, const char *(*next)(void *),
			    void *at, unsigned int nr, uint64_t *taken)
{
	static struct code code[4];
	struct pipeline *p = calloc(1, sizeof(*p));
	struct source s = { 0 };

	pipeline_init(p);
	for (unsigned int i = 0; i < 4; i++)
		code[i] = (struct code){ .start = 0x1000 + 32 * i,
					 .end = 0x1020 + 32 * i,
					 .branch = branch };
	for (unsigned int n = 0; n < nr; n++)
		pipeline_fetch(p, &code[*next(at) - 'a'], &s, WIDTH);
	*taken = s.waits[MODE_USER][0x02];
	return s.waits[MODE_USER][0x05] / (10 * WIDTH);
}

struct text {
	const char *text, *at;
};

static const char *next_of(void *data)
{
	struct text *t = data;

	if (!*t->at)
		t->at = t->text;
	return t->at++;
}

/* By chance, of a generator whose numbers are always the same. */
static const char *by_chance(void *data)
{
	uint64_t *state = data;

	*state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
	return *state >> 63 ? "a" : "b";
}

static void test_branching(void)
{
	uint64_t wrong, taken, state = 1;

	for (size_t i = 0; i < ROWS(ways); i++) {
		struct text t = { ways[i].blocks, ways[i].blocks };

		wrong = mispredicts(ways[i].branch, next_of, &t, 1000, &taken);
		check(ways[i].name, wrong <= ways[i].most, true);
	}
	wrong = mispredicts(BRANCH_CONDITIONAL, by_chance, &state, 1000,
			    &taken);
	check("branch: chance is not learnt", wrong > 350 && wrong < 650, true);
	wrong = mispredicts(BRANCH_DIRECT, next_of,
			    &(struct text){ "ac", "ac" }, 1000, &taken);
	check("branch: one slot for each that is taken", taken, 999);
}

/* Blocks of a line each, @stride apart, twice over. */
static void test_code(void)
{
	static struct code code[512];
	static const struct {
		const char *name;
		unsigned int nr;
		uint64_t stride;
		uint64_t slots;
	} rows[] = {
		{ "code: the first cache has it", 256, LINE, 0 },
		{ "code: the line behind the latest is fetched with it", 512,
		  LINE, 12 * WIDTH },
		{ "code: elsewhere it is waited for", 8, PAGE, 8 * 12 * WIDTH },
	};

	for (size_t i = 0; i < ROWS(rows); i++) {
		struct pipeline *p = calloc(1, sizeof(*p));
		struct source s = { 0 };

		pipeline_init(p);
		for (unsigned int n = 0; n < 2 * rows[i].nr; n++) {
			struct code *c = &code[n % rows[i].nr];

			c->start = 0x10000 + n % rows[i].nr * rows[i].stride;
			c->end = c->start + LINE;
			if (n == rows[i].nr)
				memset(s.waits, 0, sizeof(s.waits));
			pipeline_fetch(p, c, &s, WIDTH);
		}
		check(rows[i].name, s.waits[MODE_USER][0x06], rows[i].slots);
	}
}

void test_pipeline(void)
{
	test_cache();
	test_walks();
	test_prefetch();
	test_chain();
	test_ports();
	test_branching();
	test_code();
}
