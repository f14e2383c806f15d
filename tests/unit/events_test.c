// SPDX-License-Identifier: GPL-2.0
/* Event data, how an event is written, and what fits in the counters. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/admit.h"
#include "events/counters.h"
#include "events/families.h"
#include "events/hardware.h"
#include "events/spell.h"
#include "model/load.h"
#include "model/measures.h"
#include "text/embedded.h"
#include "unit.h"

static struct event_data *made_up, *spr, *n3, *amd, *neoverse, *standard;

static struct event_data *open_one(const char *file)
{
	struct event_error why = { "" };
	struct event_data *d;

	EXPECT_INT(0, event_data_open(&d, unit_path(file), &why));
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
	{ "an object of nothing", "{}", "f:1:1: this is no event data: expected a list of events, an object with a list \"Events\", or \"format\": \"tdacct-events-1\"" },
	{ "an event of a socket, whatever its codes", "[{\"EventName\": \"A\", \"EventCode\": \"0x1ff\", \"UMask\": \"0x12345\", \"Unit\": \"CHA\"}]", NULL },
	{ "a long code of AMD's", "[{\"EventName\": \"a\", \"EventCode\": \"0xfff\", \"UMask\": \"1\"}]", NULL },
	{ "one that is too long", "[{\"EventName\": \"a\", \"EventCode\": \"0x1000\"}]", "f:1:35: expected at most 0xfff, not 0x1000" },
	{ "a long code of Intel's", "[{\"EventName\": \"A\", \"EventCode\": \"0x100\", \"UMask\": \"1\"}]", "f:1:35: expected at most 0xff, not 0x100" },
	{ "a code and nothing else", "[{\"EventName\": \"A\", \"EventCode\": \"0x8125\"}]", NULL },
	{ "numbers that are numbers", EVENT(", \"UMask\": 3"), NULL },
	{ "what is not known", EVENT(", \"SomethingNew\": [1]"), NULL },
	{ "no JSON", "{", "f:1:1: string or '}' expected near end of file" },
	{ "another file", "{\"Metrics\": []}", "f:1:1: this is no event data: expected a list of events, an object with a list \"Events\", or \"format\": \"tdacct-events-1\"" },
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
	{ "an object for a number", EVENT(",\n \"Invert\": {}"), "f:3:12: expected a number such as 5 or \"0x1f\"" },
#define OWN(_more) "{\"format\": \"tdacct-events-1\", \"name\": \"x\", \"title\": \"y\", \"counters\": \"0-3\"" _more "}"
#define OF_ARM(_events) "{\"product_configuration\": {}, \"events\": {" _events "}}"
	{ "Arm's", OF_ARM("\"A\": {\"code\": \"0x8162\", \"description\": \"d\"}"), NULL },
	{ "Arm's with an event without a code", OF_ARM("\n\"A\": {}"), "f:2:6: expected an event with a \"code\"" },
	{ "Arm's with an event that is none", OF_ARM("\n\"A\": 5"), "f:2:6: expected an event with a \"code\"" },
	{ "Arm's with a code that is too long", OF_ARM("\n\"A\": {\"code\": \"0x18162\"}"), "f:2:16: expected at most 0xffff, not 0x18162" },
	{ "our own with names that are none", OWN(",\n \"known_as\": [\"a\", 5]"), "f:2:14: expected texts" },
	{ "our own", OWN(""), NULL },
	{ "another format", "{\"format\": \"x\"}", "f:1:13: expected \"format\": \"tdacct-events-1\"" },
	{ "our own with a key that is not known", OWN(",\n \"evnets\": []"), "f:2:12: 'evnets' is unknown here" },
	{ "our own with a counter that is not there", OWN(",\n \"events\": [{\"name\": \"A\", \"code\": 1, \"counters\": \"4\", \"description\": \"d\"}]"), "f:2:51: these are not all among the \"counters\" of the family" },
	{ "our own with an event without a name", OWN(",\n \"events\": [{\"code\": 1}]"), "f:2:13: expected an event with a \"name\"" },
	{ "our own with the events of a table", OWN(",\n \"events_of\": \"skylake\", \"always\": [\"UOPS_ISSUED.ANY\"]"), NULL },
	{ "our own with the events of a table that is not there", OWN(",\n \"events_of\": \"pentium\""), "f:2:16: there is no table 'pentium'" },
	{ "our own with events of two kinds", OWN(",\n \"events\": [{\"name\": \"A\", \"code\": 1, \"counters\": \"3\", \"description\": \"d\"}],\n \"events_of\": \"skylake\""), "f:3:16: either this or \"events\" and \"rules\"" },
	{ "our own that always counts what is not there", OWN(",\n \"always\": [\"A\"]"), "f:2:12: event 'A': there is no event 'A' in x" },
	{ "our own that always counts too much", OWN(",\n \"always\": [\"A\", \"A\", \"A\", \"A\", \"A\"]"), "f:2:12: expected a list \"always\" of 1 to 4 texts" },
	{ "our own with a rule for a umask and its bits", OWN(",\n \"rules\": [{\"code\": 1, \"umask\": 1, \"umask_bits\": 1, \"counters\": \"3\"}]"), "f:2:50: either \"umask\" or \"umask_bits\"" },
	{ "our own with a code of sixteen bits", OWN(",\n \"events\": [{\"name\": \"A\", \"config\": \"0x8162\", \"counters\": \"3\", \"description\": \"d\"}]"), NULL },
	{ "our own with one of seventeen", OWN(",\n \"events\": [{\"name\": \"A\", \"config\": \"0x18162\"}]"), "f:2:38: expected at most 0xffff, not 0x18162" },
	{ "our own with a code twice", OWN(",\n \"events\": [{\"name\": \"A\", \"config\": 1, \"code\": 1}]"), "f:2:37: either this or a \"code\"" },
	{ "our own with a set of nothing", OWN(",\n \"sets\": [{\"name\": \"A\", \"title\": \"t\", \"description\": \"d\", \"events\": []}]"), "f:2:69: expected a list \"events\" of 1 to 32 texts" },
};

static void try_file(const void *arg)
{
	const struct file_row *row = arg;
	struct event_error why = { "" };
	struct event_data *d;
	int err = event_data_parse(&d, "f", row->text, strlen(row->text),
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
	{ "both threads of a core", "PLAIN.A:percore", 0, 0, 0, NULL, "event 'PLAIN.A:percore': the threads of a core are not counted together" },
	{ "counters of no core", "uncore_imc/event=1/", 0, 0, 0, NULL, "event 'uncore_imc/event=1/': 'uncore_imc' are not counters of a core" },
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
	{ "loads that retired", "cpu/event=0xd1,umask=0x2,cmask=3/", 0x30002d1, 0xf, 0, NULL, "cpu/event=0xd1,umask=0x2,cmask=3/" },
};
static const struct spell_row arm_rows[] = {
	{ "a code of sixteen bits", "STALL_FRONTEND_FLUSH", 0x8162, 0x3f, 0, NULL, "STALL_FRONTEND_FLUSH" },
	{ "cycles", "CPU_CYCLES", 0x11, 0x3f, 0, "cycles", "CPU_CYCLES" },
	{ "instructions", "instructions", 0x8, 0x3f, 0, NULL, "instructions" },
	{ "raw", "r811d", 0x811d, 0x3f, 0, NULL, "r811d" },
};
/* clang-format on */

