// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/near.h"
#include "mistyped.h"

/* What argp itself adds. */
static const struct argp_option by_argp[] = {
	{ "help", '?', NULL, 0, NULL, 0 }, { "usage", -3, NULL, 0, NULL, 0 },
	{ "version", 'V', NULL, 0, NULL, 0 }, { 0 },
};

/* Of all options of a command: what @visit makes of each. */
struct visit {
	void (*option)(struct visit *v, const struct argp_option *o,
		       const struct argp_option *meant);
	struct near near;
	size_t len;		/* of the word, up to a = */
	int key;
	bool exists;
	bool has_argument;
};

/* An alias is what stands before it. */
static void visit_all(struct visit *v, const struct argp_option *o)
{
	for (const struct argp_option *meant = o; o->name || o->key; o++) {
		if (!(o->flags & OPTION_ALIAS))
			meant = o;
		v->option(v, o, meant);
	}
}

/* getopt takes the beginning of a name, too. */
static void match_long(struct visit *v, const struct argp_option *o,
		       const struct argp_option *meant)
{
	if (!o->name || o->flags & OPTION_HIDDEN)
		return;
	near_try(&v->near, o->name);
	if (strncmp(o->name, v->near.word, v->len))
		return;
	v->exists = true;
	v->has_argument |= meant->arg && !(meant->flags & OPTION_ARG_OPTIONAL);
}

static void match_short(struct visit *v, const struct argp_option *o,
			const struct argp_option *meant)
{
	if (o->key == v->key)
		v->has_argument |= meant->arg != NULL;
}

static void complain(const char *program, const struct near *near)
{
	fprintf(stderr, "%s: there is no option '--%s'; did you mean '--%s'?\nTry '%s --help' for all of them.\n",
		program, near->word, near->best, program);
	exit(argp_err_exit_status);
}

/* True: the next word is its argument. */
static bool look_long(const struct argp_option *options, const char *program,
		      const char *text)
{
	size_t len = strcspn(text, "=");
	char *word = strndup(text, len);
	struct visit v = { .option = match_long, .len = len };

	if (!word)
		return false;
	near_begin(&v.near, word);
	visit_all(&v, options);
	visit_all(&v, by_argp);
	if (!v.exists && v.near.best)
		complain(program, &v.near);
	free(word);
	return v.has_argument && !text[len];
}

/* The first that takes an argument takes the rest of the word, or the next. */
static bool look_short(const struct argp_option *options, const char *letters)
{
	for (; *letters; letters++) {
		struct visit v = {
			.option = match_short, .key = (unsigned char)*letters,
		};

		visit_all(&v, options);
		if (v.has_argument)
			return !letters[1];
	}
	return false;
}

void mistyped_look(const struct argp_option *options, int argc, char **argv,
		   unsigned int flags)
{
	for (int i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (!strcmp(word, "--"))
			return;
		if (!strncmp(word, "--", 2))
			i += look_long(options, argv[0], word + 2);
		else if (*word == '-' && word[1])
			i += look_short(options, word + 1);
		else if (flags & ARGP_IN_ORDER)
			return;
	}
}
