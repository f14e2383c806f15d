// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include <linux/netlink.h>

#include <linux/tdacct.h>

#include "kernel/parse.h"
#include "message.h"

const struct nlattr *message_attrs(const struct message *m)
{
	return (const void *)m->at.byte;
}

void message_raw(struct message *m, int attr, const void *data, int len)
{
	struct nlattr a = {
		.nla_len = (uint16_t)(NLA_HDRLEN + len),
		.nla_type = (uint16_t)attr,
	};

	if ((size_t)m->len + NLA_ALIGN(a.nla_len) > sizeof(m->at.byte))
		abort();
	memcpy(m->at.byte + m->len, &a, sizeof(a));
	if (len)	/* an empty text may have no data at all */
		memcpy(m->at.byte + m->len + NLA_HDRLEN, data, (size_t)len);
	m->len += NLA_ALIGN(a.nla_len);
}

void message_u32(struct message *m, int attr, uint32_t x)
{
	message_raw(m, attr, &x, sizeof(x));
}

void message_u64(struct message *m, int attr, uint64_t x)
{
	message_raw(m, attr, &x, sizeof(x));
}

void message_text(struct message *m, int attr, const char *text)
{
	message_raw(m, attr, text, (int)strlen(text) + 1);
}

int message_nest(struct message *m, int attr)
{
	int at = m->len;

	message_raw(m, attr | NLA_F_NESTED, "", 0);
	return at;
}

void message_nest_end(struct message *m, int nest)
{
	uint16_t len = (uint16_t)(m->len - nest);

	memcpy(m->at.byte + nest, &len, sizeof(len));
}

void message_counts(struct message *m, int attr, const uint64_t *value,
		    unsigned int nr, uint64_t switches, uint64_t unclassified,
		    uint64_t blur)
{
	int nest = message_nest(m, attr);
	int values = message_nest(m, TDACCT_COUNTS_A_VALUES);

	for (unsigned int i = 0; i < nr; i++)
		message_u64(m, (int)i + 1, value[i]);
	message_nest_end(m, values);
	message_u64(m, TDACCT_COUNTS_A_SWITCHES, switches);
	message_u64(m, TDACCT_COUNTS_A_UNCLASSIFIED, unclassified);
	message_u64(m, TDACCT_COUNTS_A_BLUR, blur);
	message_nest_end(m, nest);
}

/* The same as a reader has it who asked for arrays. */
void message_array(struct message *m, int attr, const uint64_t *value,
		   unsigned int nr)
{
	int nest = message_nest(m, attr);

	message_raw(m, TDACCT_COUNTS_A_ARRAY, value, (int)nr * 8);
	message_nest_end(m, nest);
}

static const struct {
	const char *name;
	uint32_t unit, kind;
} values[] = {
	{ "slots", TDACCT_UNIT_SLOTS, TDACCT_KIND_FIXED },
	{ "retiring", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "bad_speculation", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "frontend_bound", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "backend_bound", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "heavy_operations", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "branch_mispredicts", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "fetch_latency", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "memory_bound", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "instructions", TDACCT_UNIT_EVENTS, TDACCT_KIND_FIXED },
	{ "cycles", TDACCT_UNIT_CYCLES, TDACCT_KIND_FIXED },
};

static void put_value(struct message *m, uint32_t i, bool of_set)
{
	int nest = message_nest(m, TDACCT_A_VALUE);

	message_u32(m, TDACCT_VALUE_A_INDEX, i);
	message_text(m, TDACCT_VALUE_A_NAME, values[i].name);
	message_u32(m, TDACCT_VALUE_A_UNIT, values[i].unit);
	message_u32(m, TDACCT_VALUE_A_KIND, values[i].kind);
	if (of_set)
		message_raw(m, TDACCT_VALUE_A_OF_SET, NULL, 0);
	message_nest_end(m, nest);
}

void message_info(struct message *m)
{
	message_info_set(m, NULL);
}

void message_info_set(struct message *m, const char *of_set)
{
	message_text(m, TDACCT_A_VERSION, "0.1.0");
	message_text(m, TDACCT_A_PMU, "intel_metrics");
	message_text(m, TDACCT_A_CPU_VENDOR, "GenuineIntel");
	message_u32(m, TDACCT_A_CPU_FAMILY, 6);
	message_u32(m, TDACCT_A_CPU_MODEL, 0x8f);
	message_u64(m, TDACCT_A_CLEAR_SLOTS, 250000);
	message_u32(m, TDACCT_A_STATE, TDACCT_STATE_COUNTING);
	for (uint32_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		put_value(m, i, of_set && !strcmp(of_set, values[i].name));
}

void default_info(struct info *to)
{
	struct parse_error why = { .text = "" };
	struct message m = { .len = 0 };

	message_info(&m);
	if (parse_info(to, message_attrs(&m), m.len, &why))
		abort();
}