static void try_spell(const struct event_data *d, const struct spell_row *row)
{
	struct event_error why = { "" };
	struct event e;
	int err = event_spell(&e, d, row->text, &why);

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
	EXPECT_INT(0, event_spell(&e, d, row->text, &why));
	EXPECT_TEXT(row->counters, counters_print(text, e.counters));
	event_data_close(d);
}

/* ---- what fits ---- */

#define LOW3 "MEMORY_ACTIVITY.STALLS_L1D_MISS,MEMORY_ACTIVITY.STALLS_L2_MISS,MEMORY_ACTIVITY.STALLS_L3_MISS"
#define READS "OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD:c4"
#define WITH "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD"
#define HIGH "INT_MISC.UOP_DROPPING,EXE_ACTIVITY.BOUND_ON_LOADS,EXE_ACTIVITY.BOUND_ON_STORES"

static const struct admit_row {
	const char *name;
	const char *events;
	const char *without;
	bool watchdog;
	unsigned int conflicts;
	unsigned int competing;		/* in the first */
	const char *counters;		/* of it */
	unsigned int nearest;
	const char *parameter;		/* where it fits */
} admit_rows[] = {
	{ "18 metrics", HIGH "," LOW3 "," READS, NULL, false, 0, 0, NULL, 0, "events=0x10ad,0x50021a6,0x20040a6,0x3000347,0x5000547,0x9000947,0x4000820" },
	{ "all 19 metrics are one too many", HIGH "," LOW3 "," READS "," WITH, NULL, false, 1, 5, "0-3", 5, NULL },
	{ "the first asked for makes no difference", WITH "," READS "," LOW3 "," HIGH, NULL, false, 1, 5, "0-3", 5, NULL },
	{ "18 metrics beside the watchdog", HIGH "," LOW3 "," READS, NULL, true, 0, 0, NULL, 0, "events=0x10ad,0x50021a6,0x20040a6,0x3000347,0x5000547,0x9000947,0x4000820" },
	{ "without one of the upper four", HIGH "," LOW3 "," READS, "6", false, 0, 0, NULL, 0, "events=0x10ad,0x50021a6,0x20040a6,0x3000347,0x5000547,0x9000947,0x4000820" },
	{ "without one of them, and the watchdog", HIGH "," LOW3 "," READS, "6", true, 1, 9, "0-5, 7, fixed 1", 7, NULL },
	{ "without one of the lower four", HIGH "," LOW3 "," READS, "1", false, 1, 4, "0, 2-3", 4, NULL },
	{ "cycles move where their counter is taken", HIGH "," LOW3 "," READS, "fixed 1", false, 0, 0, NULL, 0, "events=0x10ad,0x50021a6,0x20040a6,0x3000347,0x5000547,0x9000947,0x4000820" },
	{ "slots cannot move", "r1b1", "fixed 3", false, 1, 1, "none", 0, NULL },
	{ "what is counted in any case is free", "TOPDOWN.SLOTS,cycles,INST_RETIRED.ANY,topdown-retiring,r1b1", NULL, false, 0, 0, NULL, 0, "events=0x1b1" },
	{ "twice is once", "r1b1,r1b1,cpu/event=0xb1,umask=1/", NULL, false, 0, 0, NULL, 0, "events=0x1b1" },
	{ "reference cycles have a parameter", "ref-cycles,r1b1", NULL, false, 0, 0, NULL, 0, "events=0x1b1 ref_cycles=1" },
	{ "reference cycles alone", "ref-cycles", NULL, false, 0, 0, NULL, 0, "ref_cycles=1" },
	{ "eight on eight counters", "r1b1,r2b1,r4b1,r8b1,r1b2,r2b2,r4b2,r8b2", NULL, false, 0, 0, NULL, 0, "events=0x1b1,0x2b1,0x4b1,0x8b1,0x1b2,0x2b2,0x4b2,0x8b2" },
	{ "the watchdog takes the eighth", "r1b1,r2b1,r4b1,r8b1,r1b2,r2b2,r4b2,r8b2", NULL, true, 1, 10, "0-7, fixed 1", 8, NULL },
	{ "two that only counter 0 has", "r4a4,r8a4", NULL, false, 1, 2, "0", 2, NULL },
	{ "a register that holds two values", "cpu/event=0x2a,umask=1,offcore_rsp=1/,cpu/event=0x2a,umask=1,offcore_rsp=2/", NULL, false, 0, 0, NULL, 0, "events=0x12a:0x1,0x12a:0x2" },
	{ "an event with and without a register", "cpu/event=0x2a,umask=1,offcore_rsp=1/,r12a,r1b1", NULL, false, 0, 0, NULL, 0, "events=0x12a:0x1,0x12a,0x1b1" },
	{ "loads that took long, and what the front end's has", "cpu/event=0xcd,umask=1,ldlat=0x80/,cpu/event=0xc6,umask=1,frontend=0x500106/", NULL, false, 0, 0, NULL, 0, "events=0x1cd:0x80,0x1c6:0x500106" },
	{ "as the module's parameter has it", "0x12a:0x10001,0x1c6:0x11", NULL, false, 0, 0, NULL, 0, "events=0x12a:0x10001,0x1c6:0x11" },
	{ "and not three", "cpu/event=0x2a,umask=1,offcore_rsp=1/,cpu/event=0x2a,umask=1,offcore_rsp=2/,cpu/event=0x2a,umask=1,offcore_rsp=4/", NULL, false, 1, 3, "none", 3, NULL },
	{ "the front end's holds one", "cpu/event=0xc6,umask=1,frontend=0x11/,cpu/event=0xc6,umask=1,frontend=0x12/", NULL, false, 1, 2, "none", 2, NULL },
};

