// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <netlink/netlink.h>
#include <netlink/genl/genl.h>
#include <netlink/genl/ctrl.h>
#include <linux/netlink.h>

#include "client.h"

#define SECONDS_TO_ANSWER	20

/* ---- what an answer says ---------------------------------------------------- */

static void take_string(char *to, size_t size, const struct nlattr *a)
{
	nla_strlcpy(to, a, size);
}

static void take_values(struct counts *c, struct nlattr *nest)
{
	struct nlattr *a;
	int rest;

	nla_for_each_nested(a, nest, rest) {
		unsigned int i = nla_type(a) - 1;

		if (i >= MAX_VALUES || nla_len(a) != sizeof(uint64_t))
			continue;
		c->value[i] = nla_get_u64(a);
		if (i >= c->n)
			c->n = i + 1;
	}
}

static void take_array(struct counts *c, const struct nlattr *a)
{
	c->n = nla_len(a) / sizeof(uint64_t);
	if (c->n > MAX_VALUES)
		c->n = MAX_VALUES;
	memcpy(c->value, nla_data(a), c->n * sizeof(uint64_t));
	c->array = true;
}

static void take_counts(struct counts *c, struct nlattr *nest)
{
	struct nlattr *tb[TDACCT_COUNTS_A_MAX + 1];

	if (nla_parse_nested(tb, TDACCT_COUNTS_A_MAX, nest, NULL))
		return;
	c->there = true;
	if (tb[TDACCT_COUNTS_A_VALUES])
		take_values(c, tb[TDACCT_COUNTS_A_VALUES]);
	if (tb[TDACCT_COUNTS_A_ARRAY])
		take_array(c, tb[TDACCT_COUNTS_A_ARRAY]);
	if (tb[TDACCT_COUNTS_A_SWITCHES])
		c->switches = nla_get_u64(tb[TDACCT_COUNTS_A_SWITCHES]);
	if (tb[TDACCT_COUNTS_A_UNCLASSIFIED])
		c->unclassified = nla_get_u64(tb[TDACCT_COUNTS_A_UNCLASSIFIED]);
	if (tb[TDACCT_COUNTS_A_BLUR])
		c->blur = nla_get_u64(tb[TDACCT_COUNTS_A_BLUR]);
}

static void take_value(struct message *m, struct nlattr *nest)
{
	struct nlattr *tb[TDACCT_VALUE_A_MAX + 1];
	struct value *v;
	unsigned int i;

	if (nla_parse_nested(tb, TDACCT_VALUE_A_MAX, nest, NULL) ||
	    !tb[TDACCT_VALUE_A_INDEX] || !tb[TDACCT_VALUE_A_NAME])
		return;
	i = nla_get_u32(tb[TDACCT_VALUE_A_INDEX]);
	if (i >= MAX_VALUES)
		return;
	v = &m->value[i];
	take_string(v->name, sizeof(v->name), tb[TDACCT_VALUE_A_NAME]);
	if (tb[TDACCT_VALUE_A_UNIT])
		v->unit = nla_get_u32(tb[TDACCT_VALUE_A_UNIT]);
	if (tb[TDACCT_VALUE_A_KIND])
		v->kind = nla_get_u32(tb[TDACCT_VALUE_A_KIND]);
	if (tb[TDACCT_VALUE_A_CONFIG])
		v->config = nla_get_u64(tb[TDACCT_VALUE_A_CONFIG]);
	if (tb[TDACCT_VALUE_A_CONFIG1])
		v->config1 = nla_get_u64(tb[TDACCT_VALUE_A_CONFIG1]);
	v->of_set = tb[TDACCT_VALUE_A_OF_SET];
	m->n_values++;
}

static void take_stats(struct message *m, struct nlattr *nest)
{
	struct nlattr *a;
	int rest;

	nla_for_each_nested(a, nest, rest)
		if (nla_type(a) <= TDACCT_STAT_A_MAX &&
		    nla_len(a) == sizeof(uint64_t))
			m->stat[nla_type(a)] = nla_get_u64(a);
}

