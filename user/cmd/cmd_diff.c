// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/sides.h"
#include "history/recorded.h"
#include "view/changes.h"
#include "cmd.h"
#include "command.h"
#include "limits.h"
#include "moment.h"
#include "rotation.h"

enum {
	EXIT_CHANGED = 3,	/* a change is as --fail-if has it */
	LIMITS_MAX = 64, ROWS_USUAL = 20,
	NOTES_MAX = 8, NOTE_SIZE = 400,
};

enum {
	KEY_BY = OPTION_OWN, KEY_FROM_A, KEY_TO_A, KEY_FROM_B, KEY_TO_B,
	KEY_PER, KEY_FAIL_IF,
};

/* A or B, as the user said it. */
struct diff_side {
	char *path;
	char **files;		/* of a folder, or @path alone */
	unsigned int nr_files;
	enum sides_kind kind;
	const char *from, *to;	/* of a recording, as the user said it, or NULL */
	char model[64];		/* that it tells; "": it does not */
};

struct diff_options {
	struct common common;
	struct diff_side side[2];
	unsigned int nr_sides;
	struct source given;	/* what of it the user said */
	enum groups_by by;
	struct compare_how how;
	char *per;		/* the name of a rate, and its numbers */
	uint64_t rows;		/* 0: all */
	struct limit limit[LIMITS_MAX];
	unsigned int nr_limits;
};

static const struct option_row options[] = {
	OPT("by", KEY_BY, "GROUP", "compare what each command did (the default), or each cgroup, or unit of systemd"),
	OPT_TEXT("from-a", KEY_FROM_A, "TIME", struct diff_options, side[0].from, "of a recording: A is only what was done from then on, as tdacct report --from has it"),
	OPT_TEXT("to-a", KEY_TO_A, "TIME", struct diff_options, side[0].to, "A is only what was done until then"),
	OPT_TEXT("from-b", KEY_FROM_B, "TIME", struct diff_options, side[1].from, "the same of B"),
	OPT_TEXT("to-b", KEY_TO_B, "TIME", struct diff_options, side[1].to, "the same of B"),
	OPT("per", KEY_PER, "UNIT", "tell slots for each switch, cpu-second or run, or for what you counted: requests=12000,13000 of A and of B"),
	OPT_NUMBER("rows", 'n', "N", struct diff_options, rows, 0, "show the N greatest changes (default 20; 0: all)"),
	OPT("fail-if", KEY_FAIL_IF, "CHANGE", "end with status 3 where something changed so: 'memory_bound > +5' in points, 'slots of nginx > +10' in percent; several are allowed"),
	OPT_END,
};

/* ---- what the user said -------------------------------------------------- */

static enum groups_by group(struct argp_state *state, const char *name)
{
	static const enum groups_by by[] = {
		GROUPS_COMMANDS, GROUPS_CGROUPS, GROUPS_UNITS,
	};

	for (size_t i = 0; i < sizeof(by) / sizeof(*by); i++)
		if (!strcmp(groups_name(by[i]), name))
			return by[i];
	argp_error(state, "--by expects command, cgroup or unit, not '%s'", name);
	return GROUPS_COMMANDS;
}

/* "requests=12000,13000" */
static void take_rate(struct argp_state *state, struct diff_options *o,
		      const char *text)
{
	const char *is = strchr(text, '=');
	char rest;

	if (is == text || !is ||
	    sscanf(is + 1, "%lf,%lf%c", &o->how.rate[0], &o->how.rate[1], &rest) != 2 ||
	    !(o->how.rate[0] > 0) || !(o->how.rate[1] > 0) ||
	    isinf(o->how.rate[0]) || isinf(o->how.rate[1]))
		argp_error(state, "--per expects switch, cpu-second, run, or a name and how many there were in A and in B, such as requests=12000,13000, not '%s'",
			   text);
	free(o->per);
	o->per = is ? strndup(text, (size_t)(is - text)) : NULL;
	o->how.name = o->per;
	o->how.unit = COMPARE_RATE;
}

static void take_per(struct argp_state *state, struct diff_options *o,
		     const char *text)
{
	static const struct {
		const char *name;
		enum compare_unit unit;
	} units[] = {
		{ "switch", COMPARE_SWITCH }, { "cpu-second", COMPARE_CPU_SECOND },
		{ "run", COMPARE_RUN },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (strcmp(units[i].name, text))
			continue;
		o->how.unit = units[i].unit;
		o->how.name = units[i].name;
		return;
	}
	take_rate(state, o, text);
}

static void take_limit(struct argp_state *state, struct diff_options *o,
		       const char *text)
{
	char why[LIMIT_WHY_SIZE];

	if (o->nr_limits == LIMITS_MAX)
		argp_error(state, "more than %d times --fail-if", LIMITS_MAX);
	if (limit_parse(&o->limit[o->nr_limits++], text, why))
		argp_error(state, "--fail-if '%s': %s; 'memory_bound of nginx > +5' is one",
			   text, why);
}

