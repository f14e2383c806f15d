// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/array.h"
#include "ask.h"
#include "parse.h"
#include "request.h"

typedef int (*parse_fn)(void *to, const struct nlattr *attrs, int len,
			struct parse_error *why);

/* One answer: what parses it, where to, and how many messages came. */
struct incoming {
	struct client *c;
	parse_fn parse;
	void *to;
	unsigned int nr;
};

static int take(const struct nlattr *attrs, int len, void *arg)
{
	struct incoming *r = arg;
	struct parse_error why = { .epoch = r->c->epoch };
	int err = r->parse(r->to, attrs, len, &why);

	if (err == -EBADMSG)
		snprintf(r->c->last.text, sizeof(r->c->last.text),
			 "the kernel's answer makes no sense: %s", why.text);
	if (why.epoch.other)
		client_tell_other_epoch();
	r->nr++;
	return err;
}

/* A single answer; none at all is an error too. */
static int ask(struct client *c, const struct request *rq, parse_fn parse,
	       void *to)
{
	struct incoming r = { .c = c, .parse = parse, .to = to };
	struct receiver receiver = { .message = take, .arg = &r };
	int err = client_ask(c, rq, &receiver);

	if (err || r.nr)
		return err;
	snprintf(c->last.text, sizeof(c->last.text), "the kernel gave no answer");
	return -EBADMSG;
}

/* So that each parser has the type of parse_fn. */
#define PARSER(_name, _type) \
static int _name(void *to, const struct nlattr *attrs, int len, \
		 struct parse_error *why) \
{ \
	return parse_##_name((_type *)to, attrs, len, why); \
}

PARSER(info, struct info)
PARSER(thread, struct sample)
PARSER(process, struct sample)
PARSER(cgroup, struct notice)
PARSER(totals, struct totals)
PARSER(stats, struct stats)

/* By itself a question leaves CPUs alone that nohz_full= keeps from interrupts. */
static void note_isolated(struct request *rq, bool wanted)
{
	if (wanted)
		request_flag(rq, TDACCT_A_ISOLATED);
}

int ask_info(struct client *c, struct info *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_INFO };

	return ask(c, &rq, info, to);
}

int ask_state(struct client *c, struct info *info)
{
	uint32_t was = info->state;
	struct info now;

	if (ask_info(c, &now))
		return 0;
	if (c->follows && now.epoch != info->epoch && client_is_live(c))
		return -ESTALE;
	info->state = now.state;
	info->have = now.have;
	info->resume_ms = now.resume_ms;
	return now.state != was;
}

int ask_thread(struct client *c, uint32_t tid, struct sample *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_THREAD };

	request_u32(&rq, TDACCT_A_TID, tid);
	note_isolated(&rq, true);
	request_flag(&rq, TDACCT_A_ARRAYS);
	return ask(c, &rq, thread, to);
}

int ask_process(struct client *c, uint32_t pid, struct sample *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_PROCESS };

	request_u32(&rq, TDACCT_A_PID, pid);
	note_isolated(&rq, c->isolated);
	request_flag(&rq, TDACCT_A_ARRAYS);
	return ask(c, &rq, process, to);
}

int ask_cgroup(struct client *c, uint64_t id, struct notice *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_CGROUP };

	request_u64(&rq, TDACCT_A_CGROUP, id);
	note_isolated(&rq, c->isolated);
	request_flag(&rq, TDACCT_A_ARRAYS);
	return ask(c, &rq, cgroup, to);
}

int ask_totals(struct client *c, struct totals *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_TOTALS };

	return ask(c, &rq, totals, to);
}

int ask_stats(struct client *c, struct stats *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_STATS };

	return ask(c, &rq, stats, to);
}

static int add_thread(void *to, const struct nlattr *attrs, int len,
		      struct parse_error *why)
{
	struct sample s;
	int err = parse_thread(&s, attrs, len, why);

	return err ? err : snapshot_add(to, &s);
}

static int add_process(void *to, const struct nlattr *attrs, int len,
		       struct parse_error *why)
{
	struct sample s;
	int err = parse_process(&s, attrs, len, why);

	return err ? err : snapshot_add(to, &s);
}

static int add_cgroup(void *to, const struct nlattr *attrs, int len,
		      struct parse_error *why)
{
	struct notice n;
	int err = parse_cgroup(&n, attrs, len, why);

