// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <string.h>

#include "counts/unit.h"
#include "model/cores.h"
#include "model/eval.h"
#include "model/plan.h"
#include "column.h"
#include "json_report.h"
#include "page.h"

enum { PAGE, POLICY };		/* in embedded_page */

#define MARK "<!-- data -->"	/* here the page takes those that it carries */

/* ---- what the numbers are ------------------------------------------------ */

/* In words, once for all rows. */
static void put_nodes(struct json *j, const struct plan *p)
{
	json_open(j, "nodes", '{');
	for (const struct plan *of = p; of; of = of->next)
		for (size_t i = 0; i < of->model->nr_nodes; i++) {
			const struct node *n = &of->model->node[i];

			if (of != p && model_find_node(p->model, n->name) >= 0)
				continue;
			json_open(j, n->name, '{');
			json_text(j, "title", n->title);
			json_text(j, "description", n->description);
			json_close(j, '}');
		}
	json_close(j, '}');
}

static void put_parts(struct json *j, const struct plan *p)
{
	json_open(j, "parts", '[');
	for (size_t i = 0; i < p->model->nr_nodes; i++)
		if (model_is_part(p->model, i))
			json_text(j, NULL, p->model->node[i].name);
	json_close(j, ']');
}

/* The trees of a row, if cores are of several types. */
static void put_cores(struct json *j, const struct plan *p)
{
	char key[CORES_KEY_SIZE];

	json_open(j, "cores", '[');
	for (const struct plan *of = p->next ? p : NULL; of; of = of->next) {
		json_open(j, NULL, '{');
		json_text(j, "key", of == p ? "tree" :
			  cores_key(p->info, of->core_type, key));
		json_text(j, "name", cores_name(p->info, of->core_type));
		json_close(j, '}');
	}
	json_close(j, ']');
}

/* ---- rows ---------------------------------------------------------------- */

static bool is_root(const struct icicle_row *row)
{
	return row->kind == ICICLE_CGROUP && !strcmp(row->path, "/");
}

/* Is @path that of @above, or below it? That of the root ends in a slash. */
static bool is_within(const char *path, const char *above)
{
	size_t len = strlen(above);

	return !strncmp(path, above, len) &&
	       (!path[len] || path[len] == '/' || (len && path[len - 1] == '/'));
}

/* The place of the row that has all of @row: the deepest of its cgroups, or the machine. */
static size_t find_above(const struct icicle_span *s, const struct icicle_row *row,
			 size_t machine)
{
	size_t best = machine, deepest = 0;

	for (size_t i = 0; row->kind >= ICICLE_CGROUP && i < s->nr; i++) {
		const struct icicle_row *o = s->row[i];
		size_t len = strlen(o->path);

		if (o->kind != ICICLE_CGROUP || o == row || is_root(o) ||
		    len <= deepest || !is_within(row->path, o->path))
			continue;
		if (row->kind == ICICLE_CGROUP && !strcmp(row->path, o->path))
			continue;
		best = i;
		deepest = len;
	}
	return best;
}

/* Of all slots, by part; a bar is drawn of these. */
static void put_shares(struct json *j, const struct result *r)
{
	const struct model *m = r->plan->model;

	for (size_t i = 0; i < m->nr_nodes; i++)
		if (model_is_part(m, i))
			json_known(j, NULL, result_shown(r, i));
}

/* In each part of the time: its slots, and their shares. */
static void put_bins(struct json *j, const struct icicle_row *row, struct result *r,
		     const struct icicle_bins *bins)
{
	json_open(j, "bins", '[');
	for (unsigned int i = 0; i < bins->nr; i++) {
		const struct icicle_row *then = icicle_find(&bins->bin[i], row);

		json_open(j, NULL, '[');
		if (then) {
			unit_forget();
			eval(r, &then->counts, false);
			json_ns(j, NULL, icicle_size(then, r->plan->info));
			put_shares(j, r);
		}
		json_close(j, ']');
	}
	json_close(j, ']');
}

static void put_slots_of(struct json *j, const struct result *r)
{
	char key[CORES_KEY_SIZE];

	json_open(j, "slots_of", '{');
	for (const struct result *of = r; of; of = of->next)
		json_ns(j, of == r ? "tree" :
			cores_key(of->plan->info, of->plan->core_type, key),
			of->weight);
	json_close(j, '}');
}