static void ask(struct admission *a, const struct event_data *d,
		const char *events, const char *without, bool watchdog)
{
	struct event event[SET_EVENTS_MAX];
	struct admit_request r = {
		.data = d, .event = event, .watchdog = watchdog,
	};
	struct event_error why = { "" };

	EXPECT_INT(0, events_spell(event, SET_EVENTS_MAX, &r.nr, d, events,
				   &why));
	EXPECT_TEXT("", why.text);
	EXPECT(!without || counters_parse(without, &r.without));
	EXPECT_INT(0, admit(a, &r));
}

/* Each has a place of its own that it can use and that is to be had. */
static void check_places(const struct admission *a, uint64_t counters)
{
	uint64_t taken = 0;

	for (unsigned int i = 0; i < a->nr; i++) {
		uint64_t place = a->fit.place[i] == PLACE_NONE ? 0 :
				 UINT64_C(1) << a->fit.place[i];

		EXPECT(place & a->event[i].counters & counters & ~taken);
		taken |= place;
	}
}

static void try_admit(const void *arg)
{
	const struct admit_row *row = arg;
	struct event_error why = { "" };
	char text[COUNTERS_SIZE * 2];
	struct admission a;
	uint64_t without = 0;

	ask(&a, spr, row->events, row->without, row->watchdog);
	if (row->without)
		counters_parse(row->without, &without);
	EXPECT_INT(row->conflicts, a.fit.nr_conflicts);
	EXPECT_INT(!row->conflicts, a.fit.fits);
	EXPECT_INT(row->nearest, a.fit.nr_nearest);
	if (!row->conflicts) {
		check_places(&a, spr->counters & ~without);
		EXPECT_INT(*row->parameter ? 0 : -ENOTSUP,
			   admit_parameter(&a, text, sizeof(text), &why));
		EXPECT_TEXT(row->parameter, *row->parameter ? text : "");
		return;
	}
	EXPECT_INT(row->competing,
		   __builtin_popcountll(a.fit.conflict[0].events));
	EXPECT_TEXT(row->counters,
		    counters_print(text, a.fit.conflict[0].counters));
}

/* What is counted beside: @family's own events are not asked for. */
static const struct own_row {
	const char *name;
	const char *family;
	const char *events;
	bool fits;
	unsigned int reads;
	const char *competitor;		/* counted in any case, and told of */
	const char *parameter;
} own_rows[] = {
	{ "four beside the four that are always counted", "sierraforest", "r105,r205,r405,r805", true, 2 + 4 + 4, NULL, "events=0x105,0x205,0x405,0x805" },
	{ "five beside them", "sierraforest", "r105,r205,r405,r805,r106", false, 2 + 4 + 5, "TOPDOWN_RETIRING.ALL_P", NULL },
	{ "those that are always counted", "sierraforest", "TOPDOWN_RETIRING.ALL_P,r73,r105", true, 2 + 4 + 1, NULL, "events=0x105" },
	{ "seven, as PERF_METRICS leaves room for", "icelake_plain", "rc5,rc4,r1c3,r10e,r2a6,r4a6,r40004a3", false, 2 + 4 + 7, "TOPDOWN.SLOTS_P", NULL },
	{ "slots on a general counter", "sapphirerapids_plain", "slots,r1a4,r1b1", true, 2 + 4 + 1, NULL, "events=0x1b1" },
	{ "Zen 4: instructions are asked for, and cycles are not", "zen4", "instructions,cycles,ls_not_halted_cyc,r76,ex_ret_ops", true, 1 + 2, NULL, "events=0xc0,0xc1" },
	{ "Zen 4: a long code", "zen4", "de_no_dispatch_per_slot.smt_contention,ex_ret_ucode_ops", true, 1 + 2, NULL, "events=0x1000060a0,0x1000000c2" },
	{ "Zen 4: five beside cycles", "zen4", "rc0,rc1,rc2,rc3,r96", true, 1 + 5, NULL, "events=0xc0,0xc1,0xc2,0xc3,0x96" },
	{ "Zen 4: six beside them", "zen4", "rc0,rc1,rc2,rc3,r96,ra9", false, 1 + 6, "cycles", NULL },
	{ "a set takes the place of what gives way", "skylake", "rc5,rc4,r1c3,r60006a3", true, 2 + 4, NULL, "events=0xc5,0xc4,0x1c3,0x60006a3" },
};

