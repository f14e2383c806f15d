// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/perf_event.h>

#include "events/schedule_set.h"
#include "harness.h"
#include "perf.h"

enum { CPU = 0 };

/* The first ones for good. */
static int held[SCHEDULE_SET_MAX];
static unsigned int nr_held, nr_always;

/* As make_event() of the module; enabled when all are there. */
static int open_event(uint32_t type, uint64_t config, uint64_t config1)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = type,
		.config = config,
		.config1 = config1,
		.pinned = 1,
		.disabled = 1,
		.exclude_guest = 1,
	};

	return (int)syscall(SYS_perf_event_open, &attr, -1, CPU, -1,
			    PERF_FLAG_FD_CLOEXEC);
}

static void enable(int fd)
{
	check(!ioctl(fd, PERF_EVENT_IOC_ENABLE, 0), "enabling: %s",
	      strerror(errno));
}

/* Of one in error nothing can be read. */
static bool counts(int fd)
{
	uint64_t value;

	return read(fd, &value, sizeof(value)) == sizeof(value);
}

static void hold(uint32_t type, uint64_t config)
{
	int fd = open_event(type, config, 0);

	check(fd >= 0, "perf refuses %#" PRIx64 ", which is to be held: %s",
	      config, strerror(errno));
	held[nr_held++] = fd;
	enable(fd);
	check(counts(fd), "there is no counter for %#" PRIx64, config);
}

void perf_hold_events(const struct event *events, unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++)
		hold(PERF_TYPE_RAW, events[i].config);
}

void perf_hold(bool slots, bool instructions, const struct event *events,
	       unsigned int nr)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(CPU, &set);
	check(!sched_setaffinity(0, sizeof(set), &set), "to CPU %d: %s", CPU,
	      strerror(errno));
	if (slots)
		hold(PERF_TYPE_RAW, 0x400);
	if (instructions)
		hold(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
	hold(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	perf_hold_events(events, nr);
	nr_always = nr_held;
}

void perf_release_events(void)
{
	while (nr_held > nr_always)
		close(held[--nr_held]);
}

/*
 * Open them all, which are disabled yet. One that perf cannot place on a CPU of
 * which it has all counters it refuses at once, by EINVAL; anything else is no
 * answer.
 */
static unsigned int open_all(const struct event *events, unsigned int nr,
			     int fds[])
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		fds[i] = open_event(PERF_TYPE_RAW, events[i].config,
				    events[i].config1);
		if (fds[i] >= 0)
			continue;
		check(errno == EINVAL, "perf refuses %s, %#" PRIx64 ": %s",
		      events[i].name, events[i].config, strerror(errno));
		break;
	}
	return i;
}

static void close_all(const int fds[], unsigned int nr)
{
	while (nr)
		close(fds[--nr]);
}

/* They were there before; nobody takes from them. */
static void check_held(void)
{
	for (unsigned int i = 0; i < nr_held; i++)
		check(counts(held[i]), "what is held lost its counter");
}

static unsigned int enable_all(const int fds[], unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++) {
		enable(fds[i]);
		if (!counts(fds[i]))
			return i;
	}
	/* One that came later may have pushed out one that was before it. */
	for (unsigned int i = 0; i < nr; i++)
		if (!counts(fds[i]))
			return i;
	return nr;
}

int perf_try(const struct event *events, unsigned int nr)
{
	unsigned int opened, counting;
	int fds[SCHEDULE_SET_MAX];

	opened = open_all(events, nr, fds);
	counting = enable_all(fds, opened);
	check_held();
	close_all(fds, opened);
	return counting == nr ? PERF_ALL : (int)counting;
}
