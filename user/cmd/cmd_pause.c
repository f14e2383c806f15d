// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>

#include "kernel/ask.h"
#include "reading/session.h"
#include "view/json.h"
#include "cmd.h"

struct pause {
	struct common common;
	double seconds;		/* 0: until resumed */
};

static const struct argp_option pause_options[] = {
	{ "for", 'f', "TIME", 0, "resume by itself after so long, such as 500ms, 30s, 5m; at most a day", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct pause *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->common;
		return 0;
	case 'f':
		o->seconds = option_time(state, "--for", arg);
		if (o->seconds < 1e-3 || o->seconds > 86400)
			argp_error(state, "--for expects 1ms to 1d, not '%s'",
				   arg);
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is no option", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &options_plain_argp, 0, NULL, 0 }, { 0 },
};

static const struct argp pause_argp = {
	.options = pause_options, .parser = parse, .children = children,
	.doc = "Fold all counts, then let go of the counters of every CPU, so that others can have them. What runs meanwhile is not counted and shows as coverage below 100 %.\v"
	       "  tdacct pause --for 30s && perf stat --topdown -a sleep 20",
};

static const struct argp resume_argp = {
	.parser = parse, .children = children,
	.doc = "Count again. Resuming what counts is no error.",
};

/* The state as it is now, from the kernel, not as it was asked for. */
static int print_state(struct session *s, const struct pause *o)
{
	int err = ask_info(&s->client, &s->info);
	bool timed = !err && info_will_resume(&s->info);
	json_t *top;

	if (err) {
		client_complain(&s->client, err, "the state");
		return err;
	}
	if (!o->common.json) {
		printf("%s", state_name(s->info.state));
		if (timed)
			printf(", resumes in %.3f s",
			       (double)s->info.resume_ms / 1e3);
		putchar('\n');
		return 0;
	}
	top = json_object();
	json_object_set_new(top, "state", json_state(s->info.state));
	json_object_set_new(top, "resume_ms", timed ?
			    json_count(s->info.resume_ms) : json_null());
	return json_print(stdout, top);
}

static int run(int argc, char **argv, const struct argp *argp, bool pause)
{
	struct pause o = { .seconds = 0 };
	struct session s;
	int err;

	options_parse(argp, argc, argv, 0, &o);
	if (session_open_plain(&s, &o.common))
		return EXIT_FAILED;
	err = pause ? ask_pause(&s.client, (uint64_t)(o.seconds * 1e3 + 0.5)) :
		      ask_resume(&s.client);
	if (err)
		client_complain(&s.client, err, pause ? "pause" : "resume");
	else
		err = print_state(&s, &o);
	if (session_close(&s))
		err = -EIO;
	return err ? EXIT_FAILED : EXIT_FINE;
}

int cmd_pause(int argc, char **argv)
{
	return run(argc, argv, &pause_argp, true);
}

int cmd_resume(int argc, char **argv)
{
	return run(argc, argv, &resume_argp, false);
}
