// SPDX-License-Identifier: GPL-2.0
/*
 * Counters are taken from us while we count, and given back: by perf, to whom
 * somebody else's pinned event was there first, and by tools that program the
 * PMU behind perf's back. What is lost is said to be lost, what is not is
 * exact.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "core.h"
#include "harness.h"
#include "marker.h"
#include "others.h"
#include "seen.h"
#include "task.h"
#include "worker.h"

static void module_away(void)
{
	pin_to(1);
	have_module();
	must_remove();
}

/*
 * An event made before ours and enabled later: perf hands out counters in the
 * order in which pinned events were made.
 */
static int lie_in_wait(const struct other *o, const char *args)
{
	struct other early = *o;
	int fd;

	module_away();
	early.pinned = true;
	early.disabled = true;
	fd = must_open(&early, -1, 0);
	must_insert(args);
	return fd;
}

static void lie_in_wait_for_all(struct hold *h)
{
	module_away();
	lie_in_wait_for_slots(h, 0);
	must_insert("");
}

static void counts_on(unsigned int cpu)
{
	struct message m;

	see_cpu(cpu, &m);
	check(m.state == TDACCT_STATE_COUNTING, "CPU %u: state %u (%s)", cpu,
	      m.state, m.reason);
}

/* ---- taken away ------------------------------------------------------------ */

static void waits(const char *when)
{
	struct message m;

	await_cpu(0, TDACCT_STATE_WAITING);
	see_cpu(0, &m);
	check(*m.reason, "%s: CPU 0 waits without a reason", when);
	note("%s: CPU 0 waits: %s", when, m.reason);
	counts_on(1);
}

/* Nothing is charged, and all of that time is called lost. */
static void turn_is_lost(struct worker *w)
{
	struct message was, now;

	see_thread(w->pid, &was);
	take_turn(w);
	see_thread(w->pid, &now);
	check(count_of(&now.counts, "slots") == count_of(&was.counts, "slots"),
	      "charged on a CPU that waits");
	check(now.lost_ns - was.lost_ns == now.cpu_ns - was.cpu_ns,
	      "%" PRIu64 " ns lost of %" PRIu64, now.lost_ns - was.lost_ns,
	      now.cpu_ns - was.cpu_ns);
	check(now.lost_ns > was.lost_ns, "no time was lost");
}

static void turn_is_exact(const char *when, struct worker *w)
{
	struct message was, now;

	see_thread(w->pid, &was);
	take_turn(w);
	judge_since(when, w, &was, TURN_MARKERS);
	see_thread(w->pid, &now);
	check(now.lost_ns == was.lost_ns, "%s: %" PRIu64 " ns were lost", when,
	      now.lost_ns - was.lost_ns);
}

static void slots_stolen(void)
{
	struct message m;
	struct worker w;
	struct hold h;

	lie_in_wait_for_all(&h);
	start_worker(&w, 0);
	take_turn(&w);
	judge("before the theft", &w);
	hold_on(&h);
	take_turn(&w);
	waits("after the theft");
	turn_is_lost(&w);
	see_thread(w.pid, &m);
	check(count_of(&m.counts, "slots") <= w.markers * MARKER_SLOTS +
	      count_of(&m.counts, "instructions") * INSTRUCTION_SLOTS + 10000,
	      "more slots than there were");
	laws_hold("while it is gone");
	waits("after a pause");
	hold_off(&h);
	await_whole(0);
	turn_is_exact("given back", &w);
	stop_worker(&w);
	laws_hold("afterwards");
}

/* ---- what was asked for besides is taken away ------------------------------ */

/* No other counter counts these. */
static const struct other ref_cycles = {
	PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES
};

/* CPU 0 counts. Does it give, within a time, a reason with @words in it? */
static bool gives_reason(const char *words, unsigned int seconds)
{
	struct message m;

	for (unsigned int tries = 0; tries < seconds * 20; tries++) {
		counts_on(0);
		see_cpu(0, &m);
		if (*words ? !!strstr(m.reason, words) : !*m.reason)
			return true;
		usleep(50000);
	}
	note("CPU 0 gives the reason '%s'", m.reason);
	return false;
}

static void await_reason(const char *words)
{
	check(gives_reason(words, 150), "CPU 0 does not give the reason '%s'",
	      words);
}

