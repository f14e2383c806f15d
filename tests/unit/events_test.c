// SPDX-License-Identifier: GPL-2.0
/* Event data, how an event is written, and which counters can count it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/import.h"
#include "events/counters.h"
#include "events/families.h"
#include "events/event_parse.h"
#include "unit.h"

static struct event_data *made_up, *spr, *n3, *amd, *neoverse, *standard;

static struct event_data *open_one(const char *file)
{
	struct event_error why = { "" };
	struct event_data *d;

	EXPECT_INT(0, import_events(&d, NULL, unit_path(file), &why));
	EXPECT_TEXT("", why.text);
	return d;
}

static void open_all(void)
{
	made_up = open_one("events.json");
	amd = open_one("vendors/example-amd.json");
	neoverse = open_one("vendors/example-neoverse.json");
	standard = open_one("vendors/example-standard.json");
	EXPECT_INT(0, families_by_name(&spr, "sapphirerapids"));
	EXPECT_INT(0, families_by_name(&n3, "neoverse_n3"));
}

/* ---- counters as text ---- */

static const struct counters_row {
	const char *name;
	const char *text;
	uint64_t mask;		/* 0: it is refused */
	const char *printed;
} counters_rows[] = {
	{ "one", "3", 0x8, "3" },
	{ "a list", "0,1,2,3", 0xf, "0-3" },
	{ "a range", "0-7", 0xff, "0-7" },
	{ "blanks", " 0 , 2-3 ", 0xd, "0, 2-3" },
	{ "fixed", "fixed 1", UINT64_C(2) << 32, "fixed 1" },
	{ "as vendors write fixed", "Fixed counter 3", UINT64_C(8) << 32, "fixed 3" },
	{ "fixed by number", "33", UINT64_C(2) << 32, "fixed 1" },
	{ "both", "0-7, fixed 0-3", UINT64_C(0xf000000ff), "0-7, fixed 0-3" },
	{ "the last of each", "31, fixed 31", UINT64_C(1) << 63 | UINT64_C(1) << 31, "31, fixed 31" },
	{ "nothing", "", 0, NULL },
	{ "a word", "all", 0, NULL },
	{ "a comma too many", "0,", 0, NULL },
	{ "a range that goes down", "3-0", 0, NULL },
	{ "a range without an end", "3-", 0, NULL },
	{ "from general to fixed", "30-33", 0, NULL },
	{ "too high", "64", 0, NULL },
	{ "fixed too high", "fixed 32", 0, NULL },
	{ "huge", "99999999999999999999", 0, NULL },
	{ "a sign", "-1", 0, NULL },
};

static void try_counters(const void *arg)
{
	const struct counters_row *row = arg;
	char text[COUNTERS_SIZE];
	uint64_t mask = 0;

	EXPECT_INT(row->mask != 0, counters_parse(row->text, &mask));
	if (!row->mask)
		return;
	EXPECT(mask == row->mask);
	EXPECT_TEXT(row->printed, counters_print(text, mask));
}

/* ---- files ---- */

#define EVENT(_more) "{\"Events\": [\n{\"EventName\": \"A\", \"EventCode\": \"0x10\"" _more "}]}"

