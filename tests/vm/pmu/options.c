// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "registers.h"

#define MAX_BASE	1000

struct parser {
	struct options *o;
	const char *key;
	char *error;
	size_t size;
};

static int fail(const struct parser *p, const char *value, const char *wanted)
{
	snprintf(p->error, p->size, "option %s=%s: %s", p->key, value, wanted);
	return -1;
}

static bool number(const char *text, unsigned int base, unsigned long least,
		   unsigned long most, unsigned int *result)
{
	unsigned long value;
	char *end;

	errno = 0;
	value = strtoul(text, &end, base);
	if (end == text || *end || *text == '-' || errno ||
	    value < least || value > most)
		return false;
	*result = value;
	return true;
}

static int parse_model(const struct parser *p, const char *value)
{
	const struct model *model = model_find(value);

	if (!model)
		return fail(p, value, "must be spr, icx, skx, bdx, srf, adl, arl, zen2 to zen5, n1 to n3, v1 or v2");
	p->o->model = *model;
	p->o->core.width = model->width;
	for (unsigned int i = 0; i < MAX_SMALL && model->small[i]; i++)
		p->o->small[i] = *model_find(model->small[i]);
	return 0;
}

/* Arm's machines may have cores of any two types. */
static int parse_small(const struct parser *p, const char *value)
{
	const struct model *model = model_find(value);

	if (!model || model->registers != &registers_arm ||
	    p->o->model.registers != &registers_arm)
		return fail(p, value, "must be n1 to n3, v1 or v2, as model= before it");
	p->o->model.small[0] = model->name;
	p->o->small[0] = *model;
	return 0;
}

static int parse_share(const struct parser *p, const char *share)
{
	unsigned int class, slots;
	char text[16];
	char *colon;

	snprintf(text, sizeof(text), "%s", share);
	colon = strchr(text, ':');
	if (!colon)
		return fail(p, share, "must be CLASS:SLOTS, as in 02:1");
	*colon = '\0';
	if (!number(text, 16, 0, p->o->model.classes - 1, &class))
		return fail(p, share, "the class must be 00 to 0e, on AMD and Arm 0f");
	if (!number(colon + 1, 10, 0, MAX_BASE, &slots))
		return fail(p, share, "the slots must be 0 to 1000");
	p->o->core.base[class] = slots;
	return 0;
}

static int parse_base(const struct parser *p, const char *value)
{
	char *copy = strdup(value);
	char *rest = copy;
	char *share;
	int err = 0;

	memset(p->o->core.base, 0, sizeof(p->o->core.base));
	while (!err && (share = strsep(&rest, ",+")))
		err = parse_share(p, share);
	free(copy);
	return err;
}

static int parse_round(const struct parser *p, const char *value)
{
	if (!strcmp(value, "silicon"))
		p->o->round = ROUND_SILICON;
	else if (!strcmp(value, "nearest"))
		p->o->round = ROUND_NEAREST;
	else if (!strcmp(value, "truncate"))
		p->o->round = ROUND_TRUNCATE;
	else
		return fail(p, value, "must be silicon, nearest or truncate");
	return 0;
}

static int parse_restore(const struct parser *p, const char *value)
{
	p->o->sticky = !strcmp(value, "sticky");
	if (!p->o->sticky && strcmp(value, "exact"))
		return fail(p, value, "must be sticky or exact");
	return 0;
}

static int parse_width(const struct parser *p, const char *value)
{
	if (!number(value, 10, 32, 56, &p->o->width))
		return fail(p, value, "must be 32 to 56 bits");
	return 0;
}

static int parse_counters(const struct parser *p, const char *value)
{
	if (!number(value, 10, 1, MAX_GENERIC, &p->o->model.generic))
		return fail(p, value, "must be 1 to 8");
	return 0;
}

static int parse_fixed(const struct parser *p, const char *value)
{
	if (!number(value, 10, 0, MAX_FIXED, &p->o->model.fixed))
		return fail(p, value, "must be 0 to 4");
	return 0;
}

static int parse_bare(const struct parser *p, const char *value)
{
	if (!number(value, 16, 0, 0xffffffff, &p->o->bare))
		return fail(p, value, "must be a mask of CPUs in hex, as in 2 for CPU 1");
	return 0;
}

static int parse_atom(const struct parser *p, const char *value)
{
	if (!p->o->model.small[0])
		return fail(p, value, "is for a hybrid: model=adl, model=arl or small= must come first");
	if (!number(value, 16, 0, 0xffffffff, &p->o->atom[0]))
		return fail(p, value, "must be a mask of CPUs in hex, as in 2 for CPU 1");
	return 0;
}

static int parse_lowpower(const struct parser *p, const char *value)
{
	if (!p->o->model.small[1])
		return fail(p, value, "is for a CPU with low-power cores: model=arl must come first");
	if (!number(value, 16, 0, 0xffffffff, &p->o->atom[1]))
		return fail(p, value, "must be a mask of CPUs in hex, as in 2 for CPU 1");
	return 0;
}

static int parse_metrics_overflow(const struct parser *p, const char *value)
{
	if (!number(value, 10, 0, 1U << 31, &p->o->metrics_overflow))
		return fail(p, value, "must be 0 to 2147483648 slots");
	return 0;
}

static int parse_wrong_flags(const struct parser *p, const char *value)
{
	if (!number(value, 10, 0, 1U << 31, &p->o->wrong_flags))
		return fail(p, value, "must be a number, such as 50: flags are wrong after each fiftieth skip");
	return 0;
}

