// SPDX-License-Identifier: GPL-2.0
/*
 * The interface as its manual, <linux/tdacct.h>, has it: every command, every
 * wrong request, every filter. Who may ask is in permissions.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <netlink/netlink.h>
#include <netlink/genl/genl.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>

#include "core.h"
#include "harness.h"
#include "marker.h"
#include "seen.h"
#include "task.h"

/* ---- what is told ----------------------------------------------------------------- */

static const struct value values[] = {
	{ "slots",		TDACCT_UNIT_SLOTS,  TDACCT_KIND_FIXED },
	{ "retiring",		TDACCT_UNIT_SLOTS,  TDACCT_KIND_METRIC },
	{ "bad_speculation",	TDACCT_UNIT_SLOTS,  TDACCT_KIND_METRIC },
	{ "frontend_bound",	TDACCT_UNIT_SLOTS,  TDACCT_KIND_METRIC },
	{ "backend_bound",	TDACCT_UNIT_SLOTS,  TDACCT_KIND_METRIC },
	{ "heavy_operations",	TDACCT_UNIT_SLOTS,  TDACCT_KIND_METRIC },
	{ "branch_mispredicts",	TDACCT_UNIT_SLOTS,  TDACCT_KIND_METRIC },
	{ "fetch_latency",	TDACCT_UNIT_SLOTS,  TDACCT_KIND_METRIC },
	{ "memory_bound",	TDACCT_UNIT_SLOTS,  TDACCT_KIND_METRIC },
	{ "instructions",	TDACCT_UNIT_EVENTS, TDACCT_KIND_FIXED },
	{ "cycles",		TDACCT_UNIT_CYCLES, TDACCT_KIND_FIXED },
};

/* What is in no register of its own has a counter, and an event. */
static const struct value plain_values[] = {
	{ "slots",		TDACCT_UNIT_SLOTS,  TDACCT_KIND_FIXED },
	{ "instructions",	TDACCT_UNIT_EVENTS, TDACCT_KIND_FIXED },
	{ "cycles",		TDACCT_UNIT_CYCLES, TDACCT_KIND_FIXED },
	{ "r19c",		TDACCT_UNIT_EVENTS, TDACCT_KIND_EVENT, 0x19c },
	{ "r2a4",		TDACCT_UNIT_EVENTS, TDACCT_KIND_EVENT, 0x2a4 },
	{ "r2c2",		TDACCT_UNIT_EVENTS, TDACCT_KIND_EVENT, 0x2c2 },
	{ "slots_without_events", TDACCT_UNIT_SLOTS, TDACCT_KIND_GAP },
};

/* What is counted in place of a set, behind what gives slots; and the gap. */
static const struct value set_values[] = {
	{ "slots",		TDACCT_UNIT_SLOTS,  TDACCT_KIND_FIXED },
	{ "cycles",		TDACCT_UNIT_CYCLES, TDACCT_KIND_FIXED },
	{ "slots_without_events", TDACCT_UNIT_SLOTS, TDACCT_KIND_GAP },
};

/* Before the events, and behind them. */
#define BEFORE	2

static struct value event_value(uint64_t config)
{
	struct value v = {
		.unit = TDACCT_UNIT_EVENTS, .kind = TDACCT_KIND_EVENT,
		.config = config, .of_set = true,
	};

	snprintf(v.name, sizeof(v.name), "r%" PRIx64, config);
	if (config == the_core()->instructions)
		strcpy(v.name, "instructions");
	return v;
}

/* Where the first level is a set that gives way to others. */
static struct value value_of_set(unsigned int i)
{
	unsigned int n = the_core()->n_by_default;

	if (i >= BEFORE && i < BEFORE + n)
		return event_value(the_core()->by_default[i - BEFORE]);
	return set_values[i < BEFORE ? i : i - n];
}

/* Value @i of those that this CPU has: some have no second level. */
static struct value value_at(unsigned int i)
{
	if (the_core()->holds_all)
		return value_of_set(i);
	if (is_plain())
		return plain_values[i];
	return values[i <= n_shares() ? i : i + N_SHARES - n_shares()];
}

static unsigned int n_values(void)
{
	if (the_core()->holds_all)
		return N_ROWS(set_values) + the_core()->n_by_default;
	if (is_plain())
		return N_ROWS(plain_values);
	return N_ROWS(values) - N_SHARES + n_shares();
}