/* Newer kernels find another counter for what older ones can count on one. */
static void await_without(void)
{
	if (gives_reason("without ref_cycles", 5))
		return;
	laws_hold("moved to another counter");
	skip("on this kernel they can move");
}

struct growth {
	int64_t slots, ref_cycles, gap;
};

static int64_t more(const struct message *was, const struct message *now,
		    const char *name)
{
	return (int64_t)(count_of(&now->counts, name) -
			 count_of(&was->counts, name));
}

/* A turn in which all that is always counted is exact. */
static struct growth turn_of(const char *when, struct worker *w)
{
	struct message was, now;

	see_thread(w->pid, &was);
	turn_is_exact(when, w);
	see_thread(w->pid, &now);
	return (struct growth){
		more(&was, &now, "slots"), more(&was, &now, "ref_cycles"),
		more(&was, &now, "slots_without_events"),
	};
}

static void turn_is_whole(const char *when, struct worker *w)
{
	struct growth g = turn_of(when, w);

	check(g.ref_cycles > 0, "%s: no reference cycles", when);
	check(!g.gap, "%s: %" PRId64 " slots without them", when, g.gap);
}

static void turn_is_gap(const char *when, struct worker *w)
{
	struct growth g = turn_of(when, w);

	check(!g.ref_cycles, "%s: %" PRId64 " reference cycles", when,
	      g.ref_cycles);
	check(g.gap == g.slots, "%s: %" PRId64 " of %" PRId64
	      " slots are called without events", when, g.gap, g.slots);
}

/* Everything else goes on, on that CPU too, and they come back. */
static void ref_cycles_stolen(void)
{
	int fd = lie_in_wait(&ref_cycles, "ref_cycles=1");
	struct worker w;

	start_worker(&w, 0);
	take_turn(&w);
	turn_is_whole("before the theft", &w);
	enable_event(fd);
	take_turn(&w);
	await_without();
	turn_is_gap("after the theft", &w);
	counts_on(1);
	laws_hold("while they are gone");
	pause_counting();
	resume_counting();
	await_reason("without ref_cycles: no free counter");
	turn_is_gap("after a pause", &w);
	disable_event(fd);
	await_reason("");
	turn_is_whole("given back", &w);
	stop_worker(&w);
	laws_hold("afterwards");
	must_remove();
}

/* Somebody has them already when the module, or a CPU, comes. */
static void ref_cycles_taken(void)
{
	struct other early = ref_cycles;
	struct worker w;
	int fd;

	pin_to(1);
	have_module();
	must_remove();
	early.pinned = true;
	fd = must_open(&early, -1, 0);
	must_insert("ref_cycles=1");
	await_without();
	await_reason("without ref_cycles: no free counter");
	start_worker(&w, 0);
	turn_is_gap("from the start", &w);
	close(fd);
	stop_worker(&w);
	await_reason("");
	start_worker(&w, 0);
	turn_is_whole("let go", &w);
	stop_worker(&w);
	laws_hold("afterwards");
	must_remove();
}

/* The worker has inherited the event, and would keep it. */
static void stolen_and_closed(void)
{
	struct worker w;
	struct hold h;

	lie_in_wait_for_all(&h);
	start_worker(&w, 0);
	for (unsigned int i = 0; i < 2; i++) {
		hold_on(&h);
		take_turn(&w);
		waits("stolen again");
		hold_off(&h);
		await_whole(0);
		turn_is_exact("back again", &w);
	}
	hold_on(&h);
	take_turn(&w);
	waits("stolen at last");
	stop_worker(&w);
	hold_end(&h);
	await_whole(0);
	start_worker(&w, 0);
	turn_is_exact("back for good", &w);
	stop_worker(&w);
	laws_hold("afterwards");
}

/* ---- moved to another counter ---------------------------------------------- */

static uint64_t resyncs(void)
{
	struct message m;

	see_cpu(0, &m);
	return m.stat[TDACCT_STAT_A_RESYNCS];
}

static void moved(const struct other *o)
{
	int fd = lie_in_wait(o, "");
	struct worker w;
	uint64_t was;

	start_worker(&w, 0);
	take_turn(&w);
	judge("in its place", &w);
	for (unsigned int i = 0; i < 5; i++) {
		was = resyncs();
		enable_event(fd);
		take_turn(&w);
		judge("moved away", &w);
		counts_on(0);
		check(resyncs() > was, "perf moved nothing");
		disable_event(fd);
		take_turn(&w);
		judge("and back", &w);
	}
	stop_worker(&w);
	laws_hold("afterwards");
}