static bool competes(const struct admission *a, const char *name)
{
	for (unsigned int i = 0; i < a->nr; i++)
		if (a->fit.conflict[0].events >> i & 1 &&
		    !strcmp(a->event[i].name, name))
			return true;
	return false;
}

static void try_own(const void *arg)
{
	const struct own_row *row = arg;
	struct event_error why;
	struct event_data *d;
	struct admission a;
	char text[512];

	EXPECT_INT(0, families_by_name(&d, row->family));
	ask(&a, d, row->events, NULL, false);
	EXPECT_INT(row->fits, a.fit.fits);
	EXPECT_INT(row->reads, a.reads);
	EXPECT(!row->competitor || competes(&a, row->competitor));
	if (row->parameter) {
		EXPECT_INT(0, admit_parameter(&a, text, sizeof(text), &why));
		EXPECT_TEXT(row->parameter, text);
	}
	event_data_close(d);
}

/* ---- this machine ---- */

static const struct hardware_row {
	const char *name;
	uint32_t eax, ecx, edx;
	const char *counters;
	bool large;		/* a large core of a hybrid CPU */
} hardware_rows[] = {
	{ "Sapphire Rapids", 0x08300805, 0, 0x8604, "0-7, fixed 0-3" },
	{ "Skylake with hyper-threading", 0x07300404, 0, 0x603, "0-3, fixed 0-2" },
	{ "Skylake without", 0x07300804, 0, 0x603, "0-7, fixed 0-2" },
	{ "fixed counters with a gap", 0x08300606, 0x77, 0x603, "0-5, fixed 0-2, fixed 4-6" },
	{ "a bitmap before there was one", 0x07300404, 0xff, 0x603, "0-3, fixed 0-2" },
	{ "a host that leaves two", 0x07300202, 0, 0x600, "0-1" },
	{ "no counters", 0, 0, 0, "none" },
	{ "a P-core of Alder Lake", 0x08300605, 0x7, 0x603, "0-7, fixed 0-3", true },
};

static const struct amd_row {
	const char *name;
	uint32_t features, eax, ebx;
	const char *counters;
} counters_of_amd_rows[] = {
	{ "Zen 4", 1U << 23, 1, 0x12346, "0-5" },
	{ "a host that leaves four", 1U << 23, 1, 0x12344, "0-3" },
	{ "Zen 3", 1U << 23, 0, 0, "0-5" },
	{ "a host that hides that there are six", 0, 0, 0, "0-3" },
};

static void try_counters_of_amd(const void *arg)
{
	const struct amd_row *row = arg;
	char text[COUNTERS_SIZE];

	EXPECT_TEXT(row->counters,
		    counters_print(text, hardware_counters_amd(row->features,
							       row->eax,
							       row->ebx)));
}

static void try_hardware(const void *arg)
{
	const struct hardware_row *row = arg;
	char text[COUNTERS_SIZE];

	uint64_t counters = hardware_counters(row->eax, row->ecx, row->edx);

	if (row->large)
		counters = hardware_large_core(counters);
	EXPECT_TEXT(row->counters, counters_print(text, counters));
}

static const struct root_row {
	const char *name;
	const char *root;
	const char *pmu;
	bool watchdog;
	const char *device;
} root_rows[] = {
	{ "bare metal with the watchdog", "machines/bare", "intel_metrics", true, "cpu" },
	{ "the large cores of a hybrid CPU", "machines/hybrid", "intel_metrics", false, "cpu_core" },
	{ "a virtual machine without PERF_METRICS", "machines/guest", "plain", false, "cpu" },
	{ "an Arm, whose watchdog needs no counter", "machines/arm", "plain", false, "armv8_pmuv3_0" },
	{ "an Arm with interrupts that nothing holds off", "machines/arm-nmi", "plain", true, "armv8_pmuv3_0" },
	{ "a module that was told otherwise", "machines/told", "plain", false, "cpu" },
};

static void try_root(const void *arg)
{
	const struct root_row *row = arg;
	struct hardware h;

	hardware_read(&h, unit_path(row->root));
	EXPECT_TEXT(row->pmu, h.pmu);
	EXPECT_INT(row->watchdog, h.watchdog);
	EXPECT_TEXT(row->device, h.device);
	EXPECT(!h.counters);
}

