// SPDX-License-Identifier: GPL-2.0
/* Load the program, hand it the counters of every CPU, and stay. */
#define _GNU_SOURCE
#include <err.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "values.h"
#include "bpfread.skel.h"

static const char usage[] =
"usage: bpfread all|l1|plain|zen|n3\n"
"\n"
"Counts at every context switch into task storage: SLOTS, the eight metrics,\n"
"instructions and cycles; or SLOTS and the four metrics of the first level; or\n"
"instructions and cycles; or, on AMD's Zen 4 and Zen 5, cycles and the four events\n"
"of the first level; or, on Arm's Neoverse N3, cycles, instructions and the five\n"
"events of the first level. Says \"ready\", stays until standard input ends, and\n"
"prints what it counted of itself.\n";

struct event {
	const char *name;
	__u32 type;
	__u64 config;
};

#define SLOTS	{ "slots", PERF_TYPE_RAW, 0x0400 }
#define LEVEL_1								\
	{ "topdown-retiring",	  PERF_TYPE_RAW, 0x8000 },		\
	{ "topdown-bad-spec",	  PERF_TYPE_RAW, 0x8100 },		\
	{ "topdown-fe-bound",	  PERF_TYPE_RAW, 0x8200 },		\
	{ "topdown-be-bound",	  PERF_TYPE_RAW, 0x8300 }
#define LEVEL_2								\
	{ "topdown-heavy-ops",	  PERF_TYPE_RAW, 0x8400 },		\
	{ "topdown-br-mispredict", PERF_TYPE_RAW, 0x8500 },		\
	{ "topdown-fetch-lat",	  PERF_TYPE_RAW, 0x8600 },		\
	{ "topdown-mem-bound",	  PERF_TYPE_RAW, 0x8700 }
#define PLAIN								\
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS }, \
	{ "cycles",	  PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES }

#define ZEN								\
	{ "cycles",	 PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES }, \
	{ "no-ops-from-frontend", PERF_TYPE_RAW, 0x1000001a0 },		\
	{ "backend-stalls", PERF_TYPE_RAW, 0x100001ea0 },		\
	{ "dispatched",	 PERF_TYPE_RAW, 0x7aa },			\
	{ "retired",	 PERF_TYPE_RAW, 0xc1 }

#define N3								\
	{ "cycles",	 PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES }, \
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS }, \
	{ "no-ops-from-frontend", PERF_TYPE_RAW, 0x3e },		\
	{ "no-room-in-backend", PERF_TYPE_RAW, 0x3d },			\
	{ "retired",	 PERF_TYPE_RAW, 0x3a },				\
	{ "executed",	 PERF_TYPE_RAW, 0x3b },				\
	{ "flush-stalls", PERF_TYPE_RAW, 0x8162 }

/* Ends at a row without name. The first of a set leads its perf group. */
static const struct {
	const char *name;
	struct event events[MAX_VALUES + 1];
} sets[] = {
	{ "all",   { SLOTS, LEVEL_1, LEVEL_2, PLAIN } },
	{ "l1",	   { SLOTS, LEVEL_1 } },
	{ "plain", { PLAIN } },
	{ "zen",   { ZEN } },
	{ "n3",	   { N3 } },
};

static const struct event *find_set(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
		if (!strcmp(name, sets[i].name))
			return sets[i].events;
	return NULL;
}

static __u32 set_size(const struct event *set)
{
	__u32 n = 0;

	while (set[n].name)
		n++;
	return n;
}

static int open_event(const struct event *e, int cpu, int leader)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .type = e->type, .config = e->config,
	};
	int fd = syscall(SYS_perf_event_open, &attr, -1, cpu, leader,
			 PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		err(1, "perf has no counter for %s on CPU %d", e->name, cpu);
	return fd;
}

static void open_cpu(const struct event *set, int cpu, int map)
{
	__u32 n = set_size(set), i;
	int leader = -1;

	for (i = 0; i < n; i++) {
		__u32 key = cpu * n + i;
		int fd = open_event(&set[i], cpu, leader);

		if (leader < 0)
			leader = fd;
		if (bpf_map_update_elem(map, &key, &fd, BPF_ANY))
			err(1, "cannot hand %s to BPF", set[i].name);
	}
}

static struct bpfread_bpf *load(const struct event *set, int cpus)
{
	struct bpfread_bpf *skel = bpfread_bpf__open();
	__u32 n = set_size(set);
	int cpu;

	if (!skel)
		err(1, "cannot open the BPF program");
	skel->rodata->n_values = n;
	if (bpf_map__set_max_entries(skel->maps.events, n * cpus) ||
	    bpfread_bpf__load(skel))
		err(1, "the kernel does not take the BPF program");
	for (cpu = 0; cpu < cpus; cpu++)
		open_cpu(set, cpu, bpf_map__fd(skel->maps.events));
	if (bpfread_bpf__attach(skel))
		err(1, "cannot attach to sched_switch");
	return skel;
}

/* It slept, so it was charged; nothing at all means that nothing counted. */
static void print_own(struct bpfread_bpf *skel, const struct event *set)
{
	int self = syscall(SYS_pidfd_open, getpid(), 0);
	struct counts counts;
	__u32 i;

	if (self < 0 ||
	    bpf_map_lookup_elem(bpf_map__fd(skel->maps.tasks), &self, &counts))
		err(1, "no counts of its own");
	for (i = 0; set[i].name; i++)
		printf("%s=%llu\n", set[i].name,
		       (unsigned long long)counts.val[i]);
	if (!counts.val[0])
		errx(1, "%s did not count", set[0].name);
}

int main(int argc, char **argv)
{
	const struct event *set = argc == 2 ? find_set(argv[1]) : NULL;
	struct bpfread_bpf *skel;
	char buf[16];

	if (!set) {
		fputs(usage, stderr);
		return 2;
	}
	skel = load(set, libbpf_num_possible_cpus());
	puts("ready");
	fflush(stdout);
	while (read(STDIN_FILENO, buf, sizeof(buf)) > 0)
		;
	print_own(skel, set);
	bpfread_bpf__destroy(skel);
	return 0;
}
