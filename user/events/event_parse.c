// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/text.h"
#include "atom.h"
#include "counters.h"
#include "encoding.h"
#include "event_parse.h"
#include "perf.h"

/* The bits of a config that perf does not set itself. */
#define RAW_BITS UINT64_C(0xffa4ffff)
/* AMD's codes have four bits more. */
#define RAW_BITS_LONG UINT64_C(0xfffa4ffff)
#define ARM_CYCLES 0x11		/* on all of Arm's cores */

enum { WORD_SIZE = EVENT_NAME_SIZE };

/* An event that is being put together. */
struct spelling {
	const struct event_data *data;
	const char *text;		/* all of it, for messages */
	struct event *to;
	struct encoding e;
	bool changed;			/* @e is not that of a name */
	bool atom;			/* of the E-cores of a hybrid CPU */
	bool arm;			/* of counters that perf has on Arm */
	struct event_error *why;
};

static int __attribute__((format(printf, 2, 3)))
fail(const struct spelling *s, const char *format, ...)
{
	size_t size = sizeof(s->why->text);
	int len = snprintf(s->why->text, size, "event '%.200s': ", s->text);
	va_list args;

	va_start(args, format);
	vsnprintf(s->why->text + len, size - (size_t)len, format, args);
	va_end(args);
	text_clean(s->why->text);
	return -EINVAL;
}

/* All of @text. */
static bool read_number(const char *text, uint64_t *out)
{
	const char *end = event_number(text, out);

	return end && !*end;
}

/*
 * What the module has in any case, and what only a fixed counter has. Some names are
 * understood in formulas of vendors' files alone; elsewhere a CPU's own event is meant.
 */
static const struct known {
	const char *name;
	const char *value;	/* NULL: counted on request */
	uint64_t config;	/* 0: in formulas alone */
} known[] = {
	{ "cycles", "cycles", 0x3c },
	{ "cpu-cycles", "cycles", 0x3c },
	{ "CPU_CLK_UNHALTED.THREAD", "cycles", 0x3c },
	{ "CPU_CLK_UNHALTED.THREAD_P", "cycles", 0x3c },
	{ "CPU_CLK_UNHALTED.CORE", "cycles", 0x3c },
	{ "CPU_CLK_UNHALTED.CORE_P", "cycles", 0x3c },
	{ "INST_RETIRED.ANY", "instructions", 0xc0 },
	{ "INST_RETIRED.ANY_P", "instructions", 0xc0 },
	{ "instructions", "instructions", 0xc0 },
	{ "slots", "slots", 0x400 },
	{ "ref-cycles", NULL, 0x300 },
	{ "ref_cycles", NULL, 0x300 },
	{ "PERF_METRICS.RETIRING", "retiring", 0x8000 },
	{ "PERF_METRICS.BAD_SPECULATION", "bad_speculation", 0x8100 },
	{ "PERF_METRICS.FRONTEND_BOUND", "frontend_bound", 0x8200 },
	{ "PERF_METRICS.BACKEND_BOUND", "backend_bound", 0x8300 },
	{ "PERF_METRICS.HEAVY_OPERATIONS", "heavy_operations", 0x8400 },
	{ "PERF_METRICS.BRANCH_MISPREDICTS", "branch_mispredicts", 0x8500 },
	{ "PERF_METRICS.FETCH_LATENCY", "fetch_latency", 0x8600 },
	{ "PERF_METRICS.MEMORY_BOUND", "memory_bound", 0x8700 },
	{ "topdown-retiring", "retiring", 0x8000 },
	{ "topdown-bad-spec", "bad_speculation", 0x8100 },
	{ "topdown-fe-bound", "frontend_bound", 0x8200 },
	{ "topdown-be-bound", "backend_bound", 0x8300 },
	{ "topdown-heavy-ops", "heavy_operations", 0x8400 },
	{ "topdown-br-mispredict", "branch_mispredicts", 0x8500 },
	{ "topdown-fetch-lat", "fetch_latency", 0x8600 },
	{ "topdown-mem-bound", "memory_bound", 0x8700 },
	{ "CPU_CYCLES", "cycles", 0 },
	{ "ls_not_halted_cyc", "cycles", 0 },
	{ "INST_RETIRED", "instructions", 0 },
	{ "ex_ret_instr", "instructions", 0 },
	{ "TOPDOWN.SLOTS", "slots", 0 },
	{ "TOPDOWN.SLOTS_P", "slots", 0 },
	{ "TOPDOWN.SLOTS:perf_metrics", "slots", 0 },
};