	return err ? err : snapshot_add(to, &n.sample);
}

static void begin_snapshot(void *arg)
{
	struct incoming *in = arg;

	snapshot_clear(in->to);
}

static int ask_list(struct client *c, uint8_t cmd, uint32_t pid, uint64_t since,
		    parse_fn add, struct snapshot *to)
{
	struct request rq = { .cmd = cmd, .dump = true };
	struct incoming in = { .c = c, .parse = add, .to = to };
	struct receiver receiver = {
		.begin = begin_snapshot, .message = take, .arg = &in,
	};
	int err, unsorted;

	if (pid)
		request_u32(&rq, TDACCT_A_PID, pid);
	if (since)
		request_u64(&rq, TDACCT_A_SINCE, since);
	note_isolated(&rq, c->isolated);
	request_flag(&rq, TDACCT_A_ARRAYS);
	err = client_ask(c, &rq, &receiver);
	unsorted = snapshot_sort(to);
	return err ? err : unsorted;
}

int ask_threads(struct client *c, uint32_t pid, uint64_t since,
		struct snapshot *to)
{
	return ask_list(c, TDACCT_CMD_GET_THREAD, pid, since, add_thread, to);
}

int ask_processes(struct client *c, uint64_t since, struct snapshot *to)
{
	return ask_list(c, TDACCT_CMD_GET_PROCESS, 0, since, add_process, to);
}

int ask_cgroups(struct client *c, struct snapshot *to)
{
	return ask_list(c, TDACCT_CMD_GET_CGROUP, 0, 0, add_cgroup, to);
}

void cpus_free(struct cpus *cpus)
{
	free(cpus->cpu);
	memset(cpus, 0, sizeof(*cpus));
}

static int add_cpu(void *to, const struct nlattr *attrs, int len,
		   struct parse_error *why)
{
	struct cpus *cpus = to;
	int err = array_grow(&cpus->cpu, cpus->nr, &cpus->room,
			     sizeof(*cpus->cpu));

	if (!err)
		err = parse_cpu(&cpus->cpu[cpus->nr], attrs, len, why);
	if (!err)
		cpus->nr++;
	return err;
}

static void begin_cpus(void *arg)
{
	struct incoming *r = arg;

	((struct cpus *)r->to)->nr = 0;
}

int ask_cpus(struct client *c, int cpu, struct cpus *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_CPU, .dump = true };
	struct incoming r = { .c = c, .parse = add_cpu, .to = to };
	struct receiver receiver = {
		.begin = begin_cpus, .message = take, .arg = &r,
	};

	if (cpu >= 0)
		request_u32(&rq, TDACCT_A_CPU, (uint32_t)cpu);
	note_isolated(&rq, c->isolated);
	request_flag(&rq, TDACCT_A_ARRAYS);
	return client_ask(c, &rq, &receiver);
}

static int ignore(const struct nlattr *attrs, int len, void *arg)
{
	(void)attrs;
	(void)len;
	(void)arg;
	return 0;
}

static const struct receiver nothing = { .message = ignore };

int ask_pause(struct client *c, uint64_t ms)
{
	struct request rq = { .cmd = TDACCT_CMD_PAUSE };

	if (ms)
		request_u64(&rq, TDACCT_A_RESUME_MS, ms);
	return client_ask(c, &rq, &nothing);
}

int ask_resume(struct client *c)
{
	struct request rq = { .cmd = TDACCT_CMD_RESUME };

	return client_ask(c, &rq, &nothing);
}

int ask_set_events(struct client *c, const struct chosen *chosen, unsigned int nr,
		   uint64_t epoch, bool lease)
{
	struct request rq = { .cmd = TDACCT_CMD_SET_EVENTS };

	if (lease)
		request_flag(&rq, TDACCT_A_LEASE);
	if (epoch)
		request_u64(&rq, TDACCT_A_EPOCH, epoch);
	for (unsigned int i = 0; i < nr; i++)
		request_event(&rq, chosen[i].config, chosen[i].config1);
	return client_ask(c, &rq, &nothing);
}

int ask_subscribe(struct client *c, uint32_t kinds)
{
	struct request rq = { .cmd = TDACCT_CMD_SUBSCRIBE };

	request_u32(&rq, TDACCT_A_KINDS, kinds);
	return client_ask(c, &rq, &nothing);
}
