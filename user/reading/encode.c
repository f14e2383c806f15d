// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/admit.h"
#include "events/families.h"
#include "events/hardware.h"
#include "events/known.h"
#include "events/sites.h"
#include "events/spell.h"
#include "model/cover.h"
#include "model/latency.h"
#include "text/text.h"
#include "encode.h"
#include "machine.h"
#include "sets.h"

#define REF_CYCLES 0x300	/* has a fixed counter, and no event's place */
/* A CPU of no table is taken to have all that there can be; its file tells more. */
#define OF_STRANGER "intel_metrics"

struct encode {
	char device[sizeof(((struct hardware *)0)->device)];
	struct event_data *data[EVENT_DATA_MAX];
	unsigned int nr;
	/* A site's file, or what the tool carries, or NULL. */
	struct event_data *family;
	const char *supposed;		/* as struct encodings has it */
	char *again;			/* the same; to be freed */
	bool watchdog;			/* is on, as far as is known */
	struct sets sets;
	struct latencies latencies;
	/* Why events are not understood, each as long as this is open. */
	char **reason;
	unsigned int nr_reasons;
};

/* Behind "event 'NAME': ", which who asks says in other words. */
static const char *keep_reason(struct encode *e, const char *text)
{
	const char *at = strstr(text, "': ");
	char **more = reallocarray(e->reason, e->nr_reasons + 1, sizeof(*more));
	char *copy = strdup(at ? at + 3 : text);

	if (more)
		e->reason = more;
	if (!more || !copy) {
		free(copy);
		return NULL;
	}
	e->reason[e->nr_reasons++] = copy;
	return copy;
}