static void take_change(struct change *c, struct nlattr *nest)
{
	struct nlattr *tb[TDACCT_CHANGE_A_MAX + 1];

	if (nla_parse_nested(tb, TDACCT_CHANGE_A_MAX, nest, NULL) ||
	    !tb[TDACCT_CHANGE_A_COMMAND] || !tb[TDACCT_CHANGE_A_PID] ||
	    !tb[TDACCT_CHANGE_A_UID] || !tb[TDACCT_CHANGE_A_COMM] ||
	    !tb[TDACCT_CHANGE_A_AT_NS])
		return;
	c->command = nla_get_u32(tb[TDACCT_CHANGE_A_COMMAND]);
	c->pid = nla_get_u32(tb[TDACCT_CHANGE_A_PID]);
	c->uid = nla_get_u32(tb[TDACCT_CHANGE_A_UID]);
	take_string(c->comm, sizeof(c->comm), tb[TDACCT_CHANGE_A_COMM]);
	c->at_ns = nla_get_u64(tb[TDACCT_CHANGE_A_AT_NS]);
}

static void take_attr(struct message *m, struct nlattr *a)
{
	switch (nla_type(a)) {
#define STRING(A, field) \
	case TDACCT_A_##A: take_string(m->field, sizeof(m->field), a); break
#define U32(A, field)	case TDACCT_A_##A: m->field = nla_get_u32(a); break
#define U64(A, field)	case TDACCT_A_##A: m->field = nla_get_u64(a); break
#define COUNTS(A, field) case TDACCT_A_##A: take_counts(&m->field, a); break
	STRING(VERSION, version);
	STRING(PMU, pmu);
	STRING(CPU_VENDOR, vendor);
	STRING(REASON, reason);
	STRING(COMM, comm);
	STRING(CGROUP_PATH, path);
	U32(CPU_FAMILY, cpu_family);
	U32(CPU_MODEL, cpu_model);
	U32(STATE, state);
	U32(TID, tid);
	U32(PID, pid);
	U32(TASK_FLAGS, flags);
	U32(CPU, cpu);
	U32(CGROUP_FLAGS, cgroup_flags);
	U32(KIND, kind);
	U32(GUESTS, guests);
	U64(CLEAR_SLOTS, clear_slots);
	U64(RESUME_MS, resume_ms);
	U64(ID, id);
	U64(BORN_NS, born_ns);
	U64(AGE_NS, age_ns);
	U64(CPU_NS, cpu_ns);
	U64(LOST_NS, lost_ns);
	U64(GENERATION, generation);
	U64(THREADS, threads);
	U64(EXITED_THREADS, exited_threads);
	U64(CGROUP, cgroup);
	U64(CGROUP_PARENT, parent);
	U64(SEQ, seq);
	U64(MISSED, missed);
	U64(EPOCH, epoch);
	U64(EPOCH_NS, epoch_ns);
	U32(EVENTS_MAX, events_max);
	U64(CHILDREN_NR, children_nr);
	U64(CHILDREN_CPU_NS, children_cpu_ns);
	U64(CHILDREN_LOST_NS, children_lost_ns);
	COUNTS(COUNTS, counts);
	COUNTS(BEFORE, before);
	COUNTS(LIVE, live);
	COUNTS(EXITED, exited);
	COUNTS(IDLE, idle);
	COUNTS(UNTRACKED, untracked);
	COUNTS(AFTER, after);
	COUNTS(OWN, own);
	COUNTS(CHILDREN, children);
	case TDACCT_A_VALUE: take_value(m, a); break;
	case TDACCT_A_STATS: take_stats(m, a); break;
	case TDACCT_A_CHANGE: take_change(&m->change, a); break;
	}
}

static void take_message(struct message *m, struct nlmsghdr *h)
{
	struct genlmsghdr *g = nlmsg_data(h);
	struct nlattr *a;
	int rest;

	memset(m, 0, sizeof(*m));
	nla_for_each_attr(a, genlmsg_attrdata(g, 0), genlmsg_attrlen(g, 0),
			  rest) {
		take_attr(m, a);
		m->present |= 1ULL << nla_type(a);
	}
}

/* ---- asking ------------------------------------------------------------------ */

static void set_options(struct nl_sock *sock)
{
	struct timeval t = { .tv_sec = SECONDS_TO_ANSWER };
	int fd = nl_socket_get_fd(sock), one = 1;

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof(t));
	setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &one, sizeof(one));
	setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, &one, sizeof(one));
	nl_socket_set_buffer_size(sock, 1 << 20, 1 << 20);
}

int client_open_at(struct client *c, uint32_t port)
{
	memset(c, 0, sizeof(*c));
	c->sock = nl_socket_alloc();
	if (!c->sock)
		return -ENOMEM;
	if (port)
		nl_socket_set_local_port(c->sock, port);
	if (genl_connect(c->sock))
		goto free_socket;
	c->family = genl_ctrl_resolve(c->sock, TDACCT_GENL_NAME);
	if (c->family < 0)
		goto free_socket;
	set_options(c->sock);
	return 0;

free_socket:
	client_close(c);
	return -ENOENT;
}

