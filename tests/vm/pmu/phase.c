// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "phase.h"

void phase_begin(struct phases *p, uint32_t number, const struct work *work)
{
	memset(&p->now, 0, sizeof(p->now));
	p->now.number = number;
	p->now.work = *work;
	p->in_window = false;
	p->open = true;
}

static void subtract(struct work *from, const struct work *was)
{
	for (int m = 0; m < N_MODES; m++)
		from->insns[m] -= was->insns[m];
	from->switches -= was->switches;
	from->rdpmc -= was->rdpmc;
	from->rdpmc_pmu -= was->rdpmc_pmu;
	from->rdmsr -= was->rdmsr;
	from->rdmsr_pmu -= was->rdmsr_pmu;
	from->wrmsr -= was->wrmsr;
	from->wrmsr_pmu -= was->wrmsr_pmu;
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/*
 * The average of the middle half. An interrupt, or a task that is none of the
 * load's, touches some hundred lines: a few of them make more of a difference to
 * the average of all windows than what is measured.
 */
static double middle(uint32_t *each, size_t n)
{
	size_t from = n / 4, to = n - n / 4;
	double sum = 0;

	if (!n)
		return 0;
	qsort(each, n, sizeof(*each), by_number);
	for (size_t i = from; i < to; i++)
		sum += each[i];
	return sum / (double)(to - from);
}

static void note_window(struct phases *p)
{
	if (p->now.windows == p->room) {
		p->room = p->room ? 2 * p->room : 1024;
		p->each = realloc(p->each, p->room * sizeof(*p->each));
		if (!p->each)
			abort();
	}
	p->each[p->now.windows++] = (uint32_t)p->touched.count;
	p->now.lines += p->touched.count;
}

bool phase_end(struct phases *p, const struct work *work)
{
	struct work done = *work;

	if (!p->open)
		return false;
	p->open = false;
	p->now.middle = middle(p->each, p->now.windows);
	subtract(&done, &p->now.work);
	p->now.work = done;
	p->ended = realloc(p->ended, (p->nr_ended + 1) * sizeof(*p->ended));
	if (!p->ended)
		abort();
	p->ended[p->nr_ended++] = p->now;
	return true;
}

void phase_touch(struct phases *p, uint64_t address, unsigned int size)
{
	if (p->open && p->in_window)
		lines_touch(&p->touched, address, size);
}

/* What lies before the first switch or after the last is no whole window. */
void phase_switch(struct phases *p)
{
	if (!p->open)
		return;
	if (p->in_window)
		note_window(p);
	p->in_window = true;
	lines_empty(&p->touched);
}
