// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <linux/netlink.h>

#include "parse.h"

enum type { U32, U64, TEXT, NEST };

typedef int (*nest_fn)(void *to, const struct nlattr *nest,
		       struct parse_error *why);

/* The form that an attribute must have, and the member that it goes to. */
struct field {
	const char *name;	/* NULL: nothing is known of this attribute */
	enum type type;
	size_t offset;
	size_t size;		/* of a text's buffer */
	nest_fn nest;
};

/* clang-format off */
#define NUMBER(_type, _prefix, _attr, _struct, _member) \
	[_prefix##_attr] = { #_attr, _type, offsetof(_struct, _member), 0, \
			     NULL }
#define STRING(_prefix, _attr, _struct, _member) \
	[_prefix##_attr] = { #_attr, TEXT, offsetof(_struct, _member), \
			     sizeof(((_struct *)0)->_member), NULL }
#define NESTED(_prefix, _attr, _struct, _member, _nest) \
	[_prefix##_attr] = { #_attr, NEST, offsetof(_struct, _member), 0, \
			     _nest }
/* clang-format on */

/* The fields stand where their attribute's number says. */
struct layout {
	const struct field *field;
	size_t nr;
	const char *what;
	const struct field *more;	/* where the above has none, or NULL */
	size_t nr_more;
	size_t size;		/* of the struct that a whole message fills */
	size_t have;		/* where that has which attributes came */
	enum sample_kind kind;	/* of a sample */
	size_t epoch;		/* where that has the epoch of its counts, or 0 */
	uint64_t need;		/* attributes that a whole message has */
};

#define NR(_fields) (sizeof(_fields) / sizeof((_fields)[0]))
#define LAYOUT(_fields, _what) \
	.field = (_fields), .nr = NR(_fields), .what = (_what)
#define OF(_struct) \
	.size = sizeof(_struct), .have = offsetof(_struct, have), \
	.epoch = offsetof(_struct, epoch)

static int __attribute__((format(printf, 2, 3)))
bad(struct parse_error *why, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why->text, sizeof(why->text), format, args);
	va_end(args);
	return -EBADMSG;
}

/* As libnl has them, without the calls: a list of all threads has millions. */
static inline int type_of(const struct nlattr *a)
{
	return a->nla_type & NLA_TYPE_MASK;
}

static inline const void *data_of(const struct nlattr *a)
{
	return (const char *)a + NLA_HDRLEN;
}

static inline int len_of(const struct nlattr *a)
{
	return a->nla_len - NLA_HDRLEN;
}

#define for_each(_a, _attrs, _len, _rest) \
	for ((_a) = (_attrs), (_rest) = (_len); \
	     (_rest) >= NLA_HDRLEN && (_a)->nla_len >= NLA_HDRLEN && \
	     (_a)->nla_len <= (_rest); \
	     (_rest) -= NLA_ALIGN((_a)->nla_len), \
	     (_a) = (const void *)((const char *)(_a) + \
				   NLA_ALIGN((_a)->nla_len)))

static const struct field *find(const struct layout *l, size_t attr)
{
	if (attr < l->nr && l->field[attr].name)
		return &l->field[attr];
	return attr < l->nr_more && l->more[attr].name ? &l->more[attr] : NULL;
}

static int take_number(const struct field *f, void *to, const struct nlattr *a,
		       struct parse_error *why)
{
	int want = f->type == U32 ? 4 : 8;

	if (len_of(a) != want)
		return bad(why, "%s has %d bytes, expected %d", f->name,
			   len_of(a), want);
	memcpy((char *)to + f->offset, data_of(a), (size_t)want);
	return 0;
}

/* A text ends at its NUL or at the end of the attribute, control-free. */
static int take_text(const struct field *f, void *to, const struct nlattr *a,
		     struct parse_error *why)
{
	char *at = (char *)to + f->offset;
	size_t len = strnlen(data_of(a), (size_t)len_of(a));

