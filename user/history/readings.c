// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "readings.h"
#include "step.h"

enum { NAME_SIZE = 64 };

/* A member is written as one of these. */
enum cell {
	CELL_U32, CELL_U64,
	CELL_MORE_U32, CELL_MORE_U64,	/* than in the row before */
	CELL_TEXT,			/* of @size bytes */
	CELL_PATH,			/* const char * */
};

struct field {
	const char *name;
	enum cell cell;
	size_t at;
	size_t size;
};

#define FIELD(_struct, _cell, _member) \
	{ #_member, CELL_##_cell, offsetof(struct _struct, _member), \
	  sizeof(((struct _struct *)NULL)->_member) }

static const struct field of_reading[] = {
	FIELD(reading, U64, time_ns), FIELD(reading, U64, boot_ns),
	FIELD(reading, U64, interval_ns), FIELD(reading, U32, flags),
	FIELD(reading, TEXT, host), FIELD(reading, TEXT, boot_id),
	FIELD(reading, TEXT, gap),
};

static const struct field of_sample[] = {
	FIELD(sample, MORE_U64, id), FIELD(sample, MORE_U32, tid),
	FIELD(sample, MORE_U32, pid), FIELD(sample, U32, cpu),
	FIELD(sample, U64, have), FIELD(sample, U32, state),
	FIELD(sample, TEXT, comm), FIELD(sample, MORE_U64, born_ns),
	FIELD(sample, U32, flags), FIELD(sample, U64, cpu_ns),
	FIELD(sample, U64, lost_ns), FIELD(sample, U64, threads),
	FIELD(sample, U64, exited_threads), FIELD(sample, MORE_U64, cgroup),
	FIELD(sample, U64, cgroup_parent), FIELD(sample, U32, cgroup_flags),
	FIELD(sample, PATH, path), FIELD(sample, U64, busy.ns),
	FIELD(sample, U64, busy.all_ns),
};

enum {
	NR_OF_READING = sizeof(of_reading) / sizeof(*of_reading),
	NR_OF_SAMPLE = sizeof(of_sample) / sizeof(*of_sample),
};

static const struct {
	const char *name;
	enum sample_kind kind;
} tables[] = {
	[READING_THREADS] = { "thread", SAMPLE_THREAD },
	[READING_CGROUPS] = { "cgroup", SAMPLE_CGROUP },
	[READING_CPUS] = { "cpu", SAMPLE_CPU },
	[READING_EXITED] = { "exited", SAMPLE_EXITED },
	[READING_IDLE] = { "idle", SAMPLE_IDLE },
	[READING_UNTRACKED] = { "untracked", SAMPLE_UNTRACKED },
};

#define IDLE "idle."		/* before the counts of struct sample.idle */
#define LACKS "lacks."
#define PARTS "parts."		/* before counts in steps, and before IDLE */
#define KNOWN "known"

/* ---- numbers ------------------------------------------------------------- */

static void put_number(struct text *t, uint64_t number)
{
	char bytes[10];
	size_t len = 0;

	for (; number >> 7; number >>= 7)
		bytes[len++] = (char)(number | 0x80);
	bytes[len++] = (char)number;
	text_add(t, bytes, len);
}

static void put_text(struct text *t, const char *what)
{
	size_t len = what ? strlen(what) : 0;

	put_number(t, len);
	text_add(t, what, len);
}

static uint64_t zigzag(uint64_t number)
{
	return number << 1 ^ (number >> 63 ? UINT64_MAX : 0);
}

static uint64_t zagzig(uint64_t number)
{
	return number >> 1 ^ (number & 1 ? UINT64_MAX : 0);
}

/* A reader of bytes, up to @end. @bad: they make no sense, and all that follows is 0. */
struct cursor {
	const char *at;
	const char *end;
	bool bad;
};

