// SPDX-License-Identifier: GPL-2.0
/*
 * Are the shares true? Five tasks share one CPU; what each of them did is
 * known, as markers and instructions are worth a known number of slots. For
 * every node of the first two levels the share that the tool would show is
 * compared with arithmetic.
 *
 *	truth [ROW]...		judge by the module's own threshold
 *	truth table		measure only: a line for each load
 *	truth tasks SLOTS N	the shares that the module has of each task,
 *				in N slices of so many slots
 *	truth cpu SLOTS N	the same of the CPU
 *	truth perf-tasks SLOTS N	the same as perf stat has them,
 *	truth perf-cpu SLOTS N	without the module
 *
 * With plain counters the second level is judged where the module counts its
 * events, and every share has to be within 0.05 points. How the emulated CPU rounds
 * fields is told by ROUND, which is silicon unless it is set.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "harness.h"
#include "shares.h"
#include "slices.h"

#define SLICES		1200
#define A_POINT		1.0	/* where one field has what others are cut off */
#define HALF_A_POINT	0.5
#define PLAIN_POINTS	0.05	/* plain counters round nothing */
/* Slices of so many slots are within these points at the default threshold. */
#define LEAST_SLICE	60000
/* The kernel's own instructions move a share by less than this, in points. */
#define NOTHING		0.02

/* A node is one share, or what is left of one share beside another. */
struct node {
	const char *name;
	unsigned int level;
	int share, less;
};

static const struct node nodes[] = {
	{ "retiring",		1, RETIRING, -1 },
	{ "bad_speculation",	1, BAD_SPECULATION, -1 },
	{ "frontend_bound",	1, FRONTEND_BOUND, -1 },
	{ "backend_bound",	1, BACKEND_BOUND, -1 },
	{ "heavy_operations",	2, HEAVY_OPERATIONS, -1 },
	{ "light_operations",	2, RETIRING, HEAVY_OPERATIONS },
	{ "branch_mispredicts",	2, BRANCH_MISPREDICTS, -1 },
	{ "machine_clears",	2, BAD_SPECULATION, BRANCH_MISPREDICTS },
	{ "fetch_latency",	2, FETCH_LATENCY, -1 },
	{ "fetch_bandwidth",	2, FRONTEND_BOUND, FETCH_LATENCY },
	{ "memory_bound",	2, MEMORY_BOUND, -1 },
	{ "core_bound",		2, BACKEND_BOUND, MEMORY_BOUND },
};

/* What was measured of one task. */
struct measured {
	double slots, unclassified, instructions, switches, blur;
	double share[N_SHARES];		/* in slots */
};

/* Errors in points, the worst over all tasks. */
struct verdict {
	double level[3];		/* [1], [2] */
	double raw;			/* fields as they are, any of them */
	double low[N_SHARES];		/* the same, the farthest below the truth */
	double high[N_SHARES];		/* and above */
	double bound;			/* that of the task with raw */
	bool outside;			/* some error is beyond its bound */
	double slice;			/* slots, on average */
	double unclassified;		/* per cent */
	char worst[80];
};

static bool on_silicon = true;	/* fields are cut off, and backend bound has the rest */
static struct client client;
static struct message info;
static unsigned int value_slots, value_instructions;

static unsigned int find_value(const char *name)
{
	for (unsigned int i = 0; i < info.n_values; i++)
		if (!strcmp(info.value[i].name, name))
			return i;
	check(0, "no value is called %s", name);
	return 0;
}

static void setup(void)
{
	const char *round = getenv("ROUND");
	int err = client_open(&client);

	on_silicon = !round || !strcmp(round, "silicon");

	check(!err, "cannot talk to the module: %s", strerror(-err));
	err = client_info(&client, &info);
	check(!err, "GET_INFO: %s (%s)", strerror(-err), client.why);
	value_slots = find_value("slots");
	value_instructions = find_value("instructions");
	client_resume(&client);
}

/* ---- arithmetic ----------------------------------------------------------------- */