	if (len >= f->size)
		return bad(why, "%s has %zu characters, expected at most %zu",
			   f->name, len, f->size - 1);
	memcpy(at, data_of(a), len);
	at[len] = 0;
	for (; *at; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			*at = '?';
	return 0;
}

static int take(const struct field *f, void *to, const struct nlattr *a,
		struct parse_error *why)
{
	switch (f->type) {
	case U32:
	case U64:
		return take_number(f, to, a, why);
	case TEXT:
		return take_text(f, to, a, why);
	case NEST:
		return f->nest((char *)to + f->offset, a, why);
	}
	return 0;
}

/* Bytes that are left over when the walk ends were no attribute. */
static int check_end(const char *what, int rest, struct parse_error *why)
{
	if (rest > 0)
		return bad(why, "%s ends in %d bytes that are no attribute",
			   what, rest);
	return 0;
}

static int walk(const struct layout *l, void *to, uint64_t *have,
		const struct nlattr *attrs, int len, struct parse_error *why)
{
	const struct nlattr *a;
	const struct field *f;
	int rest, err;

	for_each(a, attrs, len, rest) {
		f = find(l, (size_t)type_of(a));
		if (!f)
			continue;
		err = take(f, to, a, why);
		if (err)
			return err;
		*have |= UINT64_C(1) << type_of(a);
	}
	return check_end(l->what, rest, why);
}

static int walk_nest(const struct layout *l, void *to, uint64_t *have,
		     const struct nlattr *nest, struct parse_error *why)
{
	return walk(l, to, have, data_of(nest), len_of(nest), why);
}

static int require(const struct layout *l, uint64_t have, uint64_t need,
		   struct parse_error *why)
{
	for (size_t i = 0; need & ~have && i < 64; i++)
		if ((need & ~have) >> i & 1)
			return bad(why, "%s lacks %s", l->what,
				   find(l, i)->name);
	return 0;
}

/* Attribute n+1 is value n; 0 is padding, what is beyond us is skipped. */
static int take_values(void *to, const struct nlattr *nest,
		       struct parse_error *why)
{
	struct counts *c = to;
	const struct nlattr *a;
	int rest;

	for_each(a, data_of(nest), len_of(nest), rest) {
		int n = type_of(a) - 1;

		if (n < 0 || n >= VALUES_MAX)
			continue;
		if (len_of(a) != 8)
			return bad(why, "value %d has %d bytes, expected 8", n,
				   len_of(a));
		memcpy(&c->value[n], data_of(a), 8);
		c->have |= UINT64_C(1) << n;
	}
	return check_end("VALUES", rest, why);
}

/* All values in order; what is beyond us is skipped. */
static int take_array(void *to, const struct nlattr *a,
		      struct parse_error *why)
{
	struct counts *c = to;
	unsigned int nr = (unsigned int)len_of(a) / 8;

