// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness.h"
#include "seen.h"
#include "shares.h"
#include "task.h"

#define MODULE_FILE	"/lab/tdacct.ko"

/*
 * Instructions between the readings of two counters, at a switch. KASAN and
 * lockdep are at work there, which a switch with a clear in it shows; KCSAN
 * stops there now and then to see who else comes by.
 */
#define APART	450
#define APART_CHECKED	2000
#define APART_WATCHED	20000
#define KCSAN	"/sys/kernel/debug/kcsan"
#define LOCKDEP	"/proc/lockdep_stats"

static struct client client;
static struct message info;

struct client *the_module(void)
{
	int err;

	if (client.sock)
		return &client;
	err = client_open(&client);
	check(!err, "cannot talk to the module: %s", strerror(-err));
	client_resume(&client);		/* the row before may have paused it */
	err = client_info(&client, &info);
	check(!err, "GET_INFO: %s (%s)", strerror(-err), client.why);
	return &client;
}

const struct message *the_info(void)
{
	the_module();
	return &info;
}

void learn_info(void)
{
	int err = client_info(the_module(), &info);

	check(!err, "GET_INFO: %s (%s)", strerror(-err), client.why);
}

static void must(const char *what, uint32_t of, int err)
{
	check(!err, "%s %u: %s (%s)", what, of, strerror(-err), client.why);
}

void see_thread(uint32_t tid, struct message *m)
{
	must("GET_THREAD", tid, client_thread(the_module(), tid, m));
	check(m->tid == tid, "asked for thread %u, got %u", tid, m->tid);
	check(m->counts.there, "thread %u has no counts", tid);
}

void see_process(uint32_t pid, struct message *m)
{
	must("GET_PROCESS", pid, client_process(the_module(), pid, m));
	check(m->pid == pid, "asked for process %u, got %u", pid, m->pid);
	check(m->counts.there, "process %u has no counts", pid);
}

void see_totals(struct message *m)
{
	must("GET_TOTALS", 0, client_totals(the_module(), m));
}

void see_cpu(uint32_t cpu, struct message *m)
{
	must("GET_CPU", cpu, client_cpu(the_module(), cpu, m));
	check(m->cpu == cpu && has(m, TDACCT_A_STATE), "no CPU %u", cpu);
}

void see_cgroup(uint64_t id, struct message *m)
{
	int err = client_cgroup(the_module(), id, m);

	check(!err, "GET_CGROUP %" PRIu64 ": %s (%s)", id, strerror(-err),
	      client.why);
	check(m->cgroup == id, "asked for cgroup %" PRIu64 ", got %" PRIu64,
	      id, m->cgroup);
	check(m->counts.there && m->own.there, "cgroup %" PRIu64
	      " has no counts", id);
}

uint64_t see_stat(unsigned int stat)
{
	struct message m;

	must("GET_STATS", stat, client_stats(the_module(), &m));
	return m.stat[stat];
}

void refused(const char *what, int err, int want)
{
	check(err, "%s: was not refused", what);
	check(err == want, "%s: %s, not %s (%s)", what, strerror(-err),
	      strerror(-want), client.why);
	check(*client.why, "%s: %s without a sentence", what, strerror(-err));
}

void no_thread(uint32_t tid)
{
	struct message m;

	refused("GET_THREAD of nobody", client_thread(the_module(), tid, &m),
		-ESRCH);
}

void no_process(uint32_t pid)
{
	struct message m;

	refused("GET_PROCESS of nobody",
		client_process(the_module(), pid, &m), -ESRCH);
}

void no_cgroup(uint64_t id)
{
	struct message m;

	refused("GET_CGROUP of none", client_cgroup(the_module(), id, &m),
		-ESRCH);
}

void pause_counting(void)
{
	must("PAUSE", 0, client_pause(the_module()));
}

void resume_counting(void)
{
	must("RESUME", 0, client_resume(the_module()));
}

uint64_t count_of(const struct counts *c, const char *name)
{
	for (unsigned int i = 0; i < the_info()->n_values; i++)
		if (!strcmp(info.value[i].name, name))
			return c->value[i];
	check(0, "no value is called %s", name);
	return 0;
}

bool is_plain(void)
{
	if (!*info.pmu)
		the_module();
	return counts_plainly(&info);
}

int64_t share_of(const struct counts *c, enum share share)
{
	return share_count(the_info(), c, share);
}

void counts_add(struct counts *to, const struct counts *c)
{
	for (unsigned int i = 0; i < MAX_VALUES; i++)
		to->value[i] += c->value[i];
	to->switches += c->switches;
	to->unclassified += c->unclassified;
	to->blur += c->blur;
}