int client_open(struct client *c)
{
	return client_open_at(c, 0);
}

void client_close(struct client *c)
{
	nl_socket_free(c->sock);
	c->sock = NULL;
}

struct nl_msg *client_request(struct client *c, int cmd, int flags)
{
	struct nl_msg *m = nlmsg_alloc();

	if (!m || !genlmsg_put(m, NL_AUTO_PORT, NL_AUTO_SEQ, c->family, 0,
			       flags | NLM_F_REQUEST, cmd,
			       TDACCT_GENL_VERSION)) {
		perror("netlink message");
		exit(2);
	}
	return m;
}

/* The sentence after an errno. @tlvs: where the kernel's attributes begin. */
static void take_why(struct client *c, struct nlmsghdr *h, void *tlvs)
{
	int rest = (char *)h + h->nlmsg_len - (char *)tlvs;
	struct nlattr *a;

	c->why[0] = '\0';
	if (!(h->nlmsg_flags & NLM_F_ACK_TLVS))
		return;
	nla_for_each_attr(a, tlvs, rest, rest)
		if (nla_type(a) == NLMSGERR_ATTR_MSG)
			nla_strlcpy(c->why, a, sizeof(c->why));
}

static int take_error(struct client *c, struct nlmsghdr *h)
{
	struct nlmsgerr *e = nlmsg_data(h);
	size_t len = sizeof(*e);

	if (e->error && !(h->nlmsg_flags & NLM_F_CAPPED))
		len += e->msg.nlmsg_len - sizeof(e->msg);
	take_why(c, h, (char *)e + NLMSG_ALIGN(len));
	return e->error;
}

static int take_done(struct client *c, struct nlmsghdr *h)
{
	int *error = nlmsg_data(h);

	if (h->nlmsg_len < NLMSG_LENGTH(sizeof(*error)))
		return 0;
	take_why(c, h, error + 1);
	return *error;
}

static void take_notice(struct client *c, struct nlmsghdr *h)
{
	struct genlmsghdr *g = nlmsg_data(h);
	struct message m;

	if (h->nlmsg_seq || h->nlmsg_type != c->family || !c->ended ||
	    g->cmd != TDACCT_CMD_ENDED)
		return;
	take_message(&m, h);
	c->ended(&m, c->ended_arg);
}

/* One datagram. Returns 1 when there is more to come. */
static int take_datagram(struct client *c, uint32_t seq, void *buf, int len,
			 take_fn take, void *arg)
{
	struct nlmsghdr *h;
	struct message m;

	for (h = buf; nlmsg_ok(h, len); h = nlmsg_next(h, &len)) {
		if (!h->nlmsg_seq)
			take_notice(c, h);
		if (h->nlmsg_seq != seq)
			continue;
		if (h->nlmsg_flags & NLM_F_DUMP_INTR)
			c->interrupted++;
		if (h->nlmsg_type == NLMSG_ERROR)
			return take_error(c, h);
		if (h->nlmsg_type == NLMSG_DONE)
			return take_done(c, h);
		if (!take)
			continue;
		take_message(&m, h);
		take(&m, arg);
	}
	return 1;
}

int client_answer(struct client *c, uint32_t seq, take_fn take, void *arg)
{
	static __thread char buf[1 << 16];
	int more = 1;

	c->why[0] = '\0';
	while (more == 1) {
		int len = recv(nl_socket_get_fd(c->sock), buf, sizeof(buf), 0);

		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0)
			return errno == EAGAIN ? -ETIMEDOUT : -errno;
		more = take_datagram(c, seq, buf, len, take, arg);
	}
	return more;
}

/*
 * Without an address, as a program would that was tricked into writing to a
 * socket: with one, who sends is all that counts.
 */
int client_send_raw(struct client *c, const void *buf, unsigned int len)
{
	if (send(nl_socket_get_fd(c->sock), buf, len, 0) < 0)
		return -errno;
	return 0;
}

int client_ask(struct client *c, struct nl_msg *request, take_fn take,
	       void *arg)
{
	struct nlmsghdr *h = nlmsg_hdr(request);
	int err;

	if (!(h->nlmsg_flags & NLM_F_DUMP))
		h->nlmsg_flags |= NLM_F_ACK;
	nl_complete_msg(c->sock, request);
	err = client_send_raw(c, h, h->nlmsg_len);
	if (!err)
		err = client_answer(c, h->nlmsg_seq, take, arg);
	nlmsg_free(request);
	return err;
}

