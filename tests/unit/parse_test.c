// SPDX-License-Identifier: GPL-2.0
/* Messages to samples: whole ones, and such as no kernel should send. */
#include <errno.h>
#include <string.h>

#include <linux/tdacct.h>

#include "kernel/parse.h"
#include "message.h"
#include "unit.h"

static const uint64_t counts[11] = {
	100, 40, 10, 20, 30, 5, 4, 3, 2, 200, 50,
};

static void put_thread(struct message *m)
{
	message_u64(m, TDACCT_A_ID, 7);
	message_u32(m, TDACCT_A_TID, 42);
	message_u32(m, TDACCT_A_PID, 41);
	message_text(m, TDACCT_A_COMM, "cat");
	message_counts(m, TDACCT_A_COUNTS, counts, 11, 9, 1, 500);
}

/* Each row breaks a whole message of a thread in its own way. */
struct break_row {
	const char *name;
	void (*spoil)(struct message *m);
	int err;
	const char *want;
};

static void leave(struct message *m)
{
	(void)m;
}

static void empty(struct message *m)
{
	m->len = 0;
}

static void cut_attribute(struct message *m)
{
	m->len -= 4;
}

static void cut_header(struct message *m)
{
	message_u32(m, TDACCT_A_TASK_FLAGS, 0);
	m->len -= 6;
}

static void add_odd_bytes(struct message *m)
{
	memset(m->at.byte + m->len, 0, 3);
	m->len += 3;
}

static void add_zero_length(struct message *m)
{
	memset(m->at.byte + m->len, 0, 4);
	m->len += 4;
}

static void add_huge_length(struct message *m)
{
	memset(m->at.byte + m->len, 0xff, 8);
	m->len += 8;
}

static void add_unknown(struct message *m)
{
	message_raw(m, TDACCT_A_MAX + 1, "whatever this is", 17);
	message_raw(m, 0x3fff, "", 0);
	message_raw(m, TDACCT_A_PAD, "", 0);
}

static void add_short_number(struct message *m)
{
	message_raw(m, TDACCT_A_TID, "ab", 2);
}

static void add_long_number(struct message *m)
{
	message_u64(m, TDACCT_A_TID, 42);
}

static void add_half_number(struct message *m)
{
	message_u32(m, TDACCT_A_CPU_NS, 1);
}

static void add_empty_number(struct message *m)
{
	message_raw(m, TDACCT_A_ID, "", 0);
}

static void add_long_text(struct message *m)
{
	message_text(m, TDACCT_A_COMM, "a name that is longer than any name may be");
}

static void add_number_for_nest(struct message *m)
{
	message_u32(m, TDACCT_A_COUNTS, 5);
}

static void add_short_value(struct message *m)
{
	int nest = message_nest(m, TDACCT_A_COUNTS);
	int values = message_nest(m, TDACCT_COUNTS_A_VALUES);

	message_u32(m, 1, 5);
	message_nest_end(m, values);
	message_nest_end(m, nest);
}

static void add_cut_values(struct message *m)
{
	int nest = message_nest(m, TDACCT_A_COUNTS);

	message_raw(m, TDACCT_COUNTS_A_VALUES, "\x0c\0\1\0abc", 7);
	message_nest_end(m, nest);
}

static void add_short_switches(struct message *m)
{
	int nest = message_nest(m, TDACCT_A_COUNTS);

	message_u32(m, TDACCT_COUNTS_A_SWITCHES, 5);
	message_nest_end(m, nest);
}

static void as_array(struct message *m)
{
	int nest;

	m->len = 0;
	message_u64(m, TDACCT_A_ID, 7);
	message_u32(m, TDACCT_A_TID, 42);
	message_u32(m, TDACCT_A_PID, 41);
	message_text(m, TDACCT_A_COMM, "cat");
	nest = message_nest(m, TDACCT_A_COUNTS);
	message_raw(m, TDACCT_COUNTS_A_ARRAY, counts, sizeof(counts));
	message_u64(m, TDACCT_COUNTS_A_SWITCHES, 9);
	message_u64(m, TDACCT_COUNTS_A_UNCLASSIFIED, 1);
	message_u64(m, TDACCT_COUNTS_A_BLUR, 500);
	message_nest_end(m, nest);
}

