// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/embedded.h"
#include "document.h"
#include "midr.h"
#include "families.h"

/* "vendor_id	: GenuineIntel" */
static const char *value_of(const char *line, const char *key)
{
	size_t len = strlen(key);

	if (strncmp(line, key, len))
		return NULL;
	line += len + strspn(line + len, " \t");
	return *line == ':' ? line + 1 + strspn(line + 1, " \t") : NULL;
}

/*
 * Arm's: who made the core, and one number of its part, variant and revision, as
 * the module tells it (cpu_arm64.c).
 */
static void read_arm(struct event_machine *m, const char *line)
{
	static const struct {
		const char *key;
		unsigned int shift;
	} fields[] = {
		{ "CPU part", 8 }, { "CPU variant", 4 }, { "CPU revision", 0 },
	};
	const char *value = value_of(line, "CPU implementer");

	if (value)
		arm_implementer((uint32_t)strtoul(value, NULL, 0), m->vendor,
				sizeof(m->vendor));
	value = value_of(line, "CPU architecture");
	if (value)
		m->family = (uint32_t)strtoul(value, NULL, 10);
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		value = value_of(line, fields[i].key);
		if (value)
			m->model |= (uint32_t)strtoul(value, NULL, 0) <<
				    fields[i].shift;
	}
}

static void read_line(struct event_machine *m, char *line)
{
	const char *value;

	line[strcspn(line, "\n")] = 0;
	value = value_of(line, "vendor_id");
	if (value)
		snprintf(m->vendor, sizeof(m->vendor), "%s", value);
	value = value_of(line, "cpu family");
	if (value)
		m->family = (uint32_t)strtoul(value, NULL, 10);
	value = value_of(line, "model");
	if (value)
		m->model = (uint32_t)strtoul(value, NULL, 10);
	read_arm(m, line);
}

/* All CPUs have the same lines: those of the first do. */
int event_machine_read(struct event_machine *m, const char *path)
{
	FILE *f = fopen(path, "re");
	char line[256];

	memset(m, 0, sizeof(*m));
	if (!f)
		return -ENOENT;
	while (fgets(line, sizeof(line), f) && *line != '\n')
		read_line(m, line);
	fclose(f);
	return *m->vendor ? 0 : -ENOENT;
}

/* A file of the program's own has no mistakes; a test says so. */
static int load(struct event_data **out, const struct embedded *e)
{
	struct event_error why = { "" };
	struct document from;
	int err = document_carried(&from, e, &why);

	if (!err)
		err = event_data_read(out, &from);
	document_close(&from);
	if (err)
		fprintf(stderr, "tdacct: %s\n", why.text);
	return err;
}

/* E-cores have the numbers of the P-cores beside them, and are asked for by name. */
static bool fits_pmu(const char *pmu, const struct event_machine *m)
{
	if (!pmu || !strcmp(pmu, m->pmu))
		return true;
	return !*m->pmu && strcmp(pmu, "atom") && strcmp(pmu, "lowpower");
}

static bool is_model(const struct event_machine *m, const char *vendor,
		     uint32_t family, uint32_t first, uint32_t last)
{
	return !strcmp(vendor, m->vendor) && family == m->family &&
	       first <= m->model && m->model <= last;
}

bool families_fits(const struct event_data *d, const struct event_machine *m)
{
	if (!fits_pmu(d->pmu, m))
		return false;
	for (size_t i = 0; i < d->nr_cpus; i++)
		if (is_model(m, d->cpu[i].vendor, d->cpu[i].family,
			     d->cpu[i].model, d->cpu[i].last))
			return true;
	return false;
}

static uint32_t number_of(const json_t *cpu, const char *key)
{
	const json_t *value = json_object_get(cpu, key);

	return json_is_string(value) ?
	       (uint32_t)strtoul(json_string_value(value), NULL, 0) :
	       (uint32_t)json_integer_value(value);
}

/* Is it of such a CPU, whatever its counters? */
static bool is_of_cpu(const struct embedded *e, const struct event_machine *m)
{
	json_t *cpus = document_list(e, "cpus");
	bool found = false;

	for (size_t i = 0; !found && i < json_array_size(cpus); i++) {
		const json_t *cpu = json_array_get(cpus, i);
		const json_t *vendor = json_object_get(cpu, "vendor");
		uint32_t first = number_of(cpu, "model");
		uint32_t last = number_of(cpu, "to");

		found = is_model(m, json_string_value(vendor),
				 number_of(cpu, "family"), first,
				 last ? last : first);
	}
	json_decref(cpus);
	return found;
}

/* Reads all of the family: it may have its kind of counters from one that it extends. */
static bool has_pmu(const struct embedded *e, const struct event_machine *m,
		    int *err)
{
	struct event_error why = { "" };
	struct document from;
	bool fits;

	*err = document_carried(&from, e, &why);
	if (*err)
		fprintf(stderr, "tdacct: %s\n", why.text);
	fits = !*err && fits_pmu(json_string_value(
				 json_object_get(from.root, "pmu")), m);
	document_close(&from);
	return fits;
}

const struct embedded *families_find(const struct event_machine *m, int *err)
{
	*err = 0;
	for (const struct embedded *e = embedded_families; !*err && e->name; e++)
		if (is_of_cpu(e, m) && has_pmu(e, m, err))
			return e;
	return NULL;
}

int families_of_machine(struct event_data **out, const struct event_machine *m)
{
	int err;
	const struct embedded *e = families_find(m, &err);

	*out = NULL;
	if (err || !e)
		return err ? err : -ENOENT;
	return load(out, e);
}

bool families_is_cpu(const struct embedded *e)
{
	static const char key[] = "\"cpus\"";

	return memmem(e->text, e->len, key, strlen(key));
}

int families_by_name(struct event_data **out, const char *name)
{
	const struct embedded *e = document_find(name);

	*out = NULL;
	return e && families_is_cpu(e) ? load(out, e) : -ENOENT;
}

void families_names(char *to, size_t size)
{
	size_t len = 0;

	*to = 0;
	for (const struct embedded *e = embedded_families; e->name; e++) {
		if (len >= size)
			return;
		if (families_is_cpu(e))
			len += (size_t)snprintf(to + len, size - len, " %.*s",
						(int)strcspn(e->name, "."),
						e->name);
	}
}
