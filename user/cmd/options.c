// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tasks/proc.h"
#include "text/file.h"
#include "text/units.h"
#include "mistyped.h"
#include "options.h"

enum {
	KEY_MODEL = 0x100, KEY_EVENT_DATA, KEY_REPLAY, KEY_RECORD, KEY_ISOLATED, KEY_COUNT, KEY_CSV,
	KEY_MIN_SLOTS, KEY_SET,
};

/* argp answers -V and --version by this. */
const char *argp_program_version = "tdacct " VERSION;

#define JSON { "json", 'j', NULL, 0, "print JSON", 1 }
#define HELP { NULL, 'h', NULL, 0, "the same as --help", -1 }
#define FILES \
	{ "replay", KEY_REPLAY, "FILE", 0, \
	  "take the answers from this recording instead of the kernel", 2 }, \
	{ "record", KEY_RECORD, "FILE", 0, \
	  "write the kernel's answers to this file", 2 }

static const struct argp_option all[] = {
	HELP,
	{ "model", KEY_MODEL, "MODEL", 0,
	  "the formulas to use, and their events: the name of a family that is built in or of one in /etc/tdacct/sites, a family's file, or a file of metrics as Intel, Arm or perf publish it", 1 },
	{ "metrics", KEY_MODEL, "FILE", OPTION_HIDDEN, NULL, 1 },
	{ "site", KEY_MODEL, "FILE", OPTION_HIDDEN, NULL, 1 },
	{ "event-data", KEY_EVENT_DATA, "FILE", 0,
	  "the vendor's file of events, which has the encodings of those that its metrics use, or their latencies; may be given several times", 1 },
	{ "isolated", KEY_ISOLATED, NULL, 0,
	  "also interrupt CPUs that nohz_full= isolates, so that their numbers are the latest, too", 1 },
	FILES,
	{ 0 },
};

static const struct argp_option json[] = { JSON, { 0 } };
static const struct argp_option help[] = { HELP, { 0 } };
static const struct argp_option plain[] = { HELP, JSON, FILES, { 0 } };

static const struct argp_option filters[] = {
	{ "comm", 'c', "PATTERN", 0,
	  "only threads and processes whose command matches this shell pattern, such as 'cc*'", 0 },
	{ "cgroup", 'G', "PATH,...", 0,
	  "only what is in this cgroup or below it, or in one of several; PATH is as for show; a process is in the cgroup of its first thread", 0 },
	{ "min-slots", KEY_MIN_SLOTS, "N", 0,
	  "only tasks and cgroups with at least N slots, such as 5000, 10M or 1.5G", 0 },
	{ 0 },
};

static const struct argp_option readings[] = {
	{ "interval", 'i', "TIME", 0,
	  "show what happens during TIME, beginning now; seconds, or with a unit such as 500ms or 5m", 1 },
	{ "count", KEY_COUNT, "N", 0,
	  "with --interval: show N intervals, one after the other; 0: until interrupted", 1 },
	{ "interval-count", KEY_COUNT, "N", OPTION_ALIAS, NULL, 1 },
	{ "interval-print", 'I', "MS", 0,
	  "show intervals of MS milliseconds until interrupted, as perf does", 1 },
	{ 0 },
};

static const struct argp_option set[] = {
	{ "set", KEY_SET, "NAME", 0,
	  "count this set of events, or EVENT,..., while this lasts, and then again what was counted before; tdacct events list shows the sets", 1 },
	{ 0 },
};

static const struct argp_option csv[] = {
	{ "csv", KEY_CSV, NULL, 0, "print CSV, with plain numbers", 1 },
	{ "field-separator", 'x', "TEXT", 0,
	  "print CSV with TEXT between the fields", 1 },
	{ 0 },
};