#define NR_KNOWN (sizeof(known) / sizeof(*known))

#define FIXED(_n) (UINT64_C(1) << (COUNTER_FIXED + (_n)))

/* Codes of AMD's events have four bits more, and there are no fixed counters. */
static bool has_long_codes(const struct event_data *d)
{
	return d && d->cycles;
}

/* perf's codes of what only a fixed counter counts; 0: it is no such. */
static uint64_t fixed_counters(const struct event_data *d, uint64_t config)
{
	if (has_long_codes(d))
		return 0;
	switch (config) {
	case 0x100:
		return FIXED(0);
	case 0x300:
		return FIXED(2);
	case 0x400:
		return FIXED(3);
	default:
		return 0;
	}
}

static const struct known *find_known(const struct event_data *d,
				      const char *name)
{
	bool intels = !strncasecmp(name, "CPU_CLK_UNHALTED.", 17) ||
		      !strncasecmp(name, "INST_RETIRED.", 13);

	for (size_t i = 0; i < NR_KNOWN; i++)
		if (known[i].config && !strcasecmp(known[i].name, name) &&
		    !(intels && has_long_codes(d)))
			return &known[i];
	return NULL;
}

const char *event_value(const char *name)
{
	for (size_t i = 0; i < NR_KNOWN; i++)
		if (!strcasecmp(known[i].name, name))
			return known[i].value;
	return NULL;
}

/* Where there are no fixed counters, instructions are an event like others. */
static int take_known(struct spelling *s, const struct known *k)
{
	struct event *to = s->to;

	to->config = k->config;
	if (has_long_codes(s->data) && k->config == 0xc0) {
		if (s->data->instructions)
			to->config = s->data->instructions;
		to->counters = event_data_counters(s->data, to->config);
	} else {
		to->value = k->value;
		to->counters = fixed_counters(s->data, k->config);
	}
	to->counters_no_ht = to->counters;
	s->e = encoding_of(to->config);
	strcpy(to->name, k->name);
	return 0;
}

static const struct event *find_atom(const struct event_data *d,
				     const char *name)
{
	char full[EVENT_NAME_SIZE];

	return d && atom_name(full, sizeof(full), name) ?
	       event_data_find(d, full) : NULL;
}

/* An event of E-cores that the module does not count cannot be had. */
static int refuse_atom(struct spelling *s)
{
	s->to->cannot = EVENT_ATOM;
	return fail(s, "%s", EVENT_ATOM);
}

/* Takes an event of E-cores: the data's, or one that is counted in any case. */
static int take_atom(struct spelling *s, const char *name)
{
	const struct event *e = find_atom(s->data, name);
	uint64_t config = 0;

	if (!e && !atom_config(name, &config))
		return refuse_atom(s);
	if (e)
		*s->to = *e;
	s->e = encoding_of(e ? e->config : config);
	s->atom = true;
	s->changed = true;
	return 0;
}

