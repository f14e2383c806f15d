// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/active_set.h"
#include "collect/recording.h"
#include "history/frames.h"
#include "history/quantise.h"
#include "kernel/ask.h"
#include "tasks/clock.h"
#include "tasks/stop.h"
#include "text/units.h"
#include "child.h"
#include "cmd.h"
#include "command.h"
#include "missing.h"
#include "rotation.h"

#define LOOK_S 1.0		/* so often it is looked whether the module is back */
#define USUAL_FILE "tdacct.tdrec"
#define FRAME_NS UINT64_C(10000000000)	/* a frame has so much, so that little is lost */
#define FRAME_BYTES (4 << 20)		/* or so many, not compressed */

enum { KEY_FOR = OPTION_OWN, KEY_ROTATE, KEY_KEEP, KEY_KEEP_FOR, KEY_QUANTISE };

struct record_options {
	struct common common;
	const char *output;	/* a file, or a folder: then it is rotated */
	double span;		/* seconds; 0: until interrupted */
	bool quantise;
	double rotate;		/* seconds that a file has of a folder */
	struct rotation keep;
	char **command;		/* NULL: until interrupted */
};

static const struct option_row options[] = {
	OPT_TEXT("output", 'o', "FILE", struct record_options, output, "write to FILE; the default is " USUAL_FILE "; a file that is there is renamed to FILE.old. If it is a folder, files in it are begun and removed as the next options say"),
	OPT_TIME("for", KEY_FOR, struct record_options, span, "end after TIME"),
	OPT_FLAG("quantise", KEY_QUANTISE, struct record_options, quantise, "write counts in steps of 1/4096 of the slots of their row, which takes two thirds of the space; what a step leaves comes with the next interval"),
	OPT_TIME("rotate", KEY_ROTATE, struct record_options, rotate, "of a folder: begin another file after TIME; the default is 1h"),
	OPT("keep", KEY_KEEP, "SIZE", "of a folder: remove the oldest files, so that all together have at most SIZE; the default is 1G"),
	OPT_TIME("keep-for", KEY_KEEP_FOR, struct record_options, keep.keep_s, "of a folder: remove files that are older than TIME"),
	OPT_END,
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct record_options *o = state->input;

	if (key == ARGP_KEY_ARG) {
		o->command = &state->argv[state->next - 1];
		state->next = state->argc;
		return 0;
	}
	if (key != KEY_KEEP)
		return ARGP_ERR_UNKNOWN;
	if (units_parse_bytes(arg, INT64_MAX, &o->keep.keep_bytes) ||
	    !o->keep.keep_bytes)
		argp_error(state, "--keep expects a size such as 500M or 10G, not '%s'",
			   arg);
	return 0;
}

struct writer {
	const struct record_options *o;
	struct session *session;
	struct stop stop;
	struct recording recording;
	struct quantise quantise;
	struct frames file;
	struct text head;	/* which each file begins with */
	struct text readings;	/* of the frame to be */
	char path[PATH_MAX];
	bool rotates;
	double opened;		/* when the file was */
	uint64_t bytes;		/* of the files before */
	uint64_t from_ns;	/* when its first interval began, */
	uint64_t to_ns;		/* and its last one ended */
	uint64_t nr;		/* intervals so far, */
	uint64_t missed;	/* and in so many threads may be missing */
	double end;
	struct child child;	/* these two: with a command */
	int status;		/* not EXIT_FINE: it cannot be run */
};

static int flush(struct writer *w)
{
	int err;

	if (!w->readings.len)
		return 0;
	err = frames_put(&w->file, &w->readings, w->from_ns, w->to_ns);
	w->readings.len = 0;
	return err;
}

/* Makes the text that says what the frames behind it count, to programs and to people. */
static int make_head(struct writer *w)
{
	struct session *s = w->session;
	char set[64], *lines = NULL;
	size_t size;
	FILE *f = open_memstream(&lines, &size);
	int err;

	if (!f)
		return -ENOMEM;
	err = ask_info_recorded(&s->client, f);
	if (err)
		client_complain(&s->client, err, "what is counted");
	fprintf(f, "# tdacct %s, module %s, %s\n", VERSION, s->info.version,
		s->info.pmu);
	if (active_set_name(set, sizeof(set), &s->info))
		fprintf(f, "# set %s\n", set);
	if (fclose(f) && !err)
		err = -ENOMEM;
	w->head.len = 0;
	if (!err)
		text_add(&w->head, lines, size);
	free(lines);
	return err;
}

static int open_file(struct writer *w)
{
	const char *output = w->o->output;

	if (w->rotates)
		rotation_path(w->path, sizeof(w->path), output);
	else
		snprintf(w->path, sizeof(w->path), "%s", output);
	w->opened = clock_now();
	return frames_create(&w->file, w->path);
}