static void add_odd_array(struct message *m)
{
	int nest = message_nest(m, TDACCT_A_COUNTS);

	message_raw(m, TDACCT_COUNTS_A_ARRAY, counts, 20);
	message_nest_end(m, nest);
}

static void cut_array(struct message *m)
{
	as_array(m);
	m->len -= 52;
}

static void drop_counts(struct message *m)
{
	m->len = 0;
	message_u64(m, TDACCT_A_ID, 7);
	message_u32(m, TDACCT_A_TID, 42);
	message_u32(m, TDACCT_A_PID, 41);
}

static void drop_id(struct message *m)
{
	m->len = 0;
	message_u32(m, TDACCT_A_TID, 42);
}

static const struct break_row break_rows[] = {
	{ "nothing wrong", leave, 0, "" },
	{ "unknown attributes are skipped", add_unknown, 0, "" },
	{ "nothing in it", empty, -EBADMSG, "GET_THREAD lacks ID" },
	{ "no id", drop_id, -EBADMSG, "GET_THREAD lacks ID" },
	{ "no counts", drop_counts, -EBADMSG, "GET_THREAD lacks COUNTS" },
	{ "cut in an attribute", cut_attribute, -EBADMSG, "GET_THREAD ends in 172 bytes that are no attribute" },
	{ "cut in a header", cut_header, -EBADMSG, "GET_THREAD ends in 2 bytes that are no attribute" },
	{ "odd bytes at the end", add_odd_bytes, -EBADMSG, "GET_THREAD ends in 3 bytes that are no attribute" },
	{ "an attribute of length 0", add_zero_length, -EBADMSG, "GET_THREAD ends in 4 bytes that are no attribute" },
	{ "an attribute beyond the end", add_huge_length, -EBADMSG, "GET_THREAD ends in 8 bytes that are no attribute" },
	{ "a number too short", add_short_number, -EBADMSG, "TID has 2 bytes, expected 4" },
	{ "a number too long", add_long_number, -EBADMSG, "TID has 8 bytes, expected 4" },
	{ "half a number", add_half_number, -EBADMSG, "CPU_NS has 4 bytes, expected 8" },
	{ "an empty number", add_empty_number, -EBADMSG, "ID has 0 bytes, expected 8" },
	{ "a text too long", add_long_text, -EBADMSG, "COMM has 42 characters, expected at most 31" },
	{ "a number where a nest is due", add_number_for_nest, -EBADMSG, "COUNTS ends in 4 bytes that are no attribute" },
	{ "a value too short", add_short_value, -EBADMSG, "value 0 has 4 bytes, expected 8" },
	{ "values cut short", add_cut_values, -EBADMSG, "VALUES ends in 7 bytes that are no attribute" },
	{ "values as an array", as_array, 0, "" },
	{ "an array of no whole values", add_odd_array, -EBADMSG, "ARRAY has 20 bytes, expected a multiple of 8" },
	{ "an array cut short", cut_array, -EBADMSG, "GET_THREAD ends in 80 bytes that are no attribute" },
	{ "switches too short", add_short_switches, -EBADMSG, "SWITCHES has 4 bytes, expected 8" },
};

static void try_break(const void *arg)
{
	const struct break_row *row = arg;
	struct parse_error why = { .text = "" };
	struct message m = { .len = 0 };
	struct sample s;

	put_thread(&m);
	row->spoil(&m);
	EXPECT_INT(row->err, parse_thread(&s, message_attrs(&m), m.len, &why));
	EXPECT_TEXT(row->want, why.text);
	if (row->err)
		return;
	EXPECT_INT(SAMPLE_THREAD, s.kind);
	EXPECT_INT(7, s.id);
	EXPECT_INT(42, s.tid);
	EXPECT_INT(41, s.pid);
	EXPECT_TEXT("cat", s.comm);
	EXPECT(sample_has(s.have, TDACCT_A_TID));
	EXPECT(!sample_has(s.have, TDACCT_A_AGE_NS));
	EXPECT_INT(100, s.counts.value[0]);
	EXPECT_INT(50, s.counts.value[10]);
	EXPECT(!sample_has(s.counts.have, 11));
	EXPECT_INT(9, s.counts.value[COUNT_SWITCHES]);
	EXPECT_INT(1, s.counts.value[COUNT_UNCLASSIFIED]);
	EXPECT_INT(500, s.counts.value[COUNT_BLUR]);
}