static void is_value(const struct value *v, const struct value *want)
{
	check(!strcmp(v->name, want->name), "%s is %s", want->name, v->name);
	check(v->unit == want->unit && v->kind == want->kind,
	      "%s: unit %u, kind %u", v->name, v->unit, v->kind);
	check(v->config == want->config && v->of_set == want->of_set,
	      "%s: config %#" PRIx64 "%s", v->name, v->config,
	      v->of_set ? ", of the set" : "");
}

static void info_is_whole(void)
{
	const struct message *m = the_info();

	check(*m->version, "no version");
	check(is_plain() || !strcmp(m->pmu, "intel_metrics"), "PMU %s", m->pmu);
	check(!strcmp(m->vendor, the_core()->vendor), "vendor %s", m->vendor);
	check(m->cpu_family == the_core()->family, "family %u", m->cpu_family);
	check(has(m, TDACCT_A_CPU_MODEL), "no model");
	check(has(m, TDACCT_A_CLEAR_SLOTS) != is_plain(),
	      "a threshold: %s", has(m, TDACCT_A_CLEAR_SLOTS) ? "yes" : "no");
	check(m->state == TDACCT_STATE_COUNTING, "state %u", m->state);
	check(!has(m, TDACCT_A_RESUME_MS), "to be resumed, but counting");
	check(m->n_values == n_values(), "%u values", m->n_values);
	for (unsigned int i = 0; i < n_values(); i++) {
		struct value want = value_at(i);

		is_value(&m->value[i], &want);
	}
}

static void thread_is_whole(void)
{
	static const unsigned int attrs[] = {
		TDACCT_A_ID, TDACCT_A_TID, TDACCT_A_PID, TDACCT_A_COMM,
		TDACCT_A_BORN_NS, TDACCT_A_TASK_FLAGS, TDACCT_A_CPU_NS,
		TDACCT_A_LOST_NS, TDACCT_A_COUNTS,
	};
	struct message m;

	see_thread(my_tid(), &m);
	for (unsigned int i = 0; i < N_ROWS(attrs); i++)
		check(has(&m, attrs[i]), "attribute %u is missing", attrs[i]);
	check(m.counts.n == n_values(), "%u values", m.counts.n);
	check(m.pid == (uint32_t)getpid(), "process %u", m.pid);
	see_process(getpid(), &m);
	for (unsigned int i = 0; i < N_ROWS(attrs); i++)
		if (attrs[i] != TDACCT_A_TASK_FLAGS &&
		    attrs[i] != TDACCT_A_TID)
			check(has(&m, attrs[i]),
			      "process: attribute %u is missing", attrs[i]);
	check(m.threads == 1 && has(&m, TDACCT_A_EXITED_THREADS),
	      "%" PRIu64 " threads", m.threads);
}

static void comm_to_the_byte(void)
{
	static const char *const names[] = {
		"a", "fifteen letters", "two\nlines", "\xc3\xa4 \xff\x01",
	};
	struct message m;

	for (unsigned int i = 0; i < N_ROWS(names); i++) {
		prctl(PR_SET_NAME, names[i]);
		see_thread(my_tid(), &m);
		check(!strcmp(m.comm, names[i]), "%s became %s", names[i],
		      m.comm);
		see_process(getpid(), &m);
		check(!strcmp(m.comm, names[i]), "process: %s became %s",
		      names[i], m.comm);
	}
}

static void cpus_are_whole(void)
{
	struct message m;

	for (uint32_t cpu = 0; cpu < 2; cpu++) {
		see_cpu(cpu, &m);
		check(m.state == TDACCT_STATE_COUNTING, "state %u (%s)",
		      m.state, m.reason);
		check(m.counts.there && m.idle.there && m.untracked.there &&
		      has(&m, TDACCT_A_STATS), "not all is there");
		check(count_of(&m.counts, "slots") >=
		      count_of(&m.idle, "slots"), "idle is more than all");
	}
}

static void add_stats(const struct message *m, void *arg)
{
	for (unsigned int i = 0; i <= TDACCT_STAT_A_MAX; i++)
		((uint64_t *)arg)[i] += m->stat[i];
}

