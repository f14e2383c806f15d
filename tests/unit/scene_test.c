// SPDX-License-Identifier: GPL-2.0
/* Commands over scenes whose numbers are worked out by hand. */
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "scene.h"
#include "unit.h"

struct row {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *line;
	const char *scene;
	int status;
	const char *want[5];	/* each is printed, spaces squeezed */
	const char *never;
};

/* Two CPUs and one that is offline, twice: all of it half idle, then less. */
#define CPUS "ask GET_CPU dump\n" \
	"say cpu=0 state=0 cpu_ns=1000000000 lost_ns=100000000 slots=8000 retiring=8000 cycles=1000 instructions=1000 switches=3 idle.slots=1000 untracked.slots=400\n" \
	"say cpu=1 state=0 cpu_ns=1000000000 lost_ns=300000000 slots=2000 retiring=2000 cycles=1000 instructions=3000 switches=4 idle.slots=4000 untracked.slots=600\n" \
	"say cpu=2 state=4 bare\nend 0\n"
#define CPUS_LATER "ask GET_CPU dump\n" \
	"say cpu=0 state=0 cpu_ns=3000000000 lost_ns=100000000 slots=9000 retiring=8000 frontend_bound=1000 cycles=2000 instructions=2000 switches=5 idle.slots=1300 untracked.slots=410\n" \
	"say cpu=1 state=0 cpu_ns=3000000000 lost_ns=1300000000 slots=3000 retiring=2000 frontend_bound=1000 cycles=2000 instructions=4000 switches=6 idle.slots=4100 untracked.slots=650\n" \
	"say cpu=2 state=4 bare\nend 0\n"

#define FAMILY(_more) "say id=9 pid=5 comm=sh cpu_ns=4000000 lost_ns=1000000 threads=1 exited=2 slots=1000 retiring=1000 switches=2 " _more "\n"
#define CHILDREN "children_nr=3 children_cpu_ns=60000000 children_lost_ns=15000000 children.slots=5000 children.switches=30"
#define CHILD "children_nr=1 children_cpu_ns=60000000 children_lost_ns=0 children.slots=5000"
#define CHILDREN_LATER "children_nr=7 children_cpu_ns=160000000 children_lost_ns=20000000 children.slots=9000 children.switches=50"
#define PROCESS "ask GET_PROCESS do PID=5\n"

#define THREAD "ask GET_THREAD do TID=5\nsay id=8 tid=5 pid=5 comm=sh cpu_ns=1000 lost_ns=0 slots=10\nend 0\n"

#define BELOW "ask GET_CGROUP dump\n" \
	"say cgroup=1 path=/ slots=900 own.slots=100\n" \
	"say cgroup=2 parent=1 path=/ab slots=500 own.slots=500\n" \
	"say cgroup=3 parent=1 path=/a slots=300 own.slots=200\n" \
	"say cgroup=4 parent=3 path=/a/b slots=100 own.slots=100\nend 0\n"

/* All tasks between two totals, twice. One goes on, one ends, two come and go. */
#define TOTALS(_live, _exited, _idle, _untracked) "ask GET_TOTALS do\n" \
	"say bare before.slots=0 live.slots=" #_live " exited.slots=" #_exited " idle.slots=" #_idle " untracked.slots=" #_untracked " after.slots=0\nend 0\n"
#define LIST "ask GET_PROCESS dump\n" \
	"say id=1 pid=10 comm=a born_ns=100 cpu_ns=1000 lost_ns=0 slots=100\n" \
	"say id=2 pid=20 comm=b born_ns=200 cpu_ns=2000 lost_ns=0 exited=3 slots=200\nend 0\n"
#define LIST_LATER "ask GET_PROCESS dump\n" \
	"say id=1 pid=10 comm=a born_ns=100 cpu_ns=1500 lost_ns=0 slots=150\nend 0\n"
