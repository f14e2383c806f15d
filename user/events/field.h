/* SPDX-License-Identifier: GPL-2.0 */
/* The fields of a JSON object, with every mistake located. */
#ifndef _FIELD_H
#define _FIELD_H

#include <jansson.h>

#include "event.h"

/* Paths are such as "Events/17/UMask"; longer ones point at what is above. */
enum { FIELD_PATH_SIZE = 256, FIELD_TEXT_MAX = 4096 };

struct reader {
	const char *file;
	const char *text;
	struct event_error *why;
};

/* Where the reading is: an object and the path to it. */
struct place {
	const struct reader *r;
	const json_t *object;
	const char *path;
};

/* -EINVAL. @key: NULL for the object itself. */
int field_fail(const struct place *p, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* "path/key" */
void field_path(char to[FIELD_PATH_SIZE], const char *path, const char *key);

/* NULL: absent, null, or a text that vendors write instead. -EINVAL. */
int field_text(const struct place *p, const char *key, const char **out);

/* The same as a copy that must be there. -ENOMEM too. */
int field_copy(const struct place *p, const char *key, char **out);

/*
 * A number up to @max; of several, as in "0xB7, 0xBB", the first. Absent is 0.
 */
int field_number(const struct place *p, const char *key, uint64_t max,
		 uint64_t *out);

/* "0,1,2,3", "0-3", "Fixed counter 1", "fixed 1", 33. Absent is 0. */
int field_counters(const struct place *p, const char *key, uint64_t *out);

/* Every key must be among @keys, which a NULL ends. */
int field_check_keys(const struct place *p, const char *const *keys);

#endif /* _FIELD_H */