static void stats_are_sums(void)
{
	uint64_t sum[TDACCT_STAT_A_MAX + 1] = { }, sums = 0;
	struct message m;

	pause_counting();
	check(!client_stats(the_module(), &m), "%s", the_module()->why);
	check(!client_dump(the_module(), TDACCT_CMD_GET_CPU, add_stats, sum),
	      "%s", the_module()->why);
	for (unsigned int i = TDACCT_STAT_A_SWITCHES;
	     i <= TDACCT_STAT_A_CREATED; i++)
		check(i == TDACCT_STAT_A_CREATED || m.stat[i] == sum[i],
		      "stat %u is %" PRIu64 ", the sum over CPUs %" PRIu64, i,
		      m.stat[i], sum[i]);
	for (unsigned int i = TDACCT_STAT_A_SUMS_TO_238;
	     i <= TDACCT_STAT_A_IMPLAUSIBLE; i++) {
		check(m.stat[i] == sum[i], "sums %u: %" PRIu64 ", over CPUs %"
		      PRIu64, i, m.stat[i], sum[i]);
		sums += i < TDACCT_STAT_A_IMPLAUSIBLE ? m.stat[i] : 0;
	}
	check(!sums == is_plain(), "%" PRIu64 " sums of fields", sums);
	check(m.stat[TDACCT_STAT_A_METRICS_SLACK] == (is_plain() ? 0 : 8),
	      "slack %" PRIu64, m.stat[TDACCT_STAT_A_METRICS_SLACK]);
	check(!m.stat[TDACCT_STAT_A_CLEARS] == is_plain(), "%" PRIu64 " clears",
	      m.stat[TDACCT_STAT_A_CLEARS]);
	check(m.stat[TDACCT_STAT_A_SWITCHES] &&
	      m.stat[TDACCT_STAT_A_CREATED] && m.stat[TDACCT_STAT_A_THREADS] &&
	      m.stat[TDACCT_STAT_A_PROCESSES] && m.stat[TDACCT_STAT_A_MEMORY],
	      "a number that cannot be 0 is");
}

static void *idle_thread(void *unused)
{
	pause();
	return unused;
}

#define MANY		1500
#define MOST_BYTES	320
/* What is kept ready for the next threads, at most. */
#define POOL_BYTES	(128 * MOST_BYTES)

static void start_many(void)
{
	pthread_attr_t small;
	pthread_t thread;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 1 << 18);
	for (unsigned int i = 0; i < MANY; i++) {
		int err = pthread_create(&thread, &small, idle_thread, NULL);

		check(!err, "thread %u: %s", i, strerror(err));
	}
}

/* With room for the events of any set. */
static void threads_are_small(void)
{
	struct message was, now;
	int64_t bytes, n;

	if (slowly())
		skip("locks that are watched are larger");
	check(!client_stats(the_module(), &was), "GET_STATS");
	start_many();
	usleep(100000);
	check(!client_stats(the_module(), &now), "GET_STATS");
	n = now.stat[TDACCT_STAT_A_THREADS] - was.stat[TDACCT_STAT_A_THREADS];
	check(n >= MANY * 9 / 10, "only %" PRId64 " are counted", n);
	bytes = now.stat[TDACCT_STAT_A_MEMORY] -
		was.stat[TDACCT_STAT_A_MEMORY];
	note("%" PRId64 " threads more take %" PRId64 " bytes, %" PRId64
	     " each", n, bytes, bytes / n);
	check(bytes > 0 && bytes <= n * MOST_BYTES + POOL_BYTES, "%" PRId64
	      " bytes a thread", bytes / n);
}

#define DO	0
#define DUMP	NLM_F_DUMP

/* ---- values as arrays ------------------------------------------------------ */

/* What every message of an answer must be, and how many there were. */
struct form {
	bool arrays;
	unsigned int values;	/* of GET_INFO */
	unsigned int nr;
	const char *bad;
};

static void check_form(struct form *f, const struct counts *c)
{
	if (!c->there)
		return;
	if (c->array != f->arrays)
		f->bad = "of the other form";
	else if (c->n != f->values)
		f->bad = "not of all values";
}

static void take_form(const struct message *m, void *arg)
{
	struct form *f = arg;

	f->nr++;
	check_form(f, &m->counts);
	check_form(f, &m->own);
	check_form(f, &m->children);
	check_form(f, &m->idle);
	check_form(f, &m->untracked);
}

static void ask_form(int cmd, int flags, unsigned int attr, uint32_t number,
		     struct form *f)
{
	struct client *c = the_module();
	struct nl_msg *m = client_request(c, cmd, flags);
	int err;