/* False: there is no such event. One that is not understood says why. */
static bool spell(struct encode *to_keep, const struct event_data *data,
		  const char *name, struct encoded *to)
{
	struct event_error why;
	struct event e;
	int err = event_spell(&e, data, name, &why);

	if (err == -EINVAL && !e.cannot) {
		to->cannot = keep_reason(to_keep, why.text);
		return false;
	}
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
static bool find(void *arg, const char *name, struct encoded *to)
{
	struct encode *e = arg;
	bool found = false;

	memset(to, 0, sizeof(*to));
	if (!e->nr)
		return e->family && spell(e, e->family, name, to);
	for (unsigned int i = 0; i < e->nr && (!found || to->cannot); i++) {
		struct encoded one = { .cannot = NULL };
		bool has = spell(e, e->data[i], name, &one);

		if (has || (!found && one.cannot))
			*to = one;
		found |= has;
	}
	return found;
}

static bool latency(void *arg, const char *name, double *cycles)
{
	const struct encode *e = arg;

	return latency_find(&e->latencies, name, cycles);
}

static size_t sets(void *arg, const struct wanted *wanted, size_t nr,
		   const char **name, size_t max)
{
	const struct encode *e = arg;

	return sets_find(&e->sets, wanted, nr, name, max);
}

static const char *crowded(void *arg, const struct wanted *wanted, size_t nr,
			   const char **why)
{
	const struct encode *e = arg;

	return sets_crowded(&e->sets, wanted, nr, why);
}

static const char *unfit(void *arg, const struct wanted *wanted,
			 size_t nr)
{
	const struct encode *e = arg;
	struct event event[SET_EVENTS_MAX] = { 0 };
	struct admit_request r = {
		.data = e->family, .event = event, .watchdog = e->watchdog,
	};
	struct admission a;

	for (size_t i = 0; i < nr; i++) {
		if (wanted[i].config == REF_CYCLES)
			continue;
		if (r.nr == ADMIT_MODULE_EVENTS)
			return "these are more events than the module takes at once, which are eight";
		event_of_config(e->family, wanted[i].config,
				wanted[i].config1, &event[r.nr++]);
	}
	if (!e->family)
		return NULL;
	return admit(&a, &r) || a.fit.fits ? NULL :
	       "these do not fit in the counters at the same time";
}

static bool is_of_machine(const struct encode *e, const struct event_machine *m,
			  const char *pmu)
{
	struct event_machine like = *m;

	snprintf(like.pmu, sizeof(like.pmu), "%s", pmu);
	return e->family && families_fits(e->family, &like);
}

/*
 * A file is of all such CPUs, also of those that have more than this machine's, of
 * which the host of a virtual machine hides something. But the module counts only what
 * there is.
 */
static int find_known(struct encode *e, const char *path,
		      const struct event_machine *m, bool counting)
{
	int err = known_file(&e->family, path);

	if (err || strcmp(m->pmu, "plain") || !is_of_machine(e, m, "") ||
	    is_of_machine(e, m, m->pmu))
		return err;
	if (!counting) {
		fprintf(stderr, "tdacct: this machine has such a CPU, but no PERF_METRICS; what is said here is of those that have it\n");
		return 0;
	}
	event_data_close(e->family);
	e->family = NULL;
	return -ENOENT;
}

/* A file for a CPU of no table says nothing of events. */
static int find_chosen(struct encode *e, const char *choice,
		       const struct event_machine *m, bool counting)
{
	int err = sites_open(&e->family, choice, m);

	/* who names a site's file means it; whose CPU it is for is said all the same */
	if (!err && counting && *m->vendor && e->family->nr_cpus &&
	    !families_fits(e->family, m))
		fprintf(stderr, "tdacct: the site file '%s' is not for this CPU, %s family %u model 0x%x, whose codes may mean something else\n",
			e->family->name, m->vendor, m->family, m->model);
	if (err != -ENOENT)
		return err;
	err = find_known(e, choice, m, counting);
	if (!err)
		e->supposed = e->family ? e->family->pmu : OF_STRANGER;
	return err;
}

/* @root: of the machine that @info is of; NULL: it is a recording's. */
static int find_family(struct encode *e, const struct encode_from *from,
		       const struct info *info, const char *root)
{
	struct event_machine machine;
	struct hardware h;
	bool counting = *info->version;
	int err;

	machine_describe(&machine, info);
	err = from->model ? find_chosen(e, from->model, &machine, counting) :
			    -ENOENT;
	if (err == -ENOENT)
		err = sites_find(&e->family, &machine);
	if (err == -ENOENT)
		err = families_of_machine(&e->family, &machine);
	if (!err && root && is_of_machine(e, &machine, machine.pmu)) {
		hardware_read(&h, root);
		event_data_on(e->family, h.counters);
		e->watchdog = h.watchdog;
	}
	return err == -ENOENT ? 0 : err;
}

static int add_file(struct encode *e, const char *path)
{
	struct event_error why = { "" };
	struct event_error other = { "" };
	int err = latency_read(&e->latencies, path, &other);

	if (err <= 0) {
		if (err)
			fprintf(stderr, "tdacct: %s\n", other.text);
		return err;
	}
	err = event_data_open(&e->data[e->nr], path, &why);
	if (err)
		fprintf(stderr, "tdacct: %s\n", err == -ENOMEM ?
			"no memory for the events" : why.text);
	else
		e->nr++;
	return err;
}

static void put_option(FILE *f, const char *option, const char *value)
{
	char word[PATH_MAX];

	if (!value)
		return;
	text_quote(word, sizeof(word), value);
	fprintf(f, " %s %s", option, word);
}

static int put_again(struct encode *e, const struct encode_from *from)
{
	size_t size;
	FILE *f = open_memstream(&e->again, &size);

	if (!f)
		return -ENOMEM;
	put_option(f, "--model", from->model);
	for (unsigned int i = 0; i < from->nr_event_data; i++)
		put_option(f, "--event-data", from->event_data[i]);
	return fclose(f) ? -ENOMEM : 0;
}

/* perf's name on the machine of a recording follows from what was counted. */
static const char *find_device(struct encode *e, const char *root,
			       const struct info *info)
{
	struct hardware h;

	if (!root)
		return info->other && !strcmp(info->other, COUNT_ATOM) ?
		       "cpu_core" : NULL;
	hardware_read(&h, root);
	memcpy(e->device, h.device, sizeof(e->device));
	return e->device;
}

int encode_open(struct encodings *to, const struct encode_from *from,
		const struct info *info)
{
	struct encode *e = calloc(1, sizeof(*e));
	/* where no module tells of the machine, files do */
	const char *root = !to->here ? NULL :
			   to->root ? to->root : machine_root();
	int err = e ? find_family(e, from, info, root) : -ENOMEM;

	for (unsigned int i = 0; !err && i < from->nr_event_data; i++)
		err = add_file(e, from->event_data[i]);
	if (!err)
		err = put_again(e, from);
	to->arg = e;
	if (!err && from->model && encode_model(to))
		to->site = from->model;
	to->device = e ? find_device(e, root, info) : NULL;
	to->supposed = e ? e->supposed : NULL;
	to->again = e ? e->again : NULL;
	to->find = !err && (e->nr || e->family) ? find : NULL;
	to->latency = latency;
	to->sets = sets;
	to->crowded = crowded;
	to->unfit = unfit;
	if (err == -ENOMEM)
		fprintf(stderr, "tdacct: no memory for the events\n");
	if (err)
		encode_close(to);
	return err;
}

const char *encode_model(const struct encodings *e)
{
	const struct encode *of = e->arg;

	return of && of->family ? of->family->path : NULL;
}

const struct event_data *encode_family(const struct encodings *e)
{
	const struct encode *of = e->arg;

	return of->family;
}

uint64_t encode_counters(const struct encodings *e)
{
	const struct encode *of = e->arg;
	uint64_t all = 0;

	for (unsigned int i = 0; i < of->nr; i++)
		all |= of->data[i]->counters;
	return all;
}

/* The site is the family's data, which a set may be added to. */
int encode_sets(struct encodings *to, const struct model *m)
{
	struct encode *e = to->arg;
	int err = 0;

	if (!e)
		return 0;
	if (encode_model(to))
		err = cover_sets(e->family, m, e->watchdog);
	if (!err)
		err = sets_make(&e->sets, e->family, e->watchdog);
	if (err)
		fprintf(stderr, "tdacct: no memory for the sets of events\n");
	return err;
}

void encode_close(struct encodings *to)
{
	struct encode *e = to->arg;

	to->arg = NULL;
	to->site = NULL;
	to->again = NULL;
	if (!e)
		return;
	for (unsigned int i = 0; i < e->nr; i++)
		event_data_close(e->data[i]);
	if (e->family)
		event_data_close(e->family);
	free(e->again);
	for (unsigned int i = 0; i < e->nr_reasons; i++)
		free(e->reason[i]);
	free(e->reason);
	latency_free(&e->latencies);
	sets_free(&e->sets);
	free(e);
}