/* The data's own spelling stays. A name may be one of E-cores only. */
static int take_name(struct spelling *s, const char *name)
{
	const struct event *e = s->data ? event_data_find(s->data, name) : NULL;
	/* A file's name for a value does not say how perf is asked for that. */
	const struct known *k = e && !(e->own && e->value) ? NULL :
							     find_known(s->data, name);

	if (k)
		return take_known(s, k);
	if (!e && find_atom(s->data, name))
		return take_atom(s, name);
	if (!e) {
		fail(s, "there is no event '%.120s' in %s", name,
		     s->data ? s->data->name : "what is known of this CPU");
		return -ENOENT;
	}
	*s->to = *e;
	s->e = encoding_of(e->config);
	return e->cannot ? fail(s, "%s", e->cannot) : 0;
}

/*
 * There are two registers for offcore requests, and a code for each. The kernel
 * uses either, and writes the code that goes with it; so both are one event, and
 * one that comes under both codes must not take both registers.
 */
static uint64_t code_of_first(uint64_t code)
{
	switch (code) {
	case 0xbb:
		return 0xb7;
	case 0x2b:
		return 0x2a;
	default:
		return code;
	}
}

static int take_config(struct spelling *s, uint64_t config)
{
	bool is_long = has_long_codes(s->data);
	uint64_t stray = config & ~(is_long ? RAW_BITS_LONG : RAW_BITS);

	if (stray)
		return fail(s, "%#" PRIx64 " has bits that a raw event does not have: %#" PRIx64 "; event is bits 0-7%s, umask 8-15, edge 18, any 21, inv 23, cmask 24-31",
			    config, stray, is_long ? " and 32-35" : "");
	s->e = encoding_of(config);
	s->changed = true;
	return 0;
}

enum term_kind {
	TERM_CODE, TERM_MEMBER, TERM_CONFIG, TERM_EXTRA, TERM_NOTHING,
	TERM_MODE, TERM_CORE,
};

#define O(_member) offsetof(struct encoding, _member)

/* Names of perf and of Intel's metrics; toplev's short ones by a letter. */
static const struct term {
	const char *name;
	enum term_kind kind;
	uint64_t max;
	bool flag;		/* may stand without a number */
	size_t offset;		/* of a TERM_MEMBER */
} terms[] = {
	{ "event", TERM_CODE, 0xffff, false, 0 },
	{ "umask", TERM_MEMBER, 0xffff, false, O(umask) },
	{ "cmask", TERM_MEMBER, 0xff, false, O(cmask) },
	{ "inv", TERM_MEMBER, 1, true, O(inv) },
	{ "edge", TERM_MEMBER, 1, true, O(edge) },
	{ "any", TERM_MEMBER, 1, true, O(any) },
	{ "config", TERM_CONFIG, UINT64_MAX, false, 0 },
	{ "config1", TERM_EXTRA, UINT64_MAX, false, 0 },
	{ "offcore_rsp", TERM_EXTRA, UINT64_MAX, false, 0 },
	{ "ocr_msr_val", TERM_EXTRA, UINT64_MAX, false, 0 },
	{ "snoop_rsp", TERM_EXTRA, UINT64_MAX, false, 0 },
	{ "frontend", TERM_EXTRA, UINT64_MAX, false, 0 },
	{ "ldlat", TERM_EXTRA, UINT64_MAX, false, 0 },
	{ "perf_metrics", TERM_NOTHING, 1, true, 0 },
	{ "sup", TERM_MODE, 1, true, 0 },
	{ "user", TERM_MODE, 1, true, 0 },
	{ "percore", TERM_CORE, 1, true, 0 },
};

#undef O

#define NR_TERMS (sizeof(terms) / sizeof(*terms))

static const struct term *find_term(const char *name)
{
	for (size_t i = 0; i < NR_TERMS; i++)
		if (!strcasecmp(terms[i].name, name))
			return &terms[i];
	return NULL;
}