	f->nr = 0;
	f->bad = NULL;
	if (attr)
		nla_put_u32(m, attr, number);
	if (f->arrays)
		nla_put_flag(m, TDACCT_A_ARRAYS);
	err = client_ask(c, m, take_form, f);
	check(!err, "command %d: %s (%s)", cmd, strerror(-err), c->why);
	check(f->nr, "command %d: no answer", cmd);
	check(!f->bad, "command %d, %s: counts %s", cmd,
	      flags ? "dump" : "do", f->bad ? f->bad : "");
}

/* Each answer has the form that was asked for, in all of its counts. */
static void arrays_for_who_asks(void)
{
	struct message info;
	struct form f = { };

	check(!client_info(the_module(), &info), "GET_INFO");
	f.values = info.n_values;
	for (int i = 0; i < 2; i++, f.arrays = true) {
		ask_form(TDACCT_CMD_GET_THREAD, DUMP, 0, 0, &f);
		ask_form(TDACCT_CMD_GET_PROCESS, DUMP, 0, 0, &f);
		ask_form(TDACCT_CMD_GET_CGROUP, DUMP, 0, 0, &f);
		ask_form(TDACCT_CMD_GET_CPU, DUMP, 0, 0, &f);
		ask_form(TDACCT_CMD_GET_THREAD, DO, TDACCT_A_TID, getpid(), &f);
		ask_form(TDACCT_CMD_GET_PROCESS, DO, TDACCT_A_PID, getpid(),
			 &f);
	}
}

static void keep(const struct message *m, void *arg)
{
	*(struct message *)arg = *m;
}

static void see_as(uint32_t tid, bool arrays, struct message *to)
{
	struct client *c = the_module();
	struct nl_msg *m = client_request(c, TDACCT_CMD_GET_THREAD, DO);

	nla_put_u32(m, TDACCT_A_TID, tid);
	if (arrays)
		nla_put_flag(m, TDACCT_A_ARRAYS);
	check(!client_ask(c, m, keep, to), "GET_THREAD (%s)", c->why);
}

static bool same_counts(const struct counts *a, const struct counts *b)
{
	return a->there == b->there && a->n == b->n &&
	       !memcmp(a->value, b->value, sizeof(a->value)) &&
	       a->switches == b->switches &&
	       a->unclassified == b->unclassified && a->blur == b->blur;
}

/* Of one that sleeps: but for the form, nothing may differ. */
static void arrays_say_the_same(void)
{
	static struct message nest, array;
	pid_t tid = sleeping_thread();

	await_state(getpid(), tid, 'S');
	see_as(tid, false, &nest);
	see_as(tid, true, &array);
	check(!nest.counts.array && array.counts.array, "not both forms");
	check(nest.counts.value[0], "it has no slots");
	check(same_counts(&nest.counts, &array.counts),
	      "the counts are not the same");
	check(nest.present == array.present && nest.cpu_ns == array.cpu_ns,
	      "something else is not the same");
}

/* ---- wrong requests ----------------------------------------------------------------- */

enum payload { NOTHING, U8, U16, U32, U64, STRING, NEST };

struct wrong {
	const char *name;
	int cmd, flags;
	unsigned int attr;
	enum payload payload;
	uint64_t value;
	int want, or_else;
};

#define CMD(name)	TDACCT_CMD_##name