static uint64_t take_number(struct cursor *c)
{
	uint64_t number = 0;

	for (unsigned int shift = 0; shift < 64; shift += 7) {
		unsigned char byte;

		if (c->at == c->end)
			break;
		byte = (unsigned char)*c->at++;
		number |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return number;
	}
	c->bad = true;
	return 0;
}

/* Copies as much of a text as @to has room for. */
static void take_text(struct cursor *c, char *to, size_t size)
{
	uint64_t len = take_number(c);
	size_t taken;

	if (c->bad || len > (uint64_t)(c->end - c->at)) {
		c->bad = true;
		len = 0;
	}
	taken = len < size ? (size_t)len : size - 1;
	memcpy(to, c->at, taken);
	to[taken] = 0;
	c->at += len;
}

/* ---- members ------------------------------------------------------------- */

static uint64_t get(const void *of, const struct field *f)
{
	const char *at = (const char *)of + f->at;
	uint32_t small;
	uint64_t large;

	if (f->cell == CELL_TEXT)
		return !!*at;
	if (f->cell == CELL_PATH)
		return !!*(const char *const *)(const void *)at;
	if (f->size == sizeof(small)) {
		memcpy(&small, at, sizeof(small));
		return small;
	}
	memcpy(&large, at, sizeof(large));
	return large;
}

static void put_cell(struct text *t, const void *of, const struct field *f,
		     uint64_t *before)
{
	const char *at = (const char *)of + f->at;
	uint64_t number = get(of, f);

	switch (f->cell) {
	case CELL_MORE_U32:
	case CELL_MORE_U64:
		put_number(t, zigzag(number - *before));
		*before = number;
		break;
	case CELL_TEXT:
		put_text(t, at);
		break;
	case CELL_PATH:
		put_text(t, *(const char *const *)(const void *)at);
		break;
	default:
		put_number(t, number);
	}
}

/* @path: where the path of a cgroup goes, which is not the sample's own. */
static void take_cell(struct cursor *c, void *of, const struct field *f,
		      uint64_t *before, char *path)
{
	char *at = (char *)of + f->at;
	uint64_t number;
	uint32_t small;

	if (f->cell == CELL_TEXT) {
		take_text(c, at, f->size);
		return;
	}
	if (f->cell == CELL_PATH) {
		take_text(c, path, CGROUP_PATH_SIZE);
		return;
	}
	number = take_number(c);
	if (f->cell == CELL_MORE_U32 || f->cell == CELL_MORE_U64)
		number = *before += zagzig(number);
	small = (uint32_t)number;
	memcpy(at, f->size == sizeof(small) ? (void *)&small : &number, f->size);
}

/* ---- encode -------------------------------------------------------------- */

struct writer {
	const struct info *info;
	const struct snapshot *of;
	bool quantised;
	struct text columns;
	unsigned int nr;
	struct text cells;	/* of the column that is being written */
};

static void end_column(struct writer *w, const char *prefix, const char *name)
{
	char full[NAME_SIZE];

	snprintf(full, sizeof(full), "%s%s", prefix, name);
	put_text(&w->columns, full);
	put_number(&w->columns, w->cells.len);
	text_add(&w->columns, w->cells.at, w->cells.len);
	w->columns.failed |= w->cells.failed;
	w->cells.len = 0;
	w->nr++;
}

/* The first column is always there: readers take no more rows than bytes that follow. */
static void put_field(struct writer *w, const struct field *f)
{
	bool some = f == of_sample;
	uint64_t before = 0;

	for (size_t i = 0; i < w->of->nr; i++) {
		const struct sample *s = snapshot_at(w->of, i);

		/* a list of threads has no room for what they never have */
		if (f->at >= w->of->size)
			return;
		some |= get(s, f);
		put_cell(&w->cells, s, f, &before);
	}
	if (some)
		end_column(w, "", f->name);
	w->cells.len = 0;
}

static const struct counts *counts_of(const struct sample *s, bool idle)
{
	return idle ? &s->idle : &s->counts;
}

