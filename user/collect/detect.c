// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counts/sample.h"
#include "events/document.h"
#include "events/families.h"
#include "events/sites.h"
#include "import/import.h"
#include "model/load.h"
#include "model/model.h"
#include "text/embedded.h"
#include "text/near.h"
#include "detect.h"
#include "machine.h"

static int complain(int err, const struct event_error *why)
{
	fprintf(stderr, "tdacct: %s\n",
		err == -ENOMEM ? "no memory for the model" : why->text);
	return err;
}

static int load(struct model **out, const struct embedded *e,
		const struct resolver *resolver)
{
	struct event_error why = { "" };
	struct document from;
	int err = document_carried(&from, e, &why);

	if (!err)
		err = model_load(out, &from, resolver);
	document_close(&from);
	return err ? complain(err, &why) : 0;
}

/* *@out stays NULL where there is none for such a CPU with these counters. */
static int load_cpu(struct model **out, const struct info *info,
		    const char *pmu)
{
	const struct embedded *e;
	struct event_machine m;
	int err;

	if (!*pmu)
		return 0;	/* any would do */
	machine_describe(&m, info);
	snprintf(m.pmu, sizeof(m.pmu), "%s", pmu);
	e = families_find(&m, &err);
	return e && !err ? load(out, e, NULL) : err;
}

int detect_cpu(struct model **out, const struct info *info)
{
	*out = NULL;
	return load_cpu(out, info, info->pmu);
}

/* Loads the model of any CPU with these counters. */
static int load_general(struct model **out, const char *pmu)
{
	for (const struct embedded *e = embedded_families; e->name; e++) {
		char text[64];

		snprintf(text, sizeof(text), "\"pmu\": \"%.32s\"", pmu);
		if (!families_is_cpu(e) &&
		    memmem(e->text, e->len, text, strlen(text)))
			return load(out, e, NULL);
	}
	return 0;
}

static int refuse(const struct info *info)
{
	fprintf(stderr, "tdacct: no model for %s family %u model 0x%x with counters '%s'; give one with --model, a file or one of:",
		*info->vendor ? info->vendor : "a CPU of unknown vendor",
		info->family, info->model, info->pmu);
	for (const struct embedded *e = embedded_families; e->name; e++)
		fprintf(stderr, " %.*s", (int)strcspn(e->name, "."), e->name);
	fputs("; tdacct doctor tells more\n", stderr);
	return -ENOENT;
}

static int search_all(struct model **out, const struct info *info)
{
	int err;

	err = load_cpu(out, info, info->pmu);
	/* Plain counters on a hybrid CPU are those of its E-cores alone. */
	if (!err && !*out && !strcmp(info->pmu, "plain"))
		err = load_cpu(out, info, "atom");
	if (err || *out)
		return err;
	err = load_general(out, info->pmu);
	if (err)
		return err;
	if (!*out)
		return refuse(info);
	if (!(*out)->nr_nodes)
		return 0;	/* all that was asked for */
	fprintf(stderr, "tdacct: no model for %s family %u model 0x%x; using '%s', which has only the first two levels; tdacct doctor tells more\n",
		info->vendor, info->family, info->model, (*out)->name);
	return 0;
}

/* A name without a folder may be of a file there, too. */
static bool find_in_folder(char path[PATH_MAX], const char *choice)
{
	static const char *const ends[] = {
		"", ".json", "_metrics.json", "-metrics.json",
	};
	const char *folder = getenv(DETECT_FOLDER);

	if (!folder || strchr(choice, '/') || !access(choice, F_OK))
		return false;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		int len = snprintf(path, PATH_MAX, "%s/%s%s", folder, choice,
				   ends[i]);

		if (len > 0 && len < PATH_MAX && !access(path, F_OK))
			return true;
	}
	return false;
}

static void add_hint(struct event_error *why, const char *choice)
{
	size_t len = strlen(why->text);
	char hint[NEAR_SIZE], name[NAME_MAX + 1], best[NAME_MAX + 1] = "";
	struct near near;

	near_begin(&near, choice);
	for (const struct embedded *e = embedded_families; e->name; e++) {
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(e->name, "."),
			 e->name);
		near_try(&near, name);
		if (near.best == name)
			near.best = strcpy(best, name);
	}
	sites_try(&near, best);
	snprintf(why->text + len, sizeof(why->text) - len, "%s",
		 near_hint(&near, hint));
}

int detect_model(struct model **out, const struct info *info,
		 const char *choice, const struct resolver *resolver)
{
	struct event_error why = { "" };
	const struct embedded *e;
	char path[PATH_MAX];
	int err;

	*out = NULL;
	if (!choice)
		return search_all(out, info);
	e = document_find(choice);
	if (e)
		return load(out, e, resolver);
	choice = find_in_folder(path, choice) ? path : sites_path(path, choice);
	err = import_formulas(out, choice, resolver, &why);
	if (err == -ENOENT)
		add_hint(&why, choice);
	return err ? complain(err, &why) : 0;
}
