// SPDX-License-Identifier: GPL-2.0
#include "options.h"
#include "test.h"

/* Options that are wrong, and what is said. */

static const struct {
	const char *name;
	const char *arg;
	const char *error;	/* NULL: it is right */
	const char *model;	/* that was asked for before */
} args[] = {
	{ "option: model", "model=icx", NULL },
	{ "option: base by plus", "base=00:1+03:2", NULL },
	{ "option: base by comma", "base=00:1,03:2", NULL },
	{ "option: a late share", "06:3=on", NULL },
	{ "option: a switch as QEMU hands it over", "lines=on", NULL },
	{ "option: unknown model", "model=z80",
	  "option model=z80: must be spr, icx, skx, bdx, srf, adl, arl, zen2 to zen5, n1 to n3, v1 or v2" },
	{ "option: class too high", "base=0f:1",
	  "option base=0f:1: the class must be 00 to 0e, on AMD and Arm 0f" },
	{ "option: AMD has a class more", "base=0f:1", NULL, "zen4" },
	{ "option: but not two", "base=10:1",
	  "option base=10:1: the class must be 00 to 0e, on AMD and Arm 0f", "zen4" },
	{ "option: E-cores", "atom=c", NULL, "adl" },
	{ "option: low-power E-cores", "lowpower=8", NULL, "arl" },
	{ "option: low-power E-cores of what has none", "lowpower=8",
	  "option lowpower=8: is for a CPU with low-power cores: model=arl must come first",
	  "adl" },
	{ "option: low-power E-cores that are no mask", "lowpower=2-3",
	  "option lowpower=2-3: must be a mask of CPUs in hex, as in 2 for CPU 1",
	  "arl" },
	{ "option: E-cores of what is no hybrid", "atom=c",
	  "option atom=c: is for a hybrid: model=adl, model=arl or small= must come first" },
	{ "option: two types of Arm's", "small=v1", NULL, "n2" },
	{ "option: one of Arm's beside Intel's", "small=v1",
	  "option small=v1: must be n1 to n3, v1 or v2, as model= before it" },
	{ "option: one of Intel's beside Arm's", "small=spr",
	  "option small=spr: must be n1 to n3, v1 or v2, as model= before it",
	  "n2" },
	{ "option: E-cores that are no mask", "atom=2-3",
	  "option atom=2-3: must be a mask of CPUs in hex, as in 2 for CPU 1",
	  "adl" },
	{ "option: no colon", "base=00",
	  "option base=00: must be CLASS:SLOTS, as in 02:1" },
	{ "option: slots that are no number", "base=00:x",
	  "option base=00:x: the slots must be 0 to 1000" },
	{ "option: negative slots", "base=00:-1",
	  "option base=00:-1: the slots must be 0 to 1000" },
	{ "option: rounding", "round=up",
	  "option round=up: must be silicon, nearest or truncate" },
	{ "option: width", "width=64", "option width=64: must be 32 to 56 bits" },
	{ "option: counters", "counters=9", "option counters=9: must be 1 to 8" },
	{ "option: fixed", "fixed=", "option fixed=: must be 0 to 4" },
	{ "option: a switch", "lines=yes", "option lines=yes: must be 0 or 1" },
	{ "option: a mask", "bare=1g",
	  "option bare=1g: must be a mask of CPUs in hex, as in 2 for CPU 1" },
	{ "option: events that are denied", "deny=2c2+10e", NULL },
	{ "option: an event that is none", "deny=2c2+r10e",
	  "option deny=r10e: must be umask and code in hex, as in 2c2" },
	{ "option: too many denied", "deny=1+2+3+4+5+6+7+8+9",
	  "option deny=9: is one event too many" },
	{ "option: wrong flags", "wrong_flags=often",
	  "option wrong_flags=often: must be a number, such as 50: flags are wrong after each fiftieth skip" },
	{ "option: slots to an overflow", "metrics_overflow=-1",
	  "option metrics_overflow=-1: must be 0 to 2147483648 slots" },
	{ "option: a step too many", "short=256",
	  "option short=256: must be 0 to 255" },
	{ "option: no file", "out=", "option out=: must name a file" },
};

static void test_args(void)
{
	for (size_t i = 0; i < ROWS(args); i++) {
		char error[256] = "";
		struct options o;

		options_default(&o, "spr");
		if (args[i].model)
			o.model = *model_find(args[i].model);
		options_parse(&o, args[i].arg, error, sizeof(error));
		check_text(args[i].name, error,
			   args[i].error ? args[i].error : "");
	}
}

static void test_base(void)
{
	struct options o;

	parse_words(&o, "base=03:2+0b:5 06:3=on");
	check("base: the default is gone", o.core.base[0x00], 0);
	check("base: first", o.core.base[0x03], 2);
	check("base: second", o.core.base[0x0b], 5);
	check("base: late", o.core.base[0x06], 3);
	parse_words(&o, "base=03:2 pipeline=0");
	check("pipeline: one that is off leaves the base", o.core.base[0x03], 2);
	parse_words(&o, "pipeline=1");
	check("pipeline: an instruction retires", o.core.base[0x00], 1);
	check("pipeline: and waits for nothing by itself",
	      o.core.base[0x02] + o.core.base[0x06], 0);
}

void test_options(void)
{
	test_args();
	test_base();
}
