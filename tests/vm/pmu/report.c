// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdarg.h>

#include "report.h"

#define VERSION	1

__attribute__((format(printf, 2, 3)))
static void put(const struct report *r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(r->out, format, args);
	va_end(args);
}

static const char *comma(bool first)
{
	return first ? "" : ",";
}

void report_begin(const struct report *r)
{
	static const char *const rounding[] = {
		[ROUND_SILICON] = "silicon", [ROUND_NEAREST] = "nearest",
		[ROUND_TRUNCATE] = "truncate",
	};

	put(r, "{\"version\":%d,\"model\":\"%s\",\"round\":\"%s\",",
	    VERSION, r->o->model.name, rounding[r->o->round]);
	put(r, "\"width\":%u,\"core_width\":%u,\"base\":{", r->o->width,
	    r->o->core.width);
	for (unsigned int c = 0; c < r->o->model.classes; c++)
		put(r, "%s\"%02x\":%" PRIu64, comma(!c), c,
		    r->o->core.base[c]);
	put(r, "},\"vcpus\":[");
}

static void put_modes(const struct report *r, const char *name,
		      uint64_t user, uint64_t kernel)
{
	put(r, "\"%s\":{\"user\":%" PRIu64 ",\"kernel\":%" PRIu64 "},", name,
	    user, kernel);
}

static void put_totals(const struct report *r, const struct pmu *p,
		       const struct source *s)
{
	const struct core *core = &p->core;
	uint64_t user = source_all_slots(s, core, FILTER_USER);
	uint64_t kernel = source_all_slots(s, core, FILTER_KERNEL);

	put(r, "\"model\":\"%s\",\"core_width\":%u,", p->model->name,
	    core->width);
	put_modes(r, "instructions", source_insns(s, FILTER_USER),
		  source_insns(s, FILTER_KERNEL));
	put_modes(r, "slots", user, kernel);
	put_modes(r, "cycles", user / core->width, kernel / core->width);
}

static void put_classes(const struct report *r, const struct core *core,
			const struct source *s)
{
	put(r, "\"classes\":[");
	for (unsigned int c = 0; c < r->o->model.classes; c++) {
		put(r, "%s{\"class\":\"%02x\",\"name\":\"%s\",", comma(!c), c,
		    classes[c].name);
		put(r, "\"user\":%" PRIu64 ",\"kernel\":%" PRIu64 ",",
		    source_slots(s, core, c, FILTER_USER),
		    source_slots(s, core, c, FILTER_KERNEL));
		put(r, "\"markers_user\":%" PRIu64
		    ",\"markers_kernel\":%" PRIu64 "}",
		    s->markers[MODE_USER][c], s->markers[MODE_KERNEL][c]);
	}
	put(r, "],");
}

static void put_event(const struct report *r, const struct tally *t)
{
	const struct event *ev = t->event;

	if (ev)
		put(r, "\"event\":\"%s\",", ev->name);
	else if (t->denied)
		put(r, "\"event\":null,\"denied\":true,");
	else if (t->misplaced)
		put(r, "\"event\":null,\"misplaced\":true,");
	else
		put(r, "\"event\":null,\"unknown\":true,");
}

static void put_tally(const struct report *r, const struct core *core,
		      unsigned int n, const struct tally *t, bool fixed)
{
	put(r, "{\"name\":\"%s%u\",\"config\":", fixed ? "fixed" : "pmc", n);
	if (fixed)
		put(r, "null,");
	else
		put(r, "\"0x%" PRIx64 "\",", t->config);
	put(r, "\"filter\":\"%s%s\",", t->filter & FILTER_USER ? "u" : "",
	    t->filter & FILTER_KERNEL ? "k" : "");
	put_event(r, t);
	put(r, "\"counted\":%" PRIu64 "}", tally_count(t, core));
}

static void put_counter(const struct report *r, const struct core *core,
			unsigned int n, const struct counter *c, bool fixed,
			bool *any)
{
	for (size_t i = 0; i < c->nr_tallies; i++) {
		put(r, "%s", comma(!*any));
		put_tally(r, core, n, &c->tallies[i], fixed);
		*any = true;
	}
}

