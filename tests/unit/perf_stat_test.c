// SPDX-License-Identifier: GPL-2.0
/* What perf stat prints: each of its formats, and what is wrong with a file. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/event.h"
#include "import/perf_stat.h"
#include "unit.h"

/* As "round@end who event count ran_ns part variance", "-" for what is not there. */
static const struct read_row {
	const char *name;
	const char *text;
	const char *want;
} read_rows[] = {
	{ "a count",
	  "1234,,cycles,5000,100.00,,\n",
	  "0@- - cycles 1234 5000 1 0\n" },
	{ "a line that does not end",
	  "1234,,cycles,5000,100.00,,",
	  "0@- - cycles 1234 5000 1 0\n" },
	{ "lines as on another system",
	  "1234,,cycles,5000,100.00,,\r\n2,,slots,1,100.00,,\r\n",
	  "0@- - cycles 1234 5000 1 0\n0@- - slots 2 1 1 0\n" },
	{ "a unit and a metric",
	  "0.62,msec,task-clock,622678,100.00,0.239,CPUs utilized\n",
	  "0@- - task-clock 0.62 622678 1 0\n" },
	{ "multiplexed",
	  "7,,slots,300,25.50,,\n",
	  "0@- - slots 7 300 0.255 0\n" },
	{ "not counted, not supported",
	  "<not counted>,,slots,0,0.00,,\n<not supported>,,cycles,0,100.00,,\n",
	  "0@- - slots - 0 0 0\n0@- - cycles - 0 1 0\n" },
	{ "semicolons",
	  "7;;cpu/event=0x3c,umask=0x0/u;300;25.50;;\n",
	  "0@- - cpu/event=0x3c,umask=0x0/u 7 300 0.255 0\n" },
	{ "tabs",
	  "7\t\tcycles\t300\t25.50\t\t\n",
	  "0@- - cycles 7 300 0.255 0\n" },
	{ "bars",
	  "CPU1|7||cycles|300|25.50||\n",
	  "0@- CPU1 cycles 7 300 0.255 0\n" },
	{ "commas in an event",
	  "7,,cpu/event=0x3c,umask=0x1,cmask=2/u,300,25.50,,\n",
	  "0@- - cpu/event=0x3c,umask=0x1,cmask=2/u 7 300 0.255 0\n" },
	{ "commas in an event of a cgroup with slashes",
	  "7,,cpu/event=0x3c,umask=0x1/,/a/b,300,25.50,,\n",
	  "0@- /a/b cpu/event=0x3c,umask=0x1/ 7 300 0.255 0\n" },
	{ "comments, and the file of -o",
	  "# started on Fri Nov 27 17:40:00 2026\n\n7,,cycles,3,100.00,,\n",
	  "0@- - cycles 7 3 1 0\n" },
	{ "two runs in a file",
	  "# started on Friday\n7,,cycles,3,100.00,,\n# started on Monday\n8,,cycles,3,100.00,,\n",
	  "0@- - cycles 7 3 1 0\n1@- - cycles 8 3 1 0\n" },
	{ "another comment is no new run",
	  "7,,cycles,3,100.00,,\n# later\n8,,slots,3,100.00,,\n",
	  "0@- - cycles 7 3 1 0\n0@- - slots 8 3 1 0\n" },
	{ "intervals",
	  "     1.000174403,7,,cycles,3,100.00,,\n     2.000353853,8,,cycles,3,100.00,,\n",
	  "0@1.00017 - cycles 7 3 1 0\n1@2.00035 - cycles 8 3 1 0\n" },
	{ "intervals, newer",
	  "1.000174403,7,,cycles,3,100.00,,\n1.000174403,8,,slots,3,100.00,,\n",
	  "0@1.00017 - cycles 7 3 1 0\n0@1.00017 - slots 8 3 1 0\n" },
	{ "intervals and their sum",
	  "1.000174403,7,,cycles,3,100.00,,\nsummary,7,,cycles,3,100.00,,\n",
	  "0@1.00017 - cycles 7 3 1 0\n" },
	{ "intervals and their sum, without its name",
	  "1.000174403,7,,cycles,3,100.00,,\n7,,cycles,3,100.00,,\n",
	  "0@1.00017 - cycles 7 3 1 0\n" },
	{ "intervals of two runs",
	  "# started on A\n1.000174403,7,,cycles,3,100.00,,\n# started on B\n1.000174403,8,,cycles,3,100.00,,\n",
	  "0@1.00017 - cycles 7 3 1 0\n1@1.00017 - cycles 8 3 1 0\n" },
	{ "CPUs",
	  "CPU0,7,,cycles,3,100.00,,\nCPU1,8,,cycles,3,100.00,,\n",
	  "0@- CPU0 cycles 7 3 1 0\n0@- CPU1 cycles 8 3 1 0\n" },
	{ "cores, of two CPUs each",
	  "S0-D0-C0,2,7,,cycles,3,100.00,,\nS0-D0-C1,2,<not counted>,,cycles,0,0.00,,\n",
	  "0@- S0-D0-C0 cycles 7 3 1 0\n0@- S0-D0-C1 cycles - 0 0 0\n" },
	{ "sockets, by the interval",
	  "     1.000174403,S0,32,7,,cycles,3,100.00,,\n",
	  "0@1.00017 S0 cycles 7 3 1 0\n" },
	{ "dies, nodes, clusters and caches",
	  "S0-D1,8,7,,cycles,3,100.00,,\nN1,8,7,,cycles,3,100.00,,\nS0-D0-CLS8,4,7,,cycles,3,100.00,,\nS0-D0-L3-ID4,4,7,,cycles,3,100.00,,\n",
	  "0@- S0-D1 cycles 7 3 1 0\n0@- N1 cycles 7 3 1 0\n0@- S0-D0-CLS8 cycles 7 3 1 0\n0@- S0-D0-L3-ID4 cycles 7 3 1 0\n" },
	{ "threads, one with a space and one with the separator in its name",
	  "bash-13727,7,,cycles,3,100.00,,\nWeb Content-8,7,,cycles,3,100.00,,\na,b-9,7,,cycles,3,100.00,,\n",
	  "0@- bash-13727 cycles 7 3 1 0\n0@- Web Content-8 cycles 7 3 1 0\n0@- a,b-9 cycles 7 3 1 0\n" },
	{ "cgroups",
	  "7,,cycles,a.slice,3,100.00,,\n7,,cycles,,3,100.00,,\nCPU1,7,,cycles,/b,3,100.00,,\n",
	  "0@- a.slice cycles 7 3 1 0\n0@- - cycles 7 3 1 0\n0@- CPU1 /b cycles 7 3 1 0\n" },
	{ "several runs",
	  "0.57;msec;task-clock;5.75%;565781;100.00;0.168;CPUs utilized\n48;;faults;0.00%;565781;100.00;77.794;K/sec\n",
	  "0@- - task-clock 0.57 565781 1 5.75\n0@- - faults 48 565781 1 0\n" },
	{ "several runs of a cgroup",
	  "7,,cycles,a.slice,5.75%,3,100.00,,\n",
	  "0@- a.slice cycles 7 3 1 5.75\n" },
	{ "other metrics of an event",
	  "7,,slots,3,100.00,12.3,%  tma_retiring\n,,,,,5.0,%  tma_heavy\nCPU0,,,,,,5.0,%  tma_heavy\nS0-D0-C0,2,,,,,5.0,x\n     1.000174403,,,,,,5.0,x\n",
	  "0@- - slots 7 3 1 0\n" },
	{ "other metrics of an event, with tabs",
	  "7\t\tslots\t3\t100.00\t12.3\t%  tma_retiring\n\t\t\t\t\t5.0\t%  tma_heavy\n",
	  "0@- - slots 7 3 1 0\n" },
	{ "a metric comes first",
	  ",,,,,5.0,%  tma_heavy\n7,,slots,3,100.00,,\n",
	  "0@- - slots 7 3 1 0\n" },
	{ "an old perf",
	  "7,,slots\n8,,cycles,0.9,GHz\n",
	  "0@- - slots 7 0 1 0\n0@- - cycles 8 0 1 0\n" },
	{ "a comma in place of the point",
	  "     1,000174403;0,62;msec;task-clock;622678;25,50;;\n",
	  "0@1.00017 - task-clock 0.62 622678 0.255 0\n" },
	{ "JSON",
	  "{\"counter-value\" : \"1234.000000\", \"unit\" : \"\", \"event\" : \"cpu_core/slots/u\", \"event-runtime\" : 5000, \"pcnt-running\" : 25.50, \"metric-value\" : 0.253488, \"metric-unit\" : \"G/sec\"}\n",
	  "0@- - cpu_core/slots/u 1234 5000 0.255 0\n" },
	{ "JSON: not counted, not supported",
	  "{\"counter-value\" : \"<not counted>\", \"event\" : \"slots\", \"event-runtime\" : 0, \"pcnt-running\" : 0.00}\n{\"counter-value\" : \"<not supported>\", \"event\" : \"cycles\", \"event-runtime\" : 0, \"pcnt-running\" : 100.00}\n",
	  "0@- - slots - 0 0 0\n0@- - cycles - 0 1 0\n" },
	{ "JSON: intervals of cores, a metric alone, the sum",
	  "{\"interval\" : 0.103798913, \"core\" : \"S0-D0-C0\", \"aggregate-number\" : 1, \"counter-value\" : \"7.0\", \"event\" : \"cycles\", \"event-runtime\" : 3, \"pcnt-running\" : 100.00}\n"
	  "{\"interval\" : 0.103798913, \"core\" : \"S0-D0-C0\", \"metric-value\" : 5.0, \"metric-unit\" : \"x\"}\n"
	  "{\"interval\" : 0.208417623, \"core\" : \"S0-D0-C1\", \"counters\" : 1, \"counter-value\" : \"8.0\", \"event\" : \"cycles\", \"event-runtime\" : 3, \"pcnt-running\" : 100.00}\n"
	  "{\"core\" : \"S0-D0-C1\", \"counter-value\" : \"15.0\", \"event\" : \"cycles\", \"event-runtime\" : 3, \"pcnt-running\" : 100.00}\n",
	  "0@0.103799 S0-D0-C0 cycles 7 3 1 0\n1@0.208418 S0-D0-C1 cycles 8 3 1 0\n" },
	{ "JSON: CPUs, threads, a cgroup, several runs",
	  "{\"cpu\" : \"3\", \"counter-value\" : \"7.0\", \"event\" : \"cycles\", \"cgroup\" : \"/a\", \"variance\" : 1.43, \"event-runtime\" : 3, \"pcnt-running\" : 100.00}\n"
	  "{\"thread\" : \"7zip-4711\", \"counter-value\" : \"7.0\", \"event\" : \"cycles\", \"event-runtime\" : 3, \"pcnt-running\" : 100.00}\n",
	  "0@- CPU3 /a cycles 7 3 1 1.43\n0@- 7zip-4711 cycles 7 3 1 0\n" },
};