static const struct wrong wrongs[] = {
	{ "thread: none named", CMD(GET_THREAD), DO, 0, NOTHING, 0, -EINVAL },
	{ "thread: 0", CMD(GET_THREAD), DO, TDACCT_A_TID, U32, 0, -ERANGE,
	  -EINVAL },
	{ "thread: nobody's", CMD(GET_THREAD), DO, TDACCT_A_TID, U32,
	  3999999, -ESRCH },
	{ "thread: -1", CMD(GET_THREAD), DO, TDACCT_A_TID, U32, 0xffffffff,
	  -ESRCH, -ERANGE },
	{ "thread: 2^31", CMD(GET_THREAD), DO, TDACCT_A_TID, U32, 1U << 31,
	  -ESRCH, -ERANGE },
	{ "thread: as u8", CMD(GET_THREAD), DO, TDACCT_A_TID, U8, 1, -EINVAL,
	  -ERANGE },
	{ "thread: as u16", CMD(GET_THREAD), DO, TDACCT_A_TID, U16, 1, -EINVAL,
	  -ERANGE },
	{ "thread: as u64", CMD(GET_THREAD), DO, TDACCT_A_TID, U64, 1, -EINVAL,
	  -ERANGE },
	{ "thread: as string", CMD(GET_THREAD), DO, TDACCT_A_TID, STRING, 0,
	  -EINVAL, -ERANGE },
	{ "thread: as nest", CMD(GET_THREAD), DO, TDACCT_A_TID, NEST, 0,
	  -EINVAL, -ERANGE },
	{ "thread: by process", CMD(GET_THREAD), DO, TDACCT_A_PID, U32, 1,
	  -EINVAL },
	{ "thread: an attribute nobody knows", CMD(GET_THREAD), DO, 300, U32,
	  1, -EINVAL },
	{ "thread: an attribute of answers", CMD(GET_THREAD), DO,
	  TDACCT_A_COUNTS, NEST, 0, -EINVAL },
	{ "thread: dump with a thread", CMD(GET_THREAD), DUMP, TDACCT_A_TID,
	  U32, 1, -EINVAL },
	{ "thread: dump of process 0", CMD(GET_THREAD), DUMP, TDACCT_A_PID,
	  U32, 0, -ERANGE, -EINVAL },
	{ "thread: dump since, as u32", CMD(GET_THREAD), DUMP,
	  TDACCT_A_SINCE, U32, 1, -EINVAL, -ERANGE },
	{ "thread: arrays, a number of them", CMD(GET_THREAD), DUMP,
	  TDACCT_A_ARRAYS, U32, 1, -EINVAL, -ERANGE },
	{ "process: none named", CMD(GET_PROCESS), DO, 0, NOTHING, 0,
	  -EINVAL },
	{ "process: 0", CMD(GET_PROCESS), DO, TDACCT_A_PID, U32, 0, -ERANGE,
	  -EINVAL },
	{ "process: nobody's", CMD(GET_PROCESS), DO, TDACCT_A_PID, U32,
	  3999999, -ESRCH },
	{ "process: dump with a process", CMD(GET_PROCESS), DUMP,
	  TDACCT_A_PID, U32, 1, -EINVAL },
	{ "cpu: not as a dump", CMD(GET_CPU), DO, TDACCT_A_CPU, U32, 0,
	  -EOPNOTSUPP, -EINVAL },
	{ "cpu: one that cannot be", CMD(GET_CPU), DUMP, TDACCT_A_CPU, U32,
	  0xffffffff, -ERANGE, -EINVAL },
	{ "cpu: one that is not", CMD(GET_CPU), DUMP, TDACCT_A_CPU, U32, 77,
	  -ERANGE, -ENXIO },
	{ "totals: as a dump", CMD(GET_TOTALS), DUMP, 0, NOTHING, 0,
	  -EOPNOTSUPP, -EINVAL },
	{ "totals: of a thread", CMD(GET_TOTALS), DO, TDACCT_A_TID, U32, 1,
	  -EINVAL },
	{ "info: of a thread", CMD(GET_INFO), DO, TDACCT_A_TID, U32, 1,
	  -EINVAL },
	{ "pause: for 0 ms", CMD(PAUSE), DO, TDACCT_A_RESUME_MS, U64, 0,
	  -ERANGE },
	{ "pause: for a day and 1 ms", CMD(PAUSE), DO, TDACCT_A_RESUME_MS,
	  U64, 86400001, -ERANGE },
	{ "pause: for 2^64-1 ms", CMD(PAUSE), DO, TDACCT_A_RESUME_MS, U64,
	  ~0ULL, -ERANGE },
	{ "pause: for a u32", CMD(PAUSE), DO, TDACCT_A_RESUME_MS, U32, 100,
	  -EINVAL, -ERANGE },
	{ "resume: in a while", CMD(RESUME), DO, TDACCT_A_RESUME_MS, U64, 100,
	  -EINVAL },
	{ "events: one that is a number", CMD(SET_EVENTS), DO, TDACCT_A_EVENT,
	  U64, 1, -EINVAL, -ERANGE },
	{ "events: one that is nothing", CMD(SET_EVENTS), DO, TDACCT_A_EVENT,
	  NEST, 0, -EINVAL },
	{ "events: of epoch 0", CMD(SET_EVENTS), DO, TDACCT_A_EPOCH, U64, 0,
	  -ERANGE },
	{ "events: of an epoch to come", CMD(SET_EVENTS), DO, TDACCT_A_EPOCH,
	  U64, 1ULL << 40, -ESTALE },
	{ "events: of a process", CMD(SET_EVENTS), DO, TDACCT_A_PID, U32, 1,
	  -EINVAL },
	{ "events: as a dump", CMD(SET_EVENTS), DUMP, 0, NOTHING, 0,
	  -EOPNOTSUPP, -EINVAL },
	{ "cgroup: none named", CMD(GET_CGROUP), DO, 0, NOTHING, 0, -EINVAL },
	{ "cgroup: nobody's", CMD(GET_CGROUP), DO, TDACCT_A_CGROUP, U64,
	  1ULL << 40, -ESRCH },
	{ "cgroup: 0", CMD(GET_CGROUP), DO, TDACCT_A_CGROUP, U64, 0, -ESRCH,
	  -ERANGE },
	{ "cgroup: as u32", CMD(GET_CGROUP), DO, TDACCT_A_CGROUP, U32, 1,
	  -EINVAL, -ERANGE },
	{ "cgroup: as nest", CMD(GET_CGROUP), DO, TDACCT_A_CGROUP, NEST, 0,
	  -EINVAL, -ERANGE },
	{ "cgroup: dump of one", CMD(GET_CGROUP), DUMP, TDACCT_A_CGROUP, U64,
	  1, -EINVAL },
	{ "cgroup: dump of a process", CMD(GET_CGROUP), DUMP, TDACCT_A_PID,
	  U32, 1, -EINVAL },
	{ "subscribe: to what never ends", CMD(SUBSCRIBE), DO,
	  TDACCT_A_KINDS, U32, 1 << 3, -ERANGE, -EINVAL },
	{ "subscribe: kinds as u64", CMD(SUBSCRIBE), DO, TDACCT_A_KINDS, U64,
	  1, -EINVAL, -ERANGE },
	{ "subscribe: to a process", CMD(SUBSCRIBE), DO, TDACCT_A_PID, U32, 1,
	  -EINVAL },
	{ "subscribe: as a dump", CMD(SUBSCRIBE), DUMP, 0, NOTHING, 0,
	  -EOPNOTSUPP, -EINVAL },
	{ "unsubscribe: from kinds", CMD(UNSUBSCRIBE), DO, TDACCT_A_KINDS,
	  U32, 1, -EINVAL },
	{ "unsubscribe: who has not", CMD(UNSUBSCRIBE), DO, 0, NOTHING, 0,
	  -ENOENT },
	{ "ended: asked for", CMD(ENDED), DO, 0, NOTHING, 0, -EOPNOTSUPP },
	{ "command 0", 0, DO, 0, NOTHING, 0, -EOPNOTSUPP, -EINVAL },
	{ "command 200", 200, DO, 0, NOTHING, 0, -EOPNOTSUPP },
};