/* A whole message cut after each of its bytes: refused, never read beyond. */
static const struct {
	const char *name;
	void (*put)(struct message *m);
} cut_rows[] = {
	{ "after each byte", put_thread },
	{ "after each byte, with an array", as_array },
};

static void try_cut(const void *arg)
{
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct sample s;

	((const typeof(cut_rows[0]) *)arg)->put(&m);
	for (int len = 0; len < m.len; len++) {
		char copy[len + 1] __attribute__((aligned(4)));

		memcpy(copy, m.at.byte, (size_t)len);
		EXPECT_INT(-EBADMSG, parse_thread(&s, (const void *)copy, len,
						  &why));
	}
}

struct text_row {
	const char *name;
	const char *data;
	int len;
	const char *want;
};

static const struct text_row text_rows[] = {
	{ "with its end", "cat", 4, "cat" },
	{ "without its end", "cat", 3, "cat" },
	{ "empty", "", 0, "" },
	{ "more behind the end", "cat\0dog", 8, "cat" },
	{ "an escape for the terminal", "\x1b[31m", 6, "?[31m" },
	{ "a new line", "a\nb", 4, "a?b" },
	{ "UTF-8 stays", "\xc3\xa4", 3, "\xc3\xa4" },
};

static void try_text(const void *arg)
{
	const struct text_row *row = arg;
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct sample s;

	put_thread(&m);
	message_raw(&m, TDACCT_A_COMM, row->data, row->len);
	EXPECT_INT(0, parse_thread(&s, message_attrs(&m), m.len, &why));
	EXPECT_TEXT(row->want, s.comm);
}

struct info_row {
	const char *name;
	void (*spoil)(struct message *m);
	int err;
	const char *want;
};

static void add_value(struct message *m, uint32_t index, const char *name)
{
	int nest = message_nest(m, TDACCT_A_VALUE);

	message_u32(m, TDACCT_VALUE_A_INDEX, index);
	if (name)
		message_text(m, TDACCT_VALUE_A_NAME, name);
	message_nest_end(m, nest);
}

static void value_again(struct message *m)
{
	add_value(m, 3, "again");
}

static void value_gap(struct message *m)
{
	add_value(m, 12, "gap");
}

static void value_unnamed(struct message *m)
{
	add_value(m, 11, NULL);
}

static void value_beyond(struct message *m)
{
	add_value(m, 1000, "far");
}

static void value_next(struct message *m)
{
	add_value(m, 11, "next");
}

static void core_type_short(struct message *m)
{
	int nest = message_nest(m, TDACCT_A_BESIDE);

	message_raw(m, TDACCT_BESIDE_A_CORE_TYPE, "ab", 2);
	message_nest_end(m, nest);
}

static const struct info_row info_rows[] = {
	{ "as it is", leave, 0, "" },
	{ "nothing in it", empty, -EBADMSG, "GET_INFO lacks STATE" },
	{ "a value more", value_next, 0, "" },
	{ "a value twice", value_again, -EBADMSG, "VALUE 3 follows 11 others" },
	{ "a value left out", value_gap, -EBADMSG, "VALUE 12 follows 11 others" },
	{ "a value without a name", value_unnamed, -EBADMSG, "VALUE lacks NAME" },
	{ "a value beyond what we can hold", value_beyond, 0, "" },
	{ "the number of a core type too short", core_type_short, -EBADMSG, "CORE_TYPE has 2 bytes, expected 4" },
};

static void try_info(const void *arg)
{
	const struct info_row *row = arg;
	struct parse_error why = { .text = "" };
	struct message m = { .len = 0 };
	struct info info;

	message_info(&m);
	row->spoil(&m);
	EXPECT_INT(row->err, parse_info(&info, message_attrs(&m), m.len, &why));
	EXPECT_TEXT(row->want, why.text);
	if (row->err)
		return;
	EXPECT_TEXT("GenuineIntel", info.vendor);
	EXPECT_INT(0x8f, info.model);
	EXPECT_TEXT("cycles", info.value[10].name);
	EXPECT_INT(TDACCT_KIND_METRIC, info.value[1].kind);
}

