// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/machine.h"
#include "events/counters.h"
#include "text/file.h"
#include "boot.h"
#include "cmd.h"
#include "command.h"
#include "events.h"

enum {
	KEY_FAMILY = OPTION_OWN, KEY_DATA, KEY_MODEL, KEY_WATCHDOG,
	KEY_WITHOUT, KEY_NO_HT, KEY_LOAD, KEY_EVENTS, KEY_BOOT,
};

enum { WORDS_MAX = 256 };

struct words {
	char *word[WORDS_MAX];
	unsigned int nr;
};

struct line {
	struct events_options o;
	struct words words;
	struct words lists;	/* of --events, which may stand before its action */
};

static const struct option_row options[] = {
	OPT_FLAG("json", 'j', struct line, o.json, "print JSON"),
	OPT_FILE("model", KEY_MODEL, "MODEL", struct line, o.model, "answer for this family of CPUs: the name of one that is built in or in /etc/tdacct/sites, or a family's file; of a file of metrics, list what each set gives of these; the default is this machine's"),
	OPT_HIDDEN("site", KEY_MODEL, "FILE"),
	OPT_HIDDEN("family", KEY_FAMILY, "NAME"),
	OPT_FILE("event-data", KEY_DATA, "FILE", struct line, o.file, "the events and their counters: a file as Intel or perf publish it, or one of your own"),
	OPT_FLAG("watchdog", KEY_WATCHDOG, struct line, o.watchdog, "the kernel's NMI watchdog is on, and counts cycles too"),
	OPT("without", KEY_WITHOUT, "COUNTERS", "others hold these counters, such as 3, 0-1 or 'fixed 1'"),
	OPT_FLAG("no-hyper-threading", KEY_NO_HT, struct line, o.no_ht, "hyper-threading is off, which on older CPUs gives twice the counters"),
	OPT("events", KEY_EVENTS, "EVENT,...", "with use: these events, as if they were an argument"),
	OPT_FLAG("load", KEY_LOAD, struct line, o.load, "of a set that fits, print only the line for /etc/modprobe.d"),
	OPT_FLAG("boot", KEY_BOOT, struct line, o.boot, "with use: also whenever the module is loaded, by a file in /etc/modprobe.d"),
	OPT_END,
};

static void add_word(struct argp_state *state, struct words *to, char *word,
		     const char *what)
{
	if (to->nr == WORDS_MAX)
		argp_error(state, "more than %d %s", WORDS_MAX, what);
	else
		to->word[to->nr++] = word;
}

/* How many words each has behind its own: at least, at most. */
static const struct action {
	const char *name;
	unsigned int min;
	unsigned int max;
	const char *usage;
} actions[] = {
	{ "list", 0, 0, "list takes no argument" },
	{ "show", 1, 1, "show takes the name of one set" },
	{ "use", 1, WORDS_MAX - 1, "use takes the name of a set, events, or none" },
	{ "fit", 1, WORDS_MAX - 1, "fit takes events or names of sets" },
};