/* "c4", "e1", "i", "u0x10": one letter and perhaps a number. */
static const struct term *find_short(const char *word, const char **number)
{
	static const struct {
		char letter;
		const char *name;
	} letters[] = {
		{ 'c', "cmask" }, { 'i', "inv" }, { 'e', "edge" },
		{ 'u', "umask" },
	};

	for (size_t i = 0; i < sizeof(letters) / sizeof(*letters); i++) {
		const struct term *t = find_term(letters[i].name);

		if (tolower((unsigned char)*word) != letters[i].letter)
			continue;
		if (!word[1] && t->flag)
			return t;
		*number = word + 1;
		return isdigit((unsigned char)word[1]) ? t : NULL;
	}
	return NULL;
}

static int take_extra(struct spelling *s, uint64_t value)
{
	enum event_extra kind = encoding_extra(s->e.code);

	if (kind == EXTRA_NONE)
		return fail(s, "event code %#" PRIx64 " has no extra register",
			    s->e.code);
	s->to->extra = kind;
	s->to->config1 = value;
	return 0;
}

/* Intel's have eight bits, AMD's twelve, and Arm's sixteen and no umask. */
static uint64_t code_max(const struct event_data *d)
{
	return has_long_codes(d) ||
	       (d && d->nr_events && islower(*d->event->name)) ? 0xfff : 0xff;
}

static int take_code(struct spelling *s, uint64_t value)
{
	bool arm = s->arm || (s->data && s->data->cycles == ARM_CYCLES);

	if (!arm && value > code_max(s->data))
		return fail(s, "event is at most %#" PRIx64,
			    code_max(s->data));
	s->e.code = arm ? value & 0xff : value;
	if (arm)
		s->e.umask = value >> 8;
	return 0;
}

static int apply(struct spelling *s, const struct term *t, uint64_t value)
{
	s->changed |= t->kind != TERM_NOTHING;
	switch (t->kind) {
	case TERM_CODE:
		return take_code(s, value);
	case TERM_MEMBER:
		memcpy((char *)&s->e + t->offset, &value, sizeof(value));
		return 0;
	case TERM_CONFIG:
		return take_config(s, value);
	case TERM_EXTRA:
		return take_extra(s, value);
	case TERM_MODE:
		return fail(s, "kernel and user mode are not counted apart");
	case TERM_CORE:
		return fail(s, "the threads of a core are not counted together");
	default:
		return 0;
	}
}

/* "cmask=4", "inv", "c4" */
static int take_term(struct spelling *s, char *word)
{
	char *equals = strchr(word, '=');
	const char *number = equals ? equals + 1 : NULL;
	const struct term *t;
	const char *why;
	uint64_t value = 1;

	if (equals)
		*equals = 0;
	t = find_term(word);
	if (!t && perf_term(word, &why))
		return why ? fail(s, "%s", why) : 0;
	if (!t && !equals)
		t = find_short(word, &number);
	if (!t && !equals && perf_modifiers(word, &why))
		return why ? fail(s, "%s", why) : 0;
	if (!t)
		return fail(s, "'%s' is no modifier; there are c4 or cmask=4, e or edge, i or inv, u0x1 or umask=0x1, any and config1=",
			    word);
	if (number ? !read_number(number, &value) : !t->flag)
		return fail(s, "%s expects a number such as 4 or 0x1f",
			    t->name);
	if (value > t->max)
		return fail(s, "%s is at most %#" PRIx64, t->name, t->max);
	return apply(s, t, value);
}

/* Takes a word off the front of *@at, ends it, and steps over the divider. */
static int next_word(struct spelling *s, const char **at, const char *dividers,
		     char word[WORD_SIZE])
{
	size_t len = strcspn(*at, dividers);

	if (len >= WORD_SIZE)
		return fail(s, "longer than %d characters", WORD_SIZE - 1);
	memcpy(word, *at, len);
	word[len] = 0;
	*at += len;
	if (!**at)
		return 0;
	++*at;
	return **at ? 0 : fail(s, "nothing follows the last '%c'", (*at)[-1]);
}