/* The other messages, whole. */
static void cpu_whole(void)
{
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct cpu_sample c;
	int nest;

	message_u32(&m, TDACCT_A_CPU, 3);
	message_u32(&m, TDACCT_A_STATE, TDACCT_STATE_WAITING);
	message_text(&m, TDACCT_A_REASON, "perf holds the slots counter");
	message_counts(&m, TDACCT_A_COUNTS, counts, 11, 1, 2, 3);
	message_counts(&m, TDACCT_A_IDLE, counts, 2, 0, 0, 0);
	nest = message_nest(&m, TDACCT_A_STATS);
	message_u64(&m, TDACCT_STAT_A_CLEARS, 77);
	message_u64(&m, TDACCT_STAT_A_MAX + 1, 1);
	message_nest_end(&m, nest);
	EXPECT_INT(0, parse_cpu(&c, message_attrs(&m), m.len, &why));
	EXPECT_INT(3, c.cpu);
	EXPECT_INT(TDACCT_STATE_WAITING, c.state);
	EXPECT_TEXT("perf holds the slots counter", c.reason);
	EXPECT_INT(100, c.counts.value[0]);
	EXPECT_INT(40, c.idle.value[1]);
	EXPECT(!sample_has(c.idle.have, 2));
	EXPECT(!sample_has(c.have, TDACCT_A_UNTRACKED));
	EXPECT_INT(77, c.stats.value[TDACCT_STAT_A_CLEARS]);
	EXPECT(!sample_has(c.stats.have, TDACCT_STAT_A_SWITCHES));
}

static void cpu_without_state(void)
{
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct cpu_sample c;

	message_u32(&m, TDACCT_A_CPU, 3);
	EXPECT_INT(-EBADMSG, parse_cpu(&c, message_attrs(&m), m.len, &why));
	EXPECT_TEXT("GET_CPU lacks STATE", why.text);
}

static void put_totals(struct message *m, int last)
{
	m->len = 0;
	for (int i = TDACCT_A_BEFORE; i <= last; i++) {
		uint64_t value = (uint64_t)i;

		message_counts(m, i, &value, 1, 0, 0, 0);
	}
}

static void totals_whole(void)
{
	struct message m;
	struct parse_error why = { .text = "" };
	struct totals t;

	put_totals(&m, TDACCT_A_AFTER);
	EXPECT_INT(0, parse_totals(&t, message_attrs(&m), m.len, &why));
	EXPECT_INT(TDACCT_A_LIVE, t.live.value[0]);
	EXPECT_INT(TDACCT_A_AFTER, t.after.value[0]);
}

static void totals_short(void)
{
	struct message m;
	struct parse_error why = { .text = "" };
	struct totals t;

	put_totals(&m, TDACCT_A_UNTRACKED);
	EXPECT_INT(-EBADMSG, parse_totals(&t, message_attrs(&m), m.len, &why));
	EXPECT_TEXT("GET_TOTALS lacks AFTER", why.text);
}

static void stats_empty(void)
{
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct stats s;

	EXPECT_INT(-EBADMSG, parse_stats(&s, message_attrs(&m), m.len, &why));
	EXPECT_TEXT("GET_STATS lacks STATS", why.text);
}

/* In either order, and what nobody has done. */
static void stats_and_change(void)
{
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct stats s;
	int nest = message_nest(&m, TDACCT_A_CHANGE);

	message_u32(&m, TDACCT_CHANGE_A_COMMAND, TDACCT_CMD_PAUSE);
	message_u32(&m, TDACCT_CHANGE_A_PID, 12);
	message_u32(&m, TDACCT_CHANGE_A_UID, 34);
	message_text(&m, TDACCT_CHANGE_A_COMM, "who");
	message_u64(&m, TDACCT_CHANGE_A_AT_NS, 56);
	message_nest_end(&m, nest);
	nest = message_nest(&m, TDACCT_A_STATS);
	message_u64(&m, TDACCT_STAT_A_CLEARS, 78);
	message_nest_end(&m, nest);
	EXPECT_INT(0, parse_stats(&s, message_attrs(&m), m.len, &why));
	EXPECT_INT(TDACCT_CMD_PAUSE, s.change.command);
	EXPECT_INT(12, s.change.pid);
	EXPECT_INT(34, s.change.uid);
	EXPECT_TEXT("who", s.change.comm);
	EXPECT_INT(56, s.change.at_ns);
	EXPECT_INT(78, s.value[TDACCT_STAT_A_CLEARS]);

	m.len = 0;
	nest = message_nest(&m, TDACCT_A_STATS);
	message_nest_end(&m, nest);
	EXPECT_INT(0, parse_stats(&s, message_attrs(&m), m.len, &why));
	EXPECT_INT(0, s.change.command);
}