/* Without shares of the second level no node of it either. */
static unsigned int n_nodes(void)
{
	return shares_told(&info) > N_FIRST_LEVEL ? N_ROWS(nodes) :
						    N_FIRST_LEVEL;
}

static double share_of(const double *slots, const struct node *n)
{
	return slots[n->share] - (n->less >= 0 ? slots[n->less] : 0);
}

/* As the tool does: what the fields lack of all slots is spread over them. */
static void spread(const struct measured *m, double *share)
{
	double all = m->slots - m->unclassified, missing = all;

	for (unsigned int i = RETIRING; i <= BACKEND_BOUND; i++)
		missing -= m->share[i];
	for (unsigned int i = 0; i < shares_told(&info); i++)
		share[i] = (m->share[i] + missing / 4) / all;
}

/*
 * What was counted beside the markers were instructions. There are a few more
 * of them than slots tell of, as slots stand still for a moment when the
 * metrics are cleared.
 */
static void truth_of(const struct slices *s, unsigned int i,
		     const struct slicer *task, double slots, double *share)
{
	struct truth t = { };

	truth_markers(&t, s->class[i], task->markers);
	truth_markers(&t, s->other[i], task->other_markers);
	truth_instructions(&t, (slots - t.slots) / INSTRUCTION_SLOTS);
	for (unsigned int n = 0; n < N_SHARES; n++)
		share[n] = (double)t.share[n] / t.slots;
}

/* In points: of what is told, or what was promised where nothing is rounded. */
static double bound_of(const struct measured *m, enum share share)
{
	if (counts_plainly(&info))
		return PLAIN_POINTS;
	return share_steps(share) * 100 * m->blur / 255 /
	       (m->slots - m->unclassified);
}

static void compare(const struct measured *m, const double *truth,
		    unsigned int class, struct verdict *v)
{
	double got[N_SHARES], all = m->slots - m->unclassified;

	spread(m, got);
	for (unsigned int n = 0; n < n_nodes(); n++) {
		const struct node *node = &nodes[n];
		double error = 100 * fabs(share_of(got, node) -
					  share_of(truth, node));

		if (error <= v->level[node->level])
			continue;
		if (error > fmax(v->level[1], v->level[2]))
			snprintf(v->worst, sizeof(v->worst),
				 "task of class %02x, %s", class, node->name);
		v->level[node->level] = error;
	}
	for (unsigned int n = 0; n < shares_told(&info); n++) {
		double raw = 100 * (m->share[n] / all - truth[n]);
		double spread_error = 100 * fabs(got[n] - truth[n]);
		double bound = bound_of(m, n);

		v->low[n] = fmin(v->low[n], raw);
		v->high[n] = fmax(v->high[n], raw);
		v->raw = fmax(v->raw, fabs(raw));
		v->outside |= fabs(raw) > bound + NOTHING ||
			      spread_error > bound + NOTHING;
	}
	v->bound = fmax(v->bound, bound_of(m, RETIRING));
	v->slice += m->slots / m->switches / TASKS;
	v->unclassified = fmax(v->unclassified,
			       100 * m->unclassified / m->slots);
}

/* ---- as the module has it --------------------------------------------------------- */

static void read_tasks(const struct slicer *task, struct message *m)
{
	for (unsigned int i = 0; i < TASKS; i++) {
		int err = client_thread(&client, task[i].pid, &m[i]);

		check(!err, "GET_THREAD: %s (%s)", strerror(-err), client.why);
		check(!has(&m[i], TDACCT_A_AGE_NS), "a sleeping task is old");
	}
}

static double difference(uint64_t was, uint64_t now)
{
	return (int64_t)(now - was);
}

static void measure(const struct message *was, const struct message *now,
		    struct measured *m)
{
	const struct counts *a = &was->counts, *b = &now->counts;

	m->slots = difference(a->value[value_slots], b->value[value_slots]);
	m->instructions = difference(a->value[value_instructions],
				     b->value[value_instructions]);
	m->unclassified = difference(a->unclassified, b->unclassified);
	m->switches = difference(a->switches, b->switches);
	m->blur = difference(a->blur, b->blur);
	for (unsigned int i = 0; i < shares_told(&info); i++)
		m->share[i] = difference(share_count(&info, a, i),
					 share_count(&info, b, i));
}