static void instructions_moved(void)
{
	moved(&(struct other){ PERF_TYPE_HARDWARE,
			       PERF_COUNT_HW_INSTRUCTIONS });
}

static void cycles_moved(void)
{
	moved(&(struct other){ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES });
}

static uint64_t backend_of(struct worker *w)
{
	struct message m;

	see_thread(w->pid, &m);
	return count_of(&m.counts, the_core()->backend_name);
}

static void event_is_exact(const char *when, struct worker *w)
{
	uint64_t truth = w->markers * MARKER_SLOTS;

	check(backend_of(w) == truth, "%s: %" PRIu64 " of %#" PRIx64 ", truth %" PRIu64,
	      when, backend_of(w), the_core()->backend, truth);
}

static void raw_is_exact(const char *when, struct worker *w)
{
	judge(when, w);
	event_is_exact(when, w);
}

/* These can only be on the first four counters, where ours is. */
static const struct other low_four[] = {
	{ PERF_TYPE_RAW, 0x3000347, true },
	{ PERF_TYPE_RAW, 0x5000547, true },
	{ PERF_TYPE_RAW, 0x9000947, true },
	{ PERF_TYPE_RAW, 0x0000820, true },
};

static void raw_moved(void)
{
	int fds[N_ROWS(low_four)], was, is;
	struct worker w;

	module_away();
	must_insert("events=0x02a4");
	start_worker(&w, 0);
	take_turn(&w);
	raw_is_exact("in its place", &w);
	was = place_of(the_core()->backend);
	for (unsigned int i = 0; i < N_ROWS(low_four); i++) {
		fds[i] = must_open(&low_four[i], -1, 0);
		take_turn(&w);
		raw_is_exact("while others come", &w);
	}
	is = place_of(the_core()->backend);
	note("%#" PRIx64 " was on counter %d, and is on %d",
	     the_core()->backend, was, is);
	for (unsigned int i = 0; i < N_ROWS(low_four); i++) {
		close(fds[i]);
		take_turn(&w);
		raw_is_exact("while others go", &w);
	}
	counts_on(0);
	stop_worker(&w);
	laws_hold("afterwards");
	must_remove();
	if (was == is)
		skip("this kernel had no need to move it");
}

/* ---- behind perf's back ------------------------------------------------------ */

#define ABSURD	(1ULL << 42)

/*
 * What is written is charged to who wrote it, if anybody, and within reason.
 * (Metrics are another matter: written without SLOTS, they tell nothing sensible
 * until both are zeroed.)
 */
static void no_garbage(const char *when)
{
	struct message t;

	see_totals(&t);
	for (unsigned int i = 0; i < the_info()->n_values; i++)
		check(llabs((int64_t)t.after.value[i]) < (int64_t)ABSURD,
		      "%s: %" PRIu64 " %s in all", when, t.after.value[i],
		      the_info()->value[i].name);
}

/* To the instructions that run between the readings of two counters. */
static void slots_exact(const char *when, struct worker *w)
{
	struct message m;
	int64_t slots, truth;

	see_thread(w->pid, &m);
	slots = count_of(&m.counts, "slots");
	truth = w->markers * MARKER_SLOTS +
		count_of(&m.counts, "instructions") * INSTRUCTION_SLOTS;
	check(llabs(slots - truth) <= 2000 * (int64_t)(m.counts.switches + 2),
	      "%s: %" PRId64 " slots, truth %" PRId64 ", difference %" PRId64
	      " in %" PRIu64 " switches", when, slots, truth, slots - truth,
	      m.counts.switches);
}

struct writing {
	const char *name;
	uint32_t msr[2];
	uint64_t value[2];
};

static const struct writing fixed_writings[] = {
	{ "slots and metrics zeroed", { MSR_SLOTS, MSR_METRICS }, { 0, 0 } },
	{ "slots zeroed", { MSR_SLOTS }, { 0 } },
	{ "slots set to half a round", { MSR_SLOTS }, { 1ULL << 46 } },
	{ "slots set to its end", { MSR_SLOTS }, { (1ULL << 48) - 1000 } },
	{ "instructions zeroed", { MSR_INSTRUCTIONS }, { 0 } },
};

