// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>

#include "collect/session.h"
#include "kernel/ask.h"
#include "text/units.h"
#include "view/print.h"
#include "cmd.h"
#include "command.h"

struct pause {
	struct common common;
	double seconds;		/* 0: until resumed */
};

static const struct option_row options[] = {
	OPT("for", 'f', "TIME", "resume automatically after TIME, such as 500ms, 30s or 5m; at most 1d"),
	OPT_END,
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct pause *o = state->input;
	double seconds;

	if (key == 'f') {
		o->seconds = option_time(state, "--for", arg);
		if (o->seconds > 86400)
			argp_error(state, "--for expects a time from 1ms to 1d, not '%s'",
				   arg);
		return 0;
	}
	if (key == ARGP_KEY_ARG && !units_parse_time(arg, &seconds))
		argp_error(state, "unexpected argument '%s'; to resume after that time, give --for %s",
			   arg, arg);
	return ARGP_ERR_UNKNOWN;
}

/* The state as it is now, from the kernel, not as it was asked for. */
static int print_state(struct session *s, const struct pause *o)
{
	struct printer out = print_to(stdout, o->common.json, NULL, false);
	int err = ask_info(&s->client, &s->info);
	bool timed = !err && info_will_resume(&s->info);

	if (err) {
		client_complain(&s->client, err, "the state");
		return err;
	}
	print_open(&out, NULL, '{');
	print_string(&out, "state", "%s", state_name(s->info.state));
	print_member(&out, json_maybe, "resume_ms", timed, s->info.resume_ms);
	if (timed)
		print_words(&out, ", resumes in %.3f s",
			    (double)s->info.resume_ms / 1e3);
	print_words(&out, "\n");
	print_close(&out, '}');
	return print_end(&out);
}

static int end(struct session *s, const struct pause *o, int err,
	       const char *what)
{
	if (err)
		client_complain(&s->client, err, "%s", what);
	else
		err = print_state(s, o);
	return command_status(err);
}

static int pause_counting(struct session *s, void *arg)
{
	const struct pause *o = arg;
	uint64_t ms = (uint64_t)(o->seconds * 1e3 + 0.5);

	return end(s, o, ask_pause(&s->client, ms), "pause");
}

static int resume_counting(struct session *s, void *arg)
{
	return end(s, arg, ask_resume(&s->client), "resume");
}

int cmd_pause(int argc, char **argv)
{
	static const struct command pause = {
		.options = options, .takes = OPTIONS_PLAIN, .parse = parse,
		.doc = "Charge what was counted so far, then give up the counters of all CPUs, so that other programs can use them. What runs in a pause is not counted, which lowers its coverage.\v"
		       "  tdacct pause --for 30s && perf stat --topdown -a sleep 20",
		.plain = true, .run = pause_counting,
	};
	struct pause o = { .seconds = 0 };

	return command_run(&pause, argc, argv, &o);
}

int cmd_resume(int argc, char **argv)
{
	static const struct command resume = {
		.takes = OPTIONS_PLAIN,
		.doc = "End a pause. It is no error if counting is not paused.",
		.plain = true, .run = resume_counting,
	};
	struct pause o = { .seconds = 0 };

	return command_run(&resume, argc, argv, &o);
}