static void measure_load(const struct slices *s, struct slicer *task,
			 struct measured *m)
{
	struct message was[TASKS], now[TASKS];

	slices_start(s, task);
	read_tasks(task, was);
	slices_run(s, task);
	read_tasks(task, now);
	slices_stop(task);
	for (unsigned int i = 0; i < TASKS; i++) {
		measure(&was[i], &now[i], &m[i]);
		check(m[i].switches >= s->count, "%g switches in %u slices",
		      m[i].switches, s->count);
	}
}

/*
 * Slots and instructions are read one after the other, and slots stand still
 * while the metrics are cleared: so many instructions a switch at most.
 */
#define APART	450

static void slots_true(const struct slices *s, unsigned int i,
		       const struct slicer *task, const struct measured *m)
{
	struct truth t = { };
	double error;

	truth_markers(&t, s->class[i], task->markers);
	truth_markers(&t, s->other[i], task->other_markers);
	truth_instructions(&t, m->instructions);
	error = fabs(m->slots - t.slots);
	check(error <= APART * INSTRUCTION_SLOTS * m->switches,
	      "task of class %02x: %.0f slots, truth %" PRIu64
	      ", %.0f a switch", s->class[i], m->slots, t.slots,
	      error / m->switches);
}

static struct verdict judge(const struct slices *s)
{
	struct measured m[TASKS];
	struct slicer task[TASKS];
	struct verdict v = { };
	double share[N_SHARES];

	measure_load(s, task, m);
	for (unsigned int i = 0; i < TASKS; i++) {
		slots_true(s, i, &task[i], &m[i]);
		truth_of(s, i, &task[i], m[i].slots, share);
		compare(&m[i], share, s->class[i], &v);
	}
	return v;
}

/* ---- loads -------------------------------------------------------------------------- */

#define PURE	{ 0x04, 0x05, 0x06, 0x03, 0x0b }
#define LIGHT	{ 0x00, 0x01, 0x02, 0x0e, 0x0d }

struct load {
	const char *name;
	unsigned int class[TASKS], other[TASKS];
};

static const struct load loads[] = {
	{ "pure", PURE, PURE },
	{ "light", LIGHT, LIGHT },
	{ "mixed", PURE, LIGHT },
	{ "turned", LIGHT, { 0x0b, 0x00, 0x05, 0x06, 0x03 } },
};

static struct slices make_slices(const struct load *l, unsigned int slots,
				 unsigned int jitter)
{
	struct slices s = { .slots = slots, .jitter = jitter,
			    .count = SLICES };

	memcpy(s.class, l->class, sizeof(s.class));
	memcpy(s.other, l->other, sizeof(s.other));
	return s;
}

/* So that slices are as long as they say, and not longer. */
static void calibrate(void)
{
	struct slices s = make_slices(&loads[0], 20000, 0);
	struct slicer task[TASKS];
	struct measured m[TASKS];
	double least = 1e9;

	s.count = 100;
	slices_overhead = 0;
	measure_load(&s, task, m);
	for (unsigned int i = 0; i < TASKS; i++)
		least = fmin(least, (m[i].slots - (MARKER_SLOTS + 12.0) *
				     (task[i].markers + task[i].other_markers)) /
				    m[i].switches);
	slices_overhead = least > 0 ? least * 0.85 : 0;
}

/* By how many points a share may be off. */
static double allowed(const struct slices *s)
{
	if (counts_plainly(&info))
		return PLAIN_POINTS;
	if (info.clear_slots && s->slots < LEAST_SLICE)
		return 100;
	return on_silicon ? A_POINT : HALF_A_POINT;
}

/*
 * Where each charge begins with a clear, a field that is cut off is below the truth by
 * a step at most, and the one that has the rest is above it, by three.
 */