static void check(struct argp_state *state, struct diff_options *o)
{
	const struct filters *f = &o->common.filters;
	const struct diff_side *a = &o->side[0], *b = &o->side[1];

	if (!o->nr_sides)
		argp_error(state, "which two? Recordings, outputs of --json, or files of perf stat");
	if (o->nr_sides == 1 && !a->from && !a->to && !b->from && !b->to)
		argp_error(state, "with what is '%s' to be compared? With a second file, or with another time of the same: --to-a 10m --from-b 10m",
			   o->side[0].path);
	if (o->by == GROUPS_CGROUPS && f->comm)
		argp_error(state, "--comm cannot be combined with --by cgroup: a cgroup has no command");
	if (o->nr_sides == 1)
		o->side[1].path = o->side[0].path;
	o->how.min_slots = (double)f->min_slots;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct diff_options *o = state->input;

	switch (key) {
	case KEY_BY:
		o->by = group(state, arg);
		return 0;
	case KEY_PER:
		take_per(state, o, arg);
		return 0;
	case KEY_FAIL_IF:
		take_limit(state, o, arg);
		return 0;
	case ARGP_KEY_ARG:
		if (o->nr_sides == 2)
			argp_error(state, "'%s' is the third; two are compared", arg);
		o->side[o->nr_sides++].path = arg;
		return 0;
	case ARGP_KEY_END:
		check(state, o);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* ---- two files ----------------------------------------------------------- */

/* Finds out what they are. Says what is wrong. */
static int recognise(struct diff_side *s, const struct filters *f)
{
	int err, nr = 1;

	if (rotation_is_folder(s->path)) {
		nr = rotation_list(s->path, &s->files);
		if (nr <= 0)
			fprintf(stderr, "tdacct: there is no recording in the folder '%s'\n",
				s->path);
		if (nr <= 0)
			return -ENODATA;
		s->nr_files = (unsigned int)nr;
		return 0;
	}
	s->files = &s->path;
	s->nr_files = 1;
	err = sides_recognise(s->path, &s->kind);
	if (!err && s->kind == SIDES_OUTPUT)
		err = sides_output_model(s->path, s->model);
	if (!err && s->kind != SIDES_RECORDING && (s->from || s->to)) {
		fprintf(stderr, "tdacct: '%s' is no recording of tdacct record: there are no times in it to choose from\n",
			s->path);
		return -EINVAL;
	}
	if (!err && s->kind != SIDES_RECORDING && f->cgroup) {
		fprintf(stderr, "tdacct: '%s' is no recording of tdacct record: it does not tell which cgroup each row was in\n",
			s->path);
		return -EINVAL;
	}
	return err;
}

static void forget(struct diff_side *s)
{
	if (s->files == &s->path)
		return;
	for (unsigned int i = 0; i < s->nr_files; i++)
		free(s->files[i]);
	free(s->files);
}

/*
 * Where what a side counted is to be read, and its model: what the user chose, else that
 * of the side, or, of perf's counts, that of the other one.
 */
static struct source source_of(const struct diff_options *o, unsigned int side)
{
	const struct diff_side *s = &o->side[side];
	struct source from = o->given;

	if (s->kind == SIDES_RECORDING) {
		from.replay = s->files[s->nr_files - 1];
		return from;
	}
	from.counts = s->path;
	if (from.means.model)
		return from;
	if (*s->model)
		from.means.model = s->model;
	else if (*o->side[!side].model)
		from.means.model = o->side[!side].model;
	return from;
}

/* ---- what is to be known besides ----------------------------------------- */

struct notes {
	char text[NOTES_MAX][NOTE_SIZE];
	unsigned int nr;
};

static void __attribute__((format(printf, 2, 3)))
note(struct notes *n, const char *format, ...)
{
	va_list args;

	if (n->nr == NOTES_MAX)
		return;
	va_start(args, format);
	vsnprintf(n->text[n->nr++], NOTE_SIZE, format, args);
	va_end(args);
}

static bool has_node(const struct side *s, size_t node)
{
	for (size_t i = 0; i < s->nr_rows; i++)
		if (!isnan(s->row[i].sum[SIDE_NODES + node]))
			return true;
	return false;
}

/* Other events were counted. */
static void note_nodes(struct notes *n, const struct side *of,
		       const struct side *other, char name)
{
	char list[NOTE_SIZE - 100] = "";
	const struct model *m = of->model;

	for (size_t i = 0; i < m->nr_nodes; i++) {
		size_t len = strlen(list);

		if (has_node(of, i) && !has_node(other, i))
			snprintf(list + len, sizeof(list) - len, "%s%s",
				 len ? ", " : "", m->node[i].name);
	}
	if (*list)
		note(n, "only %c has counted what these need: %s", name, list);
}

static void note_origin(struct notes *n, const struct sides_origin *o, char name)
{
	if (o->missed)
		note(n, "in %" PRIu64 " of %" PRIu64 " intervals of %c threads that ended may be missing",
		     o->missed, o->nr, name);
	if (o->gaps)
		note(n, "%" PRIu64 " intervals of %c are left out, as nothing was counted in them",
		     o->gaps, name);
}

/* ---- compare ------------------------------------------------------------- */

struct diff {
	const struct diff_options *o;
	struct session *session[2];
	struct side side[2];
	struct sides_origin origin[2];
	struct comparison comparison;
	struct notes notes;
};

static void note_all(struct diff *d)
{
	const struct sides_origin *a = &d->origin[0], *b = &d->origin[1];

	for (unsigned int i = 0; i < 2; i++)
		note_nodes(&d->notes, &d->side[i], &d->side[!i],
			   (char)('A' + (int)i));
	if (*a->host && *b->host && strcmp(a->host, b->host))
		note(&d->notes, "A is of the machine %.60s, B of %.60s", a->host,
		     b->host);
	for (unsigned int i = 0; i < 2; i++)
		note_origin(&d->notes, &d->origin[i], (char)('A' + (int)i));
}

static int parse_time(const char *option, char side, const char *text,
		      const struct sides_source *all, uint64_t *ns)
{
	int err = text ? moment_parse(text, all->from_ns, all->to_ns, ns) : 0;

	if (err)
		fprintf(stderr, "tdacct: --%s-%c expects " MOMENT_EXPECTED ", not '%s'\n",
			option, side, text);
	return err;
}

/* Finds the times that the user means. Says what is wrong. */
static int choose_times(const struct diff_side *of, unsigned int side,
			struct sides_source *to)
{
	struct sides_source all = { .from_ns = UINT64_MAX };
	char name = side ? 'b' : 'a';
	int err = 0;

	to->from_ns = 0;
	to->to_ns = UINT64_MAX;
	if (!of->from && !of->to)
		return 0;
	for (unsigned int i = 0; !err && i < of->nr_files; i++)
		err = recorded_span(of->files[i], &all.from_ns, &all.to_ns);
	if (!err)
		err = parse_time("from", name, of->from, &all, &to->from_ns);
	return err ? err : parse_time("to", name, of->to, &all, &to->to_ns);
}

static int read_side(struct diff *d, unsigned int side)
{
	const struct diff_side *of = &d->o->side[side];
	struct sides_source from = {
		.file = (const char *const *)of->files, .nr_files = of->nr_files,
		.kind = of->kind, .by = d->o->by,
		.comm = d->o->common.filters.comm,
		.cgroup = d->o->common.filters.cgroup,
	};
	int err = choose_times(of, side, &from);

	return err ? err : sides_read(&d->side[side], &d->origin[side], d->session[side],
			  &from);
}

/* Shares by other formulas do not mean the same. Says so. */
static int check_models(const struct diff *d)
{
	const char *a = d->session[0]->model->name, *b = d->session[1]->model->name;

	if (!strcmp(a, b))
		return 0;
	fprintf(stderr, "tdacct: A has shares of the model %s and B of %s, which cannot be compared\n",
		a, b);
	return -EINVAL;
}

static void put_side(struct printer *out, const struct diff *d, unsigned int side)
{
	static const char *const keys[] = { "a", "b" };
	const struct sides_origin *of = &d->origin[side];
	const char *path = d->o->side[side].path;
	char from[32], to[32], safe[PRINT_SAFE_SIZE];
	bool recorded = d->o->side[side].kind == SIDES_RECORDING;

	print_open(out, keys[side], '{');
	print_member(out, json_text, "file", path);
	print_member(out, json_text, "host", *of->host ? of->host : NULL);
	print_member(out, json_maybe, "from_ns", recorded, of->from_ns);
	print_member(out, json_maybe, "to_ns", recorded, of->to_ns);
	print_member(out, json_count, "readings", of->nr);
	print_close(out, '}');
	print_words(out, "%c: %s", 'A' + (int)side, print_safe(safe, path));
	moment_text(from, of->from_ns);
	moment_text(to, of->to_ns);
	if (recorded)
		print_words(out, ", %s to %s, %" PRIu64 " intervals", from, to,
			    of->nr);
	print_words(out, "\n");
}

static void put_notes(struct printer *out, const struct notes *n)
{
	print_open(out, "notes", '[');
	for (unsigned int i = 0; i < n->nr; i++)
		print_member(out, json_text, NULL, n->text[i]);
	print_close(out, ']');
	for (unsigned int i = 0; !print_is_json(out) && i < n->nr; i++)
		print_wrapped(out->to, "", 0, n->text[i]);
}

/* Returns how many changes are as the limits say. */
static unsigned int put_limits(struct printer *out, const struct diff *d)
{
	const struct comparison *c = &d->comparison;
	char text[CHANGES_TEXT_SIZE], first[160];
	unsigned int nr = 0;

	print_open(out, "failed", '[');
	for (unsigned int i = 0; i < d->o->nr_limits; i++) {
		const struct limit *l = &d->o->limit[i];

		for (const struct difference *of = limit_next(l, c, c->change); of;
		     of = limit_next(l, c, of + 1)) {
			view_change(text, c, of);
			snprintf(first, sizeof(first), "%.140s:", l->text);
			print_open(out, NULL, '{');
			print_member(out, json_text, "fail_if", l->text);
			print_member(out, json_text, "text", text);
			print_close(out, '}');
			if (!print_is_json(out))
				print_wrapped(out->to, first, 2, text);
			nr++;
		}
	}
	print_close(out, ']');
	return nr;
}

static int print(struct diff *d, unsigned int *failed)
{
	struct printer out = print_to(stdout, d->o->common.json, NULL, false);
	int err;

	print_open(&out, NULL, '{');
	print_member(&out, json_text, "model", d->side[0].model->name);
	print_member(&out, json_text, "kind", groups_name(d->o->by));
	for (unsigned int i = 0; i < 2; i++)
		put_side(&out, d, i);
	print_words(&out, "%s, by %s\n\n", d->side[0].model->name,
		    groups_name(d->o->by));
	err = view_changes(&out, &d->comparison, d->o->rows);
	put_notes(&out, &d->notes);
	*failed = put_limits(&out, d);
	print_close(&out, '}');
	return err ? err : print_end(&out);
}

static int compare(struct diff *d, unsigned int *failed)
{
	int err = check_models(d);

	for (unsigned int i = 0; !err && i < 2; i++)
		err = read_side(d, i);
	if (!err)
		err = compare_make(&d->comparison, &d->side[0], &d->side[1],
				   &d->o->how);
	for (unsigned int i = 0; !err && i < d->o->nr_limits; i++)
		err = limit_check(&d->o->limit[i], &d->comparison);
	if (!err) {
		note_all(d);
		err = print(d, failed);
	}
	compare_free(&d->comparison);
	for (unsigned int i = 0; i < 2; i++)
		side_free(&d->side[i]);
	return err;
}

/* A is open. */
static int run(struct session *s, void *arg)
{
	const struct diff_options *o = arg;
	const struct source from = source_of(o, 1);
	struct session other;
	struct diff *d = calloc(1, sizeof(*d));
	unsigned int failed = 0;
	int err;

	if (!d)
		return command_status(-ENOMEM);
	err = session_open(&other, &from);
	if (!err) {
		d->o = o;
		d->session[0] = s;
		d->session[1] = &other;
		err = compare(d, &failed);
		session_close(&other);
	}
	free(d);
	return err ? EXIT_FAILED : failed ? EXIT_CHANGED : EXIT_FINE;
}

int cmd_diff(int argc, char **argv)
{
	static const struct command command = {
		.options = options, .parse = parse, .run = run,
		.takes = OPTIONS_JSON | OPTIONS_MODEL | OPTIONS_FILTERS,
		.args_doc = "FILE|DIR [FILE|DIR]",
		.doc = "Show what changed from A to B: two recordings of tdacct record or times of one, two outputs of --json of list, show, run or report, or two files of perf stat -x, or -j. Worst first, and whether it is more than shares can be off, and than readings differ among themselves.\v"
		       "The exit status is 3 where something changed as --fail-if says.\n\n"
		       "  tdacct diff monday.tdrec tuesday.tdrec\n"
		       "  tdacct diff day.tdrec --to-a 10:00 --from-b 10:00 --by unit\n"
		       "  tdacct diff old.json new.json --fail-if 'slots > +2'\n"
		       "  tdacct diff old.tdrec new.tdrec --comm nginx --per requests=12000,13000",
	};
	struct diff_options o = { .by = GROUPS_COMMANDS, .rows = ROWS_USUAL };
	int err = 0, status = EXIT_FAILED;

	options_parse(&command, argc, argv, &o);
	for (unsigned int i = 0; !err && i < 2; i++)
		err = recognise(&o.side[i], &o.common.filters);
	if (!err) {
		o.given = o.common.source;
		o.common.source = source_of(&o, 0);
		status = command_open(&command, &o);
	}
	for (unsigned int i = 0; i < 2; i++)
		forget(&o.side[i]);
	free(o.per);
	return status;
}
