// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counts/array.h"
#include "text/text.h"
#include "text/units.h"
#include "heat.h"
#include "print.h"

#define MS UINT64_C(1000000)
#define SECOND (1000 * MS)
#define DAY (86400 * SECOND)

enum {
	NAME_MAX_COLUMNS = 24,
	VALUE = 9,		/* columns of what is shown of all, and a blank before */
	PIPE_WIDTH = 80,	/* where there is no terminal */
	COLUMNS_LEAST = 10,
};

/* A step of the scale, or two of them, has a colour. */
static const char shades[] = ".:-=+*o%#@";
static const char *const colours[] = {
	"\033[44m", "\033[46;30m", "\033[42;30m", "\033[43;30m", "\033[41m",
};

enum { SHADES = sizeof(shades) - 1 };

int heat_add(struct heat *h, const char *name, const struct cell *all)
{
	struct text t = { .len = 0 };
	size_t width;
	int err = array_grow(&h->row, h->nr, &h->room, sizeof(*h->row));

	if (err)
		return err;
	width = text_safe(&t, name);
	text_add(&t, "", 1);
	if (t.failed) {
		text_free(&t);
		return -ENOMEM;
	}
	if (width > h->width)
		h->width = width < NAME_MAX_COLUMNS ? width : NAME_MAX_COLUMNS;
	h->row[h->nr++] = (struct heat_row){ .name = t.at, .all = *all };
	return 0;
}

void heat_free(struct heat *h)
{
	for (unsigned int i = 0; i < h->nr; i++) {
		free(h->row[i].name);
		free(h->row[i].cell);
	}
	free(h->row);
	free(h->recorded);
}

/* ---- columns ------------------------------------------------------------- */

/* Returns the smallest time that a clock has and that is not shorter. */
static uint64_t round_up(uint64_t ns)
{
	static const uint32_t ms[] = {
		1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 15000,
		30000, 60000, 120000, 300000, 600000, 900000, 1800000, 3600000,
		7200000, 10800000, 21600000, 43200000,
	};
	uint64_t days = 1;

	for (size_t i = 0; i < sizeof(ms) / sizeof(*ms); i++)
		if (ms[i] * MS >= ns)
			return ms[i] * MS;
	while (days * DAY < ns)
		days *= 2;
	return days * DAY;
}

static size_t columns_of(const struct heat *h, uint64_t to_ns)
{
	return (size_t)((to_ns - h->from_ns + h->step_ns - 1) / h->step_ns);
}

int heat_choose(struct heat *h, uint64_t from_ns, uint64_t to_ns,
		uint64_t interval_ns)
{
	size_t width = print_width(h->to), taken, room;
	bool failed;

	if (h->width < strlen(h->heading))
		h->width = strlen(h->heading);
	taken = h->width + VALUE + 1;
	width = width ? width : PIPE_WIDTH;
	room = width > taken + COLUMNS_LEAST ? width - taken : COLUMNS_LEAST;
	/* the interval that a clock measured is never quite what was asked for */
	h->step_ns = round_up(interval_ns - interval_ns / 10);
	for (;; h->step_ns = round_up(h->step_ns + 1)) {
		h->from_ns = from_ns / h->step_ns * h->step_ns;
		h->columns = columns_of(h, to_ns);
		if (h->columns <= room)
			break;
	}
	h->recorded = calloc(h->columns + 1, sizeof(*h->recorded));
	failed = !h->recorded;
	for (unsigned int i = 0; i < h->nr; i++) {
		h->row[i].cell = calloc(h->columns + 1, sizeof(double));
		failed |= !h->row[i].cell;
		for (size_t k = 0; !failed && k < h->columns; k++)
			h->row[i].cell[k] = HEAT_NOTHING;
	}
	return failed ? -ENOMEM : 0;
}

void heat_window(struct heat *h, uint64_t from_ns, uint64_t to_ns)
{
	uint64_t from = from_ns > h->from_ns ? from_ns - h->from_ns : 0;
	uint64_t to = to_ns > h->from_ns ? to_ns - h->from_ns : 0;

	h->first = (size_t)(from / h->step_ns);
	if (h->first >= h->columns)
		h->first = h->columns - 1;
	h->last = h->first;
	while (h->last + 1 < h->columns &&
	       (h->last + 1) * h->step_ns + h->step_ns / 2 < to)
		h->last++;
	for (size_t i = h->first; i <= h->last; i++)
		h->recorded[i] = true;
}

void heat_put(struct heat *h, unsigned int row, double number)
{
	for (size_t i = h->first; i <= h->last; i++)
		h->row[row].cell[i] = number < 0 ? 0 : number;
}

/* ---- print --------------------------------------------------------------- */