	if (len_of(a) % 8)
		return bad(why, "ARRAY has %d bytes, expected a multiple of 8",
			   len_of(a));
	if (nr > VALUES_MAX)
		nr = VALUES_MAX;
	memcpy(c->value, data_of(a), 8UL * nr);
	c->have |= (UINT64_C(1) << nr) - 1;
	return 0;
}

/* The slots in which each event of the set was counted. */
static int take_known(void *to, const struct nlattr *a, struct parse_error *why)
{
	struct counts *c = to;
	size_t len = (size_t)len_of(a);

	if (len % 8)
		return bad(why, "KNOWN has %zu bytes, expected a multiple of 8",
			   len);
	if (len > sizeof(c->known))
		len = sizeof(c->known);
	memcpy(c->known, data_of(a), len);
	return 0;
}

/* The count of each event that is not counted now, and the slots of that. */
static int take_past(void *to, const struct nlattr *a, struct parse_error *why)
{
	const struct parse_epoch *e = &why->epoch;
	const char *data = data_of(a);
	struct counts *c = to;

	if (len_of(a) % 16)
		return bad(why, "PAST has %d bytes, expected a multiple of 16",
			   len_of(a));
	for (unsigned int i = 0; i < (unsigned int)len_of(a) / 16 && i < e->past; i++) {
		memcpy(&c->value[e->present + i], data + 16UL * i, 8);
		memcpy(&c->known[e->present - e->lasting + i],
		       data + 16UL * i + 8, 8);
	}
	return 0;
}

/*
 * A message that does not say means that each event of the set was counted in all
 * slots that are no gap, and the others never were.
 */
static void complete_known(struct counts *c, const struct parse_epoch *e,
			   bool said)
{
	unsigned int set = e->present - e->lasting - e->gap;
	uint64_t whole = c->value[0];

	if (!e->keeps)
		return;
	if (e->gap)
		whole -= c->value[e->present - 1];
	for (unsigned int i = 0; !said && i < set; i++)
		c->known[i] = whole;
	c->have |= UINT64_C(1) << COUNTS_KNOWN |
		   ((UINT64_C(1) << e->past) - 1) << e->present;
}

#define EXTRA(_attr, _index) \
	[TDACCT_COUNTS_A_##_attr] = { #_attr, U64, \
		offsetof(struct counts, value) + 8UL * (_index), 0, NULL }

static const struct field counts_fields[] = {
	[TDACCT_COUNTS_A_VALUES] = { "VALUES", NEST, 0, 0, take_values },
	[TDACCT_COUNTS_A_ARRAY] = { "ARRAY", NEST, 0, 0, take_array },
	[TDACCT_COUNTS_A_KNOWN] = { "KNOWN", NEST, 0, 0, take_known },
	[TDACCT_COUNTS_A_PAST] = { "PAST", NEST, 0, 0, take_past },
	EXTRA(SWITCHES, COUNT_SWITCHES),
	EXTRA(UNCLASSIFIED, COUNT_UNCLASSIFIED),
	EXTRA(BLUR, COUNT_BLUR),
};

static const struct layout counts_layout = { LAYOUT(counts_fields, "COUNTS") };

static void mark(struct counts *c, uint64_t have, int attr, int index)
{
	if (have >> attr & 1)
		c->have |= UINT64_C(1) << index;
}

static int take_counts(void *to, const struct nlattr *nest,
		       struct parse_error *why)
{
	struct counts *c = to;
	uint64_t have = 0;
	int err;

	memset(c, 0, sizeof(*c));
	err = walk_nest(&counts_layout, c, &have, nest, why);
	mark(c, have, TDACCT_COUNTS_A_SWITCHES, COUNT_SWITCHES);
	mark(c, have, TDACCT_COUNTS_A_UNCLASSIFIED, COUNT_UNCLASSIFIED);
	mark(c, have, TDACCT_COUNTS_A_BLUR, COUNT_BLUR);
	complete_known(c, &why->epoch, have >> TDACCT_COUNTS_A_KNOWN & 1);
	return err;
}

static int take_stats(void *to, const struct nlattr *nest,
		      struct parse_error *why)
{
	struct stats *s = to;
	const struct nlattr *a;
	int rest;

	s->have = 0;
	for_each(a, data_of(nest), len_of(nest), rest) {
		int n = type_of(a);

		if (n <= TDACCT_STAT_A_PAD || n > TDACCT_STAT_A_MAX)
			continue;
		if (len_of(a) != 8)
			return bad(why, "statistic %d has %d bytes, expected 8",
				   n, len_of(a));
		memcpy(&s->value[n], data_of(a), 8);
		s->have |= UINT64_C(1) << n;
	}
	return check_end("STATS", rest, why);
}

/* That it is there says it all. */
static int take_flag(void *to, const struct nlattr *a, struct parse_error *why)
{
	(void)to;
	(void)a;
	(void)why;
	return 0;
}

struct value_nest {
	uint32_t index;
	struct value_info value;
};

static const struct field value_fields[] = {
	NUMBER(U32, TDACCT_VALUE_A_, INDEX, struct value_nest, index),
	STRING(TDACCT_VALUE_A_, NAME, struct value_nest, value.name),
	NUMBER(U32, TDACCT_VALUE_A_, UNIT, struct value_nest, value.unit),
	NUMBER(U32, TDACCT_VALUE_A_, KIND, struct value_nest, value.kind),
	NUMBER(U64, TDACCT_VALUE_A_, CONFIG, struct value_nest, value.config),
	NUMBER(U64, TDACCT_VALUE_A_, CONFIG1, struct value_nest, value.config1),
	[TDACCT_VALUE_A_OF_SET] = { "OF_SET", NEST, 0, 0, take_flag },
};

static const struct layout value_layout = { LAYOUT(value_fields, "VALUE") };

static int take_value(void *to, const struct nlattr *nest,
		      struct parse_error *why)
{
	struct info *info = to;
	struct value_nest v = { 0 };
	uint64_t have = 0;
	int err;

