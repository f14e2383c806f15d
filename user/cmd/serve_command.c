// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "events/data.h"
#include "kernel/ask.h"
#include "model/cores.h"
#include "serve/http.h"
#include "serve/rules.h"
#include "tasks/clock.h"
#include "tasks/stop.h"
#include "command.h"
#include "serve_command.h"

enum {
	KEY_LISTEN = OPTION_OWN, KEY_TEXTFILE, KEY_ONCE, KEY_OPEN, KEY_DEPTH,
	KEY_INCLUDE, KEY_EXCLUDE, KEY_LEAST, KEY_COMMANDS, KEY_SERIES,
	KEY_RULES, KEY_WEB,
};

#define ADDRESS "127.0.0.1:9955"

enum { COMMANDS_MOST = 1000, KEEP_S = 3600, LONGEST_S = 3600 };

struct serve {
	struct common common;
	const char *listen;	/* NULL: nowhere */
	const char *textfile;	/* or NULL */
	const char *web;	/* a file that says how HTTP is secured, or NULL */
	bool once;
	bool open;		/* with @once: as OpenMetrics */
	bool rules;		/* print these, and serve nothing */
	double interval;
	uint64_t commands;
	struct places_limits places;
};

static const struct option_row options[] = {
	OPT_TEXT("listen", KEY_LISTEN, "ADDRESS:PORT", struct serve, listen, "answer HTTP there; the default is " ADDRESS ", and a PORT alone is one of the loopback interface"),
	OPT_TEXT("web.config.file", KEY_WEB, "FILE", struct serve, web, "answer by TLS, as the tls_server_config of this web configuration file says"),
	OPT_TEXT("textfile", KEY_TEXTFILE, "DIR", struct serve, textfile, "write DIR/tdacct.prom after each reading, for node_exporter's textfile collector; listen nowhere, unless --listen is given"),
	OPT_FLAG("once", KEY_ONCE, struct serve, once, "print the metrics of one reading, or with --replay of each, and end; with --textfile, write them and end"),
	OPT_FLAG("openmetrics", KEY_OPEN, struct serve, open, "with --once: print OpenMetrics instead of Prometheus text"),
	OPT_TIME("interval", 'i', struct serve, interval, "time between two readings of the module; the default is 5 seconds"),
	OPT_NUMBER("depth", KEY_DEPTH, "N", struct serve, places.depth, 0, "cgroups down to this depth; the root has 0, the default is 8"),
	OPT("include", KEY_INCLUDE, "PATTERN", "only cgroups whose path matches this pattern of the shell, in which * matches slashes too; can be repeated"),
	OPT("exclude", KEY_EXCLUDE, "PATTERN", "no cgroups whose path matches this pattern; can be repeated"),
	OPT("least", KEY_LEAST, "PERCENT", "only cgroups and commands that once used this much of a CPU in an interval; the default is 0"),
	OPT_NUMBER("commands", KEY_COMMANDS, "N", struct serve, commands, 0, "the N busiest commands by name, at most 1000; the default is 50"),
	OPT_NUMBER("series", KEY_SERIES, "N", struct serve, places.series, 1, "at most N series of cgroups; the default is 300000"),
	OPT_FLAG("print-rules", KEY_RULES, struct serve, rules, "print recording rules and alerts for Prometheus, of machines that have the model that is given, or this machine's, and end"),
	OPT_HIDDEN("json", 'j', NULL),
	OPT_END,
};

static void add_pattern(struct argp_state *state, const char **to,
			unsigned int *nr, const char *pattern)
{
	if (*nr == PLACES_PATTERNS)
		argp_error(state, "no more than %d patterns can be given",
			   PLACES_PATTERNS);
	to[(*nr)++] = pattern;
}

