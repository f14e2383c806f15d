// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "text/decimal.h"
#include "exposition.h"

const char *exposition_content_type(enum exposition_format format)
{
	return format == EXPOSITION_OPEN ?
	       "application/openmetrics-text; version=1.0.0; charset=utf-8" :
	       "text/plain; version=0.0.4; charset=utf-8";
}

static void head(struct exposition *e, const char *what, const char *name,
		 const char *text)
{
	text_put(&e->text, what);
	text_put(&e->text, name);
	text_put(&e->text, " ");
	text_put(&e->text, text);
	text_put(&e->text, "\n");
}

/* A family of text has the name of its samples, one of OpenMetrics lacks the suffix. */
void exposition_family(struct exposition *e, enum exposition_type type,
		       const char *name, const char *unit, const char *help)
{
	static const char *const suffix[] = { "_total", "", "_info" };
	static const char *const open[] = { "counter", "gauge", "info" };
	static const char *const plain[] = { "counter", "gauge", "gauge" };
	bool is_open = e->format == EXPOSITION_OPEN;
	const char *family = is_open ? name : e->name;

	snprintf(e->name, sizeof(e->name), "%s%s", name, suffix[type]);
	head(e, "# HELP ", family, help);
	head(e, "# TYPE ", family, is_open ? open[type] : plain[type]);
	if (is_open && unit)
		head(e, "# UNIT ", family, unit);
}

void exposition_begin(struct exposition *e)
{
	text_put(&e->text, e->name);
	e->labels = 0;
	e->samples++;
}

/* Is it \xHH, as below, of a byte that is not shown? Then its backslash is not, either. */
static bool is_escape(const char *text)
{
	char byte[2] = { 0 };
	unsigned int code;

	if (text[0] != '\\' || text[1] != 'x' ||
	    sscanf(text + 2, "%2x", &code) != 1)
		return false;
	*byte = (char)code;
	return *byte == '\\' || !text_shown(byte);
}

/*
 * Most texts are copied as they are, also the \x2d that systemd writes into names of
 * cgroups. No two texts become the same one: that would be a series twice.
 */
static void put_escaped(struct text *t, const char *text)
{
	char hex[8];

	while (*text) {
		size_t len = strcspn(text, "\\\"\n");
		size_t plain = 0;

		while (plain < len && text[plain] >= ' ' && text[plain] <= '~')
			plain++;
		text_add(t, text, plain);
		text += plain;
		if (!*text)
			return;
		len = is_escape(text) ? 0 : text_shown(text);
		if (len && (*text == '\\' || *text == '"')) {
			text_add(t, "\\", 1);
			text_add(t, text, 1);
			len = 1;
		} else if (len) {
			text_add(t, text, len);
		} else {
			snprintf(hex, sizeof(hex), "\\\\x%02x",
				 (unsigned char)*text);
			text_put(t, hex);
			len = 1;
		}
		text += len;
	}
}

void exposition_label(struct exposition *e, const char *name, const char *text)
{
	if (!*text)
		return;
	text_put(&e->text, e->labels++ ? "," : "{");
	text_put(&e->text, name);
	text_put(&e->text, "=\"");
	put_escaped(&e->text, text);
	text_put(&e->text, "\"");
}

static void put_value(struct exposition *e, const char *value, size_t len)
{
	text_put(&e->text, e->labels ? "} " : " ");
	text_add(&e->text, value, len);
	text_put(&e->text, "\n");
}

void exposition_count(struct exposition *e, uint64_t value)
{
	char text[DECIMAL_SIZE];

	put_value(e, text, (size_t)(decimal_count(text, value) - text));
}

void exposition_ns(struct exposition *e, uint64_t ns)
{
	char text[DECIMAL_SIZE + 10];
	int len = snprintf(text, sizeof(text), "%" PRIu64 ".%09" PRIu64,
			   ns / 1000000000, ns % 1000000000);

	put_value(e, text, (size_t)len);
}

void exposition_number(struct exposition *e, double value)
{
	char text[32];
	int len = isnan(value) ? snprintf(text, sizeof(text), "NaN") :
			     snprintf(text, sizeof(text), "%.15g", value);

	put_value(e, text, (size_t)len);
}

int exposition_end(struct exposition *e)
{
	if (e->format == EXPOSITION_OPEN)
		text_put(&e->text, "# EOF\n");
	return e->text.failed ? -ENOMEM : 0;
}