/* Begins another file of the folder; no interval is lost between the two. */
static int rotate(struct writer *w)
{
	int err = flush(w);

	if (!err) {
		w->bytes += w->file.at;
		frames_close(&w->file);
		err = open_file(w);
	}
	if (!err)
		err = frames_put_text(&w->file, &w->head);
	rotation_trim(&w->o->keep, w->o->output);
	return err;
}

/* The first reading, of what is counted now. */
static int begin(struct writer *w)
{
	int err = make_head(w);

	recording_close(&w->recording);
	quantise_free(&w->quantise);	/* other events may be counted in its place */
	return err ? err : recording_open(&w->recording, &w->session->client,
					  &w->session->info);
}

static void say_progress(const struct writer *w)
{
	char size[UNITS_SIZE];

	if (isatty(STDERR_FILENO) && !w->o->command)
		fprintf(stderr, "\rtdacct: %" PRIu64 " intervals, %s  ", w->nr,
			units_bytes(size, (double)(w->bytes + w->file.at)));
}

static int put_reading(struct writer *w, struct reading *r)
{
	int err = w->nr > 1 && w->rotates &&
		  clock_now() - w->opened >= w->o->rotate ? rotate(w) : 0;

	if (!err && w->o->quantise)
		err = quantise_reading(&w->quantise, r, &w->session->info);
	if (err)
		return err;
	/* the clock may have been set back */
	if (!w->readings.len || r->time_ns - r->interval_ns < w->from_ns)
		w->from_ns = r->time_ns - r->interval_ns;
	if (!w->readings.len || r->time_ns > w->to_ns)
		w->to_ns = r->time_ns;
	reading_encode(&w->readings, r, &w->session->info);
	if (w->to_ns - w->from_ns < FRAME_NS && w->readings.len < FRAME_BYTES)
		return 0;
	say_progress(w);
	return flush(w);
}

static int put(struct writer *w, struct reading *r)
{
	w->nr++;
	w->missed += !!(r->flags & READING_MISSED);
	return put_reading(w, r);
}

/* Returns how many seconds the next interval has; --for may cut the last one short. */
static double next_interval(const struct writer *w)
{
	double seconds = w->o->common.repeat.interval;
	double left = w->end ? clock_until(w->end) : seconds;

	return left < seconds ? left : seconds;
}

static bool goes_on(const struct writer *w)
{
	const struct repeat_options *o = &w->o->common.repeat;

	if (w->recording.over || (w->end && clock_until(w->end) <= 0))
		return false;
	return !o->counted || !o->count || w->nr < o->count;
}

/* ---- the module goes and comes back, or counts other events -------------- */

/* A replay ends so, and a file of --record cannot go on with another module. */
static bool may_come_back(const struct writer *w, int err)
{
	const struct source *from = &w->o->common.source;

	return !from->replay && !from->record && err != -ENOMEM && err != -EPERM;
}

static const char *reason(const struct writer *w, int err)
{
	const char *text = w->session->client.last.text;

	if (err == -ESTALE)
		return "the events were changed";
	if (err == -ENOENT)
		return "the module was not loaded";
	return *text ? text : strerror(-err);
}

/* False: the recording is to end before it is there. */
static bool wait_for_module(struct writer *w)
{
	double each = fmin(w->o->common.repeat.interval, LOOK_S);

	while (!w->stop.came && (!w->end || clock_until(w->end) > 0)) {
		stop_wait(&w->stop, -1, each);
		if (session_has_module())
			return true;
	}
	w->recording.over = w->stop.came;
	return false;
}

/* Opens all anew. 1: it is counted again; 0: the recording is to end before that. */
static int find_module(struct writer *w, int err)
{
	struct session *s = w->session;

	while (err) {
		if (err != -ESTALE && !wait_for_module(w))
			return 0;
		session_close(s);
		err = session_open_plain(s, &w->o->common.source);
		s->client.follows = !err;
		if (!err)
			err = begin(w);
		if (err && !may_come_back(w, err))
			return err;
	}
	return 1;
}

/* Says what is missing, in the file, too. */
static int put_gap(struct writer *w, const char *why)
{
	struct reading gap;
	char text[MISSING_SIZE];

	recording_gap(&w->recording, why, &gap);
	missing_text(text, "counted", gap.time_ns - gap.interval_ns, gap.time_ns,
		     why);
	fprintf(stderr, "tdacct: %s\n", text);
	return put_reading(w, &gap);
}