static int take_terms(struct spelling *s, const char *at, const char *dividers)
{
	char word[WORD_SIZE];
	int err = 0;

	while (!err && *at) {
		err = next_word(s, &at, dividers, word);
		if (!err)
			err = take_term(s, word);
	}
	return err;
}

/* Whether a term of perf's is a name: "cpu/NAME,cmask=1/". */
static bool is_name(const char *at, size_t len)
{
	char word[WORD_SIZE];
	const char *why;

	if (!len || len >= WORD_SIZE || memchr(at, '=', len))
		return false;
	memcpy(word, at, len);
	word[len] = 0;
	return !find_term(word) && !perf_term(word, &why);
}

static int take_first(struct spelling *s, const char *word)
{
	uint64_t config;

	if (*word == 'r' && perf_raw(word, &config))
		return take_config(s, config);
	s->changed = false;
	return s->atom ? take_atom(s, word) : take_name(s, word);
}

/* Reads the text between the slashes, whose first term may be a name. */
static int take_perf(struct spelling *s, const char *inside)
{
	char word[WORD_SIZE];
	int err = 0;

	s->changed = true;
	if (is_name(inside, strcspn(inside, ","))) {
		err = next_word(s, &inside, ",", word);
		if (!err)
			err = take_first(s, word);
	}
	return err ? err : take_terms(s, inside, ",");
}

/* Letters behind the last slash; a colon may be before them. */
static int take_behind(struct spelling *s, const char *letters)
{
	const char *why;

	letters += *letters == ':';
	if (!*letters || (perf_modifiers(letters, &why) && !why))
		return 0;
	return fail(s, why ? "%s" : "'%s' is no modifier of perf's",
		    why ? why : letters);
}

/* A code of one architecture is none of another. */
static int check_arm(struct spelling *s, const char *text, size_t len)
{
	static const char *const others[] = { "GenuineIntel", "AuthenticAMD" };
	const struct event_data *d = s->data;

	s->arm = perf_is_arm(text, len);
	for (size_t i = 0; s->arm && d && i < 2 * d->nr_cpus; i++)
		if (!strcmp(d->cpu[i / 2].vendor, others[i % 2]))
			return fail(s, "'%.*s' are counters of a core of Arm's, and %s is of another CPU",
				    (int)len, text, d->name);
	return 0;
}

static int take_slashed(struct spelling *s, const char *text)
{
	size_t pmu = strcspn(text, "/"), end = pmu + 1;
	char inside[EVENT_NAME_SIZE * 2];
	int err;

	if (!perf_is_core(text, pmu))
		return fail(s, "'%.*s' are not counters of a core: %s",
			    (int)pmu, text, perf_device_why(text, pmu));
	end += strcspn(text + end, "/");
	if (!text[end])
		return fail(s, "expected a / at its end");
	if (end - pmu - 1 >= sizeof(inside))
		return fail(s, "longer than %zu characters", sizeof(inside) - 1);
	memcpy(inside, text + pmu + 1, end - pmu - 1);
	inside[end - pmu - 1] = 0;
	s->atom = pmu == strlen(ATOM_DEVICE) &&
		  !strncmp(text, ATOM_DEVICE, pmu);
	err = check_arm(s, text, pmu);
	if (!err)
		err = take_perf(s, inside);
	return err ? err : take_behind(s, text + end + 1);
}

/*
 * "0x1b7:0x10001", as the module's parameter has it: the second is for the extra
 * register. In "r1b7:c4" the same place has a modifier.
 */
static int take_second(struct spelling *s, const char **at)
{
	char word[WORD_SIZE];
	uint64_t value;
	int err;

	if (strncasecmp(*at, "0x", 2))
		return 0;
	err = next_word(s, at, ":", word);
	if (err)
		return err;
	if (!read_number(word, &value))
		return fail(s, "'%s' is no number for the extra register",
			    word);
	return take_extra(s, value);
}