static void put_number(FILE *f, double x)
{
	if (isnan(x))
		fputs(" -", f);
	else
		fprintf(f, " %g", x);
}

static void put_row(FILE *f, const struct perf_stat *p, const struct perf_row *row)
{
	const char *who = p->who.name[row->who];

	fprintf(f, "%u@", row->round);
	if (isnan(p->end[row->round]))
		fputc('-', f);
	else
		fprintf(f, "%g", p->end[row->round]);
	fprintf(f, " %s %s", *who ? who : "-", p->events.name[row->event]);
	put_number(f, row->count);
	put_number(f, row->ran_ns);
	put_number(f, row->part);
	put_number(f, row->variance);
	fputc('\n', f);
}

static void try_read(const void *arg)
{
	const struct read_row *row = arg;
	struct event_error why = { "" };
	struct perf_stat p;
	char got[2048] = "";
	FILE *f = fmemopen(got, sizeof(got), "w");

	EXPECT_INT(0, perf_stat_parse(&p, "f", row->text, strlen(row->text),
				      &why));
	EXPECT_TEXT("", why.text);
	for (size_t i = 0; i < p.nr_rows; i++)
		put_row(f, &p, &p.row[i]);
	fclose(f);
	EXPECT_TEXT(row->want, got);
	perf_stat_free(&p);
}

