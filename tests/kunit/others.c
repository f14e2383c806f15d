// SPDX-License-Identifier: GPL-2.0
/*
 * In place of cpus/others.c: others who want counters are there if the test says so,
 * and it says itself by tda_want_note() that one of them waits.
 */
#include <linux/kernel.h>

#include "cpus/others.h"
#include "fake.h"

int tda_others_init(u64 *newest)
{
	*newest = fake.newest;
	return fake.no_others ? -ENOENT : 0;
}

void tda_others_exit(void)
{
}

u64 tda_others_newest(void)
{
	return fake.newest;
}

void tda_others_ask(unsigned int cpu)
{
}

void tda_others_asked(void)
{
}

void tda_others_know(struct tda_cpu *c)
{
}

void tda_others_forget(struct tda_cpu *c)
{
}

unsigned int tda_others_nr(const struct tda_cpu *c)
{
	return fake.on_cpu.waiting + fake.on_cpu.pinned;
}

static void add(struct tda_others *found, const struct tda_others *more,
		u64 after)
{
	if (fake.others_number <= after)
		return;
	found->waiting += more->waiting;
	found->pinned += more->pinned;
	found->failed += more->failed;
	if (!more->pid)
		return;
	found->pid = more->pid;
	memcpy(found->comm, more->comm, sizeof(found->comm));
}

void tda_others_of_tasks(u64 after, struct tda_others *found)
{
	add(found, &fake.in_tasks, after);
	fake.now_ns += fake.look_ns;
}

void tda_others_of_cpu(const struct tda_cpu *c, u64 after,
		       struct tda_others *found)
{
	add(found, &fake.on_cpu, after);
}
