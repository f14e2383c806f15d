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

/* Besides the metrics, in each format: data of the page, and the page itself. */
enum { ANSWER_NOW = EXPOSITION_FORMATS, ANSWER_HOUR, ANSWER_PAGE, ANSWERS };

/* The value of Content-Type. */
const char *answer_type(unsigned int what);

/*
 * @what of @m, one of the formats or of the above, packed by gzip or not, for the caller
 * to free. -ENOMEM.
 */
int answer_make(struct answer *to, const struct meter *m, unsigned int what,
		bool packed);

enum { ANSWER_TAG_SIZE = 40 };

/* The value of ETag. */
void answer_tag(const struct answer *a, char to[ANSWER_TAG_SIZE]);

/*
 * Replaces @folder/tdacct.prom at once: nobody reads a part. Tells what is wrong, unless
 * that was @said.
 */
int answer_to_folder(const struct meter *m, const char *folder, bool said);

/* Is @format, and is gzip, what a client takes? By the headers Accept and so on, or NULL. */
enum exposition_format answer_format(const char *accept);
bool answer_packed(const char *accept_encoding);

/*
 * The length of the origin that @url begins with, "https://example.net:9090"; 0: it has none that
 * could stand in a policy.
 */
size_t answer_origin(const char *url);

#endif /* _SERVE_ANSWERS_H */