/* ---- the usual questions ----------------------------------------------------- */

static void keep(const struct message *m, void *arg)
{
	*(struct message *)arg = *m;
}

static int ask_one(struct client *c, int cmd, unsigned int attr, uint32_t id,
		   struct message *m)
{
	struct nl_msg *request = client_request(c, cmd, 0);

	if (attr)
		nla_put_u32(request, attr, id);
	memset(m, 0, sizeof(*m));
	return client_ask(c, request, keep, m);
}

int client_info(struct client *c, struct message *m)
{
	return ask_one(c, TDACCT_CMD_GET_INFO, 0, 0, m);
}

int client_thread(struct client *c, uint32_t tid, struct message *m)
{
	return ask_one(c, TDACCT_CMD_GET_THREAD, TDACCT_A_TID, tid, m);
}

int client_process(struct client *c, uint32_t pid, struct message *m)
{
	return ask_one(c, TDACCT_CMD_GET_PROCESS, TDACCT_A_PID, pid, m);
}

int client_totals(struct client *c, struct message *m)
{
	return ask_one(c, TDACCT_CMD_GET_TOTALS, 0, 0, m);
}

int client_stats(struct client *c, struct message *m)
{
	return ask_one(c, TDACCT_CMD_GET_STATS, 0, 0, m);
}

int client_cgroup(struct client *c, uint64_t id, struct message *m)
{
	struct nl_msg *request = client_request(c, TDACCT_CMD_GET_CGROUP, 0);

	nla_put_u64(request, TDACCT_A_CGROUP, id);
	memset(m, 0, sizeof(*m));
	return client_ask(c, request, keep, m);
}

int client_cpu(struct client *c, uint32_t cpu, struct message *m)
{
	struct nl_msg *request = client_request(c, TDACCT_CMD_GET_CPU,
						NLM_F_DUMP);

	nla_put_u32(request, TDACCT_A_CPU, cpu);
	memset(m, 0, sizeof(*m));
	return client_ask(c, request, keep, m);
}

int client_set_events(struct client *c, const uint64_t *configs,
		      unsigned int nr, uint64_t epoch)
{
	struct nl_msg *m = client_request(c, TDACCT_CMD_SET_EVENTS, NLM_F_ACK);
	struct nlattr *nest;
	unsigned int i;

	if (epoch)
		nla_put_u64(m, TDACCT_A_EPOCH, epoch);
	for (i = 0; i < nr; i++) {
		nest = nla_nest_start(m, NLA_F_NESTED | TDACCT_A_EVENT);
		nla_put_u64(m, TDACCT_EVENT_A_CONFIG, configs[i]);
		nla_nest_end(m, nest);
	}
	return client_ask(c, m, NULL, NULL);
}

int client_pause(struct client *c)
{
	return client_ask(c, client_request(c, TDACCT_CMD_PAUSE, 0), NULL,
			  NULL);
}

int client_resume(struct client *c)
{
	return client_ask(c, client_request(c, TDACCT_CMD_RESUME, 0), NULL,
			  NULL);
}

int client_dump(struct client *c, int cmd, take_fn take, void *arg)
{
	return client_ask(c, client_request(c, cmd, NLM_F_DUMP), take, arg);
}

/* ---- notices ------------------------------------------------------------------ */

int client_subscribe(struct client *c, uint32_t kinds)
{
	struct nl_msg *request = client_request(c, TDACCT_CMD_SUBSCRIBE, 0);

	if (kinds)
		nla_put_u32(request, TDACCT_A_KINDS, kinds);
	return client_ask(c, request, NULL, NULL);
}

int client_unsubscribe(struct client *c)
{
	return client_ask(c, client_request(c, TDACCT_CMD_UNSUBSCRIBE, 0),
			  NULL, NULL);
}

int client_ended(struct client *c, int timeout_ms)
{
	static __thread char buf[1 << 16];
	struct pollfd p = { nl_socket_get_fd(c->sock), POLLIN };
	int len;

	if (poll(&p, 1, timeout_ms) <= 0)
		return 0;
	len = recv(p.fd, buf, sizeof(buf), MSG_DONTWAIT);
	if (len < 0)
		return errno == EAGAIN ? 0 : -errno;
	take_datagram(c, 0, buf, len, NULL, NULL);
	return 1;
}

void client_buffer(struct client *c, int bytes)
{
	if (setsockopt(nl_socket_get_fd(c->sock), SOL_SOCKET, SO_RCVBUFFORCE,
		       &bytes, sizeof(bytes)))
		perror("SO_RCVBUFFORCE");
}
