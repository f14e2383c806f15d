// SPDX-License-Identifier: GPL-2.0
/* Messages of cgroups and of what ended: whole, cut, and such as lie. */
#include <errno.h>
#include <string.h>

#include <linux/tdacct.h>

#include "kernel/parse.h"
#include "message.h"
#include "unit.h"

static const uint64_t counts[11] = {
	100, 40, 10, 20, 30, 5, 4, 3, 2, 200, 50,
};

static void put_counts(struct message *m)
{
	message_counts(m, TDACCT_A_COUNTS, counts, 11, 9, 1, 500);
}

static void put_cgroup(struct message *m)
{
	message_u64(m, TDACCT_A_CGROUP, 40);
	message_u64(m, TDACCT_A_CGROUP_PARENT, 23);
	message_text(m, TDACCT_A_CGROUP_PATH, "/a/b");
	put_counts(m);
	message_counts(m, TDACCT_A_OWN, counts + 1, 10, 7, 0, 0);
}

static void put_sequence(struct message *m, uint32_t kind)
{
	message_u64(m, TDACCT_A_SEQ, 5);
	message_u64(m, TDACCT_A_MISSED, 2);
	message_u32(m, TDACCT_A_KIND, kind);
}

static void put_task(struct message *m)
{
	message_u64(m, TDACCT_A_ID, 7);
	message_u32(m, TDACCT_A_PID, 41);
	message_text(m, TDACCT_A_COMM, "cat");
	put_counts(m);
}

struct cgroup_row {
	const char *name;
	void (*put)(struct message *m);
	int err;
	const char *want;	/* the path, or why not */
	bool root;
};

static void whole(struct message *m)
{
	put_cgroup(m);
}

static void root(struct message *m)
{
	message_u64(m, TDACCT_A_CGROUP, 40);
	message_text(m, TDACCT_A_CGROUP_PATH, "/");
	put_counts(m);
}

static void pathless(struct message *m)
{
	message_u64(m, TDACCT_A_CGROUP, 40);
	message_u64(m, TDACCT_A_CGROUP_PARENT, 23);
	put_counts(m);
}

static void nameless(struct message *m)
{
	message_text(m, TDACCT_A_CGROUP_PATH, "/a/b");
	put_counts(m);
}

static void countless(struct message *m)
{
	message_u64(m, TDACCT_A_CGROUP, 40);
}

static void put_long_path(struct message *m, size_t len)
{
	char path[2048] = "";

	memset(path, 'x', len);
	message_u64(m, TDACCT_A_CGROUP, 40);
	message_text(m, TDACCT_A_CGROUP_PATH, path);
	put_counts(m);
}

static void too_long(struct message *m)
{
	put_long_path(m, CGROUP_PATH_SIZE);
}

static void half_id(struct message *m)
{
	put_cgroup(m);
	message_u32(m, TDACCT_A_CGROUP, 40);
}

static void escape(struct message *m)
{
	put_cgroup(m);
	message_text(m, TDACCT_A_CGROUP_PATH, "/\x1b[31m");
}

static void delete(struct message *m)
{
	put_cgroup(m);
	message_text(m, TDACCT_A_CGROUP_PATH, "/a\x7f");
}

static const struct cgroup_row cgroup_rows[] = {
	{ "a cgroup", whole, 0, "/a/b", false },
	{ "the root", root, 0, "/", true },
	{ "without a path", pathless, 0, "id:40", false },
	{ "an escape for the terminal", escape, 0, "/?[31m", false },
	{ "a byte that deletes", delete, 0, "/a?", false },
	{ "without its number", nameless, -EBADMSG, "GET_CGROUP lacks CGROUP", false },
	{ "without counts", countless, -EBADMSG, "GET_CGROUP lacks COUNTS", false },
	{ "a path too long", too_long, -EBADMSG, "CGROUP_PATH has 1024 characters, expected at most 1023", false },
	{ "half a number", half_id, -EBADMSG, "CGROUP has 4 bytes, expected 8", false },
};

static void try_cgroup(const void *arg)
{
	const struct cgroup_row *row = arg;
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct notice n;

	row->put(&m);
	EXPECT_INT(row->err, parse_cgroup(&n, message_attrs(&m), m.len, &why));
	EXPECT_TEXT(row->want, row->err ? why.text : n.sample.path);
	if (row->err)
		return;
	EXPECT_INT(SAMPLE_CGROUP, n.sample.kind);
	EXPECT_INT(40, n.sample.id);
	EXPECT_INT(100, n.sample.counts.value[0]);
	EXPECT(sample_has(n.sample.have, TDACCT_A_CGROUP_PARENT) == !row->root);
	if (row->put == whole)
		EXPECT_INT(40, n.sample.own.value[0]);
}

struct ended_row {
	const char *name;
	void (*put)(struct message *m);
	int err;
	const char *want;	/* why not */
	enum sample_kind kind;
};

static void thread(struct message *m)
{
	put_sequence(m, TDACCT_ENDED_THREAD);
	put_task(m);
	message_u32(m, TDACCT_A_TID, 42);
	message_u64(m, TDACCT_A_CGROUP, 40);
}