/* The same of a general counter, which is found by its event. */
struct general_writing {
	const char *name;
	bool slots;		/* else the event of the worker's markers */
	enum { ZERO, BEHIND, END, AHEAD } to;	/* of where perf begins */
	bool ahead;		/* and not past its end before anybody reads it */
	bool overflows;		/* perhaps between two that are read: what
				 * its interrupt executes is in some of them only */
};

static const struct general_writing general_writings[] = {
	{ "slots zeroed", true, ZERO },
	{ "slots set to half a round", true, BEHIND },
	{ "slots set to their end", true, END },
	{ "slots set ahead", true, AHEAD, true },
	{ "an event zeroed", false, ZERO },
	{ "an event set to its end", false, END, true, true },
};

static uint64_t value_of(const struct general_writing *g)
{
	uint64_t begin = 1ULL << (the_core()->msr.bits - 1);

	switch (g->to) {
	case BEHIND:
		return begin / 2;
	case END:
		return 2 * begin - 1000;	/* of 64 bits none is above */
	case AHEAD:
		return begin + (1ULL << 46);
	default:
		return 0;
	}
}

static uint32_t register_of(const struct general_writing *g)
{
	const struct core *core = the_core();
	uint64_t event = g->slots ? core->slots : core->backend;
	int place;

	if (g->slots && core->msr.slots)
		return core->msr.slots;
	place = place_of(event);
	check(place >= 0, "no counter of CPU 0 has %#" PRIx64, event);
	return counter_at(place);
}

static struct writing in_place(const struct general_writing *g)
{
	return (struct writing){
		g->name, { register_of(g) }, { value_of(g) }
	};
}

static void write_all(const struct writing *wr)
{
	for (unsigned int i = 0; i < 2 && wr->msr[i]; i++)
		poke_at(0, wr->msr[i], wr->value[i]);
}

/*
 * It is done on another task's time, so the worker loses nothing at all. An odd number
 * of times: at its end a counter of 64 bits has gone half a round, and two halves
 * leave no trace.
 */
static void written(const struct writing *wr, struct worker *w)
{
	for (unsigned int i = 0; i < 9; i++) {
		write_all(wr);
		take_turn(w);
	}
	slots_exact(wr->name, w);
	counts_on(0);
}

/* No switch asks whether a plain counter went too far: so it is said, at least. */
static void jump_is_said(const char *when, bool jumped)
{
	struct message m;
	bool said;

	see_cpu(0, &m);
	said = strstr(m.reason, "behind perf's back");
	check(said == jumped, "%s: CPU 0 says '%s'", when, m.reason);
}

static void all_written(struct worker *w)
{
	for (unsigned int i = 0; i < N_ROWS(fixed_writings); i++) {
		written(&fixed_writings[i], w);
		no_garbage(fixed_writings[i].name);
	}
}

/* What was said stays said, so each has a module of its own. */
static void plainly_written(const struct general_writing *g)
{
	struct writing wr;
	struct worker w;

	module_away();
	must_insert("");
	wr = in_place(g);
	start_worker(&w, 0);
	written(&wr, &w);
	event_is_exact(wr.name, &w);
	if (!g->overflows)
		judge(wr.name, &w);
	if (!g->ahead)
		no_garbage(wr.name);
	jump_is_said(wr.name, g->ahead);
	stop_worker(&w);
	laws_hold(wr.name);
}

static void counters_written(void)
{
	struct worker w;

	module_away();
	must_insert("");
	if (is_plain()) {
		for (unsigned int i = 0; i < N_ROWS(general_writings); i++)
			plainly_written(&general_writings[i]);
		return;
	}
	start_worker(&w, 0);
	all_written(&w);
	stop_worker(&w);
	laws_hold("afterwards");
}

/*
 * Metrics that are no whole are noticed at the next clear, so that no more than
 * what passes between two is charged by them; the rest is unclassified.
 */
