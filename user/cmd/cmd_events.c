// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "events/counters.h"
#include "reading/machine.h"
#include "text/file.h"
#include "boot.h"
#include "cmd.h"
#include "events.h"
#include "options.h"

enum {
	KEY_FAMILY = OPTION_OWN, KEY_DATA, KEY_MODEL, KEY_WATCHDOG,
	KEY_WITHOUT, KEY_NO_HT, KEY_LOAD, KEY_EVENTS, KEY_BOOT,
};

enum { WORDS_MAX = 256 };

struct line {
	struct events_options o;
	char *word[WORDS_MAX];
	unsigned int nr;
	char *list[WORDS_MAX];	/* of --events */
	unsigned int nr_lists;
};

static const struct argp_option options[] = {
	{ "json", 'j', NULL, 0, "print JSON", 0 },
	{ "model", KEY_MODEL, "MODEL", 0, "answer for this family of CPUs: the name of one that is built in or in /etc/tdacct/sites, or a family's file; of a file of metrics, list what each set gives of these; the default is this machine's", 0 },
	{ "site", KEY_MODEL, "FILE", OPTION_HIDDEN, NULL, 0 },
	{ "family", KEY_FAMILY, "NAME", OPTION_HIDDEN, NULL, 0 },
	{ "event-data", KEY_DATA, "FILE", 0, "the events and their counters: a file as Intel or perf publish it, or one of your own", 0 },
	{ "watchdog", KEY_WATCHDOG, NULL, 0, "the kernel's NMI watchdog is on, and counts cycles too", 0 },
	{ "without", KEY_WITHOUT, "COUNTERS", 0, "others hold these counters, such as 3, 0-1 or 'fixed 1'", 0 },
	{ "no-hyper-threading", KEY_NO_HT, NULL, 0, "hyper-threading is off, which on older CPUs gives twice the counters", 0 },
	{ "events", KEY_EVENTS, "EVENT,...", 0, "with use: these events, as if they were an argument", 0 },
	{ "load", KEY_LOAD, NULL, 0, "of a set that fits, print only the line for /etc/modprobe.d", 0 },
	{ "boot", KEY_BOOT, NULL, 0, "with use: also whenever the module is loaded, by a file in /etc/modprobe.d", 0 },
	{ 0 },
};

static void add_word(struct argp_state *state, struct line *l, char *word)
{
	if (l->nr == WORDS_MAX)
		argp_error(state, "more than %d arguments", WORDS_MAX);
	else
		l->word[l->nr++] = word;
}

/* --events may stand before its action. */
static void add_event_list(struct argp_state *state, struct line *l,
			   char *list)
{
	if (l->nr_lists == WORDS_MAX)
		argp_error(state, "more than %d lists", WORDS_MAX);
	else
		l->list[l->nr_lists++] = list;
}

