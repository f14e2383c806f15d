// SPDX-License-Identifier: GPL-2.0
#include "lines.h"
#include "phase.h"
#include "test.h"

/* Lines and phases. */

static const struct {
	const char *name;
	struct {
		uint64_t address;
		unsigned int size;
	} touch[4];
	uint64_t count;
} touches[] = {
	{ "lines: one", { { 0x1000, 8 } }, 1 },
	{ "lines: twice the same", { { 0x1000, 8 }, { 0x103f, 1 } }, 1 },
	{ "lines: neighbours", { { 0x1000, 8 }, { 0x1040, 8 } }, 2 },
	{ "lines: across", { { 0x103c, 8 } }, 2 },
	{ "lines: at the very top", { { ~0ULL - 7, 8 } }, 1 },
};

static void test_lines(void)
{
	struct lines l = { 0 };

	for (size_t i = 0; i < ROWS(touches); i++) {
		lines_empty(&l);
		for (int k = 0; k < 4 && touches[i].touch[k].size; k++)
			lines_touch(&l, touches[i].touch[k].address,
				    touches[i].touch[k].size);
		check(touches[i].name, l.count, touches[i].count);
	}
	lines_empty(&l);
	for (uint64_t n = 0; n < 2 * 5000; n++)
		lines_touch(&l, n % 5000 * 64, 8);
	check("lines: more than the table first holds", l.count, 5000);
}

static void test_phase(void)
{
	struct work work = { .insns = { 10, 20 }, .rdpmc = 3 };
	struct phases p = { 0 };

	check("phase: an end without a begin", phase_end(&p, &work), false);
	phase_begin(&p, 42, &work);
	phase_touch(&p, 0, 8);		/* before the first switch */
	phase_switch(&p);
	phase_touch(&p, 0, 8);
	phase_touch(&p, 64, 8);
	phase_switch(&p);
	phase_touch(&p, 0, 8);		/* after the last */
	work = (struct work) { .insns = { 11, 27 }, .rdpmc = 5 };
	check("phase: ends", phase_end(&p, &work), true);
	check("phase: number", p.ended[0].number, 42);
	check("phase: user", p.ended[0].work.insns[MODE_USER], 1);
	check("phase: kernel", p.ended[0].work.insns[MODE_KERNEL], 7);
	check("phase: rdpmc", p.ended[0].work.rdpmc, 2);
	check("phase: whole windows", p.ended[0].windows, 1);
	check("phase: lines in them", p.ended[0].lines, 2);
	check("phase: lines in the middle of one", p.ended[0].middle == 2, true);
	check("phase: ends once", phase_end(&p, &work), false);
}

/* Seven windows of one line, but for a first of 50 and a last of none. */
static void test_middle(void)
{
	struct work work = { 0 };
	struct phases p = { 0 };

	phase_begin(&p, 1, &work);
	phase_switch(&p);
	phase_touch(&p, 0, 50 * 64);
	for (int i = 0; i < 6; i++) {
		phase_switch(&p);
		phase_touch(&p, 0, 8);
	}
	phase_switch(&p);
	phase_switch(&p);
	phase_end(&p, &work);
	check("phase: all windows", p.ended[0].windows, 8);
	check("phase: all lines", p.ended[0].lines, 56);
	check("phase: the middle half", p.ended[0].middle == 1, true);
}

void test_phases(void)
{
	test_lines();
	test_phase();
	test_middle();
}