static void put_payload(struct nl_msg *m, const struct wrong *w)
{
	struct nlattr *nest;

	switch (w->payload) {
	case NOTHING:	break;
	case U8:	nla_put_u8(m, w->attr, w->value); break;
	case U16:	nla_put_u16(m, w->attr, w->value); break;
	case U32:	nla_put_u32(m, w->attr, w->value); break;
	case U64:	nla_put_u64(m, w->attr, w->value); break;
	case STRING:	nla_put_string(m, w->attr, "three"); break;
	case NEST:
		nest = nla_nest_start(m, w->attr);
		nla_put_u64(m, 1, 1);
		nla_nest_end(m, nest);
		break;
	}
}

/* What generic netlink itself refuses, it refuses without a sentence. */
static bool refused_well(const struct wrong *w)
{
	struct client *c = the_module();
	struct nl_msg *m = client_request(c, w->cmd, w->flags);
	int err;

	put_payload(m, w);
	err = client_ask(c, m, NULL, NULL);
	if ((err == w->want || (w->or_else && err == w->or_else)) &&
	    (err == -EOPNOTSUPP || *c->why))
		return true;
	note("%s: %s, not %s (%s)", w->name, strerror(-err),
	     strerror(-w->want), *c->why ? c->why : "no sentence");
	return false;
}

static void wrong_requests(void)
{
	unsigned int bad = 0;

	for (unsigned int i = 0; i < N_ROWS(wrongs); i++)
		bad += !refused_well(&wrongs[i]);
	check(the_info()->state == TDACCT_STATE_COUNTING, "not counting");
	check(!bad, "%u of %zu wrong requests are not refused well", bad,
	      N_ROWS(wrongs));
}

