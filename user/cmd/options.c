// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/units.h"
#include "options.h"

enum {
	KEY_MODEL = 0x100, KEY_METRICS, KEY_EVENT_DATA,
	KEY_REPLAY, KEY_RECORD, KEY_ISOLATED,
};

#define JSON { "json", 'j', NULL, 0, "print JSON", 1 }
#define FILES \
	{ "replay", KEY_REPLAY, "FILE", 0, \
	  "take the answers from this recording instead of the kernel", 2 }, \
	{ "record", KEY_RECORD, "FILE", 0, \
	  "write the kernel's answers to this file", 2 }

static const struct argp_option all[] = {
	JSON,
	{ "model", KEY_MODEL, "MODEL", 0,
	  "the formulas to use: a model file, or the name of a model that is built in", 1 },
	{ "metrics", KEY_METRICS, "FILE", 0,
	  "the formulas to use, from a file of metrics as Intel, Arm or perf publish it", 1 },
	{ "event-data", KEY_EVENT_DATA, "FILE", 0,
	  "the encodings of the events that the file of metrics names: a file of events of the same vendor, or of their usual latencies; may be given several times", 1 },
	{ "isolated", KEY_ISOLATED, NULL, 0,
	  "for the latest numbers, also interrupt CPUs that nohz_full= isolates", 1 },
	FILES,
	{ 0 },
};

static const struct argp_option plain[] = { JSON, FILES, { 0 } };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct common *c = state->input;

	switch (key) {
	case 'j':
		c->json = true;
		return 0;
	case KEY_MODEL:
	case KEY_METRICS:
		if (c->source.means.model)
			argp_error(state, "give only one of --model and --metrics");
		c->source.means.model = arg;
		return 0;
	case KEY_EVENT_DATA:
		if (c->source.means.nr_event_data == EVENT_DATA_MAX)
			argp_error(state, "--event-data was given more than %d times",
				   EVENT_DATA_MAX);
		c->source.means.event_data[c->source.means.nr_event_data++] = arg;
		return 0;
	case KEY_ISOLATED:
		c->source.isolated = true;
		return 0;
	case KEY_REPLAY:
		c->source.replay = arg;
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

static const struct argp all_argp = { .options = all, .parser = parse };
static const struct argp plain_argp = { .options = plain, .parser = parse };

const struct argp_child options_all[] = { { &all_argp, 0, NULL, 0 }, { 0 } };
const struct argp_child options_plain[] = {
	{ &plain_argp, 0, NULL, 0 }, { 0 },
};

error_t options_other(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		return 0;
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

double option_time(struct argp_state *state, const char *option,
		   const char *text)
{
	double seconds = 0;

	if (units_parse_time(text, &seconds))
		argp_error(state, "%s expects a time such as 0.5, 500ms, 30s, 5m or 1h, not '%s'",
			   option, text);
	return seconds;
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
	argp_parse(argp, argc, argv, flags, NULL, input);
}