/* What the children of a command's options fill. A program has one command. */
static struct common *common;

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct common *c = common;

	switch (key) {
	case 'h':
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
		return 0;
	case 'j':
		c->json = true;
		return 0;
	case KEY_MODEL:
		if (c->source.means.model)
			argp_error(state, "give --model only once; --metrics and --site are the same");
		c->source.means.model = file_argument(arg);
		return 0;
	case KEY_EVENT_DATA:
		if (c->source.means.nr_event_data == EVENT_DATA_MAX)
			argp_error(state, "--event-data was given more than %d times",
				   EVENT_DATA_MAX);
		c->source.means.event_data[c->source.means.nr_event_data++] =
			file_argument(arg);
		return 0;
	case KEY_ISOLATED:
		c->source.isolated = true;
		return 0;
	case KEY_REPLAY:
		c->source.replay = file_argument(arg);
		return 0;
	case KEY_RECORD:
		c->source.record = arg;
		return 0;
	case ARGP_KEY_END:
		if (c->source.replay && c->source.record)
			argp_error(state, "--replay and --record cannot be combined");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

double option_ms(struct argp_state *state, const char *text)
{
	return (double)option_number(state, "-I", text, 1, 86400000) / 1e3;
}

/* -I goes on until it is told to end, however late a count comes. */
static void repeat(struct series_options *s, double interval)
{
	s->interval = interval;
	if (!s->counted)
		s->count = 0;
	s->counted = true;
}

/* A text is quoted where it has the separator; a number never is. */
static const char *separator(struct argp_state *state, const char *text)
{
	if (!strcmp(text, "\\t"))
		return "\t";
	if (!*text || strpbrk(text, "\"\n\r"))
		argp_error(state, "--field-separator expects a text without quotes and line breaks, not '%s'",
			   text);
	if (strpbrk(text, "0123456789.+-eE"))
		argp_error(state, "--field-separator expects a text that is in no number, so without digits, '.', '+', '-' and 'e', not '%s'; -x, has a comma",
			   text);
	return text;
}

static void check_readings(struct argp_state *state, struct common *c)
{
	if (c->series.until_end && c->series.interval && !c->series.counted)
		c->series.count = 0;
	if (c->series.counted && !c->series.interval)
		argp_error(state, "--count needs --interval");
}

static error_t parse_readings(int key, char *arg, struct argp_state *state)
{
	struct common *c = common;

	switch (key) {
	case ARGP_KEY_INIT:
		c->series.count = 1;
		return 0;
	case 'i':
		c->series.interval = option_time(state, "--interval", arg);
		return 0;
	case 'I':
		repeat(&c->series, option_ms(state, arg));
		return 0;
	case KEY_COUNT:
		c->series.count = option_number(state, "--count", arg, 0,
						INT64_MAX);
		c->series.counted = true;
		return 0;
	case ARGP_KEY_END:
		check_readings(state, c);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* A command to run may take as long as it likes. */
static error_t parse_set(int key, char *arg, struct argp_state *state)
{
	struct common *c = common;

	switch (key) {
	case KEY_SET:
		if (!*arg)
			argp_error(state, "--set expects the name of a set, or events");
		c->set = arg;
		return 0;
	case ARGP_KEY_END:
		if (c->set && !c->series.interval && !c->series.until_end)
			argp_error(state, "--set needs --interval or --until-end: how long is it to be counted?");
		if (c->set && c->source.replay)
			argp_error(state, "--set needs the module; a recording has the events that were counted then");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_csv(int key, char *arg, struct argp_state *state)
{
	struct common *c = common;

	switch (key) {
	case KEY_CSV:
		c->separator = ",";
		return 0;
	case 'x':
		c->separator = separator(state, arg);
		return 0;
	case ARGP_KEY_END:
		if (c->json && c->separator)
			argp_error(state, "give only one of --json and --csv");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_filters(int key, char *arg, struct argp_state *state)
{
	struct filters *f = &common->filters;

	switch (key) {
	case 'c':
		if (!*arg)
			argp_error(state, "--comm expects a pattern; every name is '*'");
		f->comm = arg;
		return 0;
	case 'G':
		f->cgroup = arg;
		return 0;
	case KEY_MIN_SLOTS:
		if (units_parse_count(arg, INT64_MAX, &f->min_slots))
			argp_error(state, "--min-slots expects a number of slots, such as 5000, 10M or 1.5G, not '%s'",
				   arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp json_argp = { .options = json, .parser = parse };

static const struct argp_child with_json[] = {
	{ &json_argp, 0, NULL, 0 }, { 0 },
};

const struct argp options_all_argp = {
	.options = all, .parser = parse, .children = with_json,
};
const struct argp options_screen_argp = { .options = all, .parser = parse };
const struct argp options_plain_argp = { .options = plain, .parser = parse };
const struct argp options_set = { .options = set, .parser = parse_set };
const struct argp options_csv = { .options = csv, .parser = parse_csv };

static const struct argp_child beside_readings[] = {
	{ &options_csv, 0, NULL, 0 }, { 0 },
};

const struct argp options_readings = {
	.options = readings, .parser = parse_readings,
	.children = beside_readings,
};
const struct argp options_filters = {
	.options = filters, .parser = parse_filters,
};

static error_t parse_help(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != 'h')
		return ARGP_ERR_UNKNOWN;
	argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
	return 0;
}

static const struct argp help_argp = { .options = help, .parser = parse_help };

const struct argp_child options_help[] = { { &help_argp, 0, NULL, 0 }, { 0 } };

const struct argp_child options_all[] = {
	{ &options_all_argp, 0, NULL, 0 }, { 0 },
};
const struct argp_child options_plain[] = {
	{ &options_plain_argp, 0, NULL, 0 }, { 0 },
};
const struct argp_child options_repeated[] = {
	{ &options_readings, 0, NULL, 0 }, { &options_set, 0, NULL, 0 },
	{ &options_all_argp, 0, NULL, 0 },
	{ 0 },
};

error_t options_other(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_ARG:
		argp_error(state, "unexpected argument '%s'", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

uint64_t option_number(struct argp_state *state, const char *option,
		       const char *text, uint64_t min, uint64_t max)
{
	uint64_t number = 0;
	int err = units_parse_number(text, max, &number);

	if (err || number < min)
		argp_error(state, "%s expects a number from %" PRIu64 " to %" PRIu64 ", not '%s'",
			   option, min, max, text);
	return number;
}

static void add_id(struct argp_state *state, const char *option,
		   const char *number, const char *list, struct ids *to)
{
	uint64_t id = 0;

	if (units_parse_number(number, INT32_MAX, &id) || !id)
		argp_error(state, "%s expects a number from 1 to %d, or several, such as 12,34, not '%s'",
			   option, INT32_MAX, list);
	if (ids_add(to, id))
		argp_error(state, "%s takes at most %d numbers", option,
			   IDS_MAX);
}

void option_ids(struct argp_state *state, const char *option,
		const char *text, struct ids *to)
{
	char *copy = strdup(text), *rest = copy, *number;

	while (copy && (number = strsep(&rest, ",")))
		add_id(state, option, number, text, to);
	free(copy);
}

double option_time(struct argp_state *state, const char *option,
		   const char *text)
{
	double seconds = 0;

	if (units_parse_time(text, &seconds))
		argp_error(state, "%s expects a time from 1ms to 365d, such as 0.5, 500ms, 30s, 5m or 1h, not '%s'",
			   option, text);
	return seconds;
}

void option_cpus(struct argp_state *state, const char *text,
		 struct ranges *to)
{
	if (ranges_parse(to, text))
		argp_error(state, "--cpu expects CPUs such as 2 or 0-3,8, not '%s'",
			   text);
}

void option_user(struct argp_state *state, const char *text, uint32_t *uid)
{
	if (procs_user(text, uid))
		argp_error(state, "there is no user '%s'", text);
}

void option_output(struct common *c, const char **columns, const char *text)
{
	if (strpbrk(text, "./"))
		c->file = text;
	else
		*columns = c->by_output = text;
}

void option_output_advise(const struct common *c)
{
	if (c->by_output)
		fprintf(stderr, "tdacct: -o chooses columns here; to write to a file: -o ./%s\n",
			c->by_output);
}

unsigned int option_level(struct argp_state *state, const char *text)
{
	return (unsigned int)option_number(state, "--level", text, 1, 16);
}

/* What argp adds to each help is well known; only the environment stops it. */
void options_parse(const struct argp *argp, int argc, char **argv,
		   unsigned int flags, void *input)
{
	setenv("ARGP_HELP_FMT", "no-dup-args-note", 0);
	argp_err_exit_status = EXIT_USAGE;
	common = input;
	mistyped_look(argp, argc, argv, flags);
	argp_parse(argp, argc, argv, flags, NULL, input);
}
