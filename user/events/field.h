/* SPDX-License-Identifier: GPL-2.0 */
/* The members of a JSON object, with every mistake located. */
#ifndef _FIELD_H
#define _FIELD_H

#include <jansson.h>
#include <stddef.h>

#include "event.h"

/* Paths are such as "nodes/17/formula"; longer ones point at what is above. */
enum { FIELD_PATH_SIZE = 256, FIELD_TEXT_MAX = 4096 };

/*
 * A file that is being read. @root is what it says, together with the family that it
 * extends; @own is the file alone, in which mistakes are located.
 */
struct reader {
	const char *file;
	const char *text;
	const json_t *root;
	const json_t *own;	/* NULL: the file extends nothing */
	bool vendors;		/* who write "N/A", or several numbers */
	struct event_error *why;
};

/* An object of a file, and the path to it. */
struct place {
	const struct reader *r;
	const json_t *object;
	const char *path;
};

/* The type of a member, and of the C member that takes it. */
enum field_type {
	FIELD_OTHER,		/* code of its own reads it */
	FIELD_TEXT,		/* char *, to be freed, no control characters */
	FIELD_U32,		/* uint32_t; as FIELD_U64 */
	FIELD_U64,		/* uint64_t; a number, or a text such as "0x1f" */
	FIELD_FLAG,		/* bool */
	FIELD_COUNTERS,		/* uint64_t; see field_counters() */
	FIELD_TYPE = 0x0f,
	FIELD_NEEDED = 0x10,	/* with one of these: it must be there */
};

struct field {
	const char *key;	/* NULL ends a table */
	int type;
	size_t offset;
	uint64_t max;		/* of numbers */
};

/*
 * Reads all members of an object into the struct at @to. What is absent leaves its C
 * member as it is. -EINVAL: the place is no object, a member is in no table, is
 * missing or wrong. -ENOMEM.
 */
int field_read(const struct place *p, const struct field *fields, void *to);

/*
 * -EINVAL. @key: NULL for the object itself. The second points so many bytes into the
 * text that is there.
 */
int field_fail(const struct place *p, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
int field_fail_within(const struct place *p, const char *key,
		      unsigned int within, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* "path/key" */
void field_path(char to[FIELD_PATH_SIZE], const char *path, const char *key);

/*
 * Calls @each for every object of the list @key, which may be absent; -EINVAL where
 * it is no list, or has more than @max of them.
 */
int field_each(const struct place *p, const char *key, size_t max,
	       int (*each)(void *to, const struct place *p), void *to);

/* NULL: absent, null, or a text that vendors write instead of that. -EINVAL. */
int field_text(const struct place *p, const char *key, const char **out);

/* A number up to @max; of a vendor's "0xB7, 0xBB", the first. Absent is 0. */
int field_number(const struct place *p, const char *key, uint64_t max,
		 uint64_t *out);

/* "0,1,2,3", "0-3", "Fixed counter 1", "fixed 1", 33. Absent is 0. */
int field_counters(const struct place *p, const char *key, uint64_t *out);

/* Every member must be in the table. */
int field_check_keys(const struct place *p, const struct field *fields);

#endif /* _FIELD_H */
