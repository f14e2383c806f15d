// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "model/eval.h"
#include "reading/cgroup.h"
#include "reading/session.h"
#include "text/units.h"
#include "view/json.h"
#include "view/report.h"
#include "view/tree.h"
#include "cmd.h"

enum target { NOTHING, TASK, PROCESS, CPU, SYSTEM, CGROUP };

enum { KEY_SYSTEM = OPTION_OWN, KEY_CGROUP, KEY_OWN };

struct show {
	struct common common;
	enum target target;
	uint32_t number;	/* of the task, the process or the CPU */
	const char *cgroup;
	uint64_t cgroup_id;
	bool own;		/* of the cgroup, nothing below it */
	double interval;
	struct tree_options tree;
};

/* One reading of the target, with what only CPUs have. */
struct reading {
	struct sample sample;
	char path[CGROUP_PATH_SIZE];
	struct counts idle;
	struct counts untracked;
	unsigned int nr_cpus;
	double interval;	/* as it was measured, or 0 */
};

static const struct argp_option options[] = {
	{ "task", 't', "TID", 0, "one thread", 0 },
	{ "pid", 'p', "PID", 0, "a process, all its threads together, ended ones included", 0 },
	{ "cpu", 'c', "N", 0, "all that ran on a CPU", 0 },
	{ "system", KEY_SYSTEM, NULL, 0, "all that ran on any CPU", 0 },
	{ "cgroup", KEY_CGROUP, "PATH", 0, "a cgroup (v2) and all below it: a path from the root of the hierarchy, a directory, or id:N", 0 },
	{ "own", KEY_OWN, NULL, 0, "with --cgroup: only tasks in this very cgroup", 0 },
	{ "level", 'l', "N", 0, "show N levels of the tree", 0 },
	{ "all", 'a', NULL, 0, "show every node, not only the first two levels and what lies below a node over its threshold", 0 },
	{ "interval", 'i', "TIME", 0, "what happens from now on for so long; seconds, or 500ms, 5m", 0 },
	{ 0 },
};

static void set_target(struct argp_state *state, enum target target,
		       uint64_t number)
{
	struct show *s = state->input;

	if (s->target)
		argp_error(state, "give one of --task, --pid, --cpu, --system and --cgroup");
	s->target = target;
	s->number = (uint32_t)number;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct show *s = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &s->common;
		return 0;
	case 't':
		set_target(state, TASK, option_number(state, "--task", arg, 1,
						      INT32_MAX));
		return 0;
	case 'p':
		set_target(state, PROCESS, option_number(state, "--pid", arg,
							 1, INT32_MAX));
		return 0;
	case 'c':
		set_target(state, CPU, option_number(state, "--cpu", arg, 0,
						     INT32_MAX));
		return 0;
	case KEY_SYSTEM:
		set_target(state, SYSTEM, 0);
		return 0;
	case KEY_CGROUP:
		set_target(state, CGROUP, 0);
		s->cgroup = arg;
		return 0;
	case KEY_OWN:
		s->own = true;
		return 0;
	case 'l':
		s->tree.level = (unsigned int)option_number(state, "--level",
							    arg, 1, 16);
		return 0;
	case 'a':
		s->tree.all = true;
		return 0;
	case 'i':
		s->interval = option_time(state, "--interval", arg);
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is no option; a process is --pid %s",
			   arg, arg);
		return 0;
	case ARGP_KEY_END:
		if (!s->target)
			argp_error(state, "give --task, --pid, --cpu, --system or --cgroup");
		if (s->own && s->target != CGROUP)
			argp_error(state, "--own goes with --cgroup");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &options_argp, 0, NULL, 0 }, { 0 },
};

static const struct argp argp = {
	.options = options, .parser = parse, .children = children,
	.doc = "Show where the slots of a thread, process, cgroup, CPU or system went.\v"
	       "  tdacct show --pid 1234\n"
	       "  tdacct show --cgroup system.slice\n"
	       "  tdacct show --system --interval 5 --level 1\n"
	       "  tdacct show --task 1234 --all --json",
};

static int read_task(struct session *s, const struct show *o,
		     struct reading *to)
{
	int err = ask_thread(&s->client, o->number, &to->sample);

	if (err)
		client_complain(&s->client, err, "thread %u", o->number);
	return err;
}

/* Where --pid was given a thread that leads no process, say whose it is. */
static int read_process(struct session *s, const struct show *o,
			struct reading *to)
{
	int err = ask_process(&s->client, o->number, &to->sample);
	struct sample thread;