/* Of a good request only the first @len bytes, or a length that lies. */
static int cut_request(unsigned int len, unsigned int claim)
{
	struct client *c = the_module();
	struct nl_msg *m = client_request(c, TDACCT_CMD_GET_THREAD, NLM_F_ACK);
	struct nlmsghdr *h = nlmsg_hdr(m);
	int err;

	nla_put_u32(m, TDACCT_A_TID, 1);
	nl_complete_msg(c->sock, m);
	h->nlmsg_len = claim;
	err = client_send_raw(c, h, len);
	if (!err)
		err = client_answer(c, h->nlmsg_seq, NULL, NULL);
	nlmsg_free(m);
	return err;
}

static void truncated_requests(void)
{
	const unsigned int whole = NLMSG_HDRLEN + GENL_HDRLEN + NLA_HDRLEN + 4;

	check(!cut_request(whole, whole), "the whole is refused: %s",
	      the_module()->why);
	for (unsigned int len = NLMSG_HDRLEN; len < whole; len++)
		check(cut_request(len, len) < 0, "%u of %u bytes are taken",
		      len, whole);
}

/* An attribute that claims to be longer or shorter than it is. */
static void lying_attributes(void)
{
	static const unsigned short lens[] = { 0, 1, 3, 5, 7, 9, 100, 0xffff };
	struct client *c = the_module();

	for (unsigned int i = 0; i < N_ROWS(lens); i++) {
		struct nl_msg *m = client_request(c, TDACCT_CMD_GET_THREAD, 0);
		struct nlattr *a;
		int err;

		nla_put_u32(m, TDACCT_A_TID, 1);
		a = genlmsg_attrdata(nlmsg_data(nlmsg_hdr(m)), 0);
		a->nla_len = lens[i];
		err = client_ask(c, m, NULL, NULL);
		check(err < 0, "an attribute of length %u is taken", lens[i]);
	}
}

/* The header's length and family stay: what they spoil is netlink's affair. */
static unsigned int mutate(unsigned char *buf, unsigned int len, uint32_t *r)
{
	unsigned int n = 1 + next_random(r) % 4;

	while (n--) {
		unsigned int at = 6 + next_random(r) % (len - 6);

		if (at < 8 || at >= NLMSG_HDRLEN)
			buf[at] = next_random(r) % 3 ? (int)next_random(r) :
				  buf[at] ^ 1 << next_random(r) % 8;
	}
	((struct nlmsghdr *)buf)->nlmsg_flags |= NLM_F_REQUEST;
	return len;
}

static void drain(struct client *c)
{
	char buf[1 << 15];
	unsigned int quiet = 0;

	while (quiet < 2)
		if (recv(nl_socket_get_fd(c->sock), buf, sizeof(buf),
			 MSG_DONTWAIT) < 0 && errno == EAGAIN)
			quiet++;
}

static unsigned int make_seed(struct client *c, unsigned char *buf,
			      uint32_t *r)
{
	static const unsigned int attrs[] = {
		TDACCT_A_TID, TDACCT_A_PID, TDACCT_A_CPU,
	};
	int cmd = 1 + next_random(r) % TDACCT_CMD_MAX;
	struct nl_msg *m = client_request(c, cmd, next_random(r) % 3 ? 0 :
					  NLM_F_DUMP);
	unsigned int len;

	if (next_random(r) % 2)
		nla_put_u32(m, attrs[next_random(r) % 3],
			    next_random(r) % 300);
	if (next_random(r) % 3 == 0)
		nla_put_u64(m, next_random(r) % 2 ? TDACCT_A_SINCE :
			    TDACCT_A_RESUME_MS, next_random(r) % 1000);
	nl_complete_msg(c->sock, m);
	len = nlmsg_hdr(m)->nlmsg_len;
	memcpy(buf, nlmsg_hdr(m), len);
	nlmsg_free(m);
	return len;
}

#define MUTANTS	5000

