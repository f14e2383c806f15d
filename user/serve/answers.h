/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is answered between two readings: it is written when it is asked for first, and
 * then kept, so that a thousand clients cost no more than one.
 */
#ifndef _SERVE_ANSWERS_H
#define _SERVE_ANSWERS_H

#include "meter.h"

/* A whole file that the library of HTTP, or a file, is given. */
struct answer {
	char *text;
	size_t len;
};

/* All of @m in @format, packed by gzip or not, for the caller to free. -ENOMEM. */
int answer_make(struct answer *to, const struct meter *m,
		enum exposition_format format, bool packed);

/*
 * Replaces @folder/tdacct.prom at once: nobody reads a part. Tells what is wrong, unless
 * that was @said.
 */
int answer_to_folder(const struct meter *m, const char *folder, bool said);

/* Is @format, and is gzip, what a client takes? By the headers Accept and so on, or NULL. */
enum exposition_format answer_format(const char *accept);
bool answer_packed(const char *accept_encoding);

#endif /* _SERVE_ANSWERS_H */