/* What was counted up to @err is kept. */
static int go_on(struct writer *w, int err)
{
	char why[sizeof(((struct reading *)NULL)->gap)];
	int failed = flush(w), found;

	snprintf(why, sizeof(why), "%.127s", reason(w, err));
	recording_close(&w->recording);
	if (failed)
		return failed;
	if (err != -ESTALE)
		fprintf(stderr, "tdacct: the recording goes on when the module is there again\n");
	found = find_module(w, err);
	err = found > 0 ? frames_put_text(&w->file, &w->head) : found;
	return err ? err : put_gap(w, why);
}

/* The command begins when the first reading is done. */
static int start_command(struct writer *w, const struct child_signals *signals)
{
	struct child *c = &w->child;
	int err = child_start(c, w->o->command, signals);

	if (!err) {
		err = child_release(c, &w->session->client);
		if (!err)
			err = child_stop_open(c, &w->stop, &w->session->client);
		if (!err)
			return 0;
		child_stop_close(&w->stop);
		child_reap(c);
	}
	w->status = child_refused(w->o->command, err);
	return err;
}

static int record_all(struct writer *w)
{
	struct reading r;
	int err = 0;

	while (!err && goes_on(w)) {
		err = recording_next(&w->recording, next_interval(w), &w->stop, &r);
		if (!err)
			err = put(w, &r);
		else if (may_come_back(w, err))
			err = go_on(w, err);
		reading_free(&r);
	}
	/* what was done up to an error is kept, and a replay ends by one */
	if (err == -ENOENT && w->o->common.source.replay && w->nr)
		err = 0;
	return flush(w) ? -EIO : err;
}

static void summarise(const struct writer *w)
{
	const char *where = w->rotates ? w->o->output : w->path;
	char size[UNITS_SIZE];

	fprintf(stderr, "%stdacct: %" PRIu64 " intervals, %s in '%s'",
		isatty(STDERR_FILENO) ? "\r" : "", w->nr,
		units_bytes(size, (double)(w->bytes + w->file.at)), where);
	if (w->missed)
		fprintf(stderr, "; in %" PRIu64 " of them threads that ended may be missing",
			w->missed);
	if (w->recording.over && w->o->command && !w->child.last)
		fprintf(stderr, "; the counts of the last moments of '%s' may be missing",
			w->o->command[0]);
	fprintf(stderr, "; tdacct report %s shows them\n",
		where);
}

static int record(struct writer *w)
{
	int err = stop_open(&w->stop);

	return err ? err : record_all(w);
}

/* However the recording ends, the command runs to its own end, and its status is ours. */
static int record_command(struct writer *w)
{
	struct child_signals signals;
	int err;

	child_take_signals(&signals);
	err = start_command(w, &signals);
	if (!err) {
		err = record_all(w);
		child_stop_close(&w->stop);
		if (!child_wait(&w->child, INFINITY) && !child_reap(&w->child))
			w->status = child_exit_status(&w->child);
	}
	child_give_signals(&signals);
	return err;
}

static int run(struct session *s, void *arg)
{
	const struct record_options *o = arg;
	struct writer w = { .o = o, .session = s, .stop = { .fd = -1 } };
	int err;

	s->client.follows = may_come_back(&w, 0);
	client_say_state(&s->info);
	w.rotates = rotation_is_folder(o->output);
	err = open_file(&w);
	if (o->span)
		w.end = clock_now() + o->span;
	if (!err)
		err = begin(&w);
	if (!err)
		err = frames_put_text(&w.file, &w.head);
	if (!err)
		err = o->command ? record_command(&w) : record(&w);
	if (w.file.path && w.nr)
		summarise(&w);
	recording_close(&w.recording);
	quantise_free(&w.quantise);
	frames_close(&w.file);
	text_free(&w.head);
	text_free(&w.readings);
	stop_close(&w.stop);
	return w.status ? w.status : command_status(err);
}

int cmd_record(int argc, char **argv)
{
	static const struct command command = {
		.options = options, .parse = parse, .plain = true, .run = run,
		.flags = ARGP_IN_ORDER, .args_doc = "[[--] COMMAND [ARGUMENT...]]",
		.takes = OPTIONS_FILES | OPTIONS_READINGS | OPTIONS_SET,
		.doc = "Record what all threads, cgroups and CPUs do, interval after interval, while a command runs, or until interrupted; tdacct report shows it later, on any machine. An interval has a second, unless --interval or -I says otherwise.\v"
		       "  tdacct record --interval 10s --output night.tdrec\n"
		       "  tdacct record --for 1m\n"
		       "  tdacct record -i 100ms -- make -j8\n"
		       "  tdacct record --interval 10s --output /var/lib/tdacct --keep 2G",
	};
	struct record_options o = {
		.output = USUAL_FILE, .common.repeat.interval = 1,
		.rotate = 3600, .keep.keep_bytes = 1 << 30,
	};

	return command_run(&command, argc, argv, &o);
}
