// SPDX-License-Identifier: GPL-2.0
#include "text/decimal.h"
#include "json.h"
#include "output.h"

static void new_line(struct json *j)
{
	if (!j->indent)
		return;
	text_add(&j->text, "\n", 1);
	text_pad(&j->text, j->indent * j->depth);
}

static void put_quoted(struct text *t, const char *text, size_t len)
{
	static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
	char escape[8];

	for (size_t i = 0; i < len; i++) {
		const char *found = text[i] ? strchr(plain, text[i]) : NULL;

		if (found)
			snprintf(escape, sizeof(escape), "\\%c",
				 letter[found - plain]);
		else if ((unsigned char)text[i] < ' ')
			snprintf(escape, sizeof(escape), "\\u%04X", text[i]);
		else
			*escape = 0;
		if (*escape)
			text_put(t, escape);
		else
			text_add(t, &text[i], 1);
	}
}

void json_key(struct json *j, const char *key)
{
	if (j->more)
		text_add(&j->text, ",", 1);
	if (j->depth)
		new_line(j);
	j->more = true;
	if (!key)
		return;
	text_add(&j->text, "\"", 1);
	put_quoted(&j->text, key, strlen(key));
	text_put(&j->text, j->indent || j->spaced ? "\": " : "\":");
}

void json_make_lead(struct json *j, struct json_lead *lead, const char *key)
{
	size_t from = j->text.len;
	bool more = j->more;

	json_key(j, key);
	lead->depth = j->depth;
	lead->len = j->text.len - from;
	if (lead->len > sizeof(lead->text) || j->text.failed)
		lead->len = 0;
	memcpy(lead->text, j->text.at + from, lead->len);
	j->text.len = from;
	j->more = more;
}

void json_open(struct json *j, const char *key, char bracket)
{
	json_key(j, key);
	text_add(&j->text, &bracket, 1);
	j->depth++;
	j->more = false;
}

void json_close(struct json *j, char bracket)
{
	j->depth--;
	if (j->more)
		new_line(j);
	text_add(&j->text, &bracket, 1);
	j->more = true;
}

/* The kernel cuts names after 15 bytes, which may be in a character. */
static void put_text(struct text *t, const char *text)
{
	char hex[8];

	while (*text) {
		size_t len = 0;

		while (text[len] && (unsigned char)text[len] < 0x80)
			len++;
		put_quoted(t, text, len);
		text += len;
		if (!*text)
			return;
		len = text_shown(text);
		if (!len)
			snprintf(hex, sizeof(hex), "\\\\x%02x", (unsigned char)*text);
		text_add(t, len ? text : hex, len ? len : 5);
		text += len ? len : 1;
	}
}

/* Most texts are copied as they are: false where this one is not, and nothing is put. */
static bool put_plain(struct text *t, const char *text)
{
	size_t len = strlen(text);
	char *at;

	if (!text_has_room(t, len + 2))
		return true;
	at = t->at + t->len;
	*at++ = '"';
	for (; *text; text++) {
		if (*text < ' ' || *text > '~' || *text == '\\' || *text == '"')
			return false;
		*at++ = *text;
	}
	*at++ = '"';
	t->len += len + 2;
	return true;
}

void json_put_text(struct json *j, const char *text)
{
	if (!text) {
		text_add(&j->text, "null", 4);
	} else if (!put_plain(&j->text, text)) {
		text_add(&j->text, "\"", 1);
		put_text(&j->text, text);
		text_add(&j->text, "\"", 1);
	}
}

void json_flag(struct json *j, const char *key, bool flag)
{
	json_key(j, key);
	text_put(&j->text, flag ? "true" : "false");
}

/* JSON's integers end at 2^63; nothing that is counted comes near, but it may fall. */
void json_put_count(struct json *j, uint64_t count)
{
	struct text *t = &j->text;

	if (!text_has_room(t, DECIMAL_SIZE))
		return;
	if (count >> 63) {
		t->at[t->len++] = '-';
		count = -count;
	}
	t->len = (size_t)(decimal_count(t->at + t->len, count) - t->at);
}

/* "1e+05" becomes "1e5", and "1" becomes "1.0". */
static void put_number(struct text *t, double number, unsigned int digits)
{
	char text[64], *at;
	size_t skip;

	snprintf(text, sizeof(text), "%.*g", (int)digits, number);
	at = strchr(text, 'e');
	if (at) {
		at += at[1] == '-' ? 2 : 1;
		skip = strspn(at, "+0");
		memmove(at, at + skip, strlen(at + skip) + 1);
	} else if (!strchr(text, '.')) {
		strcat(text, ".0");
	}
	text_put(t, text);
}

void json_put_known(struct json *j, double number)
{
	struct text *t = &j->text;
	char *end = NULL;

	if (!isfinite(number)) {
		json_put_text(j, NULL);
		return;
	}
	if (!j->digits && text_has_room(t, DECIMAL_SIZE))
		end = decimal_share(t->at + t->len, number);
	if (end)
		t->len = (size_t)(end - t->at);
	else
		put_number(t, number, j->digits ? j->digits : 10);
}

void json_ns(struct json *j, const char *key, double ns)
{
	json_maybe(j, key, isfinite(ns), isfinite(ns) ? (uint64_t)llround(ns) : 0);
}

void json_maybe(struct json *j, const char *key, bool known, uint64_t count)
{
	if (known)
		json_count(j, key, count);
	else
		json_text(j, key, NULL);
}

void json_texts(struct json *j, const char *key, const char *const *text,
		size_t nr)
{
	json_open(j, key, '[');
	for (size_t i = 0; i < nr; i++)
		json_text(j, NULL, text[i]);
	json_close(j, ']');
}

int json_flush(struct json *j)
{
	return output_write(j->to, &j->text);
}

int json_end(struct json *j)
{
	int err;

	text_add(&j->text, "\n", 1);
	err = json_flush(j);
	text_free(&j->text);
	j->more = false;
	return err;
}
