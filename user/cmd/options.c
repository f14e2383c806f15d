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
	KEY_MIN_SLOTS, KEY_SET, KEY_COLUMNS, KEY_OUTPUT, KEY_REVERSE, KEY_COUNTS,
};

/* argp answers -V and --version by this. */
const char *argp_program_version = "tdacct " VERSION;

/* The options that commands share, each with those that it comes with. */
static const struct {
	unsigned int with;	/* OPTIONS_*; 0: every command has it */
	int group;		/* in the help */
	struct option_row row;
} common_rows[] = {
	{ OPTIONS_COLUMNS, 0, OPT("columns", KEY_COLUMNS, "COLUMNS", "show these columns, separated by commas; +COLUMNS adds them to the usual ones") },
	{ OPTIONS_COLUMNS, 0, OPT_ALIAS(NULL, 'o') },
	{ OPTIONS_COLUMNS, 0, OPT_TEXT("output", KEY_OUTPUT, "FILE", struct common, file, "write to FILE instead of standard output") },
	{ OPTIONS_ROWS, 0, OPT_TEXT("sort", 's', "COLUMN", struct common, table.sort, "sort by this column: the largest number first, ids and texts from the smallest up; a node by its slots, NODE% by its share; the default is cpu_time") },
	{ OPTIONS_ROWS, 0, OPT_FLAG("reverse", KEY_REVERSE, struct common, table.reverse, "sort the other way round") },
	{ OPTIONS_ROWS, 0, OPT_NUMBER("rows", 'n', "N", struct common, table.rows, 1, "only the first N rows") },
	{ OPTIONS_ROWS, 0, OPT_FLAG("counts", KEY_COUNTS, struct common, table.counts, "with --json: each row also has the raw count of every class and event") },
	{ OPTIONS_FILTERS, 0, OPT("comm", 'c', "PATTERN", "only threads and processes whose command matches this shell pattern, such as 'cc*'") },
	{ OPTIONS_FILTERS, 0, OPT_TEXT("cgroup", 'G', "PATH,...", struct common, filters.cgroup, "only what is in this cgroup or below it, or in one of several; PATH is as for show; a process is in the cgroup of its first thread") },
	{ OPTIONS_FILTERS, 0, OPT("min-slots", KEY_MIN_SLOTS, "N", "only tasks and cgroups with at least N slots, such as 5000, 10M or 1.5G") },
	{ OPTIONS_READINGS, 1, OPT_TIME("interval", 'i', struct common, repeat.interval, "show what happens during TIME, beginning now; seconds, or with a unit such as 500ms or 5m") },
	{ OPTIONS_READINGS, 1, OPT("count", KEY_COUNT, "N", "with --interval: show N intervals, one after the other; 0: until interrupted") },
	{ OPTIONS_READINGS, 1, OPT_ALIAS("interval-count", KEY_COUNT) },
	{ OPTIONS_READINGS, 1, OPT("interval-print", 'I', "MS", "show intervals of MS milliseconds until interrupted, as perf does") },
	{ OPTIONS_CSV, 1, OPT("csv", KEY_CSV, NULL, "print CSV, with plain numbers") },
	{ OPTIONS_CSV, 1, OPT("field-separator", 'x', "TEXT", "print CSV with TEXT between the fields") },
	{ OPTIONS_SET, 1, OPT("set", KEY_SET, "NAME", "count this set of events, or EVENT,..., while this lasts, and then again what was counted before; tdacct events list shows the sets") },
	{ OPTIONS_MODEL, 1, OPT("model", KEY_MODEL, "MODEL", "the formulas to use, and their events: the name of a family that is built in or of one in /etc/tdacct/sites, a family's file, or a file of metrics as Intel, Arm or perf publish it") },
	{ OPTIONS_MODEL, 1, OPT_HIDDEN("metrics", KEY_MODEL, "FILE") },
	{ OPTIONS_MODEL, 1, OPT_HIDDEN("site", KEY_MODEL, "FILE") },
	{ OPTIONS_MODEL, 1, OPT("event-data", KEY_EVENT_DATA, "FILE", "the vendor's file of events, which has the encodings of those that its metrics use, or their latencies; may be given several times") },
	{ OPTIONS_MODEL, 1, OPT_FLAG("isolated", KEY_ISOLATED, struct common, source.isolated, "also interrupt CPUs that nohz_full= isolates, so that their numbers are the latest, too") },
	{ OPTIONS_FILES, 2, OPT_FILE("replay", KEY_REPLAY, "FILE", struct common, source.replay, "take the answers from this recording instead of the kernel") },
	{ OPTIONS_FILES, 2, OPT_TEXT("record", KEY_RECORD, "FILE", struct common, source.record, "write the kernel's answers to this file") },
	{ OPTIONS_JSON, 1, OPT_FLAG("json", 'j', struct common, json, "print JSON") },
	{ 0, -1, OPT(NULL, 'h', NULL, "the same as --help") },
};