/* Of a scale from 0 to 1 in which the last step has its end, too. */
static unsigned int shade_of(double number, double top)
{
	double step = top > 0 ? floor(number / top * SHADES) : 0;

	return step < SHADES ? (unsigned int)step : SHADES - 1;
}

static double find_top(const struct heat *h)
{
	double top = h->share ? 1 : 0;

	for (unsigned int i = 0; !h->share && i < h->nr; i++)
		for (size_t k = 0; k < h->columns; k++)
			top = fmax(top, h->row[i].cell[k]);
	return top;
}

static void put_cells(const struct heat *h, const struct heat_row *row, double top,
		      bool in_colours)
{
	const char *colour = "", *was = "";
	size_t nr = h->columns;

	while (nr && row->cell[nr - 1] == HEAT_NOTHING)
		nr--;
	fputs(nr ? " " : "", h->to);
	for (size_t i = 0; i < nr; i++) {
		double number = row->cell[i];
		unsigned int shade = number >= 0 ? shade_of(number, top) : 0;

		colour = in_colours && number >= 0 ? colours[shade / 2] : "";
		if (colour != was)
			fprintf(h->to, "%s%s", *was ? "\033[0m" : "", colour);
		was = colour;
		fputc(number >= 0 ? shades[shade] : isnan(number) ? '?' : ' ', h->to);
	}
	fputs(*was ? "\033[0m\n" : "\n", h->to);
}

static void put_row(const struct heat *h, const struct heat_row *row, double top,
		    bool in_colours)
{
	struct text name = { .len = 0 };
	size_t width = text_fit(&name, row->name, strlen(row->name), h->width);
	char value[CELL_SIZE];

	if (!name.failed)
		fprintf(h->to, "%.*s%*s%*s", (int)name.len, name.at ? name.at : "",
			(int)(h->width - width), "", VALUE,
			cell_text(value, &row->all));
	text_free(&name);
	put_cells(h, row, top, in_colours);
}

/* Returns how far local time is before UTC, in ns, modulo 2^64. */
static uint64_t offset_at(uint64_t ns)
{
	time_t seconds = (time_t)(ns / SECOND);
	struct tm tm;

	return localtime_r(&seconds, &tm) ? (uint64_t)tm.tm_gmtoff * SECOND : 0;
}

/*
 * Puts times above columns that begin with one that a clock has, and above the first one,
 * where there is room.
 */
static void put_times(const struct heat *h)
{
	bool fine = h->step_ns < 60 * SECOND;
	uint64_t least = (fine ? sizeof("00:00:00  ") : sizeof("00:00  ")) * h->step_ns;
	uint64_t tick = round_up(least > SECOND ? least : SECOND);
	uint64_t past = (h->from_ns + offset_at(h->from_ns)) % tick;
	const char *form = tick >= DAY ? "%m-%d" : fine ? "%H:%M:%S" : "%H:%M";
	size_t at = 0;

	for (const char *c = h->heading; *c; c++)
		fputc(toupper((unsigned char)*c), h->to);
	fprintf(h->to, "%*s", (int)(h->width - strlen(h->heading)) + VALUE, "ALL");
	for (size_t i = 0; i < h->columns; i++) {
		uint64_t ns = h->from_ns + i * h->step_ns;
		time_t seconds = (time_t)(ns / SECOND);
		char text[32];
		struct tm tm;

		if (i ? (ns + offset_at(ns)) % tick : past && tick - past < least)
			continue;
		if (!localtime_r(&seconds, &tm) ||
		    !strftime(text, sizeof(text), form, &tm) ||
		    (i && i + strlen(text) > h->columns))
			continue;
		fprintf(h->to, "%*s%s", (int)(i + 1 - at), "", text);
		at = i + 1 + strlen(text);
	}
	fputc('\n', h->to);
}

/* Puts a line that has gaps where nothing was recorded. */
static void put_axis(const struct heat *h)
{
	fprintf(h->to, "%*s", (int)h->width + VALUE + 1, "");
	for (size_t i = 0; i < h->columns; i++)
		fputc(h->recorded[i] ? '-' : ' ', h->to);
	fputc('\n', h->to);
}

void heat_print(const struct heat *h)
{
	bool in_colours = print_has_colours(h->to);
	double top = find_top(h);
	char step[UNITS_SIZE], end[CELL_SIZE];
	struct cell last = { .type = CELL_SHARE, .number = top };

	put_times(h);
	put_axis(h);
	for (unsigned int i = 0; i < h->nr; i++) {
		put_row(h, &h->row[i], top, in_colours);
		if (h->row[i].all.type != CELL_UNKNOWN)
			last.type = h->row[i].all.type;
	}
	fprintf(h->to, "\n%s  ten steps from 0 to %s\n", shades, cell_text(end, &last));
	fprintf(h->to, "blank: nothing was done; ?: not known; a column is %s\n",
		units_time(step, (double)h->step_ns));
}