static const struct file_row {
	const char *name;
	const char *text;
	const char *said;	/* NULL: it is taken */
} file_rows[] = {
	{ "the least", EVENT(""), NULL },
	{ "a list, as perf has it", "[{\"EventName\": \"A\", \"EventCode\": \"0x10\"}]", NULL },
	{ "records of something else in perf's list", "[{\"MetricName\": \"x\"}, {\"EventName\": \"A\"}]", NULL },
	{ "only metrics, as perf has them", "[{\"MetricName\": \"x\", \"MetricExpr\": \"1\"}]", NULL },
	{ "perf's numbers of counters", "[{\"Unit\": \"core\", \"CountersNumGeneric\": \"8\"}]", NULL },
	{ "perf's groups of metrics", "{\"BadSpec\": \"Grouping\"}", NULL },
	{ "a list of something else", "[{\"x\": 1}]", "f:1:1: there is no event in it" },
	{ "an object of nothing", "{}", "f:1:1: this is no event data: expected a list of events, an object with a list \"Events\", or \"format\": \"tdacct-family-1\"" },
	{ "an event of a socket, whatever its codes", "[{\"EventName\": \"A\", \"EventCode\": \"0x1ff\", \"UMask\": \"0x12345\", \"Unit\": \"CHA\"}]", NULL },
	{ "a long code of AMD's", "[{\"EventName\": \"a\", \"EventCode\": \"0xfff\", \"UMask\": \"1\"}]", NULL },
	{ "one that is too long", "[{\"EventName\": \"a\", \"EventCode\": \"0x1000\"}]", "f:1:35: expected at most 0xfff, not 0x1000" },
	{ "a long code of Intel's", "[{\"EventName\": \"A\", \"EventCode\": \"0x100\", \"UMask\": \"1\"}]", "f:1:35: expected at most 0xff, not 0x100" },
	{ "a code and nothing else", "[{\"EventName\": \"A\", \"EventCode\": \"0x8125\"}]", NULL },
	{ "numbers that are numbers", EVENT(", \"UMask\": 3"), NULL },
	{ "what is not known", EVENT(", \"SomethingNew\": [1]"), NULL },
	{ "no JSON", "{", "f:1:1: string or '}' expected near end of file" },
	{ "another file", "{\"Metrics\": []}", "f:1:1: this is no event data: expected a list of events, an object with a list \"Events\", or \"format\": \"tdacct-family-1\"" },
	{ "a text", "\"x\"", "f:1:3: '[' or '{' expected near '\"x\"'" },
	{ "no events", "{\"Events\": []}", "f:1:1: there is no event in it" },
	{ "an event that is none", "{\"Events\": [\n 7]}", "f:2:2: expected an event, an object" },
	{ "an event without a name", "{\"Events\": [\n{}]}", "f:2:1: expected an event with an \"EventName\"" },
	{ "a name that is a number", "{\"Events\": [\n{\"EventName\": 7}]}", "f:2:15: expected a text" },
	{ "a code that is none", EVENT(",\n \"UMask\": \"x\""), "f:3:12: expected a number such as 5 or \"0x1f\"" },
	{ "a code with something behind it", EVENT(",\n \"UMask\": \"0x1z\""), "f:3:12: expected a number such as 5 or \"0x1f\"" },
	{ "a code that is too large", EVENT(",\n \"CounterMask\": \"256\""), "f:3:18: expected at most 0xff, not 0x100" },
	{ "a negative one", EVENT(",\n \"CounterMask\": -1"), "f:3:17: expected a number such as 5 or \"0x1f\"" },
	{ "a list with an odd end", EVENT(",\n \"MSRIndex\": \"0x1a6,\""), "f:3:15: expected a number such as 5 or \"0x1f\"" },
	{ "counters that are none", EVENT(",\n \"Counter\": \"any\""), "f:3:14: expected counters such as \"0,1,2,3\", \"0-3\" or \"Fixed counter 1\"" },
	{ "the last counter that there can be", EVENT(",\n \"Counter\": 63"), NULL },
	{ "the one behind it", EVENT(",\n \"Counter\": 64"), "f:3:13: expected counters such as \"0,1,2,3\", \"0-3\" or \"Fixed counter 1\"" },
	{ "an object for a number", EVENT(",\n \"Invert\": {}"), "f:3:12: expected a number such as 5 or \"0x1f\"" },
#define OWN(_more) "{\"format\": \"tdacct-events-1\", \"name\": \"x\", \"title\": \"y\", \"counters\": \"0-3\"" _more "}"
#define OF_ARM(_events) "{\"product_configuration\": {}, \"events\": {" _events "}}"
	{ "Arm's", OF_ARM("\"A\": {\"code\": \"0x8162\", \"description\": \"d\"}"), NULL },
	{ "Arm's with an event without a code", OF_ARM("\n\"A\": {}"), "f:2:6: expected an event with a \"code\"" },
	{ "Arm's with an event that is none", OF_ARM("\n\"A\": 5"), "f:2:6: expected an event with a \"code\"" },
	{ "Arm's with a code that is too long", OF_ARM("\n\"A\": {\"code\": \"0x18162\"}"), "f:2:16: expected at most 0xffff, not 0x18162" },
	{ "our own with names that are none", OWN(",\n \"known_as\": [\"a\", 5]"), "f:2:14: expected texts" },
	{ "our own", OWN(""), NULL },
	{ "another format", "{\"format\": \"x\"}", "f:1:13: expected \"format\": \"tdacct-family-1\"" },
	{ "our own with a key that is not known", OWN(",\n \"evnets\": []"), "f:2:12: 'evnets' is unknown here" },
	{ "our own with a counter that is not there", OWN(",\n \"events\": [{\"name\": \"A\", \"code\": 1, \"counters\": \"4\", \"description\": \"d\"}]"), "f:2:51: these are not all among the \"counters\" of the family" },
	{ "our own with an event without a name", OWN(",\n \"events\": [{\"code\": 1}]"), "f:2:13: expected an event with a \"name\"" },
	{ "our own with the events of a family", OWN(",\n \"events_of\": \"skylake\", \"always\": [\"UOPS_ISSUED.ANY\"]"), NULL },
	{ "our own with the events of a family that is not there", OWN(",\n \"events_of\": \"pentium\""), "f:2:16: there is no family 'pentium'" },
	{ "events that extend", OWN(",\n \"extends\": \"skylake\""), "f:2:14: 'extends' is unknown here" },
	{ "our own that always counts what is not there", OWN(",\n \"always\": [\"A\"]"), "f:2:12: event 'A': there is no event 'A' in x" },
	{ "our own that always counts too much", OWN(",\n \"always\": [\"A\", \"A\", \"A\", \"A\", \"A\"]"), "f:2:12: expected a list \"always\" of 1 to 4 texts" },
	{ "our own with a rule for a umask and its bits", OWN(",\n \"rules\": [{\"code\": 1, \"umask\": 1, \"umask_bits\": 1, \"counters\": \"3\"}]"), "f:2:50: either \"umask\" or \"umask_bits\"" },
	{ "our own with a code of sixteen bits", OWN(",\n \"events\": [{\"name\": \"A\", \"config\": \"0x8162\", \"counters\": \"3\", \"description\": \"d\"}]"), NULL },
	{ "our own with a code twice", OWN(",\n \"events\": [{\"name\": \"A\", \"config\": 1, \"code\": 1}]"), "f:2:48: 'code' is unknown here" },
	{ "our own with a set of nothing", OWN(",\n \"sets\": [{\"name\": \"A\", \"title\": \"t\", \"description\": \"d\", \"events\": []}]"), "f:2:69: expected a list \"events\" of 1 to 32 texts" },
};