#define EARLY "at 10.000000250\n" TOTALS(300, 70, 5, 6)
#define LATE TOTALS(150, 400, 9, 8)
#define HEARD \
	"hear kind=1 seq=1 id=2 pid=20 comm=b born_ns=200 cpu_ns=2600 lost_ns=0 exited=4 slots=260\n" \
	"hear kind=1 seq=2 id=3 pid=30 comm=c born_ns=9000000001 cpu_ns=30 lost_ns=0 exited=1 slots=40\n" \
	"hear kind=1 seq=3 id=4 pid=40 comm=c born_ns=10000000400 cpu_ns=30 lost_ns=0 exited=1 slots=20\n" \
	"hear kind=1 seq=4 id=5 pid=50 comm=d born_ns=9000000000 cpu_ns=30 lost_ns=0 exited=1 slots=9\n"
#define BOTH "info\nask SUBSCRIBE do\nend 0\n" EARLY "at 9\n" LIST EARLY \
	HEARD LATE "at 11.5\n" LIST_LATER LATE
#define SUM "list --sort slots -o pid,comm,slots"

/* clang-format off */
static const struct row rows[] = {
	{ "a list has what is in none of its rows", cmd_list, SUM, "info\n" EARLY LIST EARLY, EXIT_FINE, {
		"PID COMMAND SLOTS\n 20 b 200\n 10 a 100\n - [exited] 70\n - [untracked] 6\n - [idle] 5\n" }, NULL },
	{ "names that are alike keep the order of their birth", cmd_list, "list --sort comm -o pid,comm", "info\n" EARLY "ask GET_PROCESS dump\nsay id=1 pid=20 comm=a slots=1\nsay id=2 pid=10 comm=a slots=2\nend 0\n" EARLY, EXIT_FINE, {
		" 20 a\n 10 a\n" }, NULL },
	{ "each row of JSON has its kind", cmd_list, "list --sort slots --json -o slots", "info\n" EARLY LIST EARLY, EXIT_FINE, {
		"\"kind\": \"process\",\n \"slots\": 200\n", "\"kind\": \"exited\",\n \"slots\": 70\n", "\"kind\": \"untracked\",\n \"slots\": 6\n", "\"kind\": \"idle\",\n \"slots\": 5\n" }, NULL },
	{ "an interval has what ended in it, by command", cmd_list, SUM ",exited,cpu_time --interval 1", BOTH, EXIT_FINE, {
		"in 2.500 s:\nPID COMMAND SLOTS EXITED CPU-TIME\n", " - [exited] b 60 1 600 ns\n", " - [exited] c 60 2 60 ns\n", " 10 a 50 - 500 ns\n - [exited] 10 - -\n - [idle] 4 - -\n - [untracked] 2 - -\n" }, "[exited] d" },
	{ "the measured time in JSON, not the one asked for", cmd_list, "list --json --interval 1", BOTH, EXIT_FINE, { "\"interval_s\": 2.5,\n" }, NULL },
	{ "a recording alone tells nobody's processes", cmd_list, "list --user 0 -o pid", "info\n" EARLY LIST EARLY, EXIT_FAILED, { "tdacct: a recording does not tell who owned a process; TDACCT_ROOT may name" }, "PID" },
	{ "a list without totals says so", cmd_list, "list -o pid", "info\n" LIST, EXIT_FINE, { "the system's totals cannot be read: the list lacks the rows for ended tasks, idle and untracked\n" }, "[exited]" },
	{ "an interval of a recording with one reading", cmd_list, "list --interval 1", "info\n" EARLY LIST EARLY, EXIT_FAILED, { "processes: the recording has no later answer to 'GET_PROCESS dump'; it was made without an interval\n" }, "in 1" },
	{ "the system in an interval of one reading", cmd_show, "show --system --interval 1", "info\n" CPUS, EXIT_FAILED, { "all CPUs: the recording has no later answer to 'GET_CPU dump'" }, "system of" },
	{ "a CPU's interval is its own time", cmd_show, "show --cpu 1 --level 1 --interval 1", "info\nat 5\nask GET_CPU dump CPU=1\nsay cpu=1 state=0 cpu_ns=1000000000 lost_ns=0 slots=20\nend 0\n"
		"at 8\nask GET_CPU dump CPU=1\nsay cpu=1 state=0 cpu_ns=3500000000 lost_ns=0 slots=30\nend 0\n", EXIT_FINE, { "in 2.500 s: online 2.50 s" }, NULL },
	{ "a process's is what was measured", cmd_show, "show --pid 5 --level 1 --interval 1", "info\nat 5\n" PROCESS FAMILY("") "end 0\nat 6.25\n" PROCESS FAMILY("") "end 0\n", EXIT_FINE, { "in 1.250 s: CPU time 0 ns" }, NULL },
	{ "a list while paused", cmd_list, "list -o pid", "info state=1\n" EARLY LIST EARLY, EXIT_FINE, { "tdacct: nothing is counted now: paused; tdacct doctor tells why\n", "PID\n" }, NULL },
	{ "its state in JSON", cmd_list, "list --json -o pid", "info state=2\n" EARLY LIST EARLY, EXIT_FINE, { "\"state\": \"waiting\"," }, NULL },
	{ "a list while counting says nothing more", cmd_list, "list -o pid", "info\n" EARLY LIST EARLY, EXIT_FINE, { "PID\n" }, "counted now" },
	{ "bytes that nobody wants on a terminal", cmd_show, "show --pid 5 --level 1", "info\n" PROCESS "say id=9 pid=5 comm=a\033b\377\203 slots=7\nend 0\n", EXIT_FINE, { "process 5 a?b\\xff\\x83\n" }, "\377" },
	{ "nor in a watch", cmd_watch, "watch --processes -o pid,comm", "info\nask SUBSCRIBE do\nend 0\nask GET_PROCESS dump\nend 0\nhear kind=1 seq=1 pid=5 id=9 comm=a\377b slots=7\n", EXIT_FINE, { " 5 a\\xffb" }, "\377" },
	{ "not from here: no capability helps", cmd_watch, "watch", "info\nask SUBSCRIBE do\nend 1 subscribe from the initial pid namespace\n", EXIT_FAILED, { "watch: subscribe from the initial pid namespace\n" }, "sudo" },

	{ "the system is the sum of its CPUs", cmd_show, "show --system --level 1", "info\n" CPUS, EXIT_FINE, {
		"system of 2 CPUs\n", "online 2 s, coverage 80.0 %\n",
		"10 k slots, 0.0 % unclassified, 50.0 % idle slots, 10.0 % untracked; 2.00 instructions a cycle; 7 switches\n" }, NULL },
	{ "a CPU that was never online is none of them", cmd_show, "show --system --level 1", "info\nask GET_CPU dump\nsay cpu=0 state=0 cpu_ns=1000 lost_ns=0 slots=8000\nsay cpu=1 state=0 cpu_ns=1000 lost_ns=0 slots=8000\nsay cpu=2 state=4 cpu_ns=0 lost_ns=0 slots=0\nend 0\n", EXIT_FINE, {
		"system of 2 CPUs\n" }, NULL },
	{ "nor is one that tells no counts", cmd_show, "show --system --level 1", "info\nask GET_CPU dump\nsay cpu=0 state=0 cpu_ns=1000 lost_ns=0 slots=8000\nsay cpu=1 state=0 cpu_ns=1000 lost_ns=0 slots=8000\nsay cpu=2 state=2 bare\nend 0\n", EXIT_FINE, {
		"system of 2 CPUs\n" }, NULL },
	{ "in JSON too", cmd_show, "show --system --json", "info\n" CPUS, EXIT_FINE, {
		"\"cpus\": 2,", "\"lost_ns\": 400000000,", "\"idle\": {\n \"slots\": 5000,", "\"untracked\": {\n \"slots\": 1000," }, NULL },
	{ "the system in an interval", cmd_show, "show --system --level 1 --interval 2", "info\n" CPUS CPUS_LATER, EXIT_FINE, {
		"online 4 s, coverage 75.0 %\n",
		"2000 slots, 0.0 % unclassified, 20.0 % idle slots, 3.0 % untracked; 1.00 instructions a cycle; 4 switches\n",
		"frontend_bound ~100.0 %" }, NULL },
	{ "a CPU in an interval", cmd_show, "show --cpu 1 --level 1 --interval 2", "info\nask GET_CPU dump CPU=1\nsay cpu=1 state=0 cpu_ns=1000000000 lost_ns=300000000 slots=2000 retiring=2000 idle.slots=400\nend 0\n"
		"ask GET_CPU dump CPU=1\nsay cpu=1 state=0 cpu_ns=3000000000 lost_ns=1300000000 slots=3000 retiring=3000 idle.slots=900\nend 0\n", EXIT_FINE, {
		"CPU 1\n", "online 2 s, coverage 50.0 %\n", "1000 slots, 0.0 % unclassified, 50.0 % idle slots" }, NULL },
	{ "a CPU that is offline", cmd_show, "show --cpu 2", "info\nask GET_CPU dump CPU=2\nsay cpu=2 state=4 bare\nend 0\n", EXIT_FAILED, { "nothing was counted on CPU 2: it is offline; tdacct doctor tells why\n" }, NULL },

	{ "the children of a process", cmd_show, "show --pid 5", "info\n" PROCESS FAMILY(CHILDREN) "end 0\n", EXIT_FINE, {
		"note: 3 processes that it started, directly or through others, have ended, with 60 ms of CPU time; that is not in this tree\n" }, NULL },
	{ "a single child", cmd_show, "show --pid 5", "info\n" PROCESS FAMILY(CHILD) "end 0\n", EXIT_FINE, {
		"note: 1 process that it started, directly or through others, has ended, with 60 ms of CPU time; that is not in this tree\n" }, NULL },
	{ "no children", cmd_show, "show --pid 5", "info\n" PROCESS FAMILY("children_nr=0 children_cpu_ns=0") "end 0\n", EXIT_FINE, { "threads: 1, and 2 that have ended\n" }, "that it started" },
	{ "the children in JSON", cmd_show, "show --pid 5 --json", "info\n" PROCESS FAMILY(CHILDREN) "end 0\n", EXIT_FINE, {
		"\"cpu_ns\": 4000000,\n \"lost_ns\": 1000000,\n \"coverage\": 0.75,",
		"\"children\": {\n \"processes\": 3,\n \"cpu_ns\": 60000000,\n \"lost_ns\": 15000000,\n \"counts\": {\n \"slots\": 5000," }, NULL },
	{ "the children of an interval", cmd_show, "show --pid 5 --json --interval 1", "info\n" PROCESS FAMILY(CHILDREN) "end 0\n" PROCESS FAMILY(CHILDREN_LATER) "end 0\n", EXIT_FINE, {
		"\"cpu_ns\": 0,\n \"lost_ns\": 0,",
		"\"processes\": 4,\n \"cpu_ns\": 100000000,\n \"lost_ns\": 5000000,\n \"counts\": {\n \"slots\": 4000,",
		"4 processes that it started" }, NULL },
	{ "one thread of several", cmd_show, "show --task 5", "info\n" THREAD PROCESS FAMILY("") "end 0\n", EXIT_FINE, {
		"note: this is only one of the 3 threads of its process; --pid 5 shows them all\n" }, NULL },
	{ "the only thread", cmd_show, "show --task 5", "info\n" THREAD PROCESS "say id=9 pid=5 threads=1 exited=0 slots=10\nend 0\n", EXIT_FINE, { "thread 5 sh, of process 5\n" }, "note:" },

	{ "a cgroup by its whole path", cmd_show, "show --cgroup a --level 1", "info\n" BELOW "ask GET_CGROUP do CGROUP=3\nsay cgroup=3 parent=1 path=/a slots=300 own.slots=200\nend 0\n", EXIT_FINE, {
		"cgroup /a, all below it included\n", "300 slots" }, NULL },
	{ "its own tasks have no time", cmd_show, "show --cgroup /a/ --own --level 1", "info\n" BELOW "ask GET_CGROUP do CGROUP=3\nsay cgroup=3 parent=1 path=/a cpu_ns=1000 lost_ns=0 threads=4 slots=300 own.slots=200\nend 0\n", EXIT_FINE, {
		"cgroup /a, only its own tasks\n", "CPU time -, coverage -\n", "200 slots" }, "threads: 4" },
	{ "a cgroup by number 0", cmd_show, "show --cgroup id:0", "info\n", EXIT_FAILED, { "--cgroup expects a number after id:, not '0'" }, NULL },
	{ "their own slots", cmd_list, "list --cgroups -o cgroup,slots,own_slots --sort own_slots", "info\n" BELOW, EXIT_FINE, {
		"CGROUP SLOTS OWN-SLOTS\n/ab 500 500\n/a 300 200\n/ 900 100\n/a/b 100 100\n" }, NULL },
	{ "a kernel without cgroups", cmd_list, "list --threads -o tid,cgroup", "info\nask GET_THREAD dump\nsay id=8 tid=5 pid=5 slots=10\nend 0\nask GET_CGROUP dump\nend 95\n", EXIT_FINE, {
		"TID CGROUP\n 5 -\n" }, NULL },
	{ "states of threads", cmd_list, "list --zeros --threads -o tid,state,age --sort tid --reverse", "info\nask GET_THREAD dump\nsay id=1 tid=1 pid=1 flags=1 age_ns=7\nsay id=2 tid=2 pid=1 flags=2\nsay id=3 tid=3 pid=1 flags=0\nend 0\n", EXIT_FINE, {
		"3 waiting -\n 2 dead -\n 1 running 7 ns\n" }, NULL },
	{ "equal ones in the order of their ids", cmd_list, "list --zeros -o pid", "info\nask GET_PROCESS dump\nsay id=3 pid=30\nsay id=1 pid=10\nsay id=2 pid=20\nend 0\n", EXIT_FINE, { "PID\n 10\n 20\n 30\n" }, NULL },

	{ "a thread that has ended", cmd_show, "show --task 5 --json", "info\nask GET_THREAD do TID=5\nsay id=8 tid=5 pid=4 flags=2 slots=10\nend 0\n", EXIT_FINE, {
		"\"running\": false,\n \"dead\": true,\n \"kthread\": false," }, NULL },
	{ "unclassified slots", cmd_show, "show --pid 5 --level 1", "info\n" PROCESS "say id=9 pid=5 slots=4000 unclassified=1000 retiring=3000\nend 0\n", EXIT_FINE, {
		"4000 slots, 25.0 % unclassified", "retiring 100.0 %" }, NULL },
	{ "removed cgroups, and who ended in them", cmd_list, "list --zeros --cgroups -o cgroup,state,threads,exited --sort cgroup", "info\nask GET_CGROUP dump\nsay cgroup=1 path=/ threads=9 exited=5\nsay cgroup=2 path=/a cgroup_flags=1 threads=0 exited=3\nend 0\n", EXIT_FINE, {
		"/ there 9 5\n/a removed 0 3\n" }, NULL },

	{ "an interrupted list is read again", cmd_list, "list --zeros -o pid", "info\nask GET_PROCESS dump\nsay id=1 pid=10\nsay id=2 pid=20\nend 0 interrupted\nask GET_PROCESS dump\nsay id=3 pid=30\nsay id=4 pid=40\nend 0\n", EXIT_FINE, {
		"PID\n 30\n 40\n" }, "came and went" },
	{ "a list that is always interrupted", cmd_list, "list --zeros -o pid", "info\nask GET_PROCESS dump\nsay id=1 pid=10\nend 0 interrupted\nask GET_PROCESS dump\nsay id=2 pid=20\nend 0 interrupted\nask GET_PROCESS dump\nsay id=3 pid=30\nend 0\n", EXIT_FINE, {
		"PID\n 20\n", "processes came and went while the list was read; some may be missing\n" }, NULL },
	{ "a list that failed when it was interrupted", cmd_list, "list --zeros -o pid", "info\nask GET_PROCESS dump\nend 1 interrupted no\nask GET_PROCESS dump\nsay id=1 pid=10\nend 0\n", EXIT_FAILED, { "processes: no" }, NULL },
	{ "interrupted CPUs are read again", cmd_show, "show --system --level 1", "info\nask GET_CPU dump\nsay cpu=0 state=0 cpu_ns=10 lost_ns=0 slots=500\nend 0 interrupted\nask GET_CPU dump\nsay cpu=0 state=0 cpu_ns=10 lost_ns=0 slots=600\nend 0\n", EXIT_FINE, {
		"system of 1 CPUs\n", "600 slots" }, NULL },
	{ "threads in an interval", cmd_list, "list --threads --interval 1 -o tid,slots,cpu_time", "info\nask GET_THREAD dump\nsay id=1 tid=11 pid=1 cpu_ns=100 slots=1000\nend 0\nask GET_THREAD dump\nsay id=1 tid=11 pid=1 cpu_ns=150 slots=1700\nend 0\n", EXIT_FINE, {
		" 11 700 50 ns\n" }, "1700" },
	{ "processes in an interval", cmd_list, "list --interval 1 -o pid,slots,cpu_time", "info\nask GET_PROCESS dump\nsay id=1 pid=11 cpu_ns=100 slots=1000\nend 0\nask GET_PROCESS dump\nsay id=1 pid=11 cpu_ns=150 slots=1700\nend 0\n", EXIT_FINE, {
		" 11 700 50 ns\n" }, "1700" },
	{ "cgroups in an interval", cmd_list, "list --cgroups --interval 1 -o cgroup,slots,own_slots", "info\nask GET_CGROUP dump\nsay cgroup=1 path=/ slots=1000 own.slots=100\nend 0\nask GET_CGROUP dump\nsay cgroup=1 path=/ slots=1700 own.slots=150\nend 0\n", EXIT_FINE, {
		"/ 700 50\n" }, "1700" },

	{ "paused for a time", cmd_pause, "pause --for 30s", "info\nask PAUSE do RESUME_MS=30000\nend 0\ninfo state=1 resume_ms=29500\n", EXIT_FINE, { "paused, resumes in 29.500 s\n" }, NULL },
	{ "paused until resumed", cmd_pause, "pause", "info\nask PAUSE do\nend 0\ninfo state=1\n", EXIT_FINE, { "paused\n" }, "resumes" },
	{ "counting has no end", cmd_resume, "resume --json", "info\nask RESUME do\nend 0\ninfo state=0 resume_ms=7\n", EXIT_FINE, { "\"state\": \"counting\",\n \"resume_ms\": null" }, NULL },
	{ "a tree while paused", cmd_show, "show --pid 5", "info state=1\n" PROCESS FAMILY("") "end 0\n", EXIT_FINE, { "note: nothing is counted now: paused; tdacct doctor tells why\n" }, NULL },
	{ "a tree while counting", cmd_show, "show --pid 5", "info\n" PROCESS FAMILY("") "end 0\n", EXIT_FINE, { "process 5 sh" }, "note:" },
};
/* clang-format on */

static void attempt(const void *arg)
{
	const struct row *row = arg;
	static char got[1 << 16];

	EXPECT_INT(row->status, scene_run(row->run, row->line, row->scene, got,
					  sizeof(got)));
	for (size_t i = 0; i < 5 && row->want[i]; i++)
		unit_expect(row->want[i], got);
	if (row->never && strstr(got, row->never))
		unit_fail(__FILE__, __LINE__, "'%s' in '%.600s'", row->never, got);
}

int main(void)
{
	UNIT_RUN("scene", rows, attempt);
	return unit_end();
}