static void change_of_wrong_size(void)
{
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct stats s;
	int nest = message_nest(&m, TDACCT_A_CHANGE);

	message_u64(&m, TDACCT_CHANGE_A_PID, 12);
	message_nest_end(&m, nest);
	EXPECT_INT(-EBADMSG, parse_stats(&s, message_attrs(&m), m.len, &why));
	EXPECT_TEXT("PID has 8 bytes, expected 4", why.text);
}

static void process_whole(void)
{
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct sample s;

	message_u64(&m, TDACCT_A_ID, 1);
	message_u32(&m, TDACCT_A_PID, 2);
	message_u64(&m, TDACCT_A_THREADS, 3);
	message_u64(&m, TDACCT_A_EXITED_THREADS, 4);
	message_counts(&m, TDACCT_A_COUNTS, counts, 11, 1, 2, 3);
	EXPECT_INT(0, parse_process(&s, message_attrs(&m), m.len, &why));
	EXPECT_INT(SAMPLE_PROCESS, s.kind);
	EXPECT_INT(3, s.threads);
	EXPECT_INT(4, s.exited_threads);
	EXPECT(!sample_has(s.have, TDACCT_A_CHILDREN));
}

static void process_children(void)
{
	struct message m = { .len = 0 };
	struct sample s, children;
	struct parse_error why = { .text = "" };

	message_u64(&m, TDACCT_A_ID, 1);
	message_u32(&m, TDACCT_A_PID, 2);
	message_u64(&m, TDACCT_A_CPU_NS, 3);
	message_counts(&m, TDACCT_A_COUNTS, counts, 11, 1, 2, 3);
	message_counts(&m, TDACCT_A_CHILDREN, counts, 11, 4, 5, 6);
	message_u64(&m, TDACCT_A_CHILDREN_NR, 7);
	message_u64(&m, TDACCT_A_CHILDREN_CPU_NS, 8);
	message_u64(&m, TDACCT_A_CHILDREN_LOST_NS, 2);
	EXPECT_INT(0, parse_process(&s, message_attrs(&m), m.len, &why));
	sample_children(&children, &s);
	EXPECT_INT(SAMPLE_CHILDREN, children.kind);
	EXPECT_INT(7, children.children_nr);
	EXPECT_INT(8, children.cpu_ns);
	EXPECT_INT(2, children.lost_ns);
	EXPECT(sample_coverage(&children) == 0.75);
	EXPECT_INT(4, children.counts.value[COUNT_SWITCHES]);
	EXPECT_INT(1, s.counts.value[COUNT_SWITCHES]);
	sample_since(&s, &s);
	EXPECT_INT(0, s.children_nr);
	EXPECT_INT(0, s.children_lost_ns);
}

/* A later module may have more values than there is room for. */
static void array_beyond(void)
{
	uint64_t many[VALUES_MAX + 3];
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct sample s;

	for (unsigned int i = 0; i < VALUES_MAX + 3; i++)
		many[i] = 1000 + i;
	message_u64(&m, TDACCT_A_ID, 1);
	message_u32(&m, TDACCT_A_PID, 2);
	message_array(&m, TDACCT_A_COUNTS, many, VALUES_MAX + 3);
	EXPECT_INT(0, parse_process(&s, message_attrs(&m), m.len, &why));
	EXPECT_INT(1000 + VALUES_MAX - 1, s.counts.value[VALUES_MAX - 1]);
	EXPECT_INT(0, s.counts.value[COUNT_SWITCHES]);
	EXPECT(sample_has(s.counts.have, VALUES_MAX - 1));
	EXPECT(!sample_has(s.counts.have, COUNT_SWITCHES));
}

static void array_of_nothing(void)
{
	struct message m = { .len = 0 };
	struct parse_error why = { .text = "" };
	struct sample s;

	message_u64(&m, TDACCT_A_ID, 1);
	message_u32(&m, TDACCT_A_PID, 2);
	message_array(&m, TDACCT_A_COUNTS, counts, 0);
	EXPECT_INT(0, parse_process(&s, message_attrs(&m), m.len, &why));
	EXPECT_INT(0, s.counts.have);
}