static void try_file(const void *arg)
{
	const struct file_row *row = arg;
	struct event_error why = { "" };
	struct event_data *d;
	int err = import_events_parse(&d, "f", row->text, strlen(row->text),
				   &why);

	EXPECT_INT(row->said ? -EINVAL : 0, err);
	EXPECT_TEXT(row->said ? row->said : "", why.text);
	event_data_close(d);
}

/* ---- one event ---- */

struct spell_row {
	const char *name;
	const char *text;
	uint64_t config;	/* 0: it is refused */
	uint64_t counters;
	uint64_t config1;
	const char *value;
	const char *called;	/* or what is said */
};

#define F(_n) (UINT64_C(1) << (32 + (_n)))

/* clang-format off */
static const struct spell_row vendor_rows[] = {
	{ "a name", "PLAIN.A", 0xf14, 0xf, 0, NULL, "PLAIN.A" },
	{ "in any case, between blanks", " plain.a ", 0xf14, 0xf, 0, NULL, "PLAIN.A" },
	{ "instructions", "INST_RETIRED.ANY", 0xc0, F(0), 0, "instructions", "INST_RETIRED.ANY" },
	{ "their precise distribution", "INST_RETIRED.PREC_DIST", 0x100, F(0), 0, NULL, "INST_RETIRED.PREC_DIST" },
	{ "cycles", "CPU_CLK_UNHALTED.THREAD", 0x3c, F(1), 0, "cycles", "CPU_CLK_UNHALTED.THREAD" },
	{ "cycles by a general counter are the same", "CPU_CLK_UNHALTED.THREAD_P", 0x3c, 0xf, 0, "cycles", "CPU_CLK_UNHALTED.THREAD_P" },
	{ "reference cycles", "CPU_CLK_UNHALTED.REF_TSC", 0x300, F(2), 0, NULL, "CPU_CLK_UNHALTED.REF_TSC" },
	{ "any thread", "CPU_CLK_UNHALTED.THREAD_P_ANY", 0x20003c, 0xf, 0, NULL, "CPU_CLK_UNHALTED.THREAD_P_ANY" },
	{ "an extra register, two codes", "OCR.ONE", 0x1b7, 0xf, 0x10001, NULL, "OCR.ONE" },
	{ "all fields", "EDGE.INV", 0x3840411, 0xd, 0, NULL, "EDGE.INV" },
	{ "a long umask", "PLAIN.C", UINT64_C(0x20000000116), 0xf, 0, NULL, "PLAIN.C" },
	{ "of two with a name the first", "twice", 0x112, 0x2, 0, NULL, "TWICE" },
	{ "a threshold", "PLAIN.A:c4", 0x4000f14, 0xf, 0, NULL, "PLAIN.A:c4" },
	{ "several modifiers", "PLAIN.A:c1:e1:i1", 0x1840f14, 0xf, 0, NULL, "PLAIN.A:c1:e1:i1" },
	{ "flags", "PLAIN.A:c1:e:i", 0x1840f14, 0xf, 0, NULL, "PLAIN.A:c1:e:i" },
	{ "long modifiers", "PLAIN.A:cmask=0x10:inv", 0x10800f14, 0xf, 0, NULL, "PLAIN.A:cmask=0x10:inv" },
	{ "another umask", "PLAIN.A:u0x3", 0x314, 0, 0, NULL, "PLAIN.A:u0x3" },
	{ "a modifier takes the name's place", "EDGE.INV:c0:e0:i0", 0x411, 0xd, 0, NULL, "EDGE.INV:c0:e0:i0" },
	{ "cycles that are not all", "CPU_CLK_UNHALTED.THREAD:c1", 0x100003c, 0xf, 0, NULL, "CPU_CLK_UNHALTED.THREAD:c1" },
	{ "another value in its register", "OCR.ONE:ocr_msr_val=0x103b800002", 0x1b7, 0xf, UINT64_C(0x103b800002), NULL, "OCR.ONE:ocr_msr_val=0x103b800002" },
	{ "perf's", "cpu/event=0x11,umask=0x4,cmask=3,inv,edge/", 0x3840411, 0xd, 0, NULL, "cpu/event=0x11,umask=0x4,cmask=3,inv,edge/" },
	{ "perf's with a name", "cpu/PLAIN.A,cmask=2/", 0x2000f14, 0xf, 0, NULL, "cpu/PLAIN.A,cmask=2/" },
	{ "perf's escapes", "cpu_core@PLAIN.A\\,cmask\\=2@", 0x2000f14, 0xf, 0, NULL, "cpu_core/PLAIN.A,cmask=2/" },
	{ "perf's with a register", "cpu/event=0xb7,umask=1,offcore_rsp=0x10002/", 0x1b7, 0xf, 0x10002, NULL, "cpu/event=0xb7,umask=1,offcore_rsp=0x10002/" },
	{ "raw", "rf14", 0xf14, 0xf, 0, NULL, "rf14" },
	{ "raw with 0x", "0x4000f14", 0x4000f14, 0xf, 0, NULL, "0x4000f14" },
	{ "raw cycles", "r3c", 0x3c, 0xf, 0, "cycles", "r3c" },
	{ "raw and not in the data", "r1a8", 0x1a8, 0, 0, NULL, "r1a8" },
	{ "slots", "slots", 0x400, F(3), 0, "slots", "slots" },
	{ "a metric", "PERF_METRICS.RETIRING", 0x8000, 0, 0, "retiring", "PERF_METRICS.RETIRING" },
	{ "a metric as perf has it", "topdown-mem-bound", 0x8700, 0, 0, "memory_bound", "topdown-mem-bound" },
	{ "no such name", "PLAIN.X:c4", 0, 0, 0, NULL, "event 'PLAIN.X:c4': there is no event 'PLAIN.X' in events.json" },
	{ "nothing", "", 0, 0, 0, NULL, "event '': expected an event" },
	{ "nothing behind a colon", "PLAIN.A:", 0, 0, 0, NULL, "event 'PLAIN.A:': nothing follows the last ':'" },
	{ "nothing behind a second colon", "PLAIN.A:c4:", 0, 0, 0, NULL, "event 'PLAIN.A:c4:': nothing follows the last ':'" },
	{ "nothing behind a comma", "cpu/event=0xa1,/", 0, 0, 0, NULL, "event 'cpu/event=0xa1,/': nothing follows the last ','" },
	{ "no modifier", "PLAIN.A:x", 0, 0, 0, NULL, "event 'PLAIN.A:x': 'x' is no modifier; there are c4 or cmask=4, e or edge, i or inv, u0x1 or umask=0x1, any and config1=" },
	{ "a threshold without a number", "PLAIN.A:c", 0, 0, 0, NULL, "event 'PLAIN.A:c': 'c' is no modifier; there are c4 or cmask=4, e or edge, i or inv, u0x1 or umask=0x1, any and config1=" },
	{ "a threshold that is too high", "PLAIN.A:c256", 0, 0, 0, NULL, "event 'PLAIN.A:c256': cmask is at most 0xff" },
	{ "kernel mode alone", "PLAIN.A:SUP", 0, 0, 0, NULL, "event 'PLAIN.A:SUP': kernel and user mode are not counted apart" },
	{ "user mode alone", "PLAIN.A:u", 0, 0, 0, NULL, "event 'PLAIN.A:u': kernel and user mode are not counted apart" },
	{ "kernel mode alone, as perf has it", "cpu/PLAIN.A/k", 0, 0, 0, NULL, "event 'cpu/PLAIN.A/k': kernel and user mode are not counted apart" },
	{ "kernel and user mode together", "PLAIN.A:uk", 0xf14, 0xf, 0, NULL, "PLAIN.A" },
	{ "kernel mode, precisely", "PLAIN.A:kpp", 0, 0, 0, NULL, "event 'PLAIN.A:kpp': kernel and user mode are not counted apart" },
	{ "guests alone", "PLAIN.A:G", 0, 0, 0, NULL, "event 'PLAIN.A:G': what a guest does is not counted apart" },
	{ "how to sample", "PLAIN.A:ppp", 0xf14, 0xf, 0, NULL, "PLAIN.A" },
	{ "how to sample, and a threshold", "PLAIN.A:c4:pp", 0x4000f14, 0xf, 0, NULL, "PLAIN.A:c4:pp" },
	{ "how to sample, behind a slash", "cpu/event=0x11,umask=0x4/pp", 0x411, 0xd, 0, NULL, "cpu/event=0x11,umask=0x4/pp" },
	{ "the same with a colon", "cpu/PLAIN.A/:P", 0xf14, 0xf, 0, NULL, "PLAIN.A" },
	{ "a latency of perf's", "cpu/PLAIN.A/R", 0, 0, 0, NULL, "event 'cpu/PLAIN.A/R': it is a latency that is sampled, not counted" },
	{ "no letters of perf's", "cpu/PLAIN.A/q", 0, 0, 0, NULL, "event 'cpu/PLAIN.A/q': 'q' is no modifier of perf's" },
	{ "a name for it", "cpu/event=0x11,umask=0x4,name=of my own/", 0x411, 0xd, 0, NULL, "cpu/event=0x11,umask=0x4,name=of my own/" },
	{ "a name first", "cpu/name=x,event=0x11,umask=0x4/", 0x411, 0xd, 0, NULL, "cpu/name=x,event=0x11,umask=0x4/" },
	{ "how often to sample", "cpu/PLAIN.A,period=100003/", 0xf14, 0xf, 0, NULL, "PLAIN.A" },
	{ "flags of a sample", "cpu/PLAIN.A,call-graph=fp,no-inherit,metric-id=x/", 0xf14, 0xf, 0, NULL, "PLAIN.A" },
	{ "one CPU", "cpu/PLAIN.A,cpu=1/", 0, 0, 0, NULL, "event 'cpu/PLAIN.A,cpu=1/': the module counts on all CPUs that it was told to, not on one for an event" },
	{ "what the module cannot ask for", "cpu/PLAIN.A,in_tx/", 0, 0, 0, NULL, "event 'cpu/PLAIN.A,in_tx/': the module does not ask perf for such an event" },
	{ "a raw config between slashes", "cpu/rf14/", 0xf14, 0xf, 0, NULL, "cpu/rf14/" },
	{ "the first of a group", "{PLAIN.A", 0xf14, 0xf, 0, NULL, "PLAIN.A" },
	{ "the last of a group", "PLAIN.A}:W", 0xf14, 0xf, 0, NULL, "PLAIN.A" },
	{ "a group of kernel mode", "PLAIN.A}:k", 0, 0, 0, NULL, "event 'PLAIN.A}:k': kernel and user mode are not counted apart" },
	{ "a modifier of nobody's", "PLAIN.A:eq1", 0, 0, 0, NULL, "event 'PLAIN.A:eq1': 'eq1' is no modifier; there are c4 or cmask=4, e or edge, i or inv, u0x1 or umask=0x1, any and config1=" },
	{ "what the kernel counts", "software/cpu-clock/", 0, 0, 0, NULL, "event 'software/cpu-clock/': 'software' are not counters of a core: the kernel counts it in software, and no counter of a core" },
	{ "a code that is too high", "cpu/event=0x100/", 0, 0, 0, NULL, "event 'cpu/event=0x100/': event is at most 0xff" },
	{ "both threads of a core", "PLAIN.A:percore", 0, 0, 0, NULL, "event 'PLAIN.A:percore': the threads of a core are not counted together" },
	{ "counters of no core", "uncore_imc/event=1/", 0, 0, 0, NULL, "event 'uncore_imc/event=1/': 'uncore_imc' are not counters of a core: it counts for a whole socket, not for a task (uncore)" },
	{ "an end that is missing", "cpu/event=1", 0, 0, 0, NULL, "event 'cpu/event=1': expected a / at its end" },
	{ "bits that are perf's", "r10001", 0, 0, 0, NULL, "event 'r10001': 0x10001 has bits that a raw event does not have: 0x10000; event is bits 0-7, umask 8-15, edge 18, any 21, inv 23, cmask 24-31" },
	{ "a fixed counter with a threshold", "CPU_CLK_UNHALTED.REF_TSC:c1", 0, 0, 0, NULL, "event 'CPU_CLK_UNHALTED.REF_TSC:c1': event code 0 is of the fixed counters, which take no modifiers" },
	{ "the module's spelling of a register", "0x1b7:0x10002", 0x1b7, 0xf, 0x10002, NULL, "0x1b7:0x10002" },
	{ "perf's raw config with a register", "r1b7:0x10002", 0x1b7, 0xf, 0x10002, NULL, "r1b7:0x10002" },
	{ "a register and a modifier", "0x1b7:0x10002:c1", 0x10001b7, 0xf, 0x10002, NULL, "0x1b7:0x10002:c1" },
	{ "no 0x, and so a modifier", "0x1b7:c1", 0x10001b7, 0xf, 0, NULL, "0x1b7:c1" },
	{ "a latency", "cpu/event=0xcd,umask=0x1,ldlat=0x40/", 0x1cd, 0, 0x40, NULL, "cpu/event=0xcd,umask=0x1,ldlat=0x40/" },
	{ "a register by another name", "cpu/event=0xc6,umask=0x1,config1=0x12/", 0x1c6, 0xf, 0x12, NULL, "cpu/event=0xc6,umask=0x1,config1=0x12/" },
	{ "a register that is no number", "0x1b7:0xg", 0, 0, 0, NULL, "event '0x1b7:0xg': '0xg' is no number for the extra register" },
	{ "a raw register of an event that has none", "0x114:0x3", 0, 0, 0, NULL, "event '0x114:0x3': event code 0x14 has no extra register" },
	{ "a register of an event that has none", "PLAIN.A:ldlat=3", 0, 0, 0, NULL, "event 'PLAIN.A:ldlat=3': event code 0x14 has no extra register" },
};