	err = walk_nest(&value_layout, &v, &have, nest, why);
	if (!err)
		err = require(&value_layout, have,
			      1 << TDACCT_VALUE_A_INDEX |
			      1 << TDACCT_VALUE_A_NAME, why);
	if (err)
		return err;
	if (v.index >= VALUES_MAX)
		return 0;
	if (v.index != info->nr_values)
		return bad(why, "VALUE %u follows %u others", v.index,
			   info->nr_values);
	v.value.of_set = have >> TDACCT_VALUE_A_OF_SET & 1;
	count_note_core_type(info, v.value.name);
	info->value[info->nr_values++] = v.value;
	return 0;
}

/* Behind all that are counted now. */
static int take_past_value(void *to, const struct nlattr *nest,
			   struct parse_error *why)
{
	struct info *info = to;
	struct value_nest v = { 0 };
	uint64_t have = 0;
	int err = walk_nest(&value_layout, &v, &have, nest, why);

	if (!err)
		err = require(&value_layout, have,
			      1 << TDACCT_VALUE_A_NAME, why);
	if (err || info->nr_values == VALUES_MAX)
		return err;
	v.value.past = true;
	info->value[info->nr_values++] = v.value;
	info->nr_past++;
	return 0;
}

struct beside_nest {
	uint32_t core_type;
	struct core_type is;
};

static const struct field beside_fields[] = {
	NUMBER(U32, TDACCT_BESIDE_A_, CORE_TYPE, struct beside_nest, core_type),
	STRING(TDACCT_BESIDE_A_, VENDOR, struct beside_nest, is.vendor),
	NUMBER(U32, TDACCT_BESIDE_A_, MODEL, struct beside_nest, is.model),
};

static const struct layout beside_layout = { LAYOUT(beside_fields, "BESIDE") };

/* The values of a core type that this tool does not know are as all others to it. */
static int take_beside(void *to, const struct nlattr *nest,
		       struct parse_error *why)
{
	struct info *info = to;
	struct beside_nest b = { 0 };
	uint64_t have = 0;
	int err = walk_nest(&beside_layout, &b, &have, nest, why);
	struct core_type *c = &info->core_type[b.core_type % CORE_TYPES_MAX];