/* Which table, and which of its sets fit. */
static const struct machine_row {
	const char *name;
	struct event_machine machine;
	const char *counters;		/* NULL: it does not tell */
	const char *family;
	const char *sets;
} machine_rows[] = {
	{ "Skylake with hyper-threading", { "GenuineIntel", 6, 0x55, "plain" },
	  "0-3, fixed 0-2", "skylake", "level1 memory " },
	{ "Skylake without", { "GenuineIntel", 6, 0x55, "plain" },
	  "0-7, fixed 0-2", "skylake",
	  "level1 memory level2 backend level1-memory " },
	{ "Broadwell without", { "GenuineIntel", 6, 0x4f, "plain" },
	  "0-7, fixed 0-2", "broadwell",
	  "level1 memory memory-stores level2 level1-memory " },
	{ "a CPU that does not tell", { "GenuineIntel", 6, 0x55, "plain" },
	  NULL, "skylake", "level1 memory " },
	{ "Sapphire Rapids", { "GenuineIntel", 6, 0x8f, "intel_metrics" },
	  "0-7, fixed 0-3", "sapphirerapids",
	  "memory memory-latency memory-today frontend core branches " },
	{ "Sapphire Rapids of an old recording", { "GenuineIntel", 6, 0x8f, "" },
	  NULL, "sapphirerapids",
	  "memory memory-latency memory-today frontend core branches " },
	{ "Raptor Lake", { "GenuineIntel", 6, 0xb7, "intel_metrics" },
	  "0-7, fixed 0-3", "sapphirerapids",
	  "memory memory-latency memory-today frontend core branches " },
	{ "Grand Ridge", { "GenuineIntel", 6, 0xb6, "plain" },
	  "0-7, fixed 0-2", "sierraforest", "level2 memory " },
	{ "its virtual machine", { "GenuineIntel", 6, 0x8f, "plain" },
	  "0-7, fixed 0-2", "sapphirerapids_plain", "level2 memory " },
	{ "its virtual machine with four counters",
	  { "GenuineIntel", 6, 0x8f, "plain" }, "0-3, fixed 0-2",
	  "sapphirerapids_plain", "" },
	{ "a virtual machine of Ice Lake", { "GenuineIntel", 6, 0x6a, "plain" },
	  "0-7, fixed 0-2", "icelake_plain", "level2 backend memory " },
	{ "Genoa", { "AuthenticAMD", 25, 0x11, "plain" }, "0-5", "zen4",
	  "level1 level2 frontend speculation backend smt caches memory tlb branches l2 prefetch fetch fills numa itlb " },
	{ "Genoa with five counters", { "AuthenticAMD", 25, 0x11, "plain" },
	  "0-4", "zen4",
	  "frontend speculation backend smt caches memory tlb branches l2 prefetch fetch fills numa itlb " },
	{ "Turin", { "AuthenticAMD", 26, 0x00, "plain" }, "0-5", "zen5",
	  "level1 level2 frontend speculation backend smt caches memory tlb branches l2 prefetch fetch fills numa itlb " },
	{ "Milan", { "AuthenticAMD", 25, 0x01, "plain" }, "0-5", "zen3",
	  "level1 stalls caches memory tlb branches " },
	{ "Rome", { "AuthenticAMD", 23, 0x31, "plain" }, "0-5", "zen2",
	  "level1 stalls caches memory tlb branches " },
	{ "Neoverse N3", { "ARM", 8, 0xd8e01, "plain" }, NULL, "neoverse_n3",
	  "level1 topdown-l1 frontend-memory frontend-core backend-memory backend-core stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level sve fp-intensity fp-precision mix-numbers mix-memory mix-branches " },
	{ "Neoverse N3 with five counters", { "ARM", 8, 0xd8e01, "plain" },
	  "0-4, fixed 1", "neoverse_n3",
	  "frontend-core backend-core stalls l1i l1d l2 last-level sve fp-intensity fp-precision mix-branches " },
	{ "Neoverse N2", { "ARM", 8, 0xd4903, "plain" }, NULL, "neoverse_n2",
	  "level1 topdown-l1 stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Neoverse N2 before r0p3", { "ARM", 8, 0xd4900, "plain" }, NULL,
	  "neoverse_n2_r0p0",
	  "level1 topdown-l1 stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Cobalt 100", { "Microsoft", 8, 0xd4900, "plain" }, NULL,
	  "neoverse_n2_r0p0",
	  "level1 topdown-l1 stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Neoverse V2", { "ARM", 8, 0xd4f01, "plain" }, NULL, "neoverse_v2",
	  "level1 topdown-l1 stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Neoverse V1", { "ARM", 8, 0xd4011, "plain" }, NULL, "neoverse_v1",
	  "level1 topdown-l1 stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Neoverse N1", { "ARM", 8, 0xd0c31, "plain" }, NULL, "neoverse_n1",
	  "level1 mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Sierra Forest with six counters",
	  { "GenuineIntel", 6, 0xaf, "plain" }, "0-5, fixed 0-2",
	  "sierraforest", "" },
};

static void list(char *to, const struct event_set *s);

static void put_sets(char *to, const struct event_data *d, bool watchdog)
{
	struct admission a;
	char text[4096];

	for (size_t i = 0; i < d->nr_sets; i++) {
		*text = 0;
		list(text, &d->set[i]);
		ask(&a, d, text, NULL, watchdog);
		if (a.fit.fits)
			sprintf(to + strlen(to), "%s ", d->set[i].name);
	}
}

static void try_machine(const void *arg)
{
	const struct machine_row *row = arg;
	uint64_t counters = 0;
	char fit[4096] = "";
	struct event_data *d;

	if (!EXPECT_INT(0, families_of_machine(&d, &row->machine)))
		return;
	EXPECT_TEXT(row->family, d->name);
	EXPECT(!row->counters || counters_parse(row->counters, &counters));
	event_data_on(d, counters);
	put_sets(fit, d, false);
	EXPECT_TEXT(row->sets, fit);
	event_data_close(d);
}

/* Four counters a thread, eight where hyper-threading is off. */
static void try_ht(const void *arg)
{
	static const char four[] = "PLAIN.A,PLAIN.B,PLAIN.C,EDGE.INV";
	struct event_data *d;
	struct event_error why;
	struct admission a;

	(void)arg;
	EXPECT_INT(0, event_data_open(&d, unit_path("events.json"), &why));
	ask(&a, d, four, NULL, false);
	EXPECT(a.fit.fits);
	EXPECT_INT(2 + 4, a.reads);
	ask(&a, d, four, NULL, true);
	EXPECT(!a.fit.fits);
	event_data_without_ht(d);
	ask(&a, d, four, NULL, true);
	EXPECT(a.fit.fits);
	event_data_close(d);
}