static void process(struct message *m)
{
	put_sequence(m, TDACCT_ENDED_PROCESS);
	put_task(m);
	message_u64(m, TDACCT_A_CGROUP, 40);
}

static void process_nowhere(struct message *m)
{
	put_sequence(m, TDACCT_ENDED_PROCESS);
	put_task(m);
}

static void process_half_cgroup(struct message *m)
{
	process_nowhere(m);
	message_u32(m, TDACCT_A_CGROUP, 40);
}

static void cgroup(struct message *m)
{
	put_sequence(m, TDACCT_ENDED_CGROUP);
	put_cgroup(m);
}

static void unknown_kind(struct message *m)
{
	put_sequence(m, 77);
	put_task(m);
}

static void next_kind(struct message *m)
{
	put_sequence(m, TDACCT_ENDED_CGROUP + 1);
	put_task(m);
}

static void no_sequence(struct message *m)
{
	message_u32(m, TDACCT_A_KIND, TDACCT_ENDED_PROCESS);
	put_task(m);
}

static void no_kind(struct message *m)
{
	message_u64(m, TDACCT_A_SEQ, 5);
	put_task(m);
}

static void no_tid(struct message *m)
{
	put_sequence(m, TDACCT_ENDED_THREAD);
	put_task(m);
}

static void no_id(struct message *m)
{
	put_sequence(m, TDACCT_ENDED_PROCESS);
	put_counts(m);
}

static void no_cgroup(struct message *m)
{
	put_sequence(m, TDACCT_ENDED_CGROUP);
	put_counts(m);
}

static void nothing(struct message *m)
{
	m->len = 0;
}

static const struct ended_row ended_rows[] = {
	{ "a thread", thread, 0, "", SAMPLE_THREAD },
	{ "a process", process, 0, "", SAMPLE_PROCESS },
	{ "a process without a cgroup", process_nowhere, 0, "", SAMPLE_PROCESS },
	{ "a process with half a cgroup", process_half_cgroup, -EBADMSG, "CGROUP has 4 bytes, expected 8", 0 },
	{ "a cgroup", cgroup, 0, "", SAMPLE_CGROUP },
	{ "another kind", unknown_kind, -EBADMSG, "ENDED is of kind 77", 0 },
	{ "the kind behind the last", next_kind, -EBADMSG, "ENDED is of kind 3", 0 },
	{ "no sequence number", no_sequence, -EBADMSG, "ENDED lacks SEQ", 0 },
	{ "no kind", no_kind, -EBADMSG, "ENDED lacks KIND", 0 },
	{ "a thread without its id", no_tid, -EBADMSG, "ENDED lacks TID", 0 },
	{ "a process without its id", no_id, -EBADMSG, "ENDED lacks ID", 0 },
	{ "a cgroup without its id", no_cgroup, -EBADMSG, "ENDED lacks CGROUP", 0 },
	{ "nothing in it", nothing, -EBADMSG, "ENDED lacks COUNTS", 0 },
};

static void try_ended(const void *arg)
{
	const struct ended_row *row = arg;
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct notice n;

	row->put(&m);
	EXPECT_INT(row->err, parse_ended(&n, message_attrs(&m), m.len, &why));
	EXPECT_TEXT(row->want, why.text);
	if (row->err)
		return;
	EXPECT_INT(row->kind, n.sample.kind);
	EXPECT_INT(5, n.seq);
	EXPECT_INT(2, n.missed);
	EXPECT_INT(100, n.sample.counts.value[0]);
	EXPECT(row->kind != SAMPLE_THREAD || n.sample.tid == 42);
	EXPECT(row->kind != SAMPLE_PROCESS || n.sample.id == 7);
	EXPECT_INT(row->put == process_nowhere ? 0 : 40, n.sample.cgroup);
	EXPECT(sample_has(n.sample.have, TDACCT_A_CGROUP) ==
	       (row->put != process_nowhere));
	EXPECT(row->kind != SAMPLE_CGROUP ||
	       n.sample.cgroup_flags & TDACCT_CGROUP_REMOVED);
}

/* A whole message cut after each of its bytes: refused, never read beyond. */
static const struct {
	const char *name;
	void (*put)(struct message *m);
} cut_rows[] = {
	{ "a thread after each byte", thread },
	{ "a process after each byte", process },
	{ "a cgroup after each byte", cgroup },
};

static void try_cut(const void *arg)
{
	const typeof(cut_rows[0]) *row = arg;
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct notice n;
	int read = 0;

	row->put(&m);
	for (int len = 0; len < m.len; len++) {
		char copy[len + 1] __attribute__((aligned(4)));

		memcpy(copy, m.at.byte, (size_t)len);
		read += !parse_ended(&n, (const void *)copy, len, &why);
	}
	/* what is not required may be missing at the end: one attribute */
	EXPECT_INT(1, read);
}

int main(void)
{
	UNIT_RUN("notice cgroup", cgroup_rows, try_cgroup);
	UNIT_RUN("notice ended", ended_rows, try_ended);
	UNIT_RUN("notice cut", cut_rows, try_cut);
	return unit_end();
}
