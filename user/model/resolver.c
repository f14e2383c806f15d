// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "events/data.h"
#include "events/event_parse.h"
#include "events/schedule_set.h"
#include "text/text.h"
#include "resolver.h"

#define REF_CYCLES 0x300	/* has a fixed counter, and no event's place */

enum { NAME_MAX_LENGTH = 128 };

bool resolver_knows(const struct resolver *r)
{
	return r && (r->nr || r->family);
}

/* Behind "event 'NAME': ", which who asks says in other words. */
static const char *keep_reason(struct reason *first, const char *text)
{
	const char *at = strstr(text, "': ");
	size_t size = strlen(at ? at += 3 : (at = text)) + 1;
	struct reason *more = malloc(sizeof(*more) + size);

	if (!more)
		return NULL;
	more->next = first->next;
	first->next = more;
	return memcpy(more->text, at, size);
}

/* False: there is no such event. One that is not understood says why. */
static bool find(const struct resolver *r, const struct event_data *data,
		 const char *name, struct encoded *to)
{
	struct event_error why;
	struct event e;
	int err = event_parse(&e, data, name, &why);

	if (err == -EINVAL && !e.cannot && r->reasons)
		to->cannot = keep_reason(r->reasons, why.text);
	if (err && !e.cannot)
		return false;
	*to = (struct encoded){
		.value = e.value, .config = e.config, .config1 = e.config1,
		.counters = e.counters,
		.cannot = e.extra == EXTRA_OTHER ? EVENT_REGISTER : e.cannot,
	};
	return true;
}

/* A file may name an event that another one describes. */
bool resolver_find(const struct resolver *r, const char *name,
		   struct encoded *to)
{
	bool found = false;

	memset(to, 0, sizeof(*to));
	if (!resolver_knows(r))
		return false;
	if (!r->nr)
		return find(r, r->family, name, to);
	for (unsigned int i = 0; i < r->nr && (!found || to->cannot); i++) {
		struct encoded one = { .cannot = NULL };
		bool has = find(r, r->data[i], name, &one);

		if (has || (!found && one.cannot))
			*to = one;
		found |= has;
	}
	return found;
}

bool resolver_latency(const struct resolver *r, const char *name,
		      double *cycles)
{
	char small[NAME_MAX_LENGTH];
	const json_t *found;

	text_small(small, sizeof(small), name);
	found = r ? json_object_get(r->latencies, small) : NULL;
	if (found)
		*cycles = json_number_value(found);
	return found;
}

const char *resolver_unfit(const struct resolver *r,
			   const struct wanted *wanted, size_t nr)
{
	struct event event[SET_EVENTS_MAX] = { 0 };
	struct schedule_request ask = {
		.data = r->family, .event = event, .watchdog = r->watchdog,
	};
	struct set_schedule a;

	for (size_t i = 0; i < nr; i++) {
		if (wanted[i].config == REF_CYCLES)
			continue;
		if (ask.nr == MODULE_EVENTS_MAX)
			return "these are more events than the module takes at once, which are eight";
		event_of_config(r->family, wanted[i].config,
				wanted[i].config1, &event[ask.nr++]);
	}
	return !r->family || schedule_set(&a, &ask) || a.fit.fits ? NULL :
	       "these do not fit in the counters at the same time";
}

const char *resolver_path(const struct resolver *r)
{
	return r->family ? r->family->path : NULL;
}

void resolver_close(struct resolver *r)
{
	const struct resolver facts = { .root = r->root, .here = r->here };
	struct reason *next;

	for (unsigned int i = 0; i < r->nr; i++)
		event_data_close(r->data[i]);
	if (r->family)
		event_data_close(r->family);
	for (struct reason *each = r->reasons; each; each = next) {
		next = each->next;
		free(each);
	}
	json_decref(r->latencies);
	sets_free(&r->sets);
	free(r->again);
	free(r->device);
	*r = facts;
}