	if (err || b.core_type >= CORE_TYPES_MAX)
		return err;
	memcpy(c->vendor, b.is.vendor, sizeof(c->vendor));
	c->model = b.is.model;
	return 0;
}

static const struct field info_fields[] = {
	STRING(TDACCT_A_, VERSION, struct info, version),
	STRING(TDACCT_A_, PMU, struct info, pmu),
	STRING(TDACCT_A_, CPU_VENDOR, struct info, vendor),
	NUMBER(U32, TDACCT_A_, CPU_FAMILY, struct info, family),
	NUMBER(U32, TDACCT_A_, CPU_MODEL, struct info, model),
	STRING(TDACCT_A_, OTHER_VENDOR, struct info, core_type[1].vendor),
	NUMBER(U32, TDACCT_A_, OTHER_MODEL, struct info, core_type[1].model),
	NUMBER(U64, TDACCT_A_, CLEAR_SLOTS, struct info, clear_slots),
	NUMBER(U32, TDACCT_A_, STATE, struct info, state),
	NUMBER(U64, TDACCT_A_, RESUME_MS, struct info, resume_ms),
	NUMBER(U32, TDACCT_A_, GUESTS, struct info, guests),
	NUMBER(U64, TDACCT_A_, EPOCH, struct info, epoch),
	NUMBER(U64, TDACCT_A_, EPOCH_NS, struct info, epoch_ns),
	NUMBER(U32, TDACCT_A_, EVENTS_MAX, struct info, events_max),
	[TDACCT_A_VALUE] = { "VALUE", NEST, 0, 0, take_value },
	[TDACCT_A_LEASE] = { "LEASE", NEST, 0, 0, take_flag },
	NUMBER(U32, TDACCT_A_, PAST_MAX, struct info, past_max),
	NUMBER(U64, TDACCT_A_, PAST_FORGOTTEN, struct info, past_forgotten),
	[TDACCT_A_PAST] = { "PAST", NEST, 0, 0, take_past_value },
	[TDACCT_A_BESIDE] = { "BESIDE", NEST, 0, 0, take_beside },
};

static const struct field sample_fields[] = {
	NUMBER(U64, TDACCT_A_, ID, struct sample, id),
	NUMBER(U32, TDACCT_A_, TID, struct sample, tid),
	NUMBER(U32, TDACCT_A_, PID, struct sample, pid),
	STRING(TDACCT_A_, COMM, struct sample, comm),
	NUMBER(U64, TDACCT_A_, BORN_NS, struct sample, born_ns),
	NUMBER(U32, TDACCT_A_, TASK_FLAGS, struct sample, flags),
	NUMBER(U64, TDACCT_A_, AGE_NS, struct sample, age_ns),
	NUMBER(U64, TDACCT_A_, CPU_NS, struct sample, cpu_ns),
	NUMBER(U64, TDACCT_A_, LOST_NS, struct sample, lost_ns),
	NUMBER(U64, TDACCT_A_, GENERATION, struct sample, generation),
	NUMBER(U64, TDACCT_A_, EPOCH, struct sample, epoch),
	NUMBER(U64, TDACCT_A_, THREADS, struct sample, threads),
	NUMBER(U64, TDACCT_A_, EXITED_THREADS, struct sample, exited_threads),
	NUMBER(U64, TDACCT_A_, CHILDREN_NR, struct sample, children_nr),
	NUMBER(U64, TDACCT_A_, CHILDREN_CPU_NS, struct sample, children_cpu_ns),
	NUMBER(U64, TDACCT_A_, CHILDREN_LOST_NS, struct sample,
	       children_lost_ns),
	NUMBER(U64, TDACCT_A_, CGROUP, struct sample, cgroup),
	NUMBER(U64, TDACCT_A_, CGROUP_PARENT, struct sample, cgroup_parent),
	NUMBER(U32, TDACCT_A_, CGROUP_FLAGS, struct sample, cgroup_flags),
	NESTED(TDACCT_A_, COUNTS, struct sample, counts, take_counts),
	NESTED(TDACCT_A_, CHILDREN, struct sample, children, take_counts),
	NESTED(TDACCT_A_, OWN, struct sample, own, take_counts),
};

/* The message of a cgroup and a notice have these, too. */
static const struct field notice_fields[] = {
	STRING(TDACCT_A_, CGROUP_PATH, struct notice, path),
	NUMBER(U32, TDACCT_A_, KIND, struct notice, ended),
	NUMBER(U64, TDACCT_A_, SEQ, struct notice, seq),
	NUMBER(U64, TDACCT_A_, MISSED, struct notice, missed),
};

_Static_assert(!offsetof(struct notice, sample),
	       "a notice is read as a sample, too");

static const struct field cpu_fields[] = {
	NUMBER(U32, TDACCT_A_, CPU, struct cpu_sample, cpu),
	NUMBER(U32, TDACCT_A_, STATE, struct cpu_sample, state),
	STRING(TDACCT_A_, REASON, struct cpu_sample, reason),
	STRING(TDACCT_A_, PMU, struct cpu_sample, pmu),
	NUMBER(U32, TDACCT_A_, OTHER_MODEL, struct cpu_sample, other_model),
	NUMBER(U32, TDACCT_A_, CORE_TYPE, struct cpu_sample, core_type),
	NUMBER(U64, TDACCT_A_, CPU_NS, struct cpu_sample, cpu_ns),
	NUMBER(U64, TDACCT_A_, LOST_NS, struct cpu_sample, lost_ns),
	NUMBER(U64, TDACCT_A_, EPOCH, struct cpu_sample, epoch),
	NESTED(TDACCT_A_, COUNTS, struct cpu_sample, counts, take_counts),
	NESTED(TDACCT_A_, IDLE, struct cpu_sample, idle, take_counts),
	NESTED(TDACCT_A_, UNTRACKED, struct cpu_sample, untracked, take_counts),
	NESTED(TDACCT_A_, STATS, struct cpu_sample, stats, take_stats),
};

static const struct field totals_fields[] = {
	NUMBER(U64, TDACCT_A_, EPOCH, struct totals, epoch),
	NESTED(TDACCT_A_, BEFORE, struct totals, before, take_counts),
	NESTED(TDACCT_A_, LIVE, struct totals, live, take_counts),
	NESTED(TDACCT_A_, EXITED, struct totals, exited, take_counts),
	NESTED(TDACCT_A_, IDLE, struct totals, idle, take_counts),
	NESTED(TDACCT_A_, UNTRACKED, struct totals, untracked, take_counts),
	NESTED(TDACCT_A_, AFTER, struct totals, after, take_counts),
};

static const struct field change_fields[] = {
	NUMBER(U32, TDACCT_CHANGE_A_, COMMAND, struct change, command),
	NUMBER(U32, TDACCT_CHANGE_A_, PID, struct change, pid),
	NUMBER(U32, TDACCT_CHANGE_A_, UID, struct change, uid),
	STRING(TDACCT_CHANGE_A_, COMM, struct change, comm),
	NUMBER(U64, TDACCT_CHANGE_A_, AT_NS, struct change, at_ns),
};

static const struct layout change_layout = { LAYOUT(change_fields, "CHANGE") };

static int take_change(void *to, const struct nlattr *nest,
		       struct parse_error *why)
{
	uint64_t have = 0;