/* A recording may say that its counts are in steps, and have others, too. */
static bool is_in_steps(const struct writer *w, unsigned int index, bool idle)
{
	uint64_t rest = 0;

	if (!w->quantised || !step_has(w->info, index))
		return false;
	for (size_t i = 0; i < w->of->nr; i++) {
		const struct counts *c = counts_of(snapshot_at(w->of, i), idle);

		if (sample_has(c->have, index))
			rest |= c->value[index] &
				((UINT64_C(1) << step_shift(w->info, c)) - 1);
	}
	return !rest;
}

static void put_count(struct writer *w, unsigned int index, bool idle)
{
	const char *name = count_name(w->info, index);
	bool parts = is_in_steps(w, index, idle), some = false;

	for (size_t i = 0; name && i < w->of->nr; i++) {
		const struct counts *c = counts_of(snapshot_at(w->of, i), idle);
		bool has = sample_has(c->have, index);
		unsigned int shift = has && parts ? step_shift(w->info, c) : 0;
		int64_t count = (int64_t)c->value[index];

		some |= has;
		put_number(&w->cells, has ? zigzag((uint64_t)(count >> shift)) + 1 : 0);
	}
	if (some)
		end_column(w, parts ? idle ? PARTS IDLE : PARTS : idle ? IDLE : "", name);
	w->cells.len = 0;
}

/* Puts in how many slots an event was not counted, where that is told. */
static void put_lacks(struct writer *w, unsigned int place)
{
	const char *name = count_name(w->info,
				      info_nr_lasting(w->info) + place);
	bool some = false;

	for (size_t i = 0; name && i < w->of->nr; i++) {
		const struct counts *c = &snapshot_at(w->of, i)->counts;
		uint64_t lacks = sample_has(c->have, COUNTS_KNOWN) ?
				 c->value[0] - c->known[place] : 0;

		some |= lacks;
		put_number(&w->cells, zigzag(lacks));
	}
	if (some)
		end_column(w, LACKS, name);
	w->cells.len = 0;
}

/* Puts whether that is told at all: then an event without a column was never counted. */
static void put_known(struct writer *w)
{
	bool some = false;

	for (size_t i = 0; i < w->of->nr; i++) {
		bool has = sample_has(snapshot_at(w->of, i)->counts.have,
				      COUNTS_KNOWN);

		some |= has;
		put_number(&w->cells, has);
	}
	if (some)
		end_column(w, "", KNOWN);
	w->cells.len = 0;
}

static void put_table(struct text *to, const char *name, size_t rows,
		      struct writer *w)
{
	put_text(to, name);
	put_number(to, rows);
	put_number(to, w->nr);
	text_add(to, w->columns.at, w->columns.len);
	to->failed |= w->columns.failed;
	w->columns.len = 0;
	w->nr = 0;
}

void reading_encode(struct text *to, const struct reading *r,
		    const struct info *info)
{
	struct writer w = { .info = info, .quantised = r->flags & READING_QUANTISED };

	for (size_t i = 0; i < NR_OF_READING; i++) {
		uint64_t before = 0;

		if (!get(r, &of_reading[i]))
			continue;
		put_cell(&w.cells, r, &of_reading[i], &before);
		end_column(&w, "", of_reading[i].name);
	}
	put_table(to, "reading", 1, &w);
	for (size_t t = 0; t < READING_TABLES; t++) {
		w.of = &r->table[t];
		if (!w.of->nr)
			continue;
		for (size_t i = 0; i < NR_OF_SAMPLE; i++)
			put_field(&w, &of_sample[i]);
		for (unsigned int i = 0; i < COUNTS_NR; i++) {
			put_count(&w, i, false);
			if (t == READING_CPUS)
				put_count(&w, i, true);
		}
		for (unsigned int i = 0; i < KNOWN_MAX; i++)
			put_lacks(&w, i);
		put_known(&w);
		put_table(to, tables[t].name, w.of->nr, &w);
	}
	text_free(&w.columns);
	text_free(&w.cells);
}