static const struct spell_row amd_rows[] = {
	{ "a long code", "de_no_dispatch.none", UINT64_C(0x1000001a0), 0, 0, NULL, "de_no_dispatch.none" },
	{ "a long code without umask", "ex_ret_pairs", UINT64_C(0x1000000d0), 0, 0, NULL, "ex_ret_pairs" },
	{ "a long code with a modifier", "de_no_dispatch.none:c6", UINT64_C(0x1060001a0), 0, 0, NULL, "de_no_dispatch.none:c6" },
	{ "a long code as perf has it", "cpu/event=0x1a0,umask=0x1/", UINT64_C(0x1000001a0), 0, 0, NULL, "cpu/event=0x1a0,umask=0x1/" },
	{ "instructions", "ex_ret_instr", 0xc0, 0, 0, "instructions", "ex_ret_instr" },
	{ "what a socket counts", "data_beats", 0, 0, 0, NULL, "event 'data_beats': it counts for a whole socket, not for a task (uncore)" },
};

static const struct spell_row neoverse_rows[] = {
	{ "the code is the config", "OWN_EVENT", 0x8125, 0, 0, NULL, "OWN_EVENT" },
	{ "a standard event", "STALL_NEW", 0, 0, 0, NULL, "event 'STALL_NEW': its code is in perf's files of standard events, such as common-and-microarch.json and recommended.json for Arm; give them with --event-data, too" },
	{ "an event of E-cores by its code", "cpu_atom/event=0x71/", 0x71, 0, 0, "atom.r71", "cpu_atom/event=0x71/" },
	{ "two terms of it", "cpu_atom/event=0x73,umask=0x4/", 0x473, 0, 0, "atom.r473", "cpu_atom/event=0x73,umask=0x4/" },
	{ "by its name", "cpu_atom/topdown_retiring.all/", 0xc2, 0, 0, "atom.rc2", "cpu_atom/topdown_retiring.all/" },
	{ "cycles of E-cores", "cpu_atom/cycles/", 0x3c, 0, 0, "atom.cycles", "cpu_atom/cycles/" },
	{ "with a modifier it is another", "cpu_atom/TOPDOWN_FE_BOUND.ALL,cmask=1/", 0, 0, 0, NULL, "event 'cpu_atom/TOPDOWN_FE_BOUND.ALL,cmask=1/': it is an event of the E-cores of a hybrid CPU; of these the module counts cycles, instructions and the four events of the first level" },
	{ "an event of E-cores", "cpu_atom/OWN_EVENT/", 0, 0, 0, NULL, "event 'cpu_atom/OWN_EVENT/': it is an event of the E-cores of a hybrid CPU; of these the module counts cycles, instructions and the four events of the first level" },
};