/* ---- the named sets ---- */

static void list(char *to, const struct event_set *s)
{
	for (unsigned int i = 0; i < s->nr_events; i++)
		sprintf(to + strlen(to), "%s%s", *to ? "," : "", s->event[i]);
}

/*
 * Also beside the watchdog, which is on where nobody turned it off. Where a
 * hardware thread has four counters, that takes one of them.
 */
/* What both of Zen 4 and Zen 5 have beside the tree. */
#define ZEN_NUMBERS \
	"smt caches memory tlb branches l2 prefetch fetch fills numa itlb "

static const struct sets_row {
	const char *name;
	const char *family;
	const char *sets;	/* that fit */
	bool watchdog;
	bool no_ht;
} sets_rows[] = {
	{ "Sapphire Rapids", "sapphirerapids",
	  "memory memory-latency memory-today frontend core branches ",
	  true, false },
	{ "Ice Lake", "icelake",
	  "memory memory-latency backend frontend operations ", true, false },
	{ "Sierra Forest", "sierraforest", "level2 memory ", true, false },
	{ "Alder Lake-N", "gracemont", "level2 memory ", false, false },
	{ "Alder Lake-N with the watchdog", "gracemont", "", true, false },
	{ "E-cores of a hybrid", "alderlake_atom", "", false, false },
	{ "Sapphire Rapids, plain", "sapphirerapids_plain", "level2 memory ",
	  false, false },
	{ "Sapphire Rapids, plain, with the watchdog", "sapphirerapids_plain",
	  "", true, false },
	{ "Ice Lake, plain", "icelake_plain", "level2 backend memory ", false,
	  false },
	{ "Ice Lake, plain, with the watchdog", "icelake_plain", "level2 ",
	  true, false },
	{ "Skylake", "skylake", "level1 memory ", false, false },
	{ "Broadwell", "broadwell", "level1 memory ", false, false },
	{ "Broadwell without hyper-threading", "broadwell",
	  "level1 memory memory-stores level2 ", true, true },
	{ "Zen 4", "zen4",
	  "level1 level2 frontend speculation backend " ZEN_NUMBERS,
	  false, false },
	{ "Zen 4 with the watchdog", "zen4",
	  "frontend speculation backend " ZEN_NUMBERS, true, false },
	{ "Zen 5 with the watchdog", "zen5",
	  "frontend speculation backend " ZEN_NUMBERS, true, false },
	{ "Zen 3 with the watchdog", "zen3",
	  "stalls caches memory tlb branches ", true, false },
	{ "Zen 2 with the watchdog", "zen2",
	  "stalls caches memory tlb branches ", true, false },
	{ "Skylake with the watchdog", "skylake", "", true, false },
	{ "Skylake without hyper-threading", "skylake",
	  "level1 memory level2 backend level1-memory ", false, true },
	{ "Broadwell without, and without the watchdog", "broadwell",
	  "level1 memory memory-stores level2 level1-memory ", false, true },
	{ "Skylake without, with the watchdog", "skylake",
	  "level1 memory level2 ", true, true },
};

static void try_sets(const void *arg)
{
	const struct sets_row *row = arg;
	char text[4096], fit[4096] = "";
	struct event_error why;
	struct event_data *d;
	struct admission a;

	EXPECT_INT(0, families_by_name(&d, row->family));
	if (row->no_ht)
		event_data_without_ht(d);
	for (size_t i = 0; i < d->nr_sets; i++) {
		*text = 0;
		list(text, &d->set[i]);
		ask(&a, d, text, NULL, row->watchdog);
		for (unsigned int k = a.first; k < a.nr; k++)
			EXPECT(!(a.event[k].counters & ~d->counters));
		EXPECT_INT(0, admit_parameter(&a, text, sizeof(text), &why));
	}
	put_sets(fit, d, row->watchdog);
	EXPECT_TEXT(row->sets, fit);
	event_data_close(d);
}

/* Otherwise they would be one set. */
static const struct pairs_row {
	const char *name;
	const char *family;
} pairs_rows[] = {
	{ "Sapphire Rapids", "sapphirerapids" },
	{ "Ice Lake", "icelake" },
	{ "Skylake", "skylake" },
	{ "Sierra Forest", "sierraforest" },
	{ "Alder Lake-N", "gracemont" },
	{ "Broadwell", "broadwell" },
	{ "Sapphire Rapids, plain", "sapphirerapids_plain" },
	{ "Ice Lake, plain", "icelake_plain" },
	{ "Zen 2", "zen2" },
	{ "Zen 3", "zen3" },
	{ "Zen 4", "zen4" },
	{ "Zen 5", "zen5" },
};

static bool is_in(const struct admission *a, const struct event *e)
{
	for (unsigned int i = a->first; i < a->nr; i++)
		if (a->event[i].config == e->config &&
		    a->event[i].config1 == e->config1)
			return true;
	return false;
}

/* Does some set of @d have all events of @a and @b? */
static bool one_has_both(const struct event_data *d, const struct admission *a)
{
	struct admission one;
	char text[4096];

	for (size_t i = 0; i < d->nr_sets; i++) {
		unsigned int k = a->first;

		*text = 0;
		list(text, &d->set[i]);
		ask(&one, d, text, NULL, false);
		while (k < a->nr && is_in(&one, &a->event[k]))
			k++;
		if (k == a->nr)
			return true;
	}
	return false;
}