#define FIRST "7,,cycles,3,100.00,,\n"
#define EXPECTED "expected a count, its unit and an event, as perf stat -x, and perf stat -j print them; with -o FILE they are not mixed with other output"

static const struct bad_row {
	const char *name;
	const char *text;
	const char *why;
} bad_rows[] = {
	{ "nothing", "", "f:0: there are no counts in this file; perf stat -x, -o FILE writes some, without --metric-only" },
	{ "comments only", "# started on Friday\n\n", "f:2: there are no counts in this file; perf stat -x, -o FILE writes some, without --metric-only" },
	{ "metrics only", "12.3,45.6,78.9,\n", "f:1: " EXPECTED },
	{ "for people", "\n Performance counter stats for 'true':\n", "f:2: this is what perf stat prints for people; give it -x, or -j" },
	{ "for people, by the interval", "#           time             counts unit events\n     1.000105543      1,234,567      cycles\n", "f:2: " EXPECTED },
	{ "something else", "hello\n", "f:1: " EXPECTED },
	{ "no event", FIRST "7,\n", "f:2: " EXPECTED },
	{ "no count", FIRST "many,,cycles,3,100.00,,\n", "f:2: " EXPECTED },
	{ "another separator later", FIRST "7;;cycles;3;100.00;;\n", "f:2: " EXPECTED },
	{ "an event that does not end", FIRST "7,,cpu/event=0x3c,umask=1,3,100.00,,\n", "f:2: the event 'cpu/event=0x3c' has no second /" },
	{ "a count that is none", FIRST "1000000000000000001000,,cycles,3,100.00,,\n", "f:2: a count of 1000000000000000001000 is more than any counter has" },
	{ "more than all of the time", FIRST "7,,cycles,3,100.01,,\n", "f:2: 100.01 % of the time is more than all of it; the field should be the percentage of time in which cycles was counted" },
	{ "what a terminal might obey", FIRST "7,,cpu/\033[1m,3,100.00,,\n", "f:2: the event 'cpu/ [1m' has no second /" },
	{ "JSON: broken", "{\"event\" : \"a\"\n", "f:1: '}' expected near end of file; where it has numbers such as 100,00, run perf with LC_ALL=C" },
	{ "JSON: no count", "{\"event\" : \"a\", \"counter-value\" : \"many\"}\n", "f:1: \"counter-value\" is 'many'; expected a count" },
	{ "JSON: a count that is none", "{\"event\" : \"a\", \"counter-value\" : \"1000000000000000001000\"}\n", "f:1: a count of 1000000000000000001000 is more than any counter has" },
	{ "JSON: more than all of the time", "{\"event\" : \"a\", \"counter-value\" : \"7\", \"pcnt-running\" : 101}\n", "f:1: \"pcnt-running\" is 101; expected a percentage" },
	{ "JSON: CSV follows", "{\"event\" : \"a\", \"counter-value\" : \"7\"}\n" FIRST, "f:2: '[' or '{' expected near '7'; where it has numbers such as 100,00, run perf with LC_ALL=C" },
};