struct counts counts_between(const struct counts *was,
			     const struct counts *now)
{
	struct counts c = *now;

	for (unsigned int i = 0; i < MAX_VALUES; i++)
		c.value[i] -= was->value[i];
	c.switches -= was->switches;
	c.unclassified -= was->unclassified;
	c.blur -= was->blur;
	return c;
}

bool counts_same(const struct counts *a, const struct counts *b)
{
	return !memcmp(a->value, b->value, sizeof(a->value)) &&
	       a->switches == b->switches &&
	       a->unclassified == b->unclassified && a->blur == b->blur;
}

static void same(const char *what, const char *name, uint64_t a, uint64_t b)
{
	check(a == b, "%s: %s %" PRIu64 " is not %" PRIu64 ", by %" PRId64,
	      what, name, a, b, (int64_t)(a - b));
}

void must_be_same(const char *what, const struct counts *a,
		  const struct counts *b)
{
	for (unsigned int i = 0; i < the_info()->n_values; i++)
		same(what, info.value[i].name, a->value[i], b->value[i]);
	same(what, "switches", a->switches, b->switches);
	same(what, "unclassified", a->unclassified, b->unclassified);
	same(what, "blur", a->blur, b->blur);
}

static int64_t apart(void)
{
	if (!access(KCSAN, F_OK))
		return APART_WATCHED;
	return access(LOCKDEP, F_OK) ? APART : APART_CHECKED;
}

static void worth_slots(const char *who, const struct counts *c,
			uint64_t markers)
{
	int64_t slots = count_of(c, "slots");
	int64_t truth = markers * MARKER_SLOTS +
			count_of(c, "instructions") * INSTRUCTION_SLOTS;

	check(llabs(slots - truth) <=
	      (int64_t)(apart() * INSTRUCTION_SLOTS * (c->switches + 2)),
	      "%s: %" PRId64 " slots, truth %" PRId64 ", difference %" PRId64
	      " in %" PRIu64 " switches", who, slots, truth, slots - truth,
	      c->switches);
}

/*
 * Where each share has a counter of its own, that is read by itself as well. Fields are of
 * the slots at their own reading, which comes a few instructions after that of SLOTS: one
 * that is cut off by nearly a step is below by a little more.
 */
static int64_t bound_of(const struct counts *c, enum share share)
{
	int64_t between = apart() * (c->switches + 2);
	int64_t fields = c->blur ? INSTRUCTION_SLOTS * between : 0;

	return share_steps(share) * c->blur / 255 + 4 + fields +
	       share_apart(&info, share, between);
}

static void worth_share(const char *who, const struct counts *c,
			const struct truth *t, enum share share)
{
	int64_t got = share_of(c, share), bound = bound_of(c, share);
	int64_t least = t->share[share] - c->unclassified - bound;

	check(got <= (int64_t)t->share[share] + bound && got >= least,
	      "%s: %s %" PRId64 ", truth %" PRIu64 ", bound %" PRId64
	      ", %" PRIu64 " unclassified", who, share_names[share], got,
	      t->share[share], bound, c->unclassified);
}

void worth(const char *who, const struct counts *c, unsigned int class,
	   uint64_t markers)
{
	int64_t slots = count_of(c, "slots");
	int64_t base = slots - markers * MARKER_SLOTS;
	struct truth t = { };

	worth_slots(who, c, markers);
	check(base >= 0, "%s: %" PRId64 " slots, but %" PRIu64 " markers", who,
	      slots, markers);
	truth_markers(&t, class, markers);
	truth_instructions(&t, base / INSTRUCTION_SLOTS);
	for (unsigned int i = 0; i < shares_told(&info); i++)
		worth_share(who, c, &t, i);
}

int insert_module(const char *args)
{
	int fd = open(MODULE_FILE, O_RDONLY | O_CLOEXEC), err = 0;

	if (fd < 0)
		skip("%s is not there", MODULE_FILE);
	if (syscall(SYS_finit_module, fd, args, 0))
		err = -errno;
	close(fd);
	return err;
}

/* Sockets hold it for a moment. */
int remove_module(void)
{
	uint64_t end = now_ns() + MOMENT_NS;

	if (client.sock)
		client_close(&client);
	while (syscall(SYS_delete_module, "tdacct", O_NONBLOCK)) {
		if ((errno != EAGAIN && errno != EBUSY) || now_ns() > end)
			return -errno;
		usleep(20000);
	}
	return 0;
}
