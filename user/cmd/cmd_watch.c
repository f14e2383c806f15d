// SPDX-License-Identifier: GPL-2.0
#include <stdint.h>

#include "reading/find.h"
#include "reading/session.h"
#include "text/units.h"
#include "cmd.h"
#include "command.h"
#include "watch.h"

enum {
	KEY_CGROUP = OPTION_OWN, KEY_MIN_SLOTS, KEY_THREADS, KEY_PROCESSES,
	KEY_CGROUPS, KEY_BUFFER, KEY_TIMEOUT,
};

enum {
	BUFFER = 16 << 20,
	BUFFER_MIN = 1 << 12,
};

#define USUAL "kind,pid,tid,cpu_time,coverage,slots,ipc," \
	"retiring,bad_speculation,frontend_bound,backend_bound,who"

static const struct argp_option options[] = {
	{ "output", 'o', "COLUMNS", 0, "which columns, as for list; +COLUMNS adds to those that are usual", 0 },
	{ "comm", 'c', "PATTERN", 0, "only commands that fit this pattern of the shell, such as 'cc*'", 0 },
	{ "cgroup", KEY_CGROUP, "PATH", 0, "only in this cgroup or below it, named as for show; a process is where its leader ended", 0 },
	{ "min-slots", KEY_MIN_SLOTS, "N", 0, "only what had so many slots", 0 },
	{ "threads", KEY_THREADS, NULL, 0, "show threads; these three go together", 0 },
	{ "processes", KEY_PROCESSES, NULL, 0, "show processes", 0 },
	{ "cgroups", KEY_CGROUPS, NULL, 0, "show cgroups; without these: processes and cgroups", 0 },
	{ "count", 'n', "N", 0, "end after so many lines", 0 },
	{ "timeout", KEY_TIMEOUT, "TIME", 0, "end after so long", 0 },
	{ "buffer", KEY_BUFFER, "SIZE", 0, "room for notices that wait, such as 64M; 16M otherwise", 0 },
	{ 0 },
};

/* What is asked for by name must be possible, what is not follows from it. */
static void choose_kinds(struct argp_state *state, struct watch *o)
{
	uint32_t kinds = o->select.kinds;

	if (o->select.comm && kinds & SELECT_KIND(SAMPLE_CGROUP))
		argp_error(state, "a cgroup has no command: --comm does not go with --cgroups");
	if (kinds)
		return;
	o->select.kinds = SELECT_KIND(SAMPLE_PROCESS);
	if (!o->select.comm)
		o->select.kinds |= SELECT_KIND(SAMPLE_CGROUP);
}

static uint64_t option_bytes(struct argp_state *state, const char *text)
{
	uint64_t bytes = 0;

	if (units_parse_bytes(text, 1 << 30, &bytes) || bytes < BUFFER_MIN)
		argp_error(state, "--buffer expects a size from 4K to 1G, not '%s'",
			   text);
	return bytes;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct watch *o = state->input;

	switch (key) {
	case 'o':
		o->output = arg;
		return 0;
	case 'c':
		o->select.comm = arg;
		return 0;
	case KEY_CGROUP:
		o->cgroup = arg;
		return 0;
	case KEY_MIN_SLOTS:
		o->select.min_slots = option_number(state, "--min-slots", arg,
						    0, INT64_MAX);
		return 0;
	case KEY_THREADS:
		o->select.kinds |= SELECT_KIND(SAMPLE_THREAD);
		return 0;
	case KEY_PROCESSES:
		o->select.kinds |= SELECT_KIND(SAMPLE_PROCESS);
		return 0;
	case KEY_CGROUPS:
		o->select.kinds |= SELECT_KIND(SAMPLE_CGROUP);
		return 0;
	case 'n':
		o->count = option_number(state, "--count", arg, 1, INT64_MAX);
		return 0;
	case KEY_TIMEOUT:
		o->timeout = option_time(state, "--timeout", arg);
		return 0;
	case KEY_BUFFER:
		o->buffer = option_bytes(state, arg);
		return 0;
	case ARGP_KEY_END:
		choose_kinds(state, o);
		return 0;
	default:
		return options_other(key, arg, state);
	}
}

static const struct argp argp = {
	.options = options, .parser = parse, .children = options_all,
	.doc = "Print the final counts of what ends, a line each, until it is interrupted.\v"
	       "  tdacct watch --comm 'cc*' --min-slots 1000000\n"
	       "  tdacct watch --cgroup system.slice --json",
};

/* An unknown column is a mistake of the user's, anything else a failure. */
static int run(struct session *s, void *arg)
{
	struct watch *o = arg;
	int err = 0;

	if (columns_choose(&o->columns, USUAL, o->output, s->plan))
		return EXIT_USAGE;
	if (o->cgroup)
		err = find_cgroup(&s->client, o->cgroup, &o->select.cgroup);
	return command_status(err ? err : watch_run(s, o));
}

int cmd_watch(int argc, char **argv)
{
	static const struct command watch = { .argp = &argp, .run = run };
	struct watch o = { .buffer = BUFFER };

	return command_run(&watch, argc, argv, &o);
}