	return walk_nest(&change_layout, to, &have, nest, why);
}

static const struct field stats_fields[] = {
	NESTED(TDACCT_A_, CHANGE, struct stats, change, take_change),
	[TDACCT_A_STATS] = { "STATS", NEST, 0, 0, take_stats },
};

#define BIT(_attr) (UINT64_C(1) << TDACCT_A_##_attr)
#define NOTICE \
	.more = notice_fields, .nr_more = NR(notice_fields), \
	.size = sizeof(struct notice), .kind = SAMPLE_CGROUP, \
	.have = offsetof(struct notice, sample.have), \
	.epoch = offsetof(struct notice, sample.epoch)

static const struct layout thread_layout = {
	LAYOUT(sample_fields, "GET_THREAD"), OF(struct sample),
	.kind = SAMPLE_THREAD,
	.need = BIT(ID) | BIT(TID) | BIT(PID) | BIT(COUNTS),
};

static const struct layout process_layout = {
	LAYOUT(sample_fields, "GET_PROCESS"), OF(struct sample),
	.kind = SAMPLE_PROCESS,
	.need = BIT(ID) | BIT(PID) | BIT(COUNTS),
};

static const struct layout cgroup_layout = {
	LAYOUT(sample_fields, "GET_CGROUP"), NOTICE,
	.need = BIT(CGROUP) | BIT(COUNTS),
};

static const struct layout ended_layout = {
	LAYOUT(sample_fields, "ENDED"), NOTICE,
	.need = BIT(SEQ) | BIT(KIND) | BIT(COUNTS),
};

static const struct layout cpu_layout = {
	LAYOUT(cpu_fields, "GET_CPU"), OF(struct cpu_sample),
	.need = BIT(CPU) | BIT(STATE),
};

static const struct layout totals_layout = {
	LAYOUT(totals_fields, "GET_TOTALS"), OF(struct totals),
	.need = BIT(BEFORE) | BIT(LIVE) | BIT(EXITED) | BIT(IDLE) |
		BIT(UNTRACKED) | BIT(AFTER),
};

/* The reader has a list of values from here on: no epoch is a wrong one. */
static const struct layout info_layout = {
	LAYOUT(info_fields, "GET_INFO"), .size = sizeof(struct info),
	.have = offsetof(struct info, have),
	.need = BIT(VALUE) | BIT(STATE),
};

static const struct layout stats_layout = { LAYOUT(stats_fields, "GET_STATS") };

/* Counts of another epoch keep only the values that all epochs have. */
static void match_epoch(const struct layout *l, void *to, uint64_t have,
			struct parse_error *why)
{
	const uint64_t *epoch = (const void *)((char *)to + l->epoch);