static int take_plain(struct spelling *s, const char *text)
{
	const char *at = text;
	char name[WORD_SIZE] = "";
	uint64_t config;
	int err;

	err = next_word(s, &at, ":", name);
	if (err)
		return err;
	if (perf_raw(name, &config)) {
		err = take_config(s, config);
		if (!err)
			err = take_second(s, &at);
	} else {
		err = take_name(s, name);
	}
	return err ? err : take_terms(s, at, ":");
}

/*
 * After modifiers it is another event, and has the description of an event that is just
 * so, or none. No counter of a P-core has an E-core's: that is counted in any case, or
 * not at all.
 */
static int finish(struct spelling *s, const char *text)
{
	const struct event_data *d = s->data;
	struct event *e = s->to;

	if (snprintf(e->name, sizeof(e->name), "%s", text) >=
	    (int)sizeof(e->name))
		return fail(s, "longer than %zu characters",
			    sizeof(e->name) - 1);
	if (s->atom) {
		e->atom = true;
		e->config = encoding_config(&s->e);
		e->value = atom_value(e->config);
		e->cannot = NULL;
		return e->value ? 0 : refuse_atom(s);
	}
	if (e->extra == EXTRA_OFFCORE)
		s->e.code = code_of_first(s->e.code);
	e->config = encoding_config(&s->e);
	e->value = event_data_value(d, e->config);
	e->counters = fixed_counters(d, e->config);
	if (!s->e.code && !e->counters && !s->arm && !has_long_codes(d))
		return fail(s, "event code 0 is of the fixed counters, which take no modifiers");
	if (!e->counters && d)
		e->counters = event_data_counters(d, e->config);
	e->counters_no_ht = e->counters;
	for (size_t i = 0; d && !e->description && i < d->nr_events; i++)
		if (d->event[i].config == e->config &&
		    d->event[i].config1 == e->config1 && !d->event[i].atom) {
			e->description = d->event[i].description;
			break;
		}
	return 0;
}

/* Without perf's escapes, and the braces of a group; false: too long. */
static bool clean(char *to, size_t size, const char *text)
{
	size_t len = 0;

	text += strspn(text, " \t\n{");
	for (; *text && len < size; text++)
		if (*text != '\\' && *text != '}')
			to[len++] = *text == '@' ? '/' : *text;
	while (len && strchr(" \t\n", to[len - 1]))
		len--;
	if (len == size)
		return false;
	to[len] = 0;
	return true;
}

int event_parse(struct event *out, const struct event_data *data,
		const char *text, struct event_error *why)
{
	struct spelling s = {
		.data = data, .text = text, .to = out, .why = why,
	};
	char plain[EVENT_NAME_SIZE * 2];
	int err;

	memset(out, 0, sizeof(*out));
	if (!clean(plain, sizeof(plain), text))
		return fail(&s, "longer than %zu characters",
			    sizeof(plain) - 1);
	if (!*plain)
		return fail(&s, "expected an event");
	err = strchr(plain, '/') ? take_slashed(&s, plain) :
				   take_plain(&s, plain);
	return !err && s.changed ? finish(&s, plain) : err;
}

size_t events_length(const char *text)
{
	bool inside = false;
	size_t len;

	for (len = 0; text[len] && (inside || text[len] != ','); len++)
		if (text[len] == '/' || text[len] == '@')
			inside = !inside;
	return len;
}

int events_parse(struct event *out, unsigned int room, unsigned int *nr,
		 const struct event_data *data, const char *text,
		 struct event_error *why)
{
	int err = 0;

	for (bool more = true; !err && more;) {
		size_t len = events_length(text);
		char *one = strndup(text, len);

		if (!one)
			return -ENOMEM;
		if (*nr == room) {
			snprintf(why->text, sizeof(why->text),
				 "more than %u events", room);
			err = -E2BIG;
		} else {
			err = event_parse(&out[*nr], data, one, why);
			*nr += !err;
		}
		free(one);
		more = text[len] == ',';
		text += len + more;
	}
	return err;
}
