// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "ids.h"

static unsigned int find(const struct ids *s, uint64_t id)
{
	unsigned int i = 0;

	while (i < s->nr && s->id[i] != id)
		i++;
	return i;
}

bool ids_have(const struct ids *s, uint64_t id)
{
	return find(s, id) < s->nr;
}

int ids_add(struct ids *s, uint64_t id)
{
	if (ids_have(s, id))
		return 0;
	if (s->nr == IDS_MAX)
		return -ENOSPC;
	s->id[s->nr++] = id;
	return 0;
}

void ids_drop(struct ids *s, uint64_t id)
{
	unsigned int at = find(s, id);

	if (at == s->nr)
		return;
	s->nr--;
	memmove(&s->id[at], &s->id[at + 1], (s->nr - at) * sizeof(*s->id));
}