/* Nine values are in all epochs; then there are two of the set. */
static const struct parse_error third_epoch = { .epoch = { 3, 9, false } };

#define LASTING	((UINT64_C(1) << 9) - 1)

static void parse_of_epoch(uint64_t epoch, struct sample *s,
			   struct parse_error *why)
{
	struct message m = { .len = 0 };

	*why = third_epoch;
	put_thread(&m);
	message_u64(&m, TDACCT_A_EPOCH, epoch);
	EXPECT_INT(0, parse_thread(s, message_attrs(&m), m.len, why));
}

static void same_epoch(void)
{
	struct parse_error why;
	struct sample s;

	parse_of_epoch(3, &s, &why);
	EXPECT(!why.epoch.other);
	EXPECT(sample_has(s.counts.have, 9) && sample_has(s.counts.have, 10));
}

/* What is in all epochs is known, and so is what is no value. */
static void another_epoch(void)
{
	struct parse_error why;
	struct sample s;

	parse_of_epoch(4, &s, &why);
	EXPECT(why.epoch.other);
	EXPECT((s.counts.have & LASTING) == LASTING);
	EXPECT(!sample_has(s.counts.have, 9) && !sample_has(s.counts.have, 10));
	EXPECT(sample_has(s.counts.have, COUNT_SWITCHES));
	EXPECT(sample_has(s.counts.have, COUNT_BLUR));
}

static void totals_of_another_epoch(void)
{
	static const int nests[] = {
		TDACCT_A_BEFORE, TDACCT_A_LIVE, TDACCT_A_EXITED, TDACCT_A_IDLE,
		TDACCT_A_UNTRACKED, TDACCT_A_AFTER,
	};
	struct parse_error why = third_epoch;
	struct message m = { .len = 0 };
	struct totals t;

	message_u64(&m, TDACCT_A_EPOCH, 2);
	for (unsigned int i = 0; i < 6; i++)
		message_counts(&m, nests[i], counts, 11, 9, 1, 500);
	EXPECT_INT(0, parse_totals(&t, message_attrs(&m), m.len, &why));
	EXPECT(why.epoch.other);
	EXPECT(!sample_has(t.before.have | t.live.have | t.exited.have |
			   t.idle.have | t.untracked.have | t.after.have, 9));
	EXPECT(sample_has(t.before.have & t.after.have, 8));
}

/* It was made while the events were changed, and has none of the set. */
static void notice_of_another_epoch(void)
{
	struct parse_error why = third_epoch;
	struct message m = { .len = 0 };
	struct notice n;

	put_thread(&m);
	message_u64(&m, TDACCT_A_SEQ, 1);
	message_u32(&m, TDACCT_A_KIND, TDACCT_ENDED_THREAD);
	message_u64(&m, TDACCT_A_EPOCH, 0);
	EXPECT_INT(0, parse_ended(&n, message_attrs(&m), m.len, &why));
	EXPECT(why.epoch.other);
	EXPECT(!sample_has(n.sample.counts.have, 9));
}

static void put_value(struct message *m, unsigned int index, const char *name,
		      bool of_set)
{
	int nest = message_nest(m, TDACCT_A_VALUE);

	message_u32(m, TDACCT_VALUE_A_INDEX, index);
	message_text(m, TDACCT_VALUE_A_NAME, name);
	if (of_set)
		message_raw(m, TDACCT_VALUE_A_OF_SET, "", 0);
	message_nest_end(m, nest);
}