enum { NR_COMMON = sizeof(common_rows) / sizeof(*common_rows) };

double option_ms(struct argp_state *state, const char *text)
{
	return (double)option_number(state, "-I", text, 1, 86400000) / 1e3;
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

static void add_event_data(struct argp_state *state, struct sources *to,
			   const char *file)
{
	if (to->nr_event_data == EVENT_DATA_MAX)
		argp_error(state, "--event-data was given more than %d times",
			   EVENT_DATA_MAX);
	to->event_data[to->nr_event_data++] = file_argument(file);
}

/*
 * -o chooses columns. What has a dot or a slash is a file, as it was before --output had
 * only that meaning; a vendor's metric that has one needs --columns.
 */
static void take_letter(struct common *c, const char *text)
{
	if (strpbrk(text, "./")) {
		c->file = text;
		return;
	}
	c->columns = text;
	c->by_letter = true;
}

/* Takes the shared options that do more than set a member. */
static error_t parse_common(int key, char *arg, struct argp_state *state,
			    struct common *c)
{
	switch (key) {
	case KEY_COLUMNS:
		c->columns = arg;
		c->by_letter = false;
		return 0;
	case 'o':
		take_letter(c, arg);
		return 0;
	case KEY_MODEL:
		if (c->source.means.model)
			argp_error(state, "give --model only once; --metrics and --site are the same");
		c->source.means.model = file_argument(arg);
		return 0;
	case KEY_EVENT_DATA:
		add_event_data(state, &c->source.means, arg);
		return 0;
	case 'I':
		/* it goes on until it is told to end, however late a count comes */
		c->repeat.interval = option_ms(state, arg);
		if (!c->repeat.counted)
			c->repeat.count = 0;
		c->repeat.counted = true;
		return 0;
	case KEY_COUNT:
		c->repeat.count = option_number(state, "--count", arg, 0,
						INT64_MAX);
		c->repeat.counted = true;
		return 0;
	case KEY_SET:
		if (!*arg)
			argp_error(state, "--set expects the name of a set, or events");
		c->set = arg;
		return 0;
	case KEY_CSV:
		c->separator = ",";
		return 0;
	case 'x':
		c->separator = separator(state, arg);
		return 0;
	case 'c':
		if (!*arg)
			argp_error(state, "--comm expects a pattern; every name is '*'");
		c->filters.comm = arg;
		return 0;
	case KEY_MIN_SLOTS:
		if (units_parse_count(arg, INT64_MAX, &c->filters.min_slots))
			argp_error(state, "--min-slots expects a number of slots, such as 5000, 10M or 1.5G, not '%s'",
				   arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* A command to run may take as long as it likes. */
static void check_common(struct argp_state *state, struct common *c,
			 unsigned int takes)
{
	if (c->source.replay && c->source.record)
		argp_error(state, "--replay and --record cannot be combined");
	if (c->set && !c->repeat.interval && !c->repeat.until_end)
		argp_error(state, "--set needs --interval or --until-end: how long is it to be counted?");
	if (c->set && c->source.replay)
		argp_error(state, "--set needs the module; a recording has the events that were counted then");
	if (c->table.counts && !c->json)
		argp_error(state, "--counts needs --json; of a table, -o +NAME adds a count by the name that tdacct status has for it");
	if (takes & OPTIONS_CSV && c->json && c->separator)
		argp_error(state, "give only one of --json and --csv");
	if (!(takes & OPTIONS_READINGS))
		return;
	if (c->repeat.until_end && c->repeat.interval && !c->repeat.counted)
		c->repeat.count = 0;
	if (c->repeat.counted && !c->repeat.interval)
		argp_error(state, "--count needs --interval");
}

/* A program has one command. */
static const struct command *command;

static bool has(const struct option_row *o)
{
	return o->argp.name || o->argp.key;
}

/* An alias sets what the line before it sets. NULL: @key is of no option. */
static const struct option_row *find_row(int key, bool *common)
{
	const struct option_row *o = command->options;

	*common = false;
	for (const struct option_row *real = o; o && has(o); o++) {
		if (!(o->argp.flags & OPTION_ALIAS))
			real = o;
		if (o->argp.key == key)
			return real;
	}
	*common = true;
	for (size_t i = 0; i < NR_COMMON; i++)
		if (common_rows[i].row.argp.key == key &&
		    (!common_rows[i].with || common_rows[i].with & command->takes))
			return &common_rows[i].row;
	return NULL;
}

static void set_member(struct argp_state *state, const struct option_row *o,
		       char *arg)
{
	void *to = (char *)state->input + o->member;
	char name[32];

	snprintf(name, sizeof(name), "--%s", o->argp.name ? o->argp.name : "");
	switch (o->type) {
	case OPTION_FLAG:
		*(bool *)to = true;
		break;
	case OPTION_CHOICE:
		*(int *)to = o->value;
		break;
	case OPTION_TEXT:
		*(const char **)to = arg;
		break;
	case OPTION_FILE:
		*(const char **)to = file_argument(arg);
		break;
	case OPTION_TIME:
		*(double *)to = option_time(state, name, arg);
		break;
	case OPTION_NUMBER:
		*(uint64_t *)to = option_number(state, name, arg,
						(uint64_t)o->value, INT64_MAX);
		break;
	case OPTION_LEVEL:
		*(unsigned int *)to = (unsigned int)
			option_number(state, name, arg, 1, 16);
		break;
	case OPTION_IDS:
		option_ids(state, name, arg, to);
		break;
	case OPTION_CPUS:
		option_cpus(state, arg, to);
		break;
	case OPTION_OTHER:
	case OPTION_NOTHING:
		break;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	bool common;
	const struct option_row *o = find_row(key, &common);
	error_t err = ARGP_ERR_UNKNOWN;

	if (o && o->type != OPTION_OTHER) {
		set_member(state, o, arg);
		return 0;
	}
	if (key == 'h' && common) {
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
		return 0;
	}
	if (o && common)
		return parse_common(key, arg, state, state->input);
	if (key == ARGP_KEY_INIT && command->takes & OPTIONS_READINGS)
		((struct common *)state->input)->repeat.count = 1;
	if (key == ARGP_KEY_END && command->takes)
		check_common(state, state->input, command->takes);
	if (command->parse)
		err = command->parse(key, arg, state);
	if (err == ARGP_ERR_UNKNOWN && key == ARGP_KEY_ARG)
		argp_error(state, "unexpected argument '%s'", arg);
	return err;
}

enum { ROWS_MAX = 64 };

/* argp's own table: the command's lines, then the shared ones that it takes. */
static void fill(struct argp_option to[ROWS_MAX], const struct command *c)
{
	const struct option_row *o = c->options;

	for (; o && has(o); o++)
		*to++ = o->argp;
	for (size_t i = 0; i < NR_COMMON; i++) {
		if (common_rows[i].with && !(common_rows[i].with & c->takes))
			continue;
		*to = common_rows[i].row.argp;
		to++->group = common_rows[i].group;
	}
	*to = (struct argp_option){ 0 };
}

/* What argp adds to each help is well known; only the environment stops it. */
void options_parse(const struct command *c, int argc, char **argv, void *into)
{
	static struct argp_option options[ROWS_MAX];
	const struct argp argp = {
		.options = options, .parser = parse, .args_doc = c->args_doc,
		.doc = c->doc, .help_filter = c->help_filter,
	};

	fill(options, c);
	command = c;
	setenv("ARGP_HELP_FMT", "no-dup-args-note", 0);
	argp_err_exit_status = EXIT_USAGE;
	mistyped_look(options, argc, argv, c->flags);
	argp_parse(&argp, argc, argv, c->flags, NULL, into);
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

void option_columns_advise(const struct common *c)
{
	if (c->by_letter && *c->columns && !strpbrk(c->columns, "+,%"))
		fprintf(stderr, "tdacct: -o chooses columns here; to write to a file: --output %s\n",
			c->columns);
}