static void try_bad(const void *arg)
{
	const struct bad_row *row = arg;
	struct event_error why = { "" };
	struct perf_stat p;

	EXPECT_INT(-EINVAL, perf_stat_parse(&p, "f", row->text,
					    strlen(row->text), &why));
	EXPECT_TEXT(row->why, why.text);
	perf_stat_free(&p);
}

/* ---- exactly the limit ---- */

static const struct limit_row {
	const char *name;
	unsigned int names;
	unsigned int length;	/* of the last */
	const char *why;
} limit_rows[] = {
	{ "as many events as there may be", PERF_NAMES_MAX, 8, "" },
	{ "one more", PERF_NAMES_MAX + 1, 8, "f:16385: more than 16384 different events, or tasks and CPUs" },
	{ "as long a name as there may be", 1, 1023, "" },
	{ "a longer one", 1, 1024, "f:1: a name is longer than 1023 characters" },
};

static void try_limit(const void *arg)
{
	const struct limit_row *row = arg;
	struct event_error why = { "" };
	struct perf_stat p;
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	for (unsigned int i = 1; i <= row->names; i++)
		fprintf(f, "7,,%0*u,3,100.00,,\n", row->length, i);
	fclose(f);
	EXPECT_INT(*row->why ? -EINVAL : 0,
		   perf_stat_parse(&p, "f", text, len, &why));
	EXPECT_TEXT(row->why, why.text);
	if (!*row->why)
		EXPECT_INT(row->names, p.events.nr);
	perf_stat_free(&p);
	free(text);
}

int main(void)
{
	UNIT_RUN("perf stat: read", read_rows, try_read);
	UNIT_RUN("perf stat: wrong", bad_rows, try_bad);
	UNIT_RUN("perf stat: limits", limit_rows, try_limit);
	return unit_end();
}