static void hold_signs(const struct verdict *v)
{
	note("retiring is off by %.3f to %.3f points, backend bound by %.3f to %.3f",
	     v->low[RETIRING], v->high[RETIRING], v->low[BACKEND_BOUND],
	     v->high[BACKEND_BOUND]);
	for (unsigned int n = 0; n < shares_told(&info); n++) {
		bool rest = n == BACKEND_BOUND;

		check(rest ? v->low[n] >= -NOTHING : v->high[n] <= NOTHING,
		      "%s: %+.3f to %+.3f points, on the wrong side",
		      share_names[n], v->low[n], v->high[n]);
	}
}

static void hold(const struct slices *s, const struct verdict *v)
{
	note("%s slices of %u: worst L1 %.3f, L2 %.3f points (%s), bound %.3f, unclassified %.2f %%",
	     s->jitter ? "jittered" : "regular", (unsigned int)v->slice,
	     v->level[1], v->level[2], v->worst, v->bound, v->unclassified);
	check(!v->outside, "an error is beyond the bound of its task");
	check(v->unclassified < 0.01, "%.2f %% unclassified",
	      v->unclassified);
	check(fmax(v->level[1], v->level[2]) <= allowed(s),
	      "%s: off by %.3f points", v->worst,
	      fmax(v->level[1], v->level[2]));
	if (on_silicon && !counts_plainly(&info) && !info.clear_slots)
		hold_signs(v);
}

static void judge_loads(unsigned int slots, unsigned int jitter)
{
	setup();
	calibrate();
	for (unsigned int i = 0; i < N_ROWS(loads); i++) {
		struct slices s = make_slices(&loads[i], slots, jitter);
		struct verdict v = judge(&s);

		hold(&s, &v);
	}
}

#define LOAD_ROW(name, slots, jitter) \
	static void name(void) { judge_loads(slots, jitter); }

LOAD_ROW(regular_20k, 20000, 0)
LOAD_ROW(regular_60k, 60000, 0)
LOAD_ROW(regular_120k, 120000, 0)
LOAD_ROW(regular_300k, 300000, 0)
LOAD_ROW(jittered_20k, 20000, 50)
LOAD_ROW(jittered_60k, 60000, 50)
LOAD_ROW(jittered_120k, 120000, 50)
LOAD_ROW(jittered_300k, 300000, 50)

static const struct row rows[] = {
	{ "truth: regular slices of 20,000 slots", regular_20k },
	{ "truth: regular slices of 60,000 slots", regular_60k },
	{ "truth: regular slices of 120,000 slots", regular_120k },
	{ "truth: regular slices of 300,000 slots", regular_300k },
	{ "truth: jittered slices of 20,000 slots", jittered_20k },
	{ "truth: jittered slices of 60,000 slots", jittered_60k },
	{ "truth: jittered slices of 120,000 slots", jittered_120k },
	{ "truth: jittered slices of 300,000 slots", jittered_300k },
};

/* ---- the curve ------------------------------------------------------------------------ */

static const unsigned int lengths[] = {
	10000, 20000, 40000, 60000, 63000, 70000, 84000, 100000, 126000,
	160000, 250000, 400000,
};

static void clears_of(uint64_t *clears, uint64_t *switches)
{
	struct message m;

	check(!client_cpu(&client, 0, &m), "GET_CPU: %s", client.why);
	*clears = m.stat[TDACCT_STAT_A_CLEARS];
	*switches = m.stat[TDACCT_STAT_A_SWITCHES];
}

static void table_row(unsigned int slots, unsigned int jitter)
{
	struct verdict worst = { }, v;
	uint64_t clears, switches, clears_was, switches_was;

	clears_of(&clears_was, &switches_was);
	for (unsigned int i = 0; i < N_ROWS(loads); i++) {
		struct slices s = make_slices(&loads[i], slots, jitter);

		v = judge(&s);
		worst.level[1] = fmax(worst.level[1], v.level[1]);
		worst.level[2] = fmax(worst.level[2], v.level[2]);
		worst.bound = fmax(worst.bound, v.bound);
		worst.outside |= v.outside;
	}
	clears_of(&clears, &switches);
	printf("curve %" PRIu64 " %u %u %.3f %.3f %.3f %.4f %s\n",
	       info.clear_slots, slots, jitter, worst.level[1],
	       worst.level[2], worst.bound,
	       (double)(clears - clears_was) / (switches - switches_was),
	       worst.outside ? "outside" : "inside");
	fflush(stdout);
}