/* ---- decode -------------------------------------------------------------- */

static void take_counts(struct cursor *c, struct snapshot *to, int index, bool idle)
{
	for (size_t i = 0; i < to->nr; i++) {
		struct sample *s = snapshot_at(to, i);
		struct counts *counts = idle ? &s->idle : &s->counts;
		uint64_t cell = take_number(c);

		if (!cell)
			continue;
		counts->value[index] = zagzig(cell - 1);
		counts->have |= UINT64_C(1) << index;
	}
}

/* Until all columns are there it is what is lacking, not what is known. */
static void take_lacks(struct cursor *c, struct snapshot *to, unsigned int place)
{
	for (size_t i = 0; i < to->nr; i++) {
		struct counts *counts = &snapshot_at(to, i)->counts;

		counts->known[place] = zagzig(take_number(c));
	}
}

static void take_known(struct cursor *c, struct snapshot *to)
{
	for (size_t i = 0; i < to->nr; i++)
		if (take_number(c))
			snapshot_at(to, i)->counts.have |=
				UINT64_C(1) << COUNTS_KNOWN;
}

/* An event that was not counted at all is known to be so. */
static void complete(struct counts *c, const struct info *info)
{
	unsigned int first;

	if (!sample_has(c->have, COUNTS_KNOWN))
		return;
	first = info_nr_lasting(info);
	for (unsigned int i = first; i < info->nr_values && i - first < KNOWN_MAX;
	     i++) {
		c->known[i - first] = sample_has(c->have, i) ?
				      c->value[0] - c->known[i - first] : 0;
		if (info->value[i].of_set || info->value[i].past)
			c->have |= UINT64_C(1) << i;
	}
}

static int take_field(struct cursor *c, struct snapshot *to, const struct field *f)
{
	char path[CGROUP_PATH_SIZE];
	uint64_t before = 0;

	if (f->at + f->size > to->size)
		return 0;
	for (size_t i = 0; i < to->nr; i++) {
		struct sample *s = snapshot_at(to, i);

		take_cell(c, s, f, &before, path);
		if (f->cell != CELL_PATH || !*path)
			continue;
		free((char *)s->path);
		s->path = strdup(path);
		if (!s->path)
			return -ENOMEM;
	}
	return 0;
}

static const struct field *find_field(const struct field *f, size_t nr,
				      const char *name)
{
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(f[i].name, name))
			return &f[i];
	return NULL;
}

/* A table while it is read. */
struct taken {
	struct snapshot *to;
	const struct info *info;
	bool steps;			/* some are in steps: */
	bool parts[2][COUNTS_NR];	/* these counts, and of idle tasks */
};

/* When all counts are there the steps are known. */
static void expand(const struct taken *t)
{
	for (size_t i = 0; i < t->to->nr; i++) {
		struct sample *s = snapshot_at(t->to, i);

		for (unsigned int idle = 0; idle < 1u + sample_has_part(s); idle++) {
			struct counts *c = idle ? &s->idle : &s->counts;
			unsigned int shift = step_shift(t->info, c);

			for (unsigned int k = 0; k < COUNTS_NR; k++)
				if (t->parts[idle][k] && sample_has(c->have, k))
					c->value[k] <<= shift;
		}
	}
}

/* True: @name begins so, and is what follows from now on. */
static bool take_prefix(const char **name, const char *prefix)
{
	bool has = !strncmp(*name, prefix, strlen(prefix));

	*name += has ? strlen(prefix) : 0;
	return has;
}