static void put_row(struct json *j, const struct icicle_row *row, struct result *r)
{
	static const char *const kinds[] = {
		[ICICLE_MACHINE] = "machine", [ICICLE_ASIDE] = "aside",
		[ICICLE_CGROUP] = "cgroup", [ICICLE_COMMAND] = "command",
	};
	const struct info *info = r->plan->info;
	struct sample s = {
		.kind = SAMPLE_PROCESS, .have = row->have, .cpu_ns = row->cpu_ns,
		.lost_ns = row->lost_ns, .counts = row->counts,
	};
	struct row of = { .sample = &s, .result = r };
	double slots = icicle_size(row, info);
	char text[64];

	unit_forget();
	eval(r, &row->counts, true);
	json_text(j, "kind", kinds[row->kind]);
	json_text(j, "name", row->name);
	json_text(j, "path", row->path);
	json_ns(j, "slots", slots);
	json_maybe(j, "cpu_ns", sample_has(row->have, TDACCT_A_CPU_NS), row->cpu_ns);
	json_known(j, "coverage", sample_coverage(&s));
	json_known(j, "unclassified",
		   count_number(info, &row->counts, COUNT_UNCLASSIFIED) / slots);
	json_known(j, "ipc", count_ratio(info, &row->counts, "instructions", "cycles"));
	json_text(j, "bottleneck", column_bottleneck(&of, text, sizeof(text)));
	json_open(j, "bar", '[');
	put_shares(j, r);
	json_close(j, ']');
	if (r->next)
		put_slots_of(j, r);
	json_trees(j, r);
}

/* The root has what the machine's tasks have: it is no row beside that. */
static void put_rows(struct json *j, const struct icicle_span *s, struct result *r,
		     const struct icicle_bins *bins)
{
	size_t machine = 0, root = s->nr;

	for (size_t i = 0; i < s->nr; i++) {
		if (s->row[i]->kind == ICICLE_MACHINE)
			machine = i;
		if (is_root(s->row[i]))
			root = i;
	}
	json_open(j, "rows", '[');
	for (size_t i = 0; i < s->nr; i++) {
		const struct icicle_row *row = s->row[i];
		size_t above = find_above(s, row, machine);

		if (i == root)
			continue;
		json_open(j, NULL, '{');
		json_maybe(j, "above", i != machine, above - (above > root));
		put_row(j, row, r);
		if (bins)
			put_bins(j, row, r, bins);
		json_close(j, '}');
	}
	json_close(j, ']');
}

int page_data(struct json *j, const struct page_facts *f,
	      const struct icicle_span *span, const struct icicle_bins *bins)
{
	const struct plan *p = f->plan;
	struct result r;
	int err = p ? result_make(&r, p) : 0;

	json_open(j, NULL, '{');
	json_text(j, "version", VERSION);
	json_text(j, "host", f->host);
	json_text(j, "boot_id", f->boot_id);
	json_text(j, "model", p ? p->model->name : NULL);
	json_text(j, "title", p ? p->model->title : NULL);
	json_text(j, "set", f->set);
	json_text(j, "note", f->note);
	json_known(j, "every_s", f->every_s);
	json_count(j, "from_ns", span->from_ns);
	json_count(j, "to_ns", span->to_ns);
	json_known(j, "interval_s", (double)span->read_ns / 1e9);
	json_count(j, "left_out", span->left_out);
	json_count(j, "placeless", span->placeless);
	if (bins) {
		json_known(j, "bin_s", (double)bins->width_ns / 1e9);
		json_open(j, "bins", '[');
		for (unsigned int i = 0; i < bins->nr; i++)
			json_count(j, NULL, bins->bin[i].from_ns);
		json_close(j, ']');
	}
	if (p) {
		put_parts(j, p);
		put_cores(j, p);
		put_nodes(j, p);
		if (!err)
			put_rows(j, span, &r, bins);
		result_free(&r);
	}
	json_close(j, '}');
	return err ? err : j->text.failed ? -ENOMEM : 0;
}

/* ---- the page ------------------------------------------------------------ */

const struct embedded *page_text(void)
{
	return &embedded_page[PAGE];
}

const char *page_policy(void)
{
	return embedded_page[POLICY].text;
}

/* A browser looks for tags in a script: there is no < in it. */
static void put_script(FILE *to, const struct text *data)
{
	fputs("<script type=\"application/json\" id=\"data\">", to);
	for (size_t i = 0; i < data->len; i++)
		if (data->at[i] == '<')
			fputs("\\u003c", to);
		else
			fputc(data->at[i], to);
	fputs("</script>", to);
}

int page_write(FILE *to, const struct text *data)
{
	const char *page = page_text()->text, *mark = strstr(page, MARK);

	fwrite(page, 1, (size_t)(mark - page), to);
	fprintf(to, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; %s\">\n",
		page_policy());
	put_script(to, data);
	fputs(mark + strlen(MARK), to);
	return ferror(to) ? -EIO : 0;
}