static const struct spell_row standard_rows[] = {
	{ "no cycles of Intel's", "STALL", 0x3c, 0, 0, NULL, "STALL" },
	{ "a code beyond umasks", "STALL_NEW", 0x4005, 0, 0, NULL, "STALL_NEW" },
};

static const struct spell_row family_rows[] = {
	{ "the data's", "EXE_ACTIVITY.BOUND_ON_LOADS", 0x50021a6, 0xff, 0, NULL, "EXE_ACTIVITY.BOUND_ON_LOADS" },
	{ "by the rule for low codes", "r151", 0x151, 0xf, 0, NULL, "r151" },
	{ "by the rule for high codes", "r1b1", 0x1b1, 0xff, 0, NULL, "r1b1" },
	{ "by a rule for a umask", "r4a4", 0x4a4, 0x1, 0, NULL, "r4a4" },
	{ "beside that umask", "r2a4", 0x2a4, 0xff, 0, NULL, "r2a4" },
	{ "one of the two registers for offcore requests", "cpu/event=0x2b,umask=0x1,offcore_rsp=0x1/", 0x12a, 0xf, 1, NULL, "cpu/event=0x2b,umask=0x1,offcore_rsp=0x1/" },
	{ "of a core of Arm's", "armv8_pmuv3_0/event=0x23/", 0, 0, 0, NULL, "event 'armv8_pmuv3_0/event=0x23/': 'armv8_pmuv3_0' are counters of a core of Arm's, and sapphirerapids is of another CPU" },
	{ "loads that retired", "cpu/event=0xd1,umask=0x2,cmask=3/", 0x30002d1, 0xf, 0, NULL, "cpu/event=0xd1,umask=0x2,cmask=3/" },
};
static const struct spell_row arm_rows[] = {
	{ "a code of sixteen bits", "STALL_FRONTEND_FLUSH", 0x8162, 0x3f, 0, NULL, "STALL_FRONTEND_FLUSH" },
	{ "cycles", "CPU_CYCLES", 0x11, 0x3f, 0, "cycles", "CPU_CYCLES" },
	{ "instructions", "instructions", 0x8, 0x3f, 0, NULL, "instructions" },
	{ "as perf has it", "armv8_pmuv3_0/event=0x23/", 0x23, 0x3f, 0, NULL, "armv8_pmuv3_0/event=0x23/" },
	{ "of a device that has the core's name", "armv8_cortex_a76@event\\=0x8162@", 0x8162, 0x3f, 0, NULL, "armv8_cortex_a76/event=0x8162/" },
	{ "by its name", "armv9_neoverse_n2/stall_frontend_flush/", 0x8162, 0x3f, 0, NULL, "STALL_FRONTEND_FLUSH" },
	{ "cycles as perf has them", "armv8_pmuv3/event=0x11/", 0x11, 0x3f, 0, "cycles", "armv8_pmuv3/event=0x11/" },
	{ "no umask, and no byte of zero", "armv8_pmuv3_0/event=0x4000/", 0x4000, 0x3f, 0, NULL, "armv8_pmuv3_0/event=0x4000/" },
	{ "no core's", "arm_cmn_0/event=0x4000/", 0, 0, 0, NULL, "event 'arm_cmn_0/event=0x4000/': 'arm_cmn_0' are not counters of a core: it counts for a whole socket, not for a task (uncore)" },
	{ "raw", "r811d", 0x811d, 0x3f, 0, NULL, "r811d" },
};
/* clang-format on */

