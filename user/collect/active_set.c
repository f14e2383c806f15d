// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "counts/sample.h"
#include "events/event_parse.h"
#include "events/hardware.h"
#include "events/sites.h"
#include "model/cover.h"
#include "model/model.h"
#include "active_set.h"
#include "detect.h"
#include "machine.h"

/* Are all events of @set counted, and nothing else of what may be chosen? */
static bool is_chosen(const struct event_data *d, const struct event_set *set,
		      const struct info *info)
{
	const struct value_info *now = &info->value[info->nr_values -
						    info->nr_past], *v;
	unsigned int nr = 0, of_set = 0;
	struct event_error why;
	struct event e;

	for (unsigned int i = 0; i < set->nr_events; i++) {
		if (event_parse(&e, d, set->event[i], &why))
			return false;
		if (e.value)
			continue;	/* is counted in any case */
		v = info->value;
		while (v < now && (count_core_type(v->name) ||
				   v->config != e.config ||
				   v->config1 != e.config1))
			v++;
		if (v == now)
			return false;
		nr += v->of_set;	/* else the kind counts it by itself */
	}
	for (unsigned int i = 0; i < info->nr_values; i++)
		of_set += info->value[i].of_set;
	return nr && nr == of_set;
}

/* Computes the sets of a site that has none: those that fit now. */
static void complete(struct event_data *site, const struct info *info)
{
	struct hardware h;
	struct model *m;

	if (site->nr_sets || detect_model(&m, info, site->path, NULL))
		return;
	hardware_read(&h, "");
	event_data_on(site, h.counters);
	cover_sets(site, m, h.watchdog);
	model_free(m);
}

static int open_family(struct event_data **out, const struct info *info)
{
	struct event_machine m;

	machine_describe(&m, info);
	if (sites_find(out, &m))
		return families_of_machine(out, &m);
	complete(*out, info);
	return 0;
}

bool active_set_among(char *to, size_t size, const struct event_data *sets,
		      const struct info *info)
{
	bool found = false;

	for (size_t i = 0; !found && i < sets->nr_sets; i++) {
		found = is_chosen(sets, &sets->set[i], info);
		if (found)
			snprintf(to, size, "%s", sets->set[i].name);
	}
	return found;
}

bool active_set_name(char *to, size_t size, const struct info *info)
{
	struct event_data *d;
	bool found;

	if (open_family(&d, info))
		return false;
	found = active_set_among(to, size, d, info);
	event_data_close(d);
	return found;
}