static double percent(struct argp_state *state, const char *text)
{
	char *end;
	double x = strtod(text, &end);

	if (end == text || (*end && strcmp(end, "%") != 0) || !(x >= 0) ||
	    x > 1e6)
		argp_error(state, "--least expects a part of a CPU in percent, such as 0.5, not '%s'",
			   text);
	return x / 100;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct serve *o = state->input;
	struct places_limits *l = &o->places;

	switch (key) {
	case KEY_INCLUDE:
		add_pattern(state, l->include, &l->nr_include, arg);
		return 0;
	case KEY_EXCLUDE:
		add_pattern(state, l->exclude, &l->nr_exclude, arg);
		return 0;
	case 'j':
		o->common.json = true;
		return 0;
	case KEY_LEAST:
		l->least = percent(state, arg);
		return 0;
	case ARGP_KEY_END:
		if (o->common.json)
			argp_error(state, "serve writes metrics; tdacct list --json --counts is for programs that read JSON");
		if (o->open && (!o->once || o->textfile))
			argp_error(state, "--openmetrics is for --once without --textfile: a client says by itself what it reads, and node_exporter reads text only");
		if (o->commands > COMMANDS_MOST)
			argp_error(state, "--commands can be %d at most",
				   COMMANDS_MOST);
		if (o->once && o->listen)
			argp_error(state, "--once cannot be combined with --listen");
		if (o->rules && (o->once || o->listen || o->textfile))
			argp_error(state, "--print-rules serves nothing, and cannot be combined with --once, --listen or --textfile");
		if (o->common.source.replay && !o->once && o->textfile)
			argp_error(state, "--replay with --textfile needs --once: a recording has an end");
		if (!o->listen && !o->textfile)
			o->listen = ADDRESS;
		if (o->web && (o->once || o->rules || !o->listen))
			argp_error(state, "--web.config.file is for who answers HTTP");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* ---- once --------------------------------------------------------------- */

static int print(const struct meter *m, const struct serve *o)
{
	struct answer a;
	int err;

	if (o->textfile)
		return answer_to_folder(m, o->textfile, false);
	err = answer_make(&a, m, o->open ? EXPOSITION_OPEN : EXPOSITION_TEXT,
			  false);
	if (!err)
		fwrite(a.text, 1, a.len, stdout);
	free(err ? NULL : a.text);
	return err;
}

/* Prints one reading, or each one of a recording. */
static int run_once(struct meter *m, const struct serve *o)
{
	int err;

	do {
		err = meter_read(m);
		if (!err && m->down) {
			fprintf(stderr, "tdacct: %s\n", m->live.note);
			err = -EIO;
		}
		if (!err)
			err = print(m, o);
	} while (!err && o->common.source.replay);
	return err == -ENODATA && m->readings ? 0 : err;
}

/* ---- rules -------------------------------------------------------------- */

/* A family of cores that are always beside others says so by its kind of counters. */
static const char *beside_of(const struct event_data *family)
{
	return family && family->pmu && (!strcmp(family->pmu, "atom") ||
	       !strcmp(family->pmu, "lowpower")) ? family->pmu : "";
}

static int write_rules(struct text *to, const struct session *s, bool beside)
{
	const struct event_data *family = s->resolver.family;
	struct rules_of of = { s->model, beside_of(family), 0 };
	char key[CORES_KEY_SIZE];
	int err;

	if (family && family->cycles)
		of.instructions = family->instructions ?: 0xc0;
	rules_begin(to);
	err = rules_write(to, &of);
	for (unsigned int type = 1; beside && type < CORE_TYPES_MAX; type++) {
		if (err || !s->beside[type])
			continue;
		of.model = s->beside[type];
		of.cores = cores_key(&s->info, type, key);
		err = rules_write(to, &of);
	}
	return err;
}

static int print_rules(struct serve *o)
{
	struct source *from = &o->common.source;
	struct text t = { .len = 0 };
	struct session s;
	bool counting;
	int err;

	from->sets = true;
	if (session_open_means(&s, from, &counting))
		return EXIT_FAILED;
	err = write_rules(&t, &s, !from->means.model);
	if (err)
		fprintf(stderr, "tdacct: no memory\n");
	else
		fwrite(t.at, 1, t.len, stdout);
	text_free(&t);
	session_close(&s);
	return command_status(err);
}

/* ---- until somebody stops it -------------------------------------------- */

/* Whichever comes first: a client, what ended, a signal, or that @until is over. */
static void wait_for(struct meter *m, struct http *h, struct stop *stop,
		     double until)
{
	struct pollfd fds[] = {
		{ .fd = stop->fd, .events = POLLIN },
		{ .fd = meter_fd(m), .events = POLLIN },
		{ .fd = h ? http_fd(h) : -1, .events = POLLIN },
	};
	double wait = fmin(clock_until(until), LONGEST_S);

	if (h && http_wait(h) < wait)
		wait = http_wait(h);
	if (poll(fds, sizeof(fds) / sizeof(*fds), (int)ceil(wait * 1e3)) < 0)
		return;
	if (fds[0].revents)
		stop_take(stop);
	if (fds[1].revents)
		meter_receive(m);
	if (h)
		http_run(h);
}

/* Says once that the module does not answer, and once that it answers again. */
static void say_state(const struct meter *m, bool *said)
{
	if (m->down && !*said)
		fprintf(stderr, "tdacct: %s\n", m->live.note);
	else if (!m->down && *said)
		fprintf(stderr, "tdacct: the module answers again\n");
	*said = m->down;
}

static int run_on(struct meter *m, struct http *h, struct stop *stop,
		  const struct serve *o)
{
	double next = clock_now();
	bool said = false, written = false;
	int err = 0, failed = 0;

	while (!stop->came && !err) {
		if (clock_until(next) > 0) {
			wait_for(m, h, stop, next);
			continue;
		}
		err = meter_read(m);
		if (h)
			http_renew(h);
		if (err == -ENODATA && m->readings && o->common.source.replay && h) {
			err = 0;	/* the last reading of it is served on */
			next = INFINITY;
			continue;
		}
		if (err)
			break;
		say_state(m, &said);
		if (o->textfile && m->readings)
			failed = answer_to_folder(m, o->textfile, failed);
		written |= o->textfile && !failed;
		if (!written)	/* a disk may be full, and then not */
			err = failed;
		next = fmax(next + o->interval, clock_now());
	}
	return err;
}

static int serve_on(struct meter *m, const struct serve *o)
{
	/* who scrapes gives up after ten seconds mostly; old answers live so long */
	struct http_limits limits = {
		.clients = 64, .of_one = 32, .deadline_s = 10,
	};
	struct web_config web = { .cert = NULL };
	struct http *h = NULL;
	struct stop stop;
	int err = stop_open(&stop);

	if (!err && o->web) {
		err = web_config_read(&web, o->web);
		limits.web = &web;
	}

	if (!err && o->listen)
		err = http_open(&h, m, o->listen, &limits);
	if (!err && h)
		fprintf(stderr, "tdacct: listening on port %u\n", http_port(h));
	if (!err)
		err = run_on(m, h, &stop, o);
	http_close(h);
	web_config_free(&web);
	stop_close(&stop);
	return err;
}

static int run(struct session *s, void *arg)
{
	const struct serve *o = arg;
	struct meter m;
	int err;

	meter_open(&m, s, &o->common.source, &o->places, o->commands);
	m.every_s = o->interval;
	err = o->once ? run_once(&m, o) : serve_on(&m, o);
	if (err == -ENOMEM)
		fprintf(stderr, "tdacct: no memory\n");
	if (err == -ENODATA)	/* a recording, read or written */
		fprintf(stderr, "tdacct: %s\n", m.live.note);
	meter_close(&m);
	return command_status(err);
}

int serve_command(int argc, char **argv)
{
	static const struct command serve = {
		.options = options, .takes = OPTIONS_SCREEN, .parse = parse,
		.run = run,
		.doc = "Export counters of cgroups, commands and the machine for Prometheus, by HTTP at /metrics or as a file. They are raw counts that never fall; shares are computed where they are queried.",
	};
	struct serve o = {
		.interval = 5, .commands = 50,
		.places = { .depth = 8, .series = 300000, .keep_s = KEEP_S },
	};

	options_parse(&serve, argc, argv, &o);
	return o.rules ? print_rules(&o) : command_open(&serve, &o);
}