/* A line: threshold, slice, jitter, errors, bound, clears a switch. */
static void table(void)
{
	setup();
	calibrate();
	for (unsigned int jitter = 0; jitter <= 50; jitter += 50)
		for (unsigned int i = 0; i < N_ROWS(lengths); i++)
			table_row(lengths[i], jitter);
}

/* ---- beside perf stat ------------------------------------------------------------------ */

#define PERF_EVENTS	"{slots,topdown-retiring,topdown-bad-spec," \
	"topdown-fe-bound,topdown-be-bound,topdown-heavy-ops," \
	"topdown-br-mispredict,topdown-fetch-lat,topdown-mem-bound}," \
	"instructions"

static const char *const perf_names[N_SHARES] = {
	"topdown-retiring", "topdown-bad-spec", "topdown-fe-bound",
	"topdown-be-bound", "topdown-heavy-ops", "topdown-br-mispredict",
	"topdown-fetch-lat", "topdown-mem-bound",
};

struct perf {
	pid_t pid;
	int order, answer;	/* it enables its counters on demand */
	char file[32];
};

static void exec_perf(const char *file, const char *option, unsigned int of,
		      int orders, int answers)
{
	char number[16], control[32];

	snprintf(number, sizeof(number), "%u", of);
	snprintf(control, sizeof(control), "fd:%d,%d", orders, answers);
	execlp("perf", "perf", "stat", "-x,", "-o", file, "-e", PERF_EVENTS,
	       "-D", "-1", "--control", control, option, number,
	       (char *)NULL);
	_exit(127);
}

static void start_perf(struct perf *p, unsigned int i, const char *option,
		       unsigned int of)
{
	int there[2], back[2];

	check(!pipe(there) && !pipe(back), "pipe: %s", strerror(errno));
	snprintf(p->file, sizeof(p->file), "/tmp/perf.%u", i);
	p->pid = fork();
	if (!p->pid)
		exec_perf(p->file, option, of, there[0], back[1]);
	close(there[0]);
	close(back[1]);
	p->order = there[1];
	p->answer = back[0];
}

static void enable_perf(const struct perf *p)
{
	char answer[16];

	check(write(p->order, "enable\n", 7) == 7 &&
	      read(p->answer, answer, sizeof(answer)) > 0,
	      "perf stat does not answer");
}

static void stop_perf(const struct perf *p)
{
	kill(p->pid, SIGINT);
	waitpid(p->pid, NULL, 0);
}

static void take_perf_line(const char *event, double count,
			   struct measured *m)
{
	if (!strcmp(event, "slots"))
		m->slots = count;
	if (!strcmp(event, "instructions"))
		m->instructions = count;
	for (unsigned int i = 0; i < N_SHARES; i++)
		if (!strcmp(event, perf_names[i]))
			m->share[i] = count;
}

static void read_perf(const char *file, struct measured *m)
{
	char line[256], event[64];
	double count;
	FILE *f = fopen(file, "r");

	check(f != NULL, "%s: %s", file, strerror(errno));
	memset(m, 0, sizeof(*m));
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "%lf,,%63[^,:]", &count, event) == 2)
			take_perf_line(event, count, m);
	fclose(f);
	check(m->slots && m->instructions, "perf stat did not count, see %s",
	      file);
}

static void print_node(const char *of, const struct node *n,
		       const double *got, const double *truth)
{
	printf("share %s %s %.3f truth %.3f\n", of, n->name,
	       100 * share_of(got, n), 100 * share_of(truth, n));
}