/* Refuses an action that is not known, or that has too few or too many words. */
static void check(struct argp_state *state, struct line *l)
{
	const struct action *a = NULL;
	struct words *w = &l->words;

	if (l->lists.nr && (!w->nr || strcmp(w->word[0], "use")))
		argp_error(state, "--events is for use only");
	for (unsigned int i = 0; i < l->lists.nr; i++)
		add_word(state, w, l->lists.word[i], "arguments");
	for (size_t i = 0; w->nr && i < sizeof(actions) / sizeof(*actions); i++)
		if (!strcmp(actions[i].name, w->word[0]))
			a = &actions[i];
	if (!a)
		argp_error(state, "expected list, show, use or fit%s%s%s",
			   w->nr ? ", not '" : "", w->nr ? w->word[0] : "",
			   w->nr ? "'" : "");
	else if (w->nr - 1 < a->min || w->nr - 1 > a->max)
		argp_error(state, "%s", a->usage);
	else if (l->o.load && (l->o.json || !strcmp(a->name, "list") ||
			       !strcmp(a->name, "use")))
		argp_error(state, "--load is for show and fit only, and cannot be combined with --json");
	else if (l->o.boot && strcmp(a->name, "use"))
		argp_error(state, "--boot is for use only");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct line *l = state->input;

	switch (key) {
	case KEY_FAMILY:
		l->o.family = arg;
		return 0;
	case KEY_WITHOUT:
		if (!counters_parse(arg, &l->o.without))
			argp_error(state, "--without expects counters such as 3, 0-1 or 'fixed 1', not '%s'",
				   arg);
		return 0;
	case KEY_EVENTS:
		add_word(state, &l->lists, arg, "lists");
		return 0;
	case ARGP_KEY_ARG:
		add_word(state, &l->words, arg, "arguments");
		return 0;
	case ARGP_KEY_END:
		check(state, l);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct command command = {
	.options = options, .parse = parse,
	.args_doc = "list\nshow SET\nuse SET\nuse EVENT...\nuse none\nfit EVENT...",
	.doc = "Show the named sets of events, say whether events can be counted at the same time, or make the module count other events. list shows all sets that have a name, show one of them, fit tries events of your own, and use makes the module count events from now on. An event is a vendor's name with modifiers (A.B:c4), perf's spelling (cpu/event=0xd1,umask=0x2/, r1a8), or the name of a set. Only use needs the module, and CAP_SYS_ADMIN.\v"
	       "The exit status is 1 when the events do not fit. With use, all CPUs count the new events, or all go on with those that they had. Nothing that was counted is lost: other numbers go on, and an event that is not counted any more keeps what it had.",
};

/* Parameters of the module by which it counts @s; @option asked for them. */
static int find_parameters(char *to, size_t size, const struct events_set *s,
			   const char *option)
{
	const struct set_schedule *a = &s->schedule;
	struct event_error why = { "" };

	if (!a->fit.fits) {
		fprintf(stderr, "tdacct: these events do not fit; leave out %s to see why\n",
			option);
		return -EBUSY;
	}
	if (schedule_set_parameter(a, to, size, &why)) {
		fprintf(stderr, "tdacct: %s\n", why.text);
		return -ENOTSUP;
	}
	return 0;
}

static int print(const struct events_of *e, const struct events_set *s)
{
	char text[512];
	int err;

	if (!e->options->load) {
		err = events_print_set(e, s);
		return err ? err : s->schedule.fit.fits ? 0 : -EBUSY;
	}
	err = find_parameters(text, sizeof(text), s, "--load");
	if (!err)
		printf("options tdacct %s\n", text);
	return err;
}

static int show(const struct events_of *e, const char *name)
{
	const struct event_data *d = events_sets(e);
	const struct event_set *named = d ? event_data_find_set(d, name) : NULL;
	struct events_set s;
	int err;

	if (named) {
		err = events_named(&s, e, named);
		return err ? err : print(e, &s);
	}
	fprintf(stderr, "tdacct: no set '%s'", name);
	if (d)
		events_say_sets(d, name);
	else
		fprintf(stderr, "; %s has none\n", e->data->name);
	return -ENOENT;
}

static int fit(const struct events_of *e, char *const *words, unsigned int nr)
{
	struct events_set s;
	int err = events_asked(&s, e, words, nr);

	return err ? err : print(e, &s);
}

static int use_from_boot(const struct set_schedule *a, const struct event_data *sets,
			 const char *parameters, bool json)
{
	struct boot boot;
	int err = boot_prepare(&boot, machine_root(), parameters);

	if (err)
		return err;
	err = events_use(a, sets, &boot, json);
	boot_drop(&boot);
	return err;
}

/* Whether they fit now, the kernel knows best. */
static int use(const struct events_of *e, char *const *words, unsigned int nr)
{
	struct events_set s;
	char text[512];
	int err;

	if (e->elsewhere) {
		fprintf(stderr, "tdacct: the site file '%s' is not for this CPU, on which its codes may mean something else; the file names its CPUs under \"cpus\"\n",
			e->data->name);
		return -EINVAL;
	}
	err = events_asked(&s, e, words, nr);
	if (err || !e->options->boot)
		return err ? err : events_use(&s.schedule, e->data, NULL,
					      e->options->json);
	err = find_parameters(text, sizeof(text), &s, "--boot");
	return err ? err : use_from_boot(&s.schedule, e->data, text,
					 e->options->json);
}

int cmd_events(int argc, char **argv)
{
	struct line l = { .words = { .nr = 0 } };
	const struct events_options *o = &l.o;
	char *const *words = l.words.word + 1;
	struct events_of e;
	unsigned int nr;
	int err;

	options_parse(&command, argc, argv, &l);
	nr = l.words.nr - 1;
	/* nothing need be known of the CPU to count no events */
	if (nr == 1 && *words[-1] == 'u' && !strcmp(*words, "none")) {
		err = o->boot ? use_from_boot(NULL, NULL, "", o->json) :
				events_use(NULL, NULL, NULL, o->json);
		return command_status(err);
	}
	if (events_open(&e, o))
		return EXIT_FAILED;
	switch (*words[-1]) {
	case 'l':
		err = events_print_list(&e);
		break;
	case 's':
		err = show(&e, *words);
		break;
	case 'u':
		err = use(&e, words, nr);
		break;
	default:
		err = fit(&e, words, nr);
	}
	events_close(&e);
	return command_status(err);
}