	if (!err)
		return 0;
	if (err == -ESRCH &&
	    !ask_thread(&s->client, o->number, &thread)) {
		fprintf(stderr, "tdacct: %u is a thread of process %u; use --pid %u or --task %u\n",
			o->number, thread.pid, thread.pid, o->number);
		return err;
	}
	client_complain(&s->client, err, "process %u", o->number);
	return err;
}

static void add_cpu(struct reading *to, const struct cpu_sample *cpu)
{
	if (!sample_has(cpu->have, TDACCT_A_COUNTS))
		return;
	if (!to->nr_cpus++) {
		sample_cpu(&to->sample, cpu);
		to->idle = cpu->idle;
		to->untracked = cpu->untracked;
		return;
	}
	sample_add_cpu(&to->sample, cpu);
	counts_add(&to->idle, &cpu->idle);
	counts_add(&to->untracked, &cpu->untracked);
}

static int take_cpus(const struct show *o, const struct cpus *cpus,
		     struct reading *to)
{
	memset(to, 0, sizeof(*to));
	for (size_t i = 0; i < cpus->nr; i++)
		if (o->target == SYSTEM || cpus->cpu[i].cpu == o->number)
			add_cpu(to, &cpus->cpu[i]);
	to->sample.kind = o->target == CPU ? SAMPLE_CPU : SAMPLE_SYSTEM;
	if (to->nr_cpus)
		return 0;
	if (o->target == SYSTEM || !cpus->nr)
		fprintf(stderr, "tdacct: nothing was counted on any CPU; see tdacct status\n");
	else
		fprintf(stderr, "tdacct: nothing was counted on CPU %u: it is %s; see tdacct status\n",
			o->number, state_name(cpus->cpu[0].state));
	return -ENODATA;
}

static int read_cpus(struct session *s, const struct show *o,
		     struct reading *to)
{
	struct cpus cpus = { 0 };
	int err = ask_cpus(&s->client, o->target == CPU ? (int)o->number : -1,
			   &cpus);

	if (err == -ERANGE)
		fprintf(stderr, "tdacct: there is no CPU %u; see tdacct status\n",
			o->number);
	else if (err)
		client_complain(&s->client, err, o->target == CPU ? "CPU %u" :
				"all CPUs", o->number);
	else
		err = take_cpus(o, &cpus, to);
	cpus_free(&cpus);
	return err;
}

static int ask_cgroup_of(struct session *s, const struct show *o,
			 struct reading *to)
{
	struct notice n;
	int err = ask_cgroup(&s->client, o->cgroup_id, &n);

	if (err)
		return err;
	to->sample = n.sample;
	memcpy(to->path, n.path, sizeof(to->path));
	to->sample.path = to->path;
	return 0;
}

static int read_cgroup(struct session *s, const struct show *o,
		       struct reading *to)
{
	int err = ask_cgroup_of(s, o, to);

	if (err == -EOPNOTSUPP)
		fprintf(stderr, "tdacct: this kernel has no cgroups, or the loaded module is older than this tool\n");
	else if (err == -ESRCH || err == -EAGAIN)
		fprintf(stderr, "tdacct: cgroup %s: nothing ran in it since counting began, or it is gone; see tdacct list --cgroups\n",
			o->cgroup);
	else if (err)
		client_complain(&s->client, err, "cgroup %s", o->cgroup);
	return err;
}

static int read_target(struct session *s, const struct show *o,
		       struct reading *to)
{
	switch (o->target) {
	case TASK:
		return read_task(s, o, to);
	case PROCESS:
		return read_process(s, o, to);
	case CGROUP:
		return read_cgroup(s, o, to);
	default:
		return read_cpus(s, o, to);
	}
}

/* Again, without a word when it is gone. */
static int read_again(struct session *s, const struct show *o,
		      struct reading *to)
{
	switch (o->target) {
	case TASK:
		return ask_thread(&s->client, o->number, &to->sample);
	case PROCESS:
		return ask_process(&s->client, o->number, &to->sample);
	case CGROUP:
		return ask_cgroup_of(s, o, to);
	default:
		return read_cpus(s, o, to);
	}
}

/* "thread 12" */
static const char *name(char *to, size_t size, const struct show *o)
{
	if (o->target == CGROUP)
		snprintf(to, size, "cgroup %s", o->cgroup);
	else
		snprintf(to, size, "%s %u", o->target == TASK ? "thread" :
			 "process", o->number);
	return to;
}

static int gone(const struct show *o)
{
	char who[CGROUP_PATH_SIZE];

	fprintf(stderr, "tdacct: %s ended between the two readings; what it did in the interval is not known\n",
		name(who, sizeof(who), o));
	return -ESRCH;
}

