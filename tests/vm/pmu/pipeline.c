// SPDX-License-Identifier: GPL-2.0
#include "event.h"
#include "pipeline.h"

/* Cycles, roughly those of a server's core. */
#define L1_CYCLES	4
#define L2_CYCLES	12
#define L3_CYCLES	40
#define MEMORY_CYCLES	200
#define LINE_CYCLES	12	/* memory delivers a line in so many */
#define RESTEER_CYCLES	5	/* until fetching goes on after a wrong guess */

#define PORTS		2	/* loads and stores in a cycle */
#define WINDOW		128	/* slots that loads and stores may be late by */
#define OVERLAP		4	/* misses of loads at a time */
#define STORE_OVERLAP	8
#define PREFETCHED	3	/* so many equal strides, and the next line is there */
#define STRUCTURE	256	/* bytes that a pointer may point to */
#define CHAIN		2	/* the depth from which on pointers are a chain */

#define PAGE_SHIFT	12
#define HISTORY		0x3ff	/* branches that a guess knows of */
#define TAKEN		2	/* guesses from here on */

/* Code and data share caches but no lines, though the addresses of code are virtual. */
#define CODE		(1ULL << 62)

enum wait {
	WAIT_FETCH_BANDWIDTH	= 0x02,
	WAIT_CORE		= 0x03,
	WAIT_MISPREDICT		= 0x05,
	WAIT_FETCH_LATENCY	= 0x06,
	WAIT_L1			= 0x08,
	WAIT_L2			= 0x09,
	WAIT_L3			= 0x0a,
	WAIT_BANDWIDTH		= 0x0b,
	WAIT_LATENCY		= 0x0c,
	WAIT_STORES		= 0x0d,
};

/* An instruction waits for this, for so many cycles. */
struct delay {
	enum wait wait;
	unsigned int cycles;
};

void pipeline_init(struct pipeline *p)
{
	cache_init(&p->code, L1_SIZE, 4);
	cache_init(&p->data, L1_SIZE, 4);
	cache_init(&p->l2, L2_SIZE, 8);
	cache_init(&p->l3, L3_SIZE, 16);
}

static void add(struct pipeline *p, uint64_t *waits, enum wait wait,
		uint64_t slots)
{
	waits[wait] += slots;
	p->waited += slots;
}

/* The delay of a line that the first cache did not have. */
static struct delay find(struct pipeline *p, uint64_t address)
{
	if (cache_use(&p->l2, address))
		return (struct delay){ WAIT_L2, L2_CYCLES };
	if (cache_use(&p->l3, address))
		return (struct delay){ WAIT_L3, L3_CYCLES };
	return (struct delay){ WAIT_LATENCY, MEMORY_CYCLES };
}

/* Whether the prefetcher had fetched the line; takes part in each access of a page. */
static bool prefetched(struct pipeline *p, uint64_t address)
{
	struct stream *s = &p->streams[(address >> PAGE_SHIFT) % STREAMS];
	uint64_t line = address >> LINE_SHIFT;
	int64_t stride = (int64_t)(line - s->line);

	if (s->page != address >> PAGE_SHIFT) {
		*s = (struct stream){ .page = address >> PAGE_SHIFT,
				      .line = line };
		return false;
	}
	if (stride) {
		s->length = stride == s->stride ? s->length + 1 : 1;
		s->stride = stride;
		s->line = line;
	}
	return s->length > PREFETCHED;
}

static struct delay load_delay(struct delay miss, bool chained)
{
	if (!chained)
		miss.cycles /= OVERLAP;
	return miss;
}

/* Stores wait in a buffer, which only memory is too slow for. */
static struct delay store_delay(struct delay miss)
{
	if (miss.wait != WAIT_LATENCY)
		return (struct delay){ WAIT_STORES, 0 };
	return (struct delay){ WAIT_STORES, MEMORY_CYCLES / STORE_OVERLAP };
}

static struct delay prefetched_delay(struct delay miss)
{
	if (miss.wait != WAIT_LATENCY)
		return (struct delay){ miss.wait, 0 };
	return (struct delay){ WAIT_BANDWIDTH, LINE_CYCLES };
}

static struct delay access_delay(struct pipeline *p,
				 const struct data_access *a, bool chained)
{
	bool ready = prefetched(p, a->physical);
	struct delay miss;

	if (cache_use(&p->data, a->physical))
		return (struct delay){ WAIT_L1, chained ? L1_CYCLES : 0 };
	miss = find(p, a->physical);
	if (ready)
		return prefetched_delay(miss);
	return a->store ? store_delay(miss) : load_delay(miss, chained);
}

