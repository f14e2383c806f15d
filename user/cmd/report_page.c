// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "model/plan.h"
#include "view/page.h"
#include "report_page.h"

enum { DIGITS = 5 };		/* of numbers on the page */

void report_page_begin(struct report_page *p, uint64_t from_ns, uint64_t to_ns)
{
	/* wherever the first one begins, they are no more than there is room for */
	p->bins.width_ns = (to_ns - from_ns) / (ICICLE_BINS - 1) + 1;
}

static int add_thread(struct icicle_span *to, const struct report_page *p,
		      const struct sample *s)
{
	const char *path = sample_has(s->have, TDACCT_A_CGROUP) ?
			   cgroup_tree_path(&p->cgroups, s->cgroup) : NULL;
	int err = icicle_add(to, ICICLE_MACHINE, "", "", s);

	if (err)
		return err;
	if (!path && p->cgroups.nr) {
		to->placeless++;
		return 0;
	}
	return icicle_add(to, ICICLE_COMMAND, path ? path : "", s->comm, s);
}

/* What has no times takes none of them from the machine. */
static int add_aside(struct icicle_span *to, const struct sample *of)
{
	struct sample s;
	int err;

	sample_copy(&s, of);
	err = icicle_add(to, ICICLE_ASIDE, "", s.comm, &s);
	s.have |= UINT64_C(1) << TDACCT_A_CPU_NS | UINT64_C(1) << TDACCT_A_LOST_NS;
	return err ? err : icicle_add(to, ICICLE_MACHINE, "", "", &s);
}

static int fill(struct icicle_span *to, const struct report_page *p,
		const struct reading *r)
{
	const struct snapshot *threads = &r->table[READING_THREADS];
	const struct snapshot *cgroups = &r->table[READING_CGROUPS];
	int err = 0;

	for (size_t i = 0; !err && i < threads->nr; i++)
		err = add_thread(to, p, snapshot_at(threads, i));
	for (size_t i = 0; !err && i < cgroups->nr; i++) {
		const struct sample *s = snapshot_at(cgroups, i);

		if (s->path)
			err = icicle_add(to, ICICLE_CGROUP, s->path, "", s);
	}
	for (size_t t = READING_EXITED; !err && t <= READING_UNTRACKED; t++)
		if (r->table[t].nr)
			err = add_aside(to, snapshot_at(&r->table[t], 0));
	return err;
}

int report_page_add(struct report_page *p, const struct reading *r,
		    const struct info *info)
{
	struct icicle_span span = {
		.from_ns = r->time_ns - r->interval_ns, .to_ns = r->time_ns,
		.read_ns = r->interval_ns,
	};
	int err;

	if (!p->bins.nr && p->bins.width_ns < r->interval_ns)
		p->bins.width_ns = r->interval_ns;
	if (strcmp(p->boot_id, r->boot_id))
		cgroup_tree_free(&p->cgroups);
	memcpy(p->boot_id, r->boot_id, sizeof(p->boot_id));
	memcpy(p->host, r->host, sizeof(p->host));
	err = cgroup_tree_learn_all(&p->cgroups, &r->table[READING_CGROUPS]);
	if (!err)
		err = fill(&span, p, r);
	if (!err)
		err = icicle_bins_add(&p->bins, &span, info);
	icicle_free(&span);
	return err;
}

static int write_file(const char *path, const struct text *data)
{
	FILE *f = fopen(path, "we");
	int err = f ? page_write(f, data) : -errno;

	if (f && fclose(f) && !err)
		err = -errno;
	if (err)
		fprintf(stderr, "tdacct: %s: %s\n", path, strerror(-err));
	return err;
}

int report_page_write(const struct report_page *p, const struct plan *plan)
{
	const struct page_facts facts = {
		.plan = plan, .host = p->host, .boot_id = p->boot_id, .set = "",
		.note = "",
	};
	struct json j = json_to(NULL, true);
	struct icicle_span all;
	int err = icicle_bins_sum(&p->bins, plan->info, &all);

	j.digits = DIGITS;
	if (!err)
		err = page_data(&j, &facts, &all, &p->bins);
	if (!err)
		err = write_file(p->path, &j.text);
	text_free(&j.text);
	icicle_free(&all);
	return err;
}

void report_page_free(struct report_page *p)
{
	icicle_bins_free(&p->bins);
	cgroup_tree_free(&p->cgroups);
}