static int parse_denied(const struct parser *p, const char *event)
{
	unsigned int config;

	if (!number(event, 16, 1, 0xffff, &config))
		return fail(p, event, "must be umask and code in hex, as in 2c2");
	if (p->o->nr_denied == MAX_DENIED)
		return fail(p, event, "is one event too many");
	p->o->denied[p->o->nr_denied++] = (uint16_t)config;
	return 0;
}

static int parse_deny(const struct parser *p, const char *value)
{
	char *copy = strdup(value);
	char *rest = copy;
	char *event;
	int err = 0;

	while (!err && (event = strsep(&rest, "+")))
		err = parse_denied(p, event);
	free(copy);
	return err;
}

static int parse_out(const struct parser *p, const char *value)
{
	if (!*value)
		return fail(p, value, "must name a file");
	p->o->out = value;
	return 0;
}

static int parse_bool(const struct parser *p, const char *value, bool *result)
{
	if (!strcmp(value, "1") || !strcmp(value, "on"))
		*result = true;
	else if (!strcmp(value, "0") || !strcmp(value, "off"))
		*result = false;
	else
		return fail(p, value, "must be 0 or 1");
	return 0;
}

#define SWITCH(name)							\
static int parse_##name(const struct parser *p, const char *value)	\
{									\
	return parse_bool(p, value, &p->o->name);			\
}
SWITCH(nometrics)
SWITCH(nopmu)
SWITCH(overflow)
SWITCH(pmi)
SWITCH(lines)
SWITCH(each)
SWITCH(idle_loses)
SWITCH(leak)

static int parse_number(const struct parser *p, const char *value,
			unsigned int most, unsigned int *result)
{
	char wanted[40];

	snprintf(wanted, sizeof(wanted), "must be 0 to %u", most);
	return number(value, 10, 0, most, result) ? 0 : fail(p, value, wanted);
}

#define NUMBER(key, member, most)					\
static int parse_##key(const struct parser *p, const char *value)	\
{									\
	return parse_number(p, value, most, &p->o->member);		\
}
NUMBER(short, short_of, 255)
NUMBER(settle, settle, 1000000000)
NUMBER(live_clear, live_clear, 1000000000)
NUMBER(written, written, 1000000000)
NUMBER(rdpmc_lag, rdpmc_lag, 1000000000)

/* Whatever else an instruction does to slots is then the pipeline's to say. */
static int parse_pipeline(const struct parser *p, const char *value)
{
	if (parse_bool(p, value, &p->o->pipeline))
		return -1;
	if (p->o->pipeline) {
		memset(p->o->core.base, 0, sizeof(p->o->core.base));
		p->o->core.base[0x00] = 1;
	}
	return 0;
}

static const struct {
	const char *key;
	int (*parse)(const struct parser *p, const char *value);
} keys[] = {
	{ "model", parse_model },
	{ "base", parse_base },
	{ "round", parse_round },
	{ "restore", parse_restore },
	{ "width", parse_width },
	{ "counters", parse_counters },
	{ "fixed", parse_fixed },
	{ "out", parse_out },
	{ "nometrics", parse_nometrics },
	{ "nopmu", parse_nopmu },
	{ "overflow", parse_overflow },
	{ "pmi", parse_pmi },
	{ "metrics_overflow", parse_metrics_overflow },
	{ "bare", parse_bare },
	{ "small", parse_small },
	{ "atom", parse_atom },
	{ "lowpower", parse_lowpower },
	{ "deny", parse_deny },
	{ "wrong_flags", parse_wrong_flags },
	{ "lines", parse_lines },
	{ "each", parse_each },
	{ "pipeline", parse_pipeline },
	{ "short", parse_short },
	{ "settle", parse_settle },
	{ "live_clear", parse_live_clear },
	{ "idle_loses", parse_idle_loses },
	{ "written", parse_written },
	{ "rdpmc_lag", parse_rdpmc_lag },
	{ "leak", parse_leak },
};

void options_default(struct options *o, const char *model)
{
	memset(o, 0, sizeof(*o));
	o->model = *model_find(model);
	o->core.width = o->model.width;
	o->core.base[0x00] = 1;
	o->core.base[0x02] = 1;
	o->core.base[0x06] = 1;
	o->width = 48;
	o->overflow = true;
}

/*
 * QEMU ends an option at a comma unless it is doubled, so the second share of
 * base=00:1,02:1 arrives as an argument of its own, "02:1=on".
 */
static bool is_share(const char *arg)
{
	return strlen(arg) > 3 && arg[2] == ':';
}

static int parse_late_share(struct parser *p, const char *arg)
{
	char share[16];

	p->key = "base";
	snprintf(share, sizeof(share), "%.*s", (int)strcspn(arg, "="), arg);
	return parse_share(p, share);
}

int options_parse(struct options *o, const char *arg, char *error,
		  size_t size)
{
	struct parser p = { .o = o, .error = error, .size = size };
	size_t length = strcspn(arg, "=");

	if (is_share(arg))
		return parse_late_share(&p, arg);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strlen(keys[i].key) != length ||
		    strncmp(keys[i].key, arg, length))
			continue;
		p.key = keys[i].key;
		return keys[i].parse(&p, arg[length] ? arg + length + 1 : "");
	}
	snprintf(error, size,
		 "unknown option '%s'; known are model, base, round, restore, width, counters, fixed, out, nometrics, nopmu, overflow, pmi, metrics_overflow, bare, small, atom, lowpower, deny, wrong_flags, lines, each, pipeline, short, settle, live_clear, idle_loses, written, rdpmc_lag and leak",
		 arg);
	return -1;
}