static void mutants(void)
{
	struct client *c = the_module();
	unsigned char buf[512];
	struct message m;
	uint32_t r = 1;

	for (unsigned int i = 0; i < often(MUTANTS); i++) {
		unsigned int len = make_seed(c, buf, &r);

		if (i % 8)
			mutate(buf, len, &r);
		client_send_raw(c, buf, len);
		if (i % 16 == 0)
			drain(c);
	}
	drain(c);
	resume_counting();
	check(!client_info(c, &m) && m.state == TDACCT_STATE_COUNTING,
	      "state %u afterwards (%s)", m.state, c->why);
	see_thread(my_tid(), &m);
	note("%u mutants", often(MUTANTS));
}

/* ---- pause ------------------------------------------------------------------------------- */

static int pause_for(uint64_t ms)
{
	struct client *c = the_module();
	struct nl_msg *m = client_request(c, TDACCT_CMD_PAUSE, 0);

	nla_put_u64(m, TDACCT_A_RESUME_MS, ms);
	return client_ask(c, m, NULL, NULL);
}

static struct message info_now(void)
{
	struct message m;

	check(!client_info(the_module(), &m), "%s", the_module()->why);
	return m;
}

static void await_state_of_module(uint32_t state)
{
	uint64_t end = now_ns() + MOMENT_NS;

	while (info_now().state != state) {
		check(now_ns() < end, "state %u, not %u", info_now().state,
		      state);
		usleep(10000);
	}
}

static void twice_is_no_error(void)
{
	struct message m;

	pause_counting();
	pause_counting();
	m = info_now();
	check(m.state == TDACCT_STATE_PAUSED, "state %u", m.state);
	check(!has(&m, TDACCT_A_RESUME_MS), "will resume by itself");
	see_cpu(0, &m);
	check(m.state == TDACCT_STATE_PAUSED, "CPU 0: state %u", m.state);
	resume_counting();
	resume_counting();
	await_state_of_module(TDACCT_STATE_COUNTING);
}

/* Longer than any wait. It is asked about at leisure, then another comes. */
#define LONG_MS	600000

static void paused_for_a_time(void)
{
	struct message m;
	uint64_t begun;

	check(!pause_for(LONG_MS), "%s", the_module()->why);
	m = info_now();
	check(m.state == TDACCT_STATE_PAUSED, "state %u", m.state);
	check(has(&m, TDACCT_A_RESUME_MS) && m.resume_ms <= LONG_MS &&
	      m.resume_ms > LONG_MS / 2, "resumes in %" PRIu64 " ms",
	      m.resume_ms);
	begun = now_ns();
	check(!pause_for(400), "%s", the_module()->why);
	await_state_of_module(TDACCT_STATE_COUNTING);
	check(now_ns() - begun >= 390000000, "resumed after %" PRIu64 " ns",
	      now_ns() - begun);
	m = info_now();
	check(!has(&m, TDACCT_A_RESUME_MS), "still to be resumed");
}

/* The last word counts. */
static void new_times(void)
{
	struct message m;

	check(!pause_for(86400000), "a day: %s", the_module()->why);
	check(!pause_for(1), "1 ms: %s", the_module()->why);
	await_state_of_module(TDACCT_STATE_COUNTING);
	check(!pause_for(200), "%s", the_module()->why);
	pause_counting();
	usleep(400000);
	m = info_now();
	check(m.state == TDACCT_STATE_PAUSED,
	      "paused without a time, and resumed by itself");
	check(!pause_for(100), "%s", the_module()->why);
	resume_counting();
	pause_counting();
	usleep(300000);
	check(info_now().state == TDACCT_STATE_PAUSED,
	      "resumed by the time of an earlier pause");
	resume_counting();
}

static const struct row rows[] = {
	{ "abi: GET_INFO tells all", info_is_whole },
	{ "abi: a thread and a process tell all", thread_is_whole },
	{ "abi: names are told to the byte", comm_to_the_byte },
	{ "abi: CPUs tell all", cpus_are_whole },
	{ "abi: statistics are sums over CPUs", stats_are_sums },
	{ "abi: a thread takes at most 320 bytes", threads_are_small },
	{ "abi: arrays for who asks", arrays_for_who_asks },
	{ "abi: arrays say the same", arrays_say_the_same },
	{ "abi: wrong requests, each with a sentence", wrong_requests },
	{ "abi: truncated requests", truncated_requests },
	{ "abi: attributes that lie about their length", lying_attributes },
	{ "abi: 5,000 mutants", mutants },
	{ "abi: pausing and resuming twice", twice_is_no_error },
	{ "abi: paused for a time", paused_for_a_time },
	{ "abi: the last pause counts", new_times },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
