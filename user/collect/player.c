// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/array.h"
#include "groups.h"
#include "player.h"

int player_open(struct player *p, const char *path, const struct info *info)
{
	struct frame frame;
	int found = 0, err;

	memset(p, 0, sizeof(*p));
	p->info = info;
	err = frames_open(&p->file, path);
	while (!err && (found = frames_next(&p->file, &frame)) > 0) {
		if (frame.type != FRAME_READINGS)
			continue;
		err = array_grow(&p->frame, p->nr, &p->room, sizeof(frame));
		if (!err)
			p->frame[p->nr++] = frame;
	}
	return err ? err : found;
}

void player_close(struct player *p)
{
	reading_free(&p->now);
	frames_close(&p->file);
	free(p->frame);
	memset(p, 0, sizeof(*p));
}

/* ---- to one of the readings ---------------------------------------------- */

/* Which one of a frame is wanted. */
struct wanted {
	struct player *player;
	unsigned int place;	/* UINT_MAX: the last one */
	uint64_t behind_ns;	/* or else the first one that ends behind this; 0: any */
	unsigned int nr;	/* were read */
	bool found;
};

static int take(struct reading *r, void *arg)
{
	struct wanted *w = arg;
	unsigned int place = w->nr++;

	if (w->behind_ns ? r->time_ns <= w->behind_ns :
	    w->place != UINT_MAX && place < w->place)
		return 0;
	reading_free(&w->player->now);
	w->player->now = *r;
	memset(r, 0, sizeof(*r));
	w->player->place = place;
	w->found = true;
	return w->behind_ns || w->place != UINT_MAX;	/* enough */
}

/* 1: it is there. 0: it is not. */
static int go(struct player *p, size_t frame, struct wanted *w)
{
	int err;

	w->player = p;
	/* whoever walks about reads a frame more than once */
	p->file.rows = FRAMES_ROWS_FREE + p->file.size / FRAMES_ROW_BYTES;
	err = recorded_frame(&p->file, &p->frame[frame], p->info, take, w);
	if (err < 0)
		return err;
	if (w->found) {
		p->there = true;
		p->at = frame;
	}
	return w->found;
}

int player_step(struct player *p, int by)
{
	size_t frame = p->at;
	struct wanted w = { .place = p->there ? p->place + 1 : 0 };
	int found = 0;

	if (by < 0)
		w.place = p->there && p->place ? p->place - 1 : UINT_MAX;
	if (by < 0 && (!p->there || !p->place) && !frame--)
		return 0;
	/* one that is damaged has none */
	while (!found && frame < p->nr) {
		found = go(p, frame, &w);
		w = (struct wanted){ .place = by < 0 ? UINT_MAX : 0 };
		if (by < 0 && !frame)
			break;
		frame += (size_t)by;
	}
	return found;
}

int player_go(struct player *p, uint64_t ns)
{
	int found = 0;

	for (size_t i = 0; !found && i < p->nr; i++) {
		struct wanted w = { .behind_ns = ns };

		if (p->frame[i].to_ns > ns)
			found = go(p, i, &w);
	}
	for (size_t i = p->nr; !found && i-- > 0;) {
		struct wanted w = { .place = UINT_MAX };

		found = go(p, i, &w);
	}
	return found;
}

/* ---- rows ----------------------------------------------------------------- */

/* By pid: the tables of two readings then have the same rows under the same numbers. */
static int add_processes(struct snapshot *to, const struct reading *r)
{
	struct groups g = { .by = GROUPS_PROCESSES };
	int err = groups_add(&g, r);

	for (size_t i = 0; !err && i < g.rows.nr; i++) {
		struct sample *s = snapshot_at(&g.rows, i);

		s->id = s->pid;
		err = snapshot_add(to, s);
	}
	groups_free(&g);
	return err;
}

static int add(struct snapshot *to, const struct reading *r, enum sample_kind kind)
{
	const struct snapshot *from =
		&r->table[kind == SAMPLE_THREAD ? READING_THREADS :
			  kind == SAMPLE_CGROUP ? READING_CGROUPS : READING_CPUS];
	int err = 0;

	for (size_t i = 0; !err && i < from->nr; i++) {
		struct sample s;

		sample_copy(&s, snapshot_at(from, i));
		if (kind == SAMPLE_CPU) {
			s.id = (uint64_t)s.cpu + 1;
			snprintf(s.comm, sizeof(s.comm), "CPU %u", s.cpu);
		}
		err = snapshot_add(to, &s);
	}
	return err;
}

static bool has_ended(const struct sample *s)
{
	return s->kind == SAMPLE_CGROUP ?
	       s->cgroup_flags & TDACCT_CGROUP_REMOVED :
	       s->kind == SAMPLE_THREAD && s->flags & TDACCT_TASK_DEAD;
}

int player_rows(const struct player *p, enum sample_kind kind, struct task_table *to)
{
	struct snapshot none = { .nr = 0 }, rows = { .nr = 0 };
	int err = kind == SAMPLE_PROCESS ? add_processes(&rows, &p->now) :
					   add(&rows, &p->now, kind);

	if (!err)
		err = snapshot_sort(&rows);
	task_table_free(to);
	task_table_next(to);
	if (!err)
		err = task_table_take(to, &none);
	task_table_next(to);
	if (!err)
		err = task_table_take(to, &rows);
	for (size_t i = 0; !err && i < to->nr; i++)
		if (has_ended(task_table_total(to, &to->entry[i])))
			to->entry[i].ended = to->reading;
	snapshot_free(&none);
	snapshot_free(&rows);
	return err;
}