static void try_spell(const struct event_data *d, const struct spell_row *row)
{
	struct event_error why = { "" };
	struct event e;
	int err = event_parse(&e, d, row->text, &why);

	if (!row->config) {
		EXPECT(err == -EINVAL || err == -ENOENT);
		EXPECT_TEXT(row->called, why.text);
		return;
	}
	EXPECT_INT(0, err);
	EXPECT_TEXT("", why.text);
	EXPECT_TEXT(row->called, e.name);
	EXPECT(e.config == row->config);
	EXPECT(e.config1 == row->config1);
	EXPECT(e.counters == row->counters);
	EXPECT_TEXT(row->value ? row->value : "-", e.value ? e.value : "-");
}

static void try_vendor(const void *arg)
{
	try_spell(made_up, arg);
}

static void try_amd(const void *arg)
{
	try_spell(amd, arg);
}

static void try_neoverse(const void *arg)
{
	try_spell(neoverse, arg);
}

static void try_standard(const void *arg)
{
	try_spell(standard, arg);
}

static void try_family(const void *arg)
{
	try_spell(spr, arg);
}

static void try_arm_family(const void *arg)
{
	try_spell(n3, arg);
}

/* The rules of the kernel's driver, for what the tables do not name. */
static const struct rule_row {
	const char *name;
	const char *family;
	const char *text;
	const char *counters;
} rule_rows[] = {
	{ "Skylake: precise instructions", "skylake", "r1c0", "1" },
	{ "Skylake: loads that retired", "skylake", "r1d1", "0-3" },
	{ "Skylake: stalls on memory, by Intel's list", "skylake", "r4a3", "0-3" },
	{ "Skylake: others", "skylake", "r1b1", "0-7" },
	{ "Ice Lake: precise instructions", "icelake", "r1c0", "0-7, fixed 0" },
	{ "Broadwell: a umask with that bit", "broadwell", "r8a3", "2" },
	{ "Broadwell: another with that bit", "broadwell", "r18a3", "2" },
	{ "Broadwell: one without", "broadwell", "r4a3", "0-7" },
	{ "plain counters have the rules of the family", "sapphirerapids_plain", "r4a4", "0" },
	{ "Zen 4: any event on any counter", "zen4", "r1000060a0", "0-5" },
	{ "Zen 4: code 0, which other CPUs have for something else", "zen4", "r100", "0-5" },
	{ "Zen 4: instructions as any other event", "zen4", "instructions", "0-5" },
};