static void info_of_set(void)
{
	struct parse_error why = { .text = "" };
	struct message m = { .len = 0 };
	struct sample s = { .counts = { .have = 7 } };
	struct info info;

	message_u32(&m, TDACCT_A_STATE, TDACCT_STATE_COUNTING);
	message_u64(&m, TDACCT_A_EPOCH, 2);
	message_u64(&m, TDACCT_A_EPOCH_NS, 1000);
	put_value(&m, 0, "slots", false);
	put_value(&m, 1, "r1", true);
	put_value(&m, 2, "slots_without_events", false);
	EXPECT_INT(0, parse_info(&info, message_attrs(&m), m.len, &why));
	EXPECT(!info.value[0].of_set && info.value[1].of_set);
	EXPECT(info_lasting(&info) == ~UINT64_C(2));

	/* Whoever was there before has not all of it, others have. */
	EXPECT(sample_drop_partial(&s, &info));
	EXPECT_INT(5, s.counts.have);
	s.counts.have = 7;
	s.have = UINT64_C(1) << TDACCT_A_BORN_NS;
	s.born_ns = 999;
	EXPECT(sample_drop_partial(&s, &info));
	s.counts.have = 7;
	s.born_ns = 1000;
	EXPECT(!sample_drop_partial(&s, &info));
	s.have = 0;
	info.epoch = 1;
	EXPECT(!sample_drop_partial(&s, &info));
	EXPECT_INT(7, s.counts.have);
}

static void put_beside(struct message *m, unsigned int core_type,
		       const char *vendor, unsigned int model)
{
	int nest = message_nest(m, TDACCT_A_BESIDE);

	message_u32(m, TDACCT_BESIDE_A_CORE_TYPE, core_type);
	message_text(m, TDACCT_BESIDE_A_VENDOR, vendor);
	message_u32(m, TDACCT_BESIDE_A_MODEL, model);
	message_nest_end(m, nest);
}

/* Of a later module there may be more of them than this tool knows. */
static void core_types(void)
{
	static const char *const names[] = {
		"slots", "other.slots", "other2.slots", "other3.slots",
	};
	struct parse_error why = { .text = "" };
	struct message m = { .len = 0 };
	struct info info;

	message_u32(&m, TDACCT_A_STATE, TDACCT_STATE_COUNTING);
	message_text(&m, TDACCT_A_OTHER_VENDOR, "ARM");
	message_u32(&m, TDACCT_A_OTHER_MODEL, 0xd4f01);
	put_beside(&m, CORE_TYPES_MAX - 1, "Ampere", 0xac300);
	put_beside(&m, CORE_TYPES_MAX, "Fujitsu", 0x00100);
	for (unsigned int i = 0; i < 4; i++)
		put_value(&m, i, names[i], false);
	EXPECT_INT(0, parse_info(&info, message_attrs(&m), m.len, &why));
	EXPECT_TEXT("", info.core_type[0].vendor);
	EXPECT_TEXT("ARM", info.core_type[1].vendor);
	EXPECT_INT(0xd4f01, info.core_type[1].model);
	EXPECT_TEXT("Ampere", info.core_type[2].vendor);
	EXPECT_INT(0xac300, info.core_type[2].model);
	EXPECT_INT(1, count_of_type(&info, 1, "slots"));
	EXPECT_INT(2, count_of_type(&info, 2, "slots"));
	EXPECT_INT(-1, count_of_type(&info, 2, "cycles"));
	EXPECT_INT(0, count_core_type("other3.slots"));
	EXPECT_INT(4, info.nr_values);
}

static const struct {
	const char *name;
	void (*run)(void);
} other_rows[] = {
	{ "core types, one more than are known", core_types },
	{ "a CPU", cpu_whole },
	{ "a CPU without its state", cpu_without_state },
	{ "totals", totals_whole },
	{ "totals, one missing", totals_short },
	{ "statistics, nothing in it", stats_empty },
	{ "statistics, and who changed something", stats_and_change },
	{ "a change of the wrong size", change_of_wrong_size },
	{ "a process", process_whole },
	{ "the children of a process", process_children },
	{ "an array of more values than are known", array_beyond },
	{ "an array of nothing", array_of_nothing },
	{ "counts of the epoch that is expected", same_epoch },
	{ "counts of another epoch", another_epoch },
	{ "totals of another epoch", totals_of_another_epoch },
	{ "a notice of another epoch", notice_of_another_epoch },
	{ "the set is told, and what is of it", info_of_set },
};

static void try_other(const void *row)
{
	((const typeof(other_rows[0]) *)row)->run();
}

int main(void)
{
	UNIT_RUN("parse thread", break_rows, try_break);
	UNIT_RUN("parse cut", cut_rows, try_cut);
	UNIT_RUN("parse text", text_rows, try_text);
	UNIT_RUN("parse info", info_rows, try_info);
	UNIT_RUN("parse", other_rows, try_other);
	return unit_end();
}
