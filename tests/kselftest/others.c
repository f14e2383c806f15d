// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core.h"
#include "harness.h"
#include "others.h"
#include "seen.h"
#include "task.h"

/* A CPU that waits tries again at least once a minute. */
#define AWAIT_S		150

/* ---- by perf --------------------------------------------------------------- */

static int open_beside(const struct other *o, int pid, int cpu, int leader)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = o->type,
		.config = o->config,
		.pinned = o->pinned,
		.exclusive = o->exclusive,
		.disabled = o->disabled,
	};

	return syscall(SYS_perf_event_open, &attr, pid, cpu, leader,
		       PERF_FLAG_FD_CLOEXEC);
}

int open_event(const struct other *o, int pid, int cpu)
{
	return open_beside(o, pid, cpu, -1);
}

int must_open(const struct other *o, int pid, int cpu)
{
	int fd = open_event(o, pid, cpu);

	check(fd >= 0, "perf_event_open(%#" PRIx64 "): %s", o->config,
	      strerror(errno));
	return fd;
}

void enable_event(int fd)
{
	check(!ioctl(fd, PERF_EVENT_IOC_ENABLE, 0), "enabling: %s",
	      strerror(errno));
}

void disable_event(int fd)
{
	check(!ioctl(fd, PERF_EVENT_IOC_DISABLE, 0), "disabling: %s",
	      strerror(errno));
}

/* ---- all that counts slots --------------------------------------------------- */

uint64_t slots_event(void)
{
	return is_plain() ? the_core()->slots : SLOTS_EVENT;
}

/*
 * How many counters there are that slots can be counted by: one for PERF_METRICS; or
 * all general ones, and that of cycles where these have one of their own.
 */
static unsigned int nr_of_slots(void)
{
	if (!is_plain())
		return 1;
	return the_core()->general + the_core()->cycles_apart;
}

/* What the @i-th of them is asked for; that of cycles is behind the general ones. */
static uint64_t event_at(unsigned int i)
{
	if (!is_plain())
		return SLOTS_EVENT;
	return i < the_core()->general ? the_core()->usual : the_core()->slots;
}

/* One group, that counts as a whole or not at all. */
static void open_hold(struct hold *h, int cpu, bool disabled)
{
	struct other o = {
		PERF_TYPE_RAW, event_at(0), .pinned = true, .disabled = disabled,
	};

	check(nr_of_slots() <= MOST_HELD, "%u counters", nr_of_slots());
	h->fd[0] = must_open(&o, -1, cpu);
	for (h->nr = 1; h->nr < nr_of_slots(); h->nr++) {
		o = (struct other){ PERF_TYPE_RAW, event_at(h->nr) };
		h->fd[h->nr] = open_beside(&o, -1, cpu, h->fd[0]);
		check(h->fd[h->nr] >= 0, "event %u of a group: %s", h->nr,
		      strerror(errno));
	}
}

void hold_slots(struct hold *h, int cpu)
{
	open_hold(h, cpu, false);
}

void lie_in_wait_for_slots(struct hold *h, int cpu)
{
	open_hold(h, cpu, true);
}

void hold_on(const struct hold *h)
{
	enable_event(h->fd[0]);
}

void hold_off(const struct hold *h)
{
	disable_event(h->fd[0]);
}

/* The first at last: without it the others would count by themselves. */
void hold_end(struct hold *h)
{
	while (h->nr)
		close(h->fd[--h->nr]);
}

/* ---- the module ------------------------------------------------------------ */

void must_remove(void)
{
	int err;

	is_plain();
	err = remove_module();

	check(!err, "removing: %s", strerror(-err));
}

static const char *share = "";

void others_have_the_rest(void)
{
	static const char path[] = "/sys/module/tdacct/parameters/share";
	FILE *f = fopen(path, "w");

	share = "share=tdacct";
	if (f && (fputs("tdacct", f) < 0 || fclose(f)))
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
}

static int insert(const char *args)
{
	char all[512];

	snprintf(all, sizeof(all), "%s %s", share, args);
	return insert_module(all);
}

void must_insert(const char *args)
{
	int err = insert(args);

	check(!err, "inserting: %s", strerror(-err));
}

void have_module(void)
{
	int err = insert("");

	check(!err || err == -EEXIST, "inserting: %s", strerror(-err));
}

