// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counts/sample.h"
#include "text/embedded.h"
#include "text/near.h"
#include "detect.h"
#include "load.h"

static int complain(int err, const struct model_error *why)
{
	fprintf(stderr, "tdacct: %s\n",
		err == -ENOMEM ? "no memory for the model" : why->text);
	return err;
}

static int load(struct model **out, const struct embedded *e,
		const struct encodings *encodings)
{
	struct model_error why = { "" };
	int err = model_parse_with(out, e->name, e->text, e->len, encodings,
				   &why);

	return err ? complain(err, &why) : 0;
}

static const struct embedded *find_name(const char *name)
{
	size_t len = strlen(name);

	for (const struct embedded *e = embedded_models; e->name; e++)
		if (!strncmp(e->name, name, len) &&
		    !strcmp(e->name + len, ".json"))
			return e;
	return NULL;
}

/* Does the model want other counters than the machine's? */
static bool wants_others(const struct model *m, const struct info *info)
{
	return m->pmu && strcmp(m->pmu, info->pmu);
}

static bool fits_cpu(const struct model *m, const struct info *info)
{
	if (wants_others(m, info))
		return false;
	for (size_t i = 0; i < m->nr_cpus; i++)
		if (!strcmp(m->cpu[i].vendor, info->vendor) &&
		    m->cpu[i].family == info->family &&
		    m->cpu[i].model <= info->model &&
		    info->model <= m->cpu[i].last)
			return true;
	return false;
}

static bool fits_pmu(const struct model *m, const struct info *info)
{
	return !m->nr_cpus && m->pmu && !wants_others(m, info);
}

/*
 * Only those with @text in them are looked at. *@out stays NULL where none fits.
 */
static int search(struct model **out, const struct info *info, const char *text,
		  bool (*fits)(const struct model *m, const struct info *info))
{
	for (const struct embedded *e = embedded_models; e->name; e++) {
		struct model *m;
		int err;

		if (!memmem(e->text, e->len, text, strlen(text)))
			continue;
		err = load(&m, e, NULL);
		if (err)
			return err;
		if (fits(m, info)) {
			*out = m;
			return 0;
		}
		model_free(m);
	}
	return 0;
}

/*
 * Most models do not have the CPU's number. To parse them all the same would be
 * most of what a short command takes. Few have a range, in which it may be.
 */
static int search_cpu(struct model **out, const struct info *info)
{
	char number[32];
	int err;

	snprintf(number, sizeof(number), "\"model\": \"0x%02x\"", info->model);
	err = search(out, info, number, fits_cpu);
	if (err || *out)
		return err;
	return search(out, info, "\"to\": \"0x", fits_cpu);
}

int detect_cpu(struct model **out, const struct info *info)
{
	*out = NULL;
	return search_cpu(out, info);
}

static int refuse(const struct info *info)
{
	fprintf(stderr, "tdacct: no model for %s family %u model 0x%x with counters '%s'; give one with --model, a file or one of:",
		*info->vendor ? info->vendor : "a CPU of unknown vendor",
		info->family, info->model, info->pmu);
	for (const struct embedded *e = embedded_models; e->name; e++)
		fprintf(stderr, " %.*s", (int)strcspn(e->name, "."), e->name);
	fputs("; tdacct doctor tells more\n", stderr);
	return -ENOENT;
}

/* Plain counters on a hybrid CPU are those of its E-cores alone. */
static int search_atom(struct model **out, const struct info *info)
{
	struct info like = *info;

	if (strcmp(info->pmu, "plain"))
		return 0;
	snprintf(like.pmu, sizeof(like.pmu), "atom");
	return search_cpu(out, &like);
}

static int search_all(struct model **out, const struct info *info)
{
	int err = search_cpu(out, info);

	if (!err && !*out)
		err = search_atom(out, info);
	if (err || *out)
		return err;
	err = search(out, info, "", fits_pmu);
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

/* Where a name without a folder may lie, too. */
static bool find_in_folder(char *path, size_t size, const char *choice)
{
	static const char *const ends[] = {
		"", ".json", "_metrics.json", "-metrics.json",
	};
	const char *folder = getenv(DETECT_FOLDER);

	if (!folder || strchr(choice, '/') || !access(choice, F_OK))
		return false;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		int len = snprintf(path, size, "%s/%s%s", folder, choice,
				   ends[i]);

		if (len > 0 && (size_t)len < size && !access(path, F_OK))
			return true;
	}
	return false;
}

static void add_hint(struct model_error *why, const char *choice)
{
	size_t len = strlen(why->text);
	char hint[NEAR_SIZE], name[64], best[64] = "";
	struct near near;

	near_begin(&near, choice);
	for (const struct embedded *e = embedded_models; e->name; e++) {
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(e->name, "."),
			 e->name);
		near_try(&near, name);
		if (near.best == name)
			near.best = strcpy(best, name);
	}
	snprintf(why->text + len, sizeof(why->text) - len, "%s",
		 near_hint(&near, hint));
}

int detect_model(struct model **out, const struct info *info,
		 const char *choice, const struct encodings *encodings)
{
	struct model_error why = { "" };
	const struct embedded *e;
	char path[PATH_MAX];
	int err;

	*out = NULL;
	if (!choice)
		return search_all(out, info);
	e = find_name(choice);
	if (e)
		return load(out, e, encodings);
	if (find_in_folder(path, sizeof(path), choice))
		choice = path;
	err = model_read(out, choice, encodings, &why);
	if (err == -ENOENT)
		add_hint(&why, choice);
	return err ? complain(err, &why) : 0;
}
