// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/array.h"
#include "ask.h"
#include "parse.h"
#include "recorder.h"
#include "request.h"

/* One answer: what parses it, where to, and how many messages came. */
struct incoming {
	struct client *c;
	parse_fn *parse;
	void *to;
	struct snapshot *list;	/* takes each sample instead of @to; or NULL */
	unsigned int nr;
};

static int take(const struct nlattr *attrs, int len, void *arg)
{
	struct incoming *r = arg;
	struct notice one;	/* is a sample, too */
	int err = client_parse(r->c, r->parse, r->list ? &one : r->to, attrs,
			       len, "answer");

	r->nr++;
	return err || !r->list ? err : snapshot_add(r->list, &one.sample);
}

/* A single answer; none at all is an error too. */
static int ask(struct client *c, const struct request *rq, parse_fn *parse,
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

/*
 * Counts come as arrays. By itself a question leaves CPUs alone that nohz_full= keeps
 * from interrupts.
 */
static void want_counts(struct request *rq, bool isolated)
{
	if (isolated)
		request_flag(rq, TDACCT_A_ISOLATED);
	request_flag(rq, TDACCT_A_ARRAYS);
}

int ask_info(struct client *c, struct info *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_INFO };

	return ask(c, &rq, parse_info, to);
}

static int put(const struct nlattr *attrs, int len, void *arg)
{
	recorder_put(arg, "say", attrs, len);
	return 0;
}

int ask_info_recorded(struct client *c, FILE *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_INFO };
	struct receiver receiver = { .message = put, .arg = to };
	char text[REQUEST_TEXT_SIZE];
	int err;

	request_text(text, sizeof(text), &rq);
	fprintf(to, "%s\nask %s\n", RECORDING_MAGIC, text);
	err = client_ask(c, &rq, &receiver);
	fprintf(to, "end 0\n");
	return err;
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
	want_counts(&rq, true);
	return ask(c, &rq, parse_thread, to);
}

int ask_process(struct client *c, uint32_t pid, struct sample *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_PROCESS };

	request_u32(&rq, TDACCT_A_PID, pid);
	want_counts(&rq, c->isolated);
	return ask(c, &rq, parse_process, to);
}

int ask_cgroup(struct client *c, uint64_t id, struct notice *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_CGROUP };

	request_u64(&rq, TDACCT_A_CGROUP, id);
	want_counts(&rq, c->isolated);
	return ask(c, &rq, parse_cgroup, to);
}

int ask_totals(struct client *c, struct totals *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_TOTALS };

	return ask(c, &rq, parse_totals, to);
}

int ask_stats(struct client *c, struct stats *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_STATS };

	return ask(c, &rq, parse_stats, to);
}

static void begin(void *arg)
{
	struct incoming *in = arg;

	if (in->list)
		snapshot_clear(in->list);
	else
		((struct cpus *)in->to)->nr = 0;
}

static int ask_list(struct client *c, uint8_t cmd, uint32_t pid, uint64_t since,
		    parse_fn *parse, struct snapshot *to)
{
	struct request rq = { .cmd = cmd, .dump = true };
	struct incoming in = { .c = c, .parse = parse, .list = to };
	struct receiver receiver = {
		.begin = begin, .message = take, .arg = &in,
	};
	int err, unsorted;

	if (pid)
		request_u32(&rq, TDACCT_A_PID, pid);
	if (since)
		request_u64(&rq, TDACCT_A_SINCE, since);
	want_counts(&rq, c->isolated);
	err = client_ask(c, &rq, &receiver);
	unsorted = snapshot_sort(to);
	return err ? err : unsorted;
}

int ask_threads(struct client *c, uint32_t pid, uint64_t since,
		struct snapshot *to)
{
	return ask_list(c, TDACCT_CMD_GET_THREAD, pid, since, parse_thread,
			to);
}

int ask_processes(struct client *c, uint64_t since, struct snapshot *to)
{
	return ask_list(c, TDACCT_CMD_GET_PROCESS, 0, since, parse_process, to);
}

int ask_cgroups(struct client *c, struct snapshot *to)
{
	return ask_list(c, TDACCT_CMD_GET_CGROUP, 0, 0, parse_cgroup, to);
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

int ask_cpus(struct client *c, int cpu, struct cpus *to)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_CPU, .dump = true };
	struct incoming r = { .c = c, .parse = add_cpu, .to = to };
	struct receiver receiver = {
		.begin = begin, .message = take, .arg = &r,
	};

	if (cpu >= 0)
		request_u32(&rq, TDACCT_A_CPU, (uint32_t)cpu);
	want_counts(&rq, c->isolated);
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
