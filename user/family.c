// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ask.h"
#include "family.h"

void family_free(struct family *f)
{
	snapshot_free(&f->members);
}

/* The parent of @pid, or 0. Its name may hold anything, so from behind. */
static uint32_t parent_of(uint32_t pid)
{
	char path[64], text[512], *at;
	unsigned int parent = 0;
	size_t len;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%u/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return 0;
	len = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[len] = 0;
	at = strrchr(text, ')');
	if (!at || sscanf(at, ") %*c %u", &parent) != 1)
		return 0;
	return parent;
}

static bool has_pid(const struct family *f, uint32_t pid)
{
	if (pid == f->root)
		return true;
	for (size_t i = 0; i < f->members.nr; i++)
		if (f->members.sample[i].pid == pid)
			return true;
	return false;
}

/* Orphans of theirs become our children: we are their subreaper. */
static bool belongs(const struct family *f, const struct sample *s)
{
	uint32_t parent;

	if (s->pid == f->root || s->pid == (uint32_t)getpid())
		return false;
	if (snapshot_find(&f->members, s->id))
		return true;
	parent = parent_of(s->pid);
	return parent && (has_pid(f, parent) || parent == (uint32_t)getpid());
}

int family_take(struct family *f, const struct sample *s)
{
	struct sample *was = snapshot_find(&f->members, s->id);
	int err;

	if (was) {
		*was = *s;
		return 0;
	}
	err = snapshot_add(&f->members, s);
	snapshot_sort(&f->members);
	return err;
}

/*
 * By id, and children are younger than their parents, so that one walk finds
 * grandchildren too.
 */
int family_look(struct family *f, struct client *c)
{
	struct snapshot now = { 0 };
	int err = ask_processes(c, f->since, &now);

	for (size_t i = 0; !err && i < now.nr; i++)
		if (belongs(f, &now.sample[i]))
			err = family_take(f, &now.sample[i]);
	if (now.generation)
		f->since = now.generation;
	snapshot_free(&now);
	return err;
}

void family_sum(const struct family *f, struct sample *to)
{
	memset(to, 0, sizeof(*to));
	to->kind = SAMPLE_DESCENDANTS;
	to->threads = f->members.nr;
	for (size_t i = 0; i < f->members.nr; i++) {
		const struct sample *s = &f->members.sample[i];

		if (!i) {
			to->counts = s->counts;
			to->have = s->have;
		} else {
			counts_add(&to->counts, &s->counts);
			to->have &= s->have;
		}
		to->cpu_ns += s->cpu_ns;
		to->lost_ns += s->lost_ns;
	}
}