/* A CPU's own clock tells how long it was counted on; ours does of the rest. */
static double measure(const struct session *s, const struct show *o,
		      const struct reading *to, double asked)
{
	if (o->target == CPU && to->sample.cpu_ns)
		return (double)to->sample.cpu_ns / 1e9;
	return client_between(asked, s->client.last.asked, o->interval);
}

/* The difference of two readings; whoever took over the number is another. */
static int read_interval(struct session *s, const struct show *o,
			 struct reading *to)
{
	struct reading from = { .nr_cpus = 0 };
	bool ends = o->target != CPU && o->target != SYSTEM;
	char who[CGROUP_PATH_SIZE];
	int err = read_target(s, o, &from);
	double asked = s->client.last.asked;

	if (err)
		return err;
	client_sleep(&s->client, o->interval);
	err = read_again(s, o, to);
	if (ends && (err == -ESRCH || (!err &&
				       to->sample.id != from.sample.id)))
		return gone(o);
	if (err && ends)
		client_complain(&s->client, err, "the second reading of %s",
				name(who, sizeof(who), o));
	if (err)
		return err;
	sample_since(&to->sample, &from.sample);
	counts_sub(&to->idle, &from.idle);
	counts_sub(&to->untracked, &from.untracked);
	to->interval = measure(s, o, to, asked);
	return 0;
}

/* A thread id is easily taken for the process that has the same number. */
static void note_choice(struct session *s, const struct show *o,
			struct report *r)
{
	struct sample process;

	if (o->target != TASK || r->sample->tid != r->sample->pid ||
	    r->sample->flags & TDACCT_TASK_KTHREAD)
		return;
	if (ask_process(&s->client, r->sample->pid, &process) ||
	    process.threads + process.exited_threads < 2)
		return;
	report_note(r, "this is one thread of %llu of its process; --pid %u shows them all",
		    (unsigned long long)(process.threads +
					 process.exited_threads),
		    r->sample->pid);
}

static void note_children(struct report *r)
{
	const struct sample *s = r->sample;
	char time[UNITS_SIZE];

	if (s->kind == SAMPLE_PROCESS && s->children_nr)
		report_note(r, "%llu process%s that it made, or that those made, and that %s gone had %s of CPU time; not in this tree",
			    (unsigned long long)s->children_nr,
			    s->children_nr == 1 ? "" : "es",
			    s->children_nr == 1 ? "is" : "are",
			    units_time(time, (double)s->children_cpu_ns));
}

static int print(struct session *s, const struct show *o, struct report *r)
{
	note_choice(s, o, r);
	note_children(r);
	report_state(r, &s->info);
	if (o->common.json)
		return json_print(stdout, json_report(r));
	return view_tree(stdout, r, &o->tree);
}

/* Of its own tasks the module tells counts, no times and no numbers. */
static void narrow(struct sample *s)
{
	s->have &= ~(UINT64_C(1) << TDACCT_A_CPU_NS |
		     UINT64_C(1) << TDACCT_A_LOST_NS |
		     UINT64_C(1) << TDACCT_A_THREADS |
		     UINT64_C(1) << TDACCT_A_EXITED_THREADS);
	s->counts = s->own;
}

static int read(struct session *s, const struct show *o, struct reading *to)
{
	int err = o->interval ? read_interval(s, o, to) :
				read_target(s, o, to);

	if (!err && o->own)
		narrow(&to->sample);
	return err;
}

static int show(struct session *s, const struct show *o)
{
	struct reading now = { 0 };
	struct result result;
	struct report report = {
		.sample = &now.sample, .result = &result,
		.own = o->own,
	};
	int err;

	err = read(s, o, &now);
	if (err)
		return err;
	report.interval = now.interval;
	err = result_make(&result, s->plan);
	if (err)
		return err;
	if (now.nr_cpus) {
		report.idle = &now.idle;
		report.untracked = &now.untracked;
		report.nr_cpus = now.nr_cpus;
	}
	eval(&result, &now.sample.counts, true);
	err = print(s, o, &report);
	result_free(&result);
	return err;
}

int cmd_show(int argc, char **argv)
{
	struct show o = { .target = NOTHING };
	struct session s;
	int err;

	options_parse(&argp, argc, argv, 0, &o);
	if (session_open(&s, &o.common))
		return EXIT_FAILED;
	err = o.cgroup ? cgroup_find(&s, &o.common, o.cgroup, &o.cgroup_id) : 0;
	if (!err)
		err = show(&s, &o);
	if (session_close(&s))
		err = -EIO;
	return err ? EXIT_FAILED : EXIT_FINE;
}