void await_cpu(uint32_t cpu, uint32_t state)
{
	struct message m;
	uint64_t begun = now_ns();

	for (unsigned int tries = 0; tries < AWAIT_S * 20; tries++) {
		see_cpu(cpu, &m);
		if (m.state == state) {
			note("CPU %u: state %u after %" PRIu64 " ms", cpu,
			     state, (now_ns() - begun) / 1000000);
			return;
		}
		usleep(50000);
	}
	check(0, "CPU %u: state %u (%s) after %u s, not %u", cpu, m.state,
	      m.reason, AWAIT_S, state);
}

void await_whole(uint32_t cpu)
{
	struct message m;

	await_cpu(cpu, TDACCT_STATE_COUNTING);
	for (unsigned int tries = 0; tries < AWAIT_S * 20; tries++) {
		see_cpu(cpu, &m);
		if (!*m.reason)
			return;
		usleep(50000);
	}
	check(0, "CPU %u: %s after %u s", cpu, m.reason, AWAIT_S);
}

void leave_one(void)
{
	const struct core *core = the_core();
	struct client *c = the_module();
	unsigned int n = N_ROWS(core->leaves_one);

	if (core->holds_all)
		check(!client_set_events(c, core->leaves_one, n, 0), "%s",
		      c->why);
	learn_info();
}

void take_all(void)
{
	struct client *c = the_module();

	if (the_core()->holds_all)
		check(!client_set_events(c, NULL, 0, 0), "%s", c->why);
	learn_info();
}

/* ---- behind perf's back ---------------------------------------------------- */

#define SIGNATURE	0x756d7064

/* What the emulated PMU is asked for; @value is what it takes, and gives. */
enum request {
	PEEK = 3,
	POKE = 4,
};

#ifdef __aarch64__
/* As a marker, of other numbers; nothing happens elsewhere. */
static bool request(enum request what, uint32_t msr, uint64_t *value)
{
	register uint64_t x0 asm("x0") = msr;
	register uint64_t x1 asm("x1") = *value;
	register uint64_t x2 asm("x2") = 0;

	if (what == POKE)
		asm volatile(".inst 0xf2e00000 | (0x7c00 | 4) << 5 | 31"
			     : "+r" (x0), "+r" (x1), "+r" (x2) : : "memory");
	else
		asm volatile(".inst 0xf2e00000 | (0x7c00 | 3) << 5 | 31"
			     : "+r" (x0), "+r" (x1), "+r" (x2) : : "memory");
	*value = x1;
	return x0 == SIGNATURE && x2 == 1;
}
#else
static bool request(enum request what, uint32_t msr, uint64_t *value)
{
	uint32_t a = 0x4fffff00 | what, b = *value, c = msr, d = *value >> 32;

	asm volatile("cpuid" : "+a" (a), "+b" (b), "+c" (c), "+d" (d));
	*value = (uint64_t)d << 32 | a;
	return b == SIGNATURE && c == 1;
}
#endif

bool poke(uint32_t msr, uint64_t value)
{
	return request(POKE, msr, &value);
}

bool peek(uint32_t msr, uint64_t *value)
{
	*value = 0;
	return request(PEEK, msr, value);
}

/* Where we were may be no CPU that we are pinned to. */
static cpu_set_t go_to(unsigned int cpu)
{
	cpu_set_t was;

	sched_getaffinity(0, sizeof(was), &was);
	pin_to(cpu);
	return was;
}

void poke_at(unsigned int cpu, uint32_t msr, uint64_t value)
{
	cpu_set_t was = go_to(cpu);
	bool done = poke(msr, value);

	sched_setaffinity(0, sizeof(was), &was);
	if (!done)
		skip("only the laboratory's PMU can be made to do this");
}

uint64_t peek_at(unsigned int cpu, uint32_t msr)
{
	cpu_set_t was = go_to(cpu);
	uint64_t value;
	bool done = peek(msr, &value);

	sched_setaffinity(0, sizeof(was), &was);
	if (!done)
		skip("only the laboratory's PMU can be asked for this");
	return value;
}

int place_of(uint64_t event)
{
	const struct registers *r = &the_core()->msr;

	for (unsigned int n = 0; n < the_core()->general; n++)
		if ((peek_at(0, r->control + n * r->apart) & r->event) == event)
			return n;
	return -1;
}

uint32_t counter_at(unsigned int n)
{
	return the_core()->msr.counter + n * the_core()->msr.apart;
}

uint64_t general_counters(void)
{
	return (1ULL << the_core()->general) - 1;
}
