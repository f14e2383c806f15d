/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writes JSON, member by member, as libjansson would write the same values to the
 * byte. Of 10,000 rows of 11 members, values of libjansson take 559 million
 * instructions, and this takes 83 million, or 31 million by json_lead().
 *
 * @key is the name of a member of an object, and NULL for an element of an array. What
 * is written is kept until json_flush() or json_end(), which tell of errors.
 */
#ifndef _VIEW_JSON_H
#define _VIEW_JSON_H

#include <math.h>
#include <stdio.h>

#include "text/text.h"

struct json {
	FILE *to;
	struct text text;	/* not written yet */
	unsigned int indent;	/* blanks a level; 0: all on one line */
	unsigned int digits;	/* of a number that has a point; 0: ten */
	unsigned int depth;	/* objects and arrays that are open */
	bool more;		/* something stands before in the innermost of them */
	bool spaced;		/* a blank behind each colon on one line, too */
};

enum { JSON_INDENT_USUAL = 2 };

/* Write into @to; on one @line, or with a line for each member. */
static inline struct json json_to(FILE *to, bool line)
{
	return (struct json){
		.to = to, .indent = line ? 0 : JSON_INDENT_USUAL,
	};
}

/* @bracket: '{' or '[', and '}' or ']'. */
void json_open(struct json *j, const char *key, char bracket);
void json_close(struct json *j, char bracket);

/* json_key() puts what stands before a value, json_put_*() put the value. */
void json_key(struct json *j, const char *key);
void json_put_text(struct json *j, const char *text);
void json_put_count(struct json *j, uint64_t count);
void json_put_known(struct json *j, double number);

/* Bytes of @text that belong to no character, or control a terminal, become \xHH. */
static inline void json_text(struct json *j, const char *key,
			     const char *text)	/* NULL: null */
{
	json_key(j, key);
	json_put_text(j, text);
}

static inline void json_count(struct json *j, const char *key, uint64_t count)
{
	json_key(j, key);
	json_put_count(j, count);
}

static inline void json_known(struct json *j, const char *key,
			      double number)	/* NAN: null */
{
	json_key(j, key);
	json_put_known(j, number);
}

void json_flag(struct json *j, const char *key, bool flag);
void json_ns(struct json *j, const char *key, double ns);	/* as a whole number */

/* @count, or null where it is not @known. */
void json_maybe(struct json *j, const char *key, bool known, uint64_t count);

/* An array of @nr texts. */
void json_texts(struct json *j, const char *key, const char *const *text,
		size_t nr);

/* A lead is the text that json_key() puts, made once for many objects of a depth. */
enum { JSON_LEAD_USUAL = 32 };	/* most are no longer: copied as a whole */
struct json_lead {
	char text[128];
	size_t len;		/* 0: it is too long */
	unsigned int depth;	/* of the objects */
};

/* Makes the lead of @key for objects as deep as the open one, and with as many members. */
void json_make_lead(struct json *j, struct json_lead *lead, const char *key);

static inline void json_lead(struct json *j, const struct json_lead *lead,
			     const char *key)
{
	struct text *t = &j->text;

	j->more = true;
	if (lead->len && lead->len <= JSON_LEAD_USUAL &&
	    text_has_room(t, JSON_LEAD_USUAL)) {
		memcpy(t->at + t->len, lead->text, JSON_LEAD_USUAL);
		t->len += lead->len;
	} else if (lead->len) {
		text_add(t, lead->text, lead->len);
	} else {
		json_key(j, key);
	}
}

/* Writes what is there. -ENOMEM: something is missing; -EIO: @to takes no more. */
int json_flush(struct json *j);

/* Ends the line, and flushes it. The printer can be used again. */
int json_end(struct json *j);

#endif /* _VIEW_JSON_H */
