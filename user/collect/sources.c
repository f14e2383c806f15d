// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/families.h"
#include "events/hardware.h"
#include "events/sites.h"
#include "import/import.h"
#include "import/known.h"
#include "import/latency.h"
#include "model/cover.h"
#include "model/resolver.h"
#include "text/text.h"
#include "machine.h"
#include "sources.h"

/* A CPU of no table is taken to have all that there can be; its file tells more. */
#define OF_STRANGER "intel_metrics"

static bool is_of_machine(const struct resolver *r, const struct event_machine *m,
			  const char *pmu)
{
	struct event_machine like = *m;

	snprintf(like.pmu, sizeof(like.pmu), "%s", pmu);
	return r->family && families_fits(r->family, &like);
}

/*
 * A file is of all such CPUs, also of those that have more than this machine's, of
 * which the host of a virtual machine hides something. But the module counts only what
 * there is.
 */
static int find_known(struct resolver *r, const char *path,
		      const struct event_machine *m, bool counting)
{
	int err = known_file(&r->family, path);

	if (err || strcmp(m->pmu, "plain") || !is_of_machine(r, m, "") ||
	    is_of_machine(r, m, m->pmu))
		return err;
	if (!counting) {
		fprintf(stderr, "tdacct: this machine has such a CPU, but no PERF_METRICS; what is said here is of those that have it\n");
		return 0;
	}
	event_data_close(r->family);
	r->family = NULL;
	return -ENOENT;
}

/* A file for a CPU of no table says nothing of events. */
static int find_chosen(struct resolver *r, const char *choice,
		       const struct event_machine *m, bool counting)
{
	int err = sites_open(&r->family, choice, m);

	/* who names a site's file means it; whose CPU it is for is said all the same */
	if (!err && counting && *m->vendor && r->family->nr_cpus &&
	    !families_fits(r->family, m))
		fprintf(stderr, "tdacct: the site file '%s' is not for this CPU, %s family %u model 0x%x, whose codes may mean something else\n",
			r->family->name, m->vendor, m->family, m->model);
	if (err != -ENOENT)
		return err;
	err = find_known(r, choice, m, counting);
	if (!err)
		r->supposed = r->family ? r->family->pmu : OF_STRANGER;
	return err;
}

/* @root: of the machine that @info is of; NULL: it is a recording's. */
static int find_family(struct resolver *r, const struct sources *from,
		       const struct info *info, const char *root)
{
	struct event_machine machine;
	struct hardware h;
	bool counting = *info->version;
	int err;

	machine_describe(&machine, info);
	err = from->model ? find_chosen(r, from->model, &machine, counting) :
			    -ENOENT;
	if (err == -ENOENT)
		err = sites_find(&r->family, &machine);
	if (err == -ENOENT)
		err = families_of_machine(&r->family, &machine);
	if (!err && root && is_of_machine(r, &machine, machine.pmu)) {
		hardware_read(&h, root);
		event_data_on(r->family, h.counters);
		r->watchdog = h.watchdog;
	}
	return err == -ENOENT ? 0 : err;
}

static int add_file(struct resolver *r, const char *path)
{
	struct event_error why = { "" };
	int err = import_events(&r->data[r->nr], &r->latencies, path, &why);

	if (err)
		fprintf(stderr, "tdacct: %s\n", err == -ENOMEM ?
			"no memory for the events" : why.text);
	r->nr += r->data[r->nr] != NULL;
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

static int put_again(struct resolver *r, const struct sources *from)
{
	size_t size;
	FILE *f = open_memstream(&r->again, &size);

	if (!f)
		return -ENOMEM;
	put_option(f, "--model", from->model);
	for (unsigned int i = 0; i < from->nr_event_data; i++)
		put_option(f, "--event-data", from->event_data[i]);
	return fclose(f) ? -ENOMEM : 0;
}

/* perf's name on the machine of a recording follows from what was counted. */
static char *find_device(const char *root, const struct info *info)
{
	struct hardware h;

	if (root) {
		hardware_read(&h, root);
		return strdup(h.device);
	}
	/* the core types of a hybrid CPU have the same numbers */
	return info->core_type[1].prefix && !*info->core_type[1].vendor ?
	       strdup("cpu_core") : NULL;
}

int sources_open(const struct sources *from, struct resolver *to,
		 const struct info *info)
{
	/* where no module tells of the machine, files do */
	const char *root = !to->here ? NULL :
			   to->root ? to->root : machine_root();
	int err;

	to->reasons = calloc(1, sizeof(*to->reasons));
	err = to->reasons ? find_family(to, from, info, root) : -ENOMEM;
	for (unsigned int i = 0; !err && i < from->nr_event_data; i++)
		err = add_file(to, from->event_data[i]);
	if (!err)
		err = put_again(to, from);
	if (!err && from->model && resolver_path(to))
		to->site = from->model;
	to->device = find_device(root, info);
	if (err == -ENOMEM)
		fprintf(stderr, "tdacct: no memory for the events\n");
	if (err)
		resolver_close(to);
	return err;
}

/* The site is the family's data, which a set may be added to. */
int sources_sets(struct resolver *to, const struct model *m)
{
	int err = resolver_path(to) ?
		  cover_sets(to->family, m, to->watchdog) : 0;

	if (!err)
		err = sets_make(&to->sets, to->family, to->watchdog);
	if (err)
		fprintf(stderr, "tdacct: no memory for the sets of events\n");
	return err;
}
