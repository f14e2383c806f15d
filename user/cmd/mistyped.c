// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/near.h"
#include "mistyped.h"

/* argp adds these itself. */
static const struct argp_option by_argp[] = {
	{ "help", '?', NULL, 0, NULL, 0 }, { "usage", -3, NULL, 0, NULL, 0 },
	{ "version", 'V', NULL, 0, NULL, 0 }, { 0 },
};

struct word {
	struct near near;
	size_t len;		/* up to a = */
	bool exists;
	bool has_argument;
};

/* getopt takes the beginning of a name, too. An alias is what stands before it. */
static void match(struct word *w, const struct argp_option *o)
{
	for (const struct argp_option *meant = o; o->name || o->key; o++) {
		if (!(o->flags & OPTION_ALIAS))
			meant = o;
		if (!o->name || o->flags & OPTION_HIDDEN)
			continue;
		near_try(&w->near, o->name);
		if (strncmp(o->name, w->near.word, w->len))
			continue;
		w->exists = true;
		w->has_argument |= meant->arg &&
				   !(meant->flags & OPTION_ARG_OPTIONAL);
	}
}

/* True: the next word is its argument. */
static bool look_long(const struct argp_option *options, const char *program,
		      const char *text)
{
	size_t len = strcspn(text, "=");
	struct word w = { .len = len };
	char *word = strndup(text, len);

	if (!word)
		return false;
	near_begin(&w.near, word);
	match(&w, options);
	match(&w, by_argp);
	if (!w.exists && w.near.best) {
		fprintf(stderr, "%s: there is no option '--%s'; did you mean '--%s'?\nTry '%s --help' for all of them.\n",
			program, word, w.near.best, program);
		exit(argp_err_exit_status);
	}
	free(word);
	return w.has_argument && !text[len];
}

/* The first that takes an argument takes the rest of the word, or the next. */
static bool look_short(const struct argp_option *options, const char *letters)
{
	const struct argp_option *meant = options;

	for (; *letters; letters++)
		for (const struct argp_option *o = options; o->name || o->key; o++) {
			if (!(o->flags & OPTION_ALIAS))
				meant = o;
			if (o->key == (unsigned char)*letters && meant->arg)
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