static void print_task(const struct slices *s, unsigned int i,
		       const struct slicer *task, const struct measured *m)
{
	double got[N_SHARES], truth[N_SHARES];
	char of[16];

	snprintf(of, sizeof(of), "task%u", i);
	spread(m, got);
	truth_of(s, i, task, m->slots, truth);
	for (unsigned int n = 0; n < n_nodes(); n++)
		print_node(of, &nodes[n], got, truth);
}

/* Of all that ran on the CPU, the markers are known and the rest is base. */
static void print_cpu(const struct slices *s, const struct slicer *task,
		      const struct measured *m)
{
	double got[N_SHARES], truth[N_SHARES];
	struct truth t = { };

	for (unsigned int i = 0; i < TASKS; i++) {
		truth_markers(&t, s->class[i], task[i].markers);
		truth_markers(&t, s->other[i], task[i].other_markers);
	}
	truth_instructions(&t, (m->slots - t.slots) / INSTRUCTION_SLOTS);
	for (unsigned int n = 0; n < N_SHARES; n++)
		truth[n] = (double)t.share[n] / t.slots;
	spread(m, got);
	for (unsigned int n = 0; n < n_nodes(); n++)
		print_node("cpu", &nodes[n], got, truth);
}

static void perf_cpu(const struct slices *s)
{
	struct slicer task[TASKS];
	struct measured m;
	struct perf perf;

	slices_start(s, task);
	start_perf(&perf, 0, "-C", 0);
	enable_perf(&perf);
	slices_run(s, task);
	stop_perf(&perf);
	slices_stop(task);
	read_perf(perf.file, &m);
	print_cpu(s, task, &m);
}

static void module_cpu(const struct slices *s)
{
	struct slicer task[TASKS];
	struct message was, now;
	struct measured m;

	setup();
	slices_start(s, task);
	check(!client_cpu(&client, 0, &was), "GET_CPU: %s", client.why);
	slices_run(s, task);
	check(!client_cpu(&client, 0, &now), "GET_CPU: %s", client.why);
	slices_stop(task);
	measure(&was, &now, &m);
	print_cpu(s, task, &m);
}

static void perf_tasks(const struct slices *s)
{
	struct slicer task[TASKS];
	struct perf perf[TASKS];
	struct measured m;
	unsigned int i;

	slices_start(s, task);
	for (i = 0; i < TASKS; i++)
		start_perf(&perf[i], i, "-t", task[i].pid);
	for (i = 0; i < TASKS; i++)
		enable_perf(&perf[i]);
	slices_run(s, task);
	for (i = 0; i < TASKS; i++)
		stop_perf(&perf[i]);
	slices_stop(task);
	for (i = 0; i < TASKS; i++) {
		read_perf(perf[i].file, &m);
		print_task(s, i, &task[i], &m);
	}
}

static void module_tasks(const struct slices *s)
{
	struct slicer task[TASKS];
	struct measured m[TASKS];

	setup();
	measure_load(s, task, m);
	for (unsigned int i = 0; i < TASKS; i++)
		print_task(s, i, &task[i], &m[i]);
}

static void table_of(const struct slices *unused)
{
	(void)unused;
	table();
}

struct mode {
	const char *name;
	void (*run)(const struct slices *s);
};

static const struct mode modes[] = {
	{ "table",	table_of },
	{ "tasks",	module_tasks },
	{ "cpu",	module_cpu },
	{ "perf-tasks",	perf_tasks },
	{ "perf-cpu",	perf_cpu },
};

/* Outside of a case: a failed check ends the program. */
static int run_mode(const struct mode *m, int argc, char **argv)
{
	struct slices s = make_slices(&loads[2], 100000, 0);

	if (argc > 2)
		s.slots = atoi(argv[2]);
	if (argc > 3)
		s.count = atoi(argv[3]);
	harness_alone();
	m->run(&s);
	return 0;
}

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < N_ROWS(modes); i++)
		if (!strcmp(argv[1], modes[i].name))
			return run_mode(&modes[i], argc, argv);
	return harness(rows, N_ROWS(rows), argc, argv);
}