static int take_column(struct taken *t, struct cursor *c, const char *name)
{
	const struct field *f = find_field(of_sample, NR_OF_SAMPLE, name);
	bool parts = take_prefix(&name, PARTS), idle = take_prefix(&name, IDLE);
	bool lacks = !parts && !idle && take_prefix(&name, LACKS);
	unsigned int place;
	int index;

	if (f)
		return take_field(c, t->to, f);
	if (!strcmp(name, KNOWN)) {
		take_known(c, t->to);
		return 0;
	}
	index = count_index(t->info, name);
	if (index < 0 || (idle && t->to->size < sizeof(struct sample)))
		return 0;
	if (!lacks) {
		t->parts[idle][index] = parts;
		t->steps |= parts;
		take_counts(c, t->to, index, idle);
		return 0;
	}
	place = (unsigned int)index - info_nr_lasting(t->info);
	if (place < KNOWN_MAX)
		take_lacks(c, t->to, place);
	return 0;
}

/* Cells of a column beyond its end, or rows beyond those, make no sense. */
static int take_columns(struct cursor *c, struct reading *r, struct snapshot *to,
			const struct info *info)
{
	struct taken t = { .to = to, .info = info };
	uint64_t nr = take_number(c);
	int err = 0;

	for (uint64_t i = 0; !err && !c->bad && i < nr; i++) {
		char name[NAME_SIZE];
		struct cursor cells;
		const struct field *f;
		uint64_t len, before = 0;

		take_text(c, name, sizeof(name));
		len = take_number(c);
		if (c->bad || len > (uint64_t)(c->end - c->at))
			return -EBADMSG;
		cells = (struct cursor){ .at = c->at, .end = c->at + len };
		c->at += len;
		f = r ? find_field(of_reading, NR_OF_READING, name) : NULL;
		if (f)
			take_cell(&cells, r, f, &before, NULL);
		else if (to)
			err = take_column(&t, &cells, name);
		c->bad |= cells.bad;
	}
	if (t.steps && !err)
		expand(&t);
	return c->bad ? -EBADMSG : err;
}

static int take_table(struct cursor *c, struct reading *r, const char *name,
		      const struct info *info, uint64_t *left)
{
	bool first = !strcmp(name, "reading");
	struct snapshot *to = NULL;
	struct sample empty = { .kind = SAMPLE_THREAD };
	uint64_t rows = take_number(c);
	int err = 0;

	if (rows > (uint64_t)(c->end - c->at))
		return -EBADMSG;
	for (size_t t = 0; t < READING_TABLES && !first; t++)
		if (!strcmp(tables[t].name, name)) {
			to = &r->table[t];
			empty.kind = tables[t].kind;
		}
	if (to && (to->nr || rows > *left))
		return -EBADMSG;
	*left -= to ? rows : 0;
	for (uint64_t i = 0; !err && to && i < rows; i++)
		err = snapshot_add(to, &empty);
	if (!err)
		err = take_columns(c, first ? r : NULL, to, info);
	for (size_t i = 0; to && i < to->nr; i++) {
		struct sample *s = snapshot_at(to, i);

		complete(&s->counts, info);
		if (sample_has_part(s))
			s->busy.known = s->busy.all_ns;
		if (!err && s->kind == SAMPLE_CGROUP && !s->path &&
		    asprintf((char **)&s->path, "id:%" PRIu64, s->id) < 0)
			err = -ENOMEM;
	}
	return err;
}

int reading_decode(struct reading *r, const char **at, const char *end,
		   const struct info *info, uint64_t *rows)
{
	struct cursor c = { .at = *at, .end = end };
	bool begun = false;

	memset(r, 0, sizeof(*r));
	while (c.at < c.end) {
		char name[NAME_SIZE];
		int err;

		take_text(&c, name, sizeof(name));
		if (begun && !strcmp(name, "reading"))
			break;
		if (c.bad || (!begun && strcmp(name, "reading")))
			return -EBADMSG;
		begun = true;
		err = take_table(&c, r, name, info, rows);
		if (err)
			return err;
		*at = c.at;
	}
	return begun;
}

void reading_free(struct reading *r)
{
	for (size_t t = 0; t < READING_TABLES; t++)
		snapshot_free(&r->table[t]);
}