	if (!l->epoch || !why->epoch.number ||
	    !sample_has(have, TDACCT_A_EPOCH) || *epoch == why->epoch.number)
		return;
	why->epoch.other = true;
	for (size_t i = 0; i < l->nr; i++) {
		struct counts *c = (void *)((char *)to + l->field[i].offset);

		if (l->field[i].nest == take_counts)
			c->have &= counts_mask(why->epoch.lasting);
	}
}

static int parse(const struct layout *l, void *to, const struct nlattr *attrs,
		 int len, struct parse_error *why)
{
	uint64_t *have = (void *)((char *)to + l->have);
	int err;

	memset(to, 0, l->size);
	if (l->field == sample_fields)
		((struct sample *)to)->kind = l->kind;
	err = walk(l, to, have, attrs, len, why);
	if (err)
		return err;
	match_epoch(l, to, *have, why);
	return require(l, *have, l->need, why);
}

int parse_info(void *to, const struct nlattr *attrs, int len,
	       struct parse_error *why)
{
	struct info *info = to;
	int err = parse(&info_layout, to, attrs, len, why);
	unsigned int set = info->nr_values - info_nr_lasting(info);

	if (!err && set > KNOWN_MAX)
		return bad(why, "GET_INFO has %u values of the set, expected at most %u",
			   set, KNOWN_MAX);
	return err;
}

/* Most messages need nothing else. */
#define PARSER(_name) \
	int parse_##_name(void *to, const struct nlattr *attrs, int len, \
			  struct parse_error *why) \
	{ \
		return parse(&_name##_layout, to, attrs, len, why); \
	}

PARSER(thread)
PARSER(process)
PARSER(cpu)
PARSER(totals)

static void name_cgroup(struct notice *to)
{
	to->sample.id = to->sample.cgroup;
	to->sample.path = to->path;
	if (!sample_has(to->sample.have, TDACCT_A_CGROUP_PATH))
		snprintf(to->path, sizeof(to->path), "id:%llu",
			 (unsigned long long)to->sample.id);
}

int parse_cgroup(void *to, const struct nlattr *attrs, int len,
		 struct parse_error *why)
{
	int err = parse(&cgroup_layout, to, attrs, len, why);

	name_cgroup(to);
	return err;
}

int parse_ended(void *arg, const struct nlattr *attrs, int len,
		struct parse_error *why)
{
	static const struct {
		enum sample_kind kind;
		uint64_t need;
	} kinds[] = {
		[TDACCT_ENDED_THREAD] = { SAMPLE_THREAD,
			BIT(ID) | BIT(TID) | BIT(PID) },
		[TDACCT_ENDED_PROCESS] = { SAMPLE_PROCESS, BIT(ID) | BIT(PID) },
		[TDACCT_ENDED_CGROUP] = { SAMPLE_CGROUP, BIT(CGROUP) },
	};
	struct notice *to = arg;
	int err = parse(&ended_layout, to, attrs, len, why);

	if (err)
		return err;
	if (to->ended >= sizeof(kinds) / sizeof(*kinds))
		return bad(why, "ENDED is of kind %u", to->ended);
	to->sample.kind = kinds[to->ended].kind;
	if (to->sample.kind == SAMPLE_CGROUP) {
		name_cgroup(to);
		to->sample.cgroup_flags |= TDACCT_CGROUP_REMOVED;
	}
	return require(&ended_layout, to->sample.have, kinds[to->ended].need,
		       why);
}

/* A struct stats knows which statistics it has, not which attributes came. */
int parse_stats(void *to, const struct nlattr *attrs, int len,
		struct parse_error *why)
{
	uint64_t have = 0;
	int err;

	memset(to, 0, sizeof(struct stats));
	err = walk(&stats_layout, to, &have, attrs, len, why);
	return err ? err : require(&stats_layout, have, BIT(STATS), why);
}