static void try_rule(const void *arg)
{
	const struct rule_row *row = arg;
	struct event_error why = { "" };
	char text[COUNTERS_SIZE];
	struct event_data *d;
	struct event e;

	EXPECT_INT(0, families_by_name(&d, row->family));
	EXPECT_INT(0, event_parse(&e, d, row->text, &why));
	EXPECT_TEXT(row->counters, counters_print(text, e.counters));
	event_data_close(d);
}

int main(void)
{
	open_all();
	UNIT_RUN("counters", counters_rows, try_counters);
	UNIT_RUN("event data", file_rows, try_file);
	UNIT_RUN("event", vendor_rows, try_vendor);
	UNIT_RUN("event of a family", family_rows, try_family);
	UNIT_RUN("event of an Arm family", arm_rows, try_arm_family);
	UNIT_RUN("rule", rule_rows, try_rule);
	UNIT_RUN("event of AMD's", amd_rows, try_amd);
	UNIT_RUN("event of Arm's in perf's files", neoverse_rows, try_neoverse);
	UNIT_RUN("standard event", standard_rows, try_standard);
	event_data_close(made_up);
	event_data_close(spr);
	event_data_close(n3);
	event_data_close(amd);
	event_data_close(neoverse);
	event_data_close(standard);
	return unit_end();
}