/* How many pointers led to the address of @a, each to the next one. */
static unsigned int depth_of(const struct pipeline *p,
			     const struct data_access *a)
{
	unsigned int depth = 0;

	for (int i = 0; i < 2; i++)
		if (p->pointers[i].value &&
		    a->address - p->pointers[i].value < STRUCTURE &&
		    p->pointers[i].depth + 1 > depth)
			depth = p->pointers[i].depth + 1;
	return depth;
}

static bool goes_on(struct pipeline *p, const struct data_access *a)
{
	uint64_t line = a->physical >> LINE_SHIFT;
	bool same = p->latest[a->store] == line;

	p->latest[a->store] = line;
	return same && a->byte;
}

/* Ports fall behind by a window of instructions before anything waits for them. */
static uint64_t port_delay(struct pipeline *p, uint64_t now,
			   unsigned int width)
{
	uint64_t latest = now + WINDOW;

	if (p->port_free < now)
		p->port_free = now;
	p->port_free += width / PORTS;
	return p->port_free > latest ? p->port_free - latest : 0;
}

void pipeline_access(struct pipeline *p, const struct data_access *a,
		     struct source *s, unsigned int width)
{
	unsigned int depth = a->store ? 0 : depth_of(p, a);
	struct delay delay = access_delay(p, a, depth >= CHAIN);
	uint64_t *waits = s->waits[a->mode];

	if (!goes_on(p, a))
		add(p, waits, WAIT_CORE,
		    port_delay(p, source_insns(s, FILTER_BOTH) + p->waited,
			       width));
	add(p, waits, delay.wait, (uint64_t)delay.cycles * width);
	if (a->store || !a->value)
		return;
	p->pointers[1] = p->pointers[0];
	p->pointers[0] = (struct pointer){ a->value, depth };
}

/* Guesses by two bits for each branch and the way that led to it; then learns. */
static bool guess_condition(struct pipeline *p, uint64_t branch, bool taken)
{
	uint8_t *guess = &p->guesses[(branch ^ p->history << 2) % GUESSES];
	bool right = taken == (*guess >= TAKEN);

	if (taken && *guess < 3)
		++*guess;
	if (!taken && *guess)
		--*guess;
	p->history = (p->history << 1 | taken) & HISTORY;
	return right;
}

static bool guess_target(struct pipeline *p, uint64_t branch, uint64_t target)
{
	uint64_t *guess = &p->targets[(branch ^ p->history << 2) % TARGETS];
	bool right = *guess == target;

	*guess = target;
	return right;
}

static bool guess(struct pipeline *p, const struct code *last, uint64_t target)
{
	switch (last->branch) {
	case BRANCH_CONDITIONAL:
		return guess_condition(p, last->end, target != last->end);
	case BRANCH_INDIRECT:
		return guess_target(p, last->end, target);
	default:
		return true;	/* returns have a stack of their own */
	}
}

static void branch(struct pipeline *p, const struct code *last,
		   uint64_t target, uint64_t *waits, unsigned int width)
{
	if (!guess(p, last, target)) {
		add(p, waits, WAIT_MISPREDICT, FLUSH_CYCLES * width);
		add(p, waits, WAIT_FETCH_LATENCY, RESTEER_CYCLES * width);
	} else if (last->branch != BRANCH_NONE && target != last->end) {
		add(p, waits, WAIT_FETCH_BANDWIDTH, 1);
	}
}

void pipeline_fetch(struct pipeline *p, const struct code *code,
		    struct source *s, unsigned int width)
{
	uint64_t *waits = s->waits[code->mode];
	uint64_t line = code->start >> LINE_SHIFT;
	uint64_t latest = p->last ? (p->last->end - 1) >> LINE_SHIFT : 0;

	if (p->last)
		branch(p, p->last, code->start, waits, width);
	p->last = code;
	for (; line <= (code->end - 1) >> LINE_SHIFT; latest = line++) {
		uint64_t address = (line << LINE_SHIFT) ^ CODE;
		struct delay miss;

		if (line == latest || cache_use(&p->code, address))
			continue;
		miss = find(p, address);
		/* The line behind the latest was fetched with that. */
		if (line != latest + 1)
			add(p, waits, WAIT_FETCH_LATENCY,
			    (uint64_t)miss.cycles * width);
	}
}
