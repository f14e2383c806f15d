// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>

#include "collect/session.h"
#include "model/advice.h"
#include "text/near.h"
#include "view/explain.h"
#include "view/json_report.h"
#include "explain.h"

/* "memory_bound", "Memory Bound", "tma_memory_bound": -1 is none of them. */
static int find_node(const struct model *m, const char *name)
{
	int exact = model_find_node(m, name);

	for (size_t i = 0; exact < 0 && i < m->nr_nodes; i++) {
		const struct node *n = &m->node[i];

		if (advice_same_name(n->name, name) ||
		    (n->title && advice_same_name(n->title, name)))
			return (int)i;
	}
	return exact;
}

static int open_book(struct advice_book **out)
{
	int err = advice_open(out);

	if (err == -ENOMEM)
		fprintf(stderr, "tdacct: no memory for the texts\n");
	return err;
}

static int complain_node(const struct model *m, const char *name)
{
	char hint[NEAR_SIZE];
	struct near near;

	near_begin(&near, name);
	for (size_t i = 0; i < m->nr_nodes; i++)
		near_try(&near, m->node[i].name);
	near_hint(&near, hint);
	fprintf(stderr, "tdacct: the model %s has no node '%s'%s\n", m->name,
		name, *hint ? hint :
		"; tdacct explain lists those that it has");
	return -ENOENT;
}

int explain_node(const struct session *s, const char *name,
		 const struct report *report, struct printer *out)
{
	struct explain e = {
		.plan = s->plan, .resolver = &s->resolver, .report = report,
	};
	struct advice_book *book;
	int node = find_node(s->model, name), err;

	if (node < 0)
		return complain_node(s->model, name);
	err = open_book(&book);
	if (err)
		return err;
	e.book = book;
	e.node = (size_t)node;
	print_open(out, NULL, '{');
	view_explain(out, &e);
	if (report)
		print_member(out, json_stamp, report->stamp);
	print_close(out, '}');
	advice_close(book);
	return print_end(out);
}

int explain_next(const struct session *s, const struct report *report)
{
	size_t nr = report->result->plan->model->nr_nodes;
	struct explain e = {
		.plan = s->plan, .resolver = &s->resolver, .report = report,
	};
	struct advice_book *book;
	int err;

	while (e.node < nr && !report->result->node[e.node].deepest)
		e.node++;
	/* what has ended cannot be looked at again */
	if (e.node == nr || report->ended)
		return 0;
	err = open_book(&book);
	if (err)
		return err;
	e.book = book;
	view_next(stdout, &e);
	advice_close(book);
	return 0;
}

int explain_shown(const struct report *report, const struct tree_options *o)
{
	struct advice_book *book;
	int err = open_book(&book);

	if (err)
		return err;
	view_meanings(stdout, report, o, book);
	advice_close(book);
	return 0;
}
