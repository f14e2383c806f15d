// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr.h"
#include "model.h"

static int read_file(FILE *f, char **out, size_t *len)
{
	char *text = malloc(MODEL_FILE_MAX + 2);

	if (!text)
		return -ENOMEM;
	*len = fread(text, 1, MODEL_FILE_MAX + 1, f);
	text[*len] = 0;
	*out = text;
	if (ferror(f))
		return errno ? -errno : -EIO;
	return *len > MODEL_FILE_MAX ? -EFBIG : 0;
}

int model_read(struct model **out, const char *path, struct model_error *why)
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	size_t len = 0;
	int err;

	*out = NULL;
	if (!f) {
		err = -errno;
		goto say;
	}
	err = read_file(f, &text, &len);
	fclose(f);
	if (!err)
		err = model_parse(out, path, text, len, why);
	free(text);
	if (!err || err == -EINVAL)
		return err;
say:
	snprintf(why->text, sizeof(why->text), "cannot read the model '%s': %s",
		 path, strerror(-err));
	return err;
}

static void formula_free(struct formula *f)
{
	expr_free(f->expr);
	free(f->ref);
}

static void node_free(struct node *n)
{
	free(n->name);
	free(n->title);
	free(n->description);
	free(n->note);
	formula_free(&n->formula);
	formula_free(&n->approximate);
	formula_free(&n->threshold);
}

static void fields_free(struct model_fields *f)
{
	free(f->of);
	for (unsigned int i = 0; i < f->nr_parts; i++)
		free(f->parts[i]);
	for (unsigned int i = 0; i < f->nr_inside; i++)
		free(f->inside[i].value);
}

void model_free(struct model *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->nr_nodes; i++)
		node_free(&m->node[i]);
	for (size_t i = 0; i < m->nr_events; i++) {
		free(m->event[i].name);
		free(m->event[i].value);
	}
	for (size_t i = 0; i < m->nr_cpus; i++)
		free(m->cpu[i].vendor);
	fields_free(&m->fields);
	free(m->node);
	free(m->event);
	free(m->cpu);
	free(m->order);
	free(m->name);
	free(m->title);
	free(m->pmu);
	free(m);
}

int model_find_node(const struct model *m, const char *name)
{
	for (size_t i = 0; i < m->nr_nodes; i++)
		if (!strcmp(m->node[i].name, name))
			return (int)i;
	return -1;
}

int model_find_event(const struct model *m, const char *name)
{
	for (size_t i = 0; i < m->nr_events; i++)
		if (!strcmp(m->event[i].name, name))
			return (int)i;
	return -1;
}