static void put_counters(const struct report *r, const struct pmu *p)
{
	bool any = false;

	put(r, "\"counters\":[");
	for (unsigned int n = 0; n < p->model->fixed; n++)
		put_counter(r, &p->core, n, &p->fixed[n], true, &any);
	for (unsigned int n = 0; n < p->model->generic; n++)
		put_counter(r, &p->core, n, &p->generic[n], false, &any);
	put(r, "],");
}

static void put_metrics(const struct report *r, const struct metrics *m)
{
	put(r, "\"metrics\":{\"clears\":%" PRIu64 ",\"clears_running\":%" PRIu64
	    ",\"restores\":%" PRIu64 ",\"spoils\":%" PRIu64 ",", m->clears,
	    m->clears_running, m->restores, m->spoils);
	put(r, "\"cleared_least\":%" PRIu64 ",\"cleared_most\":%" PRIu64
	    ",\"cleared_at\":[", m->cleared_least, m->cleared_most);
	for (uint64_t i = 0; i < m->clears && i < N_CLEARS_LOGGED; i++)
		put(r, "%s%" PRIu64, comma(!i), m->cleared_at[i]);
	put(r, "],\"counted\":{\"slots\":%" PRIu64, m->ever.slots);
	for (int f = 0; f < N_FIELDS; f++)
		put(r, ",\"%s\":%" PRIu64, field_names[f], m->ever.field[f]);
	put(r, "}},");
}

static void put_msr(const struct report *r, const struct work *w)
{
	put(r, "\"rdpmc\":%" PRIu64 ",\"rdpmc_pmu\":%" PRIu64 ",", w->rdpmc,
	    w->rdpmc_pmu);
	put(r, "\"rdmsr\":%" PRIu64 ",\"rdmsr_pmu\":%" PRIu64 ",", w->rdmsr,
	    w->rdmsr_pmu);
	put(r, "\"wrmsr\":%" PRIu64 ",\"wrmsr_pmu\":%" PRIu64, w->wrmsr,
	    w->wrmsr_pmu);
}

void report_vcpu(const struct report *r, unsigned int index,
		 const struct vcpu *v)
{
	put(r, "%s{\"vcpu\":%u,", comma(!index), index);
	put_totals(r, &v->pmu, &v->source);
	put_classes(r, &v->pmu.core, &v->source);
	put_counters(r, &v->pmu);
	put_metrics(r, &v->pmu.metrics);
	put(r, "\"msr\":{");
	put_msr(r, &v->work);
	put(r, "},\"interrupts\":%" PRIu64 ",\"stale\":%" PRIu64
	    ",\"mended\":%" PRIu64 ",\"put_off\":%" PRIu64
	    ",\"switches\":%" PRIu64 "}",
	    v->interrupts, v->stale, v->mended, v->put_off,
	    v->work.switches);
}

void report_middle(const struct report *r)
{
	put(r, "],\"phases\":[");
}

static void put_phase(const struct report *r, unsigned int index,
		      const struct phase *p)
{
	const struct work *w = &p->work;

	put(r, "{\"vcpu\":%u,\"phase\":%u,", index, p->number);
	put_modes(r, "instructions", w->insns[MODE_USER],
		  w->insns[MODE_KERNEL]);
	put_msr(r, w);
	put(r, ",\"switches\":%" PRIu64, w->switches);
	if (r->o->lines)
		put(r, ",\"lines\":%" PRIu64 ",\"windows\":%" PRIu64
		    ",\"middle\":%.3f", p->lines, p->windows, p->middle);
	put(r, "}");
}

void report_phases(const struct report *r, unsigned int index,
		   const struct vcpu *v, bool *any)
{
	for (size_t i = 0; i < v->phases.nr_ended; i++) {
		put(r, "%s", comma(!*any));
		put_phase(r, index, &v->phases.ended[i]);
		*any = true;
	}
}

void report_end(const struct report *r)
{
	put(r, "]}\n");
}