/*
 * Without hyper-threading two sets that were made for four counters may fit at once:
 * then there is a set for that.
 */
static void try_pairs_no_ht(const void *arg)
{
	const struct pairs_row *row = arg;
	struct event_data *d;
	struct admission a;
	char text[4096];

	EXPECT_INT(0, families_by_name(&d, row->family));
	event_data_without_ht(d);
	for (size_t i = 0; i < d->nr_sets; i++)
		for (size_t k = 0; k < i; k++) {
			*text = 0;
			list(text, &d->set[i]);
			list(text, &d->set[k]);
			ask(&a, d, text, NULL, false);
			EXPECT(!a.fit.fits || one_has_both(d, &a));
		}
	event_data_close(d);
}

static void try_pairs(const void *arg)
{
	const struct pairs_row *row = arg;
	struct event_data *d;
	struct admission a;
	char text[4096];

	EXPECT_INT(0, families_by_name(&d, row->family));
	for (size_t i = 0; i < d->nr_sets; i++)
		for (size_t k = 0; k < i; k++) {
			*text = 0;
			list(text, &d->set[i]);
			list(text, &d->set[k]);
			ask(&a, d, text, NULL, false);
			EXPECT(!a.fit.fits);
		}
	event_data_close(d);
}

/* ---- any events ---- */

enum { TRIES = 5000, TRY_EVENTS = 7, TRY_COUNTERS = 5 };

static uint32_t seed = 1;