static void take_lists(struct argp_state *state, struct line *l)
{
	if (l->nr_lists && (!l->nr || strcmp(l->word[0], "use")))
		argp_error(state, "--events is for use only");
	for (unsigned int i = 0; i < l->nr_lists; i++)
		add_word(state, l, l->list[i]);
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

#define NR_ACTIONS (sizeof(actions) / sizeof(*actions))

static const struct action *find_action(const char *name)
{
	for (size_t i = 0; i < NR_ACTIONS; i++)
		if (!strcmp(actions[i].name, name))
			return &actions[i];
	return NULL;
}

static void check(struct argp_state *state, const struct line *l)
{
	const struct action *a = l->nr ? find_action(l->word[0]) : NULL;

	if (!a)
		argp_error(state, "expected list, show, use or fit%s%s%s",
			   l->nr ? ", not '" : "", l->nr ? l->word[0] : "",
			   l->nr ? "'" : "");
	else if (l->nr - 1 < a->min || l->nr - 1 > a->max)
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
	case 'j':
		l->o.json = true;
		return 0;
	case KEY_FAMILY:
		l->o.family = arg;
		return 0;
	case KEY_DATA:
		l->o.file = file_argument(arg);
		return 0;
	case KEY_MODEL:
		l->o.model = file_argument(arg);
		return 0;
	case KEY_WATCHDOG:
		l->o.watchdog = true;
		return 0;
	case KEY_WITHOUT:
		if (!counters_parse(arg, &l->o.without))
			argp_error(state, "--without expects counters such as 3, 0-1 or 'fixed 1', not '%s'",
				   arg);
		return 0;
	case KEY_NO_HT:
		l->o.no_ht = true;
		return 0;
	case KEY_EVENTS:
		add_event_list(state, l, arg);
		return 0;
	case KEY_LOAD:
		l->o.load = true;
		return 0;
	case KEY_BOOT:
		l->o.boot = true;
		return 0;
	case ARGP_KEY_ARG:
		add_word(state, l, arg);
		return 0;
	case ARGP_KEY_END:
		take_lists(state, l);
		check(state, l);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options, .parser = parse, .children = options_help,
	.args_doc = "list\nshow SET\nuse SET\nuse EVENT...\nuse none\nfit EVENT...",
	.doc = "Show the named sets of events, say whether events can be counted at the same time, or make the module count other events. list shows all sets that have a name, show one of them, fit tries events of your own, and use makes the module count events from now on. An event is a vendor's name with modifiers (A.B:c4), perf's spelling (cpu/event=0xd1,umask=0x2/, r1a8), or the name of a set. Only use needs the module, and CAP_SYS_ADMIN.\v"
	       "The exit status is 1 when the events do not fit. With use, all CPUs count the new events, or all go on with those that they had. Nothing that was counted is lost: other numbers go on, and an event that is not counted any more keeps what it had.",
};

/* Parameters of the module by which it counts @s; @option asked for them. */
static int find_parameters(char *to, size_t size, const struct events_set *s,
			   const char *option)
{
	const struct admission *a = &s->admission;
	struct event_error why = { "" };

	if (!a->fit.fits) {
		fprintf(stderr, "tdacct: these events do not fit; leave out %s to see why\n",
			option);
		return -EBUSY;
	}
	if (admit_parameter(a, to, size, &why)) {
		fprintf(stderr, "tdacct: %s\n", why.text);
		return -ENOTSUP;
	}
	return 0;
}

static int print_load(const struct events_set *s)
{
	char text[512];
	int err = find_parameters(text, sizeof(text), s, "--load");

	if (!err)
		printf("options tdacct %s\n", text);
	return err;
}

static int print(const struct events_of *e, const struct events_set *s)
{
	int err;

	if (e->options->load)
		return print_load(s);
	err = events_print_set(e, s);
	return err ? err : s->admission.fit.fits ? 0 : -EBUSY;
}

static int complain_set(const struct events_of *e, const struct event_data *d,
			const char *name)
{
	fprintf(stderr, "tdacct: no set '%s'", name);
	if (d)
		events_say_sets(d, name);
	else
		fprintf(stderr, "; %s has none\n", e->data->name);
	return -ENOENT;
}

static int show(const struct events_of *e, const char *name)
{
	const struct event_data *d = events_sets(e);
	const struct event_set *named = d ? event_data_find_set(d, name) : NULL;
	struct events_set s;
	int err;

	if (!named)
		return complain_set(e, d, name);
	err = events_named(&s, e, named);
	return err ? err : print(e, &s);
}

static int fit(const struct events_of *e, char *const *words, unsigned int nr)
{
	struct events_set s;
	int err = events_asked(&s, e, words, nr);

	return err ? err : print(e, &s);
}

static int use_from_boot(const struct admission *a, const struct event_data *sets,
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
		return err ? err : events_use(&s.admission, e->data, NULL,
					      e->options->json);
	err = find_parameters(text, sizeof(text), &s, "--boot");
	return err ? err : use_from_boot(&s.admission, e->data, text,
					 e->options->json);
}

/* For this nothing need be known of the CPU. */
static int use_none(const struct events_options *o)
{
	return o->boot ? use_from_boot(NULL, NULL, "", o->json) :
			 events_use(NULL, NULL, NULL, o->json);
}

static int act(const struct events_of *e, const struct line *l)
{
	switch (*l->word[0]) {
	case 'l':
		return events_print_list(e);
	case 's':
		return show(e, l->word[1]);
	case 'u':
		return use(e, l->word + 1, l->nr - 1);
	default:
		return fit(e, l->word + 1, l->nr - 1);
	}
}

static bool is_use_none(const struct line *l)
{
	return l->nr == 2 && *l->word[0] == 'u' && !strcmp(l->word[1], "none");
}

int cmd_events(int argc, char **argv)
{
	struct line l = { .nr = 0 };
	struct events_of e;
	int err;

	options_parse(&argp, argc, argv, 0, &l);
	if (is_use_none(&l))
		return use_none(&l.o) ? EXIT_FAILED : EXIT_FINE;
	err = events_open(&e, &l.o);
	if (err)
		return EXIT_FAILED;
	err = act(&e, &l);
	events_close(&e);
	return err ? EXIT_FAILED : EXIT_FINE;
}