static void little_nonsense(const char *when, struct worker *w,
			    unsigned int times)
{
	struct truth truth = { };
	struct message m;
	int64_t slack;

	see_thread(w->pid, &m);
	slack = m.counts.unclassified + m.counts.blur / 255 +
		times * 2 * the_info()->clear_slots;
	truth_markers(&truth, WORKER_CLASS, w->markers);
	truth_instructions(&truth, count_of(&m.counts, "instructions"));
	for (unsigned int i = 0; i < n_shares(); i++) {
		int64_t got = share_of(&m.counts, i);

		check(got >= (int64_t)truth.share[i] - slack &&
		      got <= (int64_t)truth.share[i] + slack,
		      "%s: %s %" PRId64 ", truth %" PRIu64 ", %" PRIu64
		      " unclassified", when, share_names[i], got,
		      truth.share[i], m.counts.unclassified);
	}
	note("%s: %" PRIu64 " of %" PRIu64 " slots unclassified", when,
	     m.counts.unclassified, count_of(&m.counts, "slots"));
}

#define TIMES	10

static const struct writing nonsense[] = {
	{ "metrics overwritten", { MSR_METRICS }, { 0x1234 } },
	{ "metrics are empty", { MSR_FAULTS }, { FAULT_NO_FIELDS } },
	{ "metrics of somebody else restored", { MSR_SLOTS, MSR_METRICS },
	  { 0, 0xff000000ff00 } },
};

/* Whoever restores both registers writes SLOTS as it stands, and then the fields. */
static void write_nonsense(const struct writing *wr)
{
	struct writing now = *wr;

	if (now.msr[0] == MSR_SLOTS)
		now.value[0] = peek_at(0, MSR_SLOTS);
	write_all(&now);
}

static void metrics_written(void)
{
	struct worker w;

	pin_to(1);
	have_module();
	if (is_plain())
		skip("there is no PERF_METRICS");
	for (unsigned int i = 0; i < N_ROWS(nonsense); i++) {
		start_worker(&w, 0);
		for (unsigned int j = 0; j < TIMES; j++) {
			take_turn(&w);
			write_nonsense(&nonsense[i]);
			take_turn(&w);
			poke_at(0, MSR_FAULTS, 0);
		}
		slots_exact(nonsense[i].name, &w);
		little_nonsense(nonsense[i].name, &w, TIMES);
		counts_on(0);
		stop_worker(&w);
	}
	laws_hold("afterwards");
}

/* What slots are counted by; with plain counters also what is counted beside. */
static uint64_t slots_enabled(void)
{
	return is_plain() ? general_counters() : GLOBAL_SLOTS | GLOBAL_METRICS;
}

/* While they are off nobody can tell; when they are on again it is exact. */
static void switched_off(void)
{
	struct message was, now;
	uint32_t enabled = the_core()->msr.enabled;
	struct worker w;
	uint64_t ctrl;

	pin_to(1);
	have_module();
	start_worker(&w, 0);
	for (unsigned int i = 0; i < 10; i++) {
		take_turn(&w);
		judge("while they are on", &w);
		ctrl = peek_at(0, enabled);
		poke_at(0, enabled, ctrl & ~slots_enabled());
		see_thread(w.pid, &was);
		take_turn(&w);
		see_thread(w.pid, &now);
		w.markers -= TURN_MARKERS;
		check(count_of(&now.counts, "slots") ==
		      count_of(&was.counts, "slots"),
		      "slots of a counter that is off");
		poke_at(0, enabled, ctrl);
		turn_is_exact("when they are on again", &w);
		stop_worker(&w);
		start_worker(&w, 0);
	}
	counts_on(0);
	stop_worker(&w);
	laws_hold("afterwards");
}

static const struct row rows[] = {
	{ "theft: slots, and given back", slots_stolen },
	{ "theft: reference cycles, and given back", ref_cycles_stolen },
	{ "theft: reference cycles, before we came", ref_cycles_taken },
	{ "theft: again and again, and by one that is gone",
	  stolen_and_closed },
	{ "theft: instructions have to move", instructions_moved },
	{ "theft: cycles have to move", cycles_moved },
	{ "theft: a raw event has to move", raw_moved },
	{ "theft: counters written behind perf's back", counters_written },
	{ "theft: metrics written behind perf's back", metrics_written },
	{ "theft: slots switched off behind perf's back", switched_off },
};

int main(int argc, char **argv)
{
	others_have_the_rest();
	return harness(rows, N_ROWS(rows), argc, argv);
}
