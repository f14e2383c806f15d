// SPDX-License-Identifier: GPL-2.0
/* Messages of the kernel: a byte says of which kind, the rest are attributes. */
#include <stdlib.h>
#include <string.h>

#include "kernel/parse.h"
#include "fuzz.h"

union parsed {
	struct info info;
	struct sample sample;
	struct cpu_sample cpu;
	struct totals totals;
	struct stats stats;
	struct notice notice;
};

/* No text may bring a terminal out of order. */
static void check_text(const char *text, size_t size)
{
	size_t len = strnlen(text, size);

	fuzz_expect(len < size, "a text ends within its buffer");
	for (size_t i = 0; i < len; i++)
		fuzz_expect((unsigned char)text[i] >= ' ' && text[i] != 0x7f,
			    "a text has no control character: 0x%02x", text[i]);
}

static void check_info(const struct info *info)
{
	fuzz_expect(info->nr_values <= VALUES_MAX, "%u values have room",
		    info->nr_values);
	check_text(info->version, sizeof(info->version));
	check_text(info->pmu, sizeof(info->pmu));
	check_text(info->vendor, sizeof(info->vendor));
	for (unsigned int i = 0; i < info->nr_values; i++)
		check_text(info->value[i].name, sizeof(info->value[i].name));
}

static void take_info(union parsed *to, const struct nlattr *attrs, int len,
		      struct parse_error *why)
{
	if (!parse_info(&to->info, attrs, len, why))
		check_info(&to->info);
}

static void take_thread(union parsed *to, const struct nlattr *attrs, int len,
			struct parse_error *why)
{
	if (!parse_thread(&to->sample, attrs, len, why))
		check_text(to->sample.comm, sizeof(to->sample.comm));
}

static void take_process(union parsed *to, const struct nlattr *attrs, int len,
			 struct parse_error *why)
{
	if (!parse_process(&to->sample, attrs, len, why))
		check_text(to->sample.comm, sizeof(to->sample.comm));
}

/* Its path may be longer than any other text. */
static void check_notice(const struct notice *n)
{
	check_text(n->sample.comm, sizeof(n->sample.comm));
	check_text(n->path, sizeof(n->path));
}

static void take_cgroup(union parsed *to, const struct nlattr *attrs, int len,
			struct parse_error *why)
{
	if (!parse_cgroup(&to->notice, attrs, len, why))
		check_notice(&to->notice);
}

static void take_ended(union parsed *to, const struct nlattr *attrs, int len,
		       struct parse_error *why)
{
	if (!parse_ended(&to->notice, attrs, len, why))
		check_notice(&to->notice);
}

static void take_cpu(union parsed *to, const struct nlattr *attrs, int len,
		     struct parse_error *why)
{
	if (!parse_cpu(&to->cpu, attrs, len, why))
		check_text(to->cpu.reason, sizeof(to->cpu.reason));
}

static void take_totals(union parsed *to, const struct nlattr *attrs, int len,
			struct parse_error *why)
{
	parse_totals(&to->totals, attrs, len, why);
}

static void take_stats(union parsed *to, const struct nlattr *attrs, int len,
		       struct parse_error *why)
{
	parse_stats(&to->stats, attrs, len, why);
}

static void (*const takes[])(union parsed *to, const struct nlattr *attrs,
			     int len, struct parse_error *why) = {
	take_info, take_thread, take_process, take_cpu, take_totals, take_stats,
	take_cgroup, take_ended,
};

void fuzz_one(const uint8_t *data, size_t size)
{
	struct parse_error why = { .text = "" };
	union parsed to;
	void *attrs;

	if (!size)
		return;
	attrs = fuzz_bytes(data + 1, size - 1);
	takes[*data % (sizeof(takes) / sizeof(*takes))](&to, attrs,
							(int)size - 1, &why);
	check_text(why.text, sizeof(why.text));
	free(attrs);
}