static uint32_t number(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* By trying each counter for each event. */
static bool can_all(const struct event *e, unsigned int nr, uint64_t left,
		    uint64_t among)
{
	if (!nr)
		return true;
	if (!(among >> (nr - 1) & 1))
		return can_all(e, nr - 1, left, among);
	for (int i = 0; i < TRY_COUNTERS; i++)
		if (e[nr - 1].counters & left & UINT64_C(1) << i &&
		    can_all(e, nr - 1, left & ~(UINT64_C(1) << i), among))
			return true;
	return false;
}

/* So many are too many; fewer of them would not be. */
static void check_conflict(const struct event *e, unsigned int nr,
			   const struct conflict *c, uint64_t left)
{
	uint64_t all = 0;

	EXPECT((unsigned int)__builtin_popcountll(c->events) > c->places);
	EXPECT(!can_all(e, nr, left, c->events));
	for (unsigned int i = 0; i < nr; i++)
		if (c->events >> i & 1)
			all |= e[i].counters & left;
	EXPECT(all == c->counters);
	for (unsigned int i = 0; i < nr; i++)
		if (c->events >> i & 1 &&
		    __builtin_popcountll(c->events) == (int)c->places + 1)
			EXPECT(can_all(e, nr, left,
				       c->events & ~(UINT64_C(1) << i)));
}

/* Of those that could be placed the kernel does not find all. */
static bool finds(const struct event *e, unsigned int nr, uint64_t left,
		  uint64_t among)
{
	struct event some[TRY_EVENTS] = { { .config = 0 } };
	unsigned int n = 0;
	struct fit f;

	if (!can_all(e, nr, left, among))
		return false;
	for (unsigned int i = 0; i < nr; i++)
		if (among >> i & 1)
			some[n++] = e[i];
	fit_find(&f, some, n, left, 0);
	return f.fits;
}

/* The sets that leave out the fewest are just these. */
static void check_nearest(const struct event *e, unsigned int nr,
			  const struct fit *f, uint64_t left)
{
	uint64_t all = (UINT64_C(1) << nr) - 1;
	unsigned int found = 0, fewest = nr + 1;

	for (uint64_t out = 0; out <= all; out++) {
		unsigned int size = (unsigned int)__builtin_popcountll(out);

		if (size > fewest || !finds(e, nr, left, all & ~out))
			continue;
		found = size < fewest ? 1 : found + 1;
		fewest = size;
	}
	EXPECT(f->nr_nearest);
	if (fewest <= 3)
		EXPECT_INT(found <= FIT_NEAREST_MAX ? found : FIT_NEAREST_MAX,
			   f->nr_nearest);
	for (unsigned int i = 0; i < f->nr_nearest; i++) {
		EXPECT_INT(fewest, __builtin_popcountll(f->without[i]));
		EXPECT(can_all(e, nr, left, all & ~f->without[i]));
	}
}

static void try_any(const void *arg)
{
	unsigned int fit = 0;

	(void)arg;
	for (unsigned int t = 0; t < TRIES; t++) {
		struct event e[TRY_EVENTS] = { { .config = 0 } };
		uint64_t left = number(1 << TRY_COUNTERS);
		unsigned int nr = number(TRY_EVENTS + 1);
		struct fit f;

		for (unsigned int i = 0; i < nr; i++)
			e[i].counters = number(1 << TRY_COUNTERS) |
					number(1 << TRY_COUNTERS);
		fit_find(&f, e, nr, left, 0);
		EXPECT_INT(can_all(e, nr, left, UINT64_MAX),
			   f.fits || f.missed);
		for (unsigned int i = 0; i < f.nr_conflicts; i++)
			check_conflict(e, nr, &f.conflict[i], left);
		if (!f.fits)
			check_nearest(e, nr, &f, left);
		fit += f.fits;
	}
	/* Both happen often, or little was tried. */
	EXPECT(fit > TRIES / 5 && fit < TRIES * 4 / 5);
}

/* ---- what the kernel finds ---- */

static const struct kernel_row {
	const char *name;
	unsigned int counters[4];
	bool finds;
} kernel_rows[] = {
	{ "who has the least choice comes first", { 0xf, 0x3, 0x1 }, true },
	{ "counters that share none", { 0x3, 0xc, 0x3, 0xc }, true },
	{ "the first counter is taken from who has no other",
	  { 0x3, 0xc, 0x5 }, false },
	{ "in another order it is not", { 0x5, 0x3, 0xc }, true },
};

static void try_kernel(const void *arg)
{
	const struct kernel_row *row = arg;
	struct event e[4] = { { .config = 0 } };
	unsigned int nr = 0;
	struct fit f;

	for (; nr < 4 && row->counters[nr]; nr++)
		e[nr].counters = row->counters[nr];
	fit_find(&f, e, nr, 0xf, 0);
	EXPECT_INT(0, f.nr_conflicts);
	EXPECT_INT(row->finds, f.fits);
	EXPECT_INT(!row->finds, f.missed);
	EXPECT_INT(row->finds, !f.nr_nearest);
}

struct name_row {
	const char *name;
};

static const struct name_row ht_row[] = {
	{ "hyper-threading halves the counters" },
};

static const struct name_row any_row[] = {
	{ "any events fit where trying all places finds some" },
};

/* Else nobody would count it: what it is for is a node that no other shows. */
static struct model *built_in(const char *family)
{
	struct model_error why = { "" };
	struct model *m = NULL;
	size_t len = strlen(family);

	for (const struct embedded *e = embedded_models; e->name; e++)
		if (!strncmp(e->name, family, len) &&
		    !strcmp(e->name + len, ".json"))
			EXPECT_INT(0, model_parse(&m, e->name, e->text, e->len,
						  &why));
	EXPECT_TEXT("", why.text);
	return m;
}

static void find_measures(struct measures *to, const struct model *m,
			  const struct event_data *d, size_t set)
{
	char text[4096] = "";
	struct admission a;

	list(text, &d->set[set]);
	ask(&a, d, text, NULL, false);
	measures_find(to, m, a.event, a.nr);
}

/* A larger set may have all of it, which only a machine with more counters has. */
static bool adds(const struct measures *all, const struct event_data *d,
		 size_t set)
{
	for (size_t n = 0; n < MODEL_NODES_MAX; n++) {
		bool others = false;

		for (size_t i = 0; i < d->nr_sets; i++)
			others |= i != set && all[i].exact[n] &&
				  d->set[i].nr_events <= d->set[set].nr_events;
		if (all[set].exact[n] && !others)
			return true;
	}
	return false;
}

static bool contains(const struct event_set *all, const struct event_set *part)
{
	unsigned int found = 0;

	for (unsigned int i = 0; i < part->nr_events; i++)
		for (unsigned int k = 0; k < all->nr_events; k++)
			found += !strcmp(all->event[k], part->event[i]);
	return found == part->nr_events;
}

/* What two others have is counted at the same time. */
static bool joins_two(const struct event_data *d, size_t set)
{
	unsigned int parts = 0;

	for (size_t i = 0; i < d->nr_sets; i++)
		parts += i != set && contains(&d->set[set], &d->set[i]);
	return parts >= 2;
}

static const struct pairs_row adds_rows[] = {
	{ "Sapphire Rapids", "sapphirerapids" },
	{ "Sapphire Rapids, plain", "sapphirerapids_plain" },
	{ "Ice Lake", "icelake" },
	{ "Ice Lake, plain", "icelake_plain" },
	{ "Skylake", "skylake" },
	{ "Broadwell", "broadwell" },
	{ "Sierra Forest", "sierraforest" },
	{ "Alder Lake-N", "gracemont" },
};

static void try_adds(const void *arg)
{
	const struct pairs_row *row = arg;
	static struct measures all[EVENT_SETS_MAX];
	struct model *m = built_in(row->family);
	struct event_data *d;

	EXPECT_INT(0, families_by_name(&d, row->family));
	for (size_t i = 0; m && i < d->nr_sets; i++)
		find_measures(&all[i], m, d, i);
	for (size_t i = 0; m && i < d->nr_sets; i++)
		if (!adds(all, d, i) && !joins_two(d, i))
			unit_fail(__FILE__, __LINE__, "%s adds no node",
				  d->set[i].name);
	event_data_close(d);
	model_free(m);
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
	UNIT_RUN("each set adds a node", adds_rows, try_adds);
	UNIT_RUN("event of AMD's", amd_rows, try_amd);
	UNIT_RUN("event of Arm's in perf's files", neoverse_rows, try_neoverse);
	UNIT_RUN("standard event", standard_rows, try_standard);
	UNIT_RUN("admit", admit_rows, try_admit);
	UNIT_RUN("admit", ht_row, try_ht);
	UNIT_RUN("admit beside what is counted", own_rows, try_own);
	UNIT_RUN("counters of the CPU", hardware_rows, try_hardware);
	UNIT_RUN("counters of AMD's CPUs", counters_of_amd_rows,
		 try_counters_of_amd);
	UNIT_RUN("machine of files", root_rows, try_root);
	UNIT_RUN("sets on a machine", machine_rows, try_machine);
	UNIT_RUN("sets that fit", sets_rows, try_sets);
	UNIT_RUN("sets of which no two fit", pairs_rows, try_pairs);
	UNIT_RUN("without hyper-threading, one set for what fits", pairs_rows,
		 try_pairs_no_ht);
	UNIT_RUN("fit", any_row, try_any);
	UNIT_RUN("the kernel's way", kernel_rows, try_kernel);
	event_data_close(made_up);
	event_data_close(spr);
	event_data_close(n3);
	event_data_close(amd);
	event_data_close(neoverse);
	event_data_close(standard);
	return unit_end();
}
