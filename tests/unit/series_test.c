// SPDX-License-Identifier: GPL-2.0
/*
 * One reading after the other, what ends between two of them, and what of a
 * list is shown: commands over scenes whose numbers are worked out by hand.
 */
#include <stdio.h>
#include <stdlib.h>
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

#define AT(_time, _ask, _say) "at " #_time "\nask " _ask "\n" _say "end 0\n"
#define GONE "at 13\nask GET_PROCESS do PID=5\nend 3 no thread has this id\n"
#define NOT_MINE "at 13\nask GET_PROCESS do PID=5\nend 1 need CAP_PERFMON\n"
#define DEAF "ask SUBSCRIBE do\nend 1 need CAP_PERFMON\n"
#define SUBSCRIBED "ask SUBSCRIBE do\nend 0\n"

/* A process at four times: 100, 300, 600 and 1000 slots. */
#define OF_5(_slots, _ns) "say id=9 pid=5 comm=sh cpu_ns=" #_ns " lost_ns=0 threads=1 slots=" #_slots " retiring=" #_slots "\n"
#define PROCESS_1 AT(10, "GET_PROCESS do PID=5", OF_5(100, 1000))
#define PROCESS_2 AT(11, "GET_PROCESS do PID=5", OF_5(300, 2000))
#define PROCESS_3 AT(12.5, "GET_PROCESS do PID=5", OF_5(600, 4000))
#define PROCESS_4 AT(13.5, "GET_PROCESS do PID=5", OF_5(1000, 7000))
#define BOUND_5(_time, _slots) AT(_time, "GET_PROCESS do PID=5", "say id=9 pid=5 comm=sh slots=" #_slots " backend_bound=" #_slots "\n")
#define END_OF_5 "hear kind=1 seq=1 id=8 pid=4 comm=no slots=7\n" \
	"hear kind=1 seq=2 id=9 pid=5 comm=sh cpu_ns=9000 lost_ns=0 exited=1 slots=1500 retiring=1500\n"
#define INTERVALS "info\n" SUBSCRIBED PROCESS_1 PROCESS_2 PROCESS_3 PROCESS_4

#define OF_CPU(_cpu, _ns, _slots, _idle) "say cpu=" #_cpu " state=0 cpu_ns=" #_ns " lost_ns=0 slots=" #_slots " idle.slots=" #_idle " stats.switches=" #_slots "\n"
#define NO_CPU(_cpu) "say cpu=" #_cpu " state=4 cpu_ns=0 lost_ns=0 idle.slots=0\n"
#define AWAY_CPU(_cpu) "say cpu=" #_cpu " state=4 cpu_ns=10 lost_ns=0 slots=30 idle.slots=0\n"
#define ALL_CPUS_1 "" OF_CPU(0, 1000, 100, 10) OF_CPU(1, 1000, 200, 20) OF_CPU(2, 1000, 400, 40) OF_CPU(3, 1000, 800, 400)
#define ALL_CPUS_2 "" OF_CPU(0, 3000, 150, 60) OF_CPU(1, 3000, 210, 20) OF_CPU(2, 3000, 440, 40) OF_CPU(3, 3000, 900, 450)
#define CPUS_1 AT(5, "GET_CPU dump", ALL_CPUS_1)
#define CPUS_2 AT(7, "GET_CPU dump", ALL_CPUS_2)
#define BOUND_CPU(_cpu) "say cpu=" #_cpu " state=0 cpu_ns=7 lost_ns=0 slots=100 retiring=10 backend_bound=90 idle.slots=0\n"
#define CPUS_BOUND AT(5, "GET_CPU dump", BOUND_CPU(0) BOUND_CPU(2) BOUND_CPU(3))
#define STATS(_switches) "ask GET_STATS do\nsay bare stats.switches=" #_switches " stats.threads=" #_switches "\nend 0\n"

#define CHANGE(_command, _comm) "ask GET_STATS do\nsay bare stats.switches=1 change.command=" _command " change.pid=12 change.uid=34 change.at_ns=2000000000 change.comm=" _comm "\nend 0\n"

#define SUMS(_sums) "ask GET_STATS do\nsay bare stats.switches=1 stats.notices_missed=2 " _sums "\nend 0\n"

#define EPOCH(_epoch) "info of_set=cycles epoch=" #_epoch "\n"
#define CPU_CYCLES(_time, _epoch, _slots, _cycles) AT(_time, "GET_CPU dump", "say cpu=0 state=0 cpu_ns=" #_slots " lost_ns=0 epoch=" #_epoch " slots=" #_slots " cycles=" #_cycles " idle.slots=0\n")

#define TOTALS(_live, _exited) "ask GET_TOTALS do\nsay bare before.slots=0 live.slots=" #_live " exited.slots=" #_exited " idle.slots=0 untracked.slots=0 after.slots=0\nend 0\n"
#define TASK(_id, _comm, _slots) "say id=" #_id " pid=" #_id "0 comm=" _comm " born_ns=" #_id " cpu_ns=" #_slots " lost_ns=0 slots=" #_slots "\n"
#define TASKS(_time, ...) "at " #_time "\nask GET_PROCESS dump\n" __VA_ARGS__ "end 0\n"

#define END_OF_B "hear kind=1 seq=1 id=2 pid=20 comm=b born_ns=2 cpu_ns=340 lost_ns=0 exited=1 slots=340\n"
#define NO_TOTALS "ask GET_TOTALS do\nend 1 no\n"

/* A list that was interrupted before it came to 2. */
#define CUT_SHORT "at 10\nask GET_PROCESS dump\n" TASK(1, "a", 100) "end 0 interrupted\n"

/* a goes on, b ends in the second interval. */
#define LISTS "info\n" SUBSCRIBED \
	TOTALS(300, 0) TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200)) TOTALS(300, 0) \
	TOTALS(450, 0) TASKS(11, TASK(1, "a", 150) TASK(2, "b", 300)) TOTALS(450, 0) \
	"hear kind=1 seq=1 id=2 pid=20 comm=b born_ns=2 cpu_ns=340 lost_ns=0 exited=1 slots=340\n" \
	TOTALS(170, 340) TASKS(13, TASK(1, "a", 170)) TOTALS(170, 340)

/* Backend bound: 90 % of 100 slots, 10 % of 10000, and 50 % of 300. */
#define BOUND "info\nask GET_PROCESS dump\n" \
	"say id=1 pid=30 comm=small slots=100 retiring=10 backend_bound=90\n" \
	"say id=2 pid=10 comm=large slots=10000 retiring=9000 backend_bound=1000\n" \
	"say id=3 pid=20 comm=middle slots=300 retiring=150 backend_bound=150\n" \
	"say id=4 pid=40 comm=none slots=0\n" \
	"say id=5 pid=50 comm=paused cpu_ns=70 slots=0\nend 0\n"

/* Threads of two processes, in cgroups of which one is below the other. */
#define PLACES "ask GET_CGROUP dump\nsay cgroup=1 path=/ slots=1\nsay cgroup=2 parent=1 path=/a slots=1\nsay cgroup=3 parent=2 path=/a/docker-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.scope slots=1\nsay cgroup=4 parent=1 path=/ab slots=1\nend 0\n"
#define THREADS "ask GET_THREAD dump\n" SOME_THREADS "end 0\n"
#define SOME_THREADS \
	"say id=11 tid=30 pid=30 comm=small cgroup=3 slots=50\n" \
	"say id=12 tid=31 pid=30 comm=helper cgroup=4 slots=50\n" \
	"say id=13 tid=10 pid=10 comm=large cgroup=4 slots=10000\n" \
	"say id=14 tid=20 pid=20 comm=middle cgroup=2 slots=300\n"

/* Two processes: 100 and 1000 slots, then 300 and 1700. */
#define OF_6(_slots, _ns) "say id=10 pid=6 comm=cc cpu_ns=" #_ns " lost_ns=0 threads=2 children_nr=1 children_cpu_ns=7 slots=" #_slots " backend_bound=" #_slots "\n"
#define SIXTH_1 AT(10, "GET_PROCESS do PID=6", OF_6(1000, 1000))
#define SIXTH_2 AT(11, "GET_PROCESS do PID=6", OF_6(1700, 4000))
#define SIXTH_3 AT(12.5, "GET_PROCESS do PID=6", OF_6(2000, 5000))
#define END_OF_6 "hear kind=1 seq=3 id=10 pid=6 comm=cc cpu_ns=9000 lost_ns=0 exited=2 slots=2500 backend_bound=2500\n"
#define NO_6 "at 13\nask GET_PROCESS do PID=6\nend 3 no thread has this id\n"

/* Threads of a process whose first one is in no cgroup that is looked at. */
#define TORN "info\nask GET_PROCESS dump\n" TASK(1, "in", 40) TASK(2, "torn", 7) TASK(3, "lost", 7) "end 0\n" \
	"ask GET_CGROUP dump\nsay cgroup=1 path=/ slots=900\nsay cgroup=2 parent=1 path=/a slots=100\nsay cgroup=3 parent=1 path=/b slots=7\nsay cgroup=5 parent=2 path=/a/c slots=30\nend 0\n" \
	"ask GET_THREAD dump\nsay id=11 tid=10 pid=10 comm=in cgroup=2 slots=40\nsay id=12 tid=20 pid=20 comm=torn cgroup=3 slots=1\nsay id=13 tid=21 pid=20 comm=torn cgroup=5 slots=6\nend 0\n"
#define TORN_CGROUPS "ask GET_CGROUP dump\nsay cgroup=1 path=/ slots=900\nsay cgroup=2 parent=1 path=/a slots=100\nsay cgroup=3 parent=1 path=/b slots=7\nsay cgroup=5 parent=2 path=/a/c slots=30\nend 0\n"

/* clang-format off */
static const struct row rows[] = {
	{ "several processes together", cmd_show, "show -p 5,6,5 -l 1", "info\n" PROCESS_1 SIXTH_1, EXIT_FINE, { "processes 5,6,5 together, threads: 3\nCPU time 2 us, coverage 100.0 %\n1100 slots", "retiring 9.1 %", "backend_bound 90.9 %", "note: 1 process that they started, directly or through others, has ended" }, "only one" },
	{ "several threads together", cmd_show, "show -t 5,6 -l 1", "info\nask GET_THREAD do TID=5\nsay id=1 tid=5 pid=5 comm=a slots=10\nend 0\nask GET_THREAD do TID=6\nsay id=2 tid=6 pid=5 comm=b slots=30\nend 0\n", EXIT_FINE, { "threads 5,6 together\nCPU time -, coverage -\n40 slots" }, "only one" },
	{ "several processes as JSON", cmd_show, "show -p 5,6 -j", "info\n" PROCESS_1 SIXTH_1, EXIT_FINE, { "\"kind\": \"processes\",\n \"threads\": 3,", "\"pid_list\": \"5,6\"", "\"slots\": 1100" }, "\"comm\"" },
	{ "several processes as CSV", cmd_show, "show -p 5,6 -x;", "info\n" PROCESS_1 SIXTH_1, EXIT_FINE, { ";;processes;;5,6;retiring;0.0909" }, NULL },
	{ "one of several that is not there", cmd_show, "show -p 5,6", "info\n" PROCESS_1 NO_6 "ask GET_THREAD do TID=6\nend 3 no thread has this id\n", EXIT_FAILED, { "tdacct: process 6: no thread has this id\n" }, "together" },
	{ "several in an interval", cmd_show, "show -p 5,6 -i 1 -l 1", "info\n" SUBSCRIBED PROCESS_1 SIXTH_1 PROCESS_2 SIXTH_2, EXIT_FINE, { "in 1.000 s: CPU time 4 us, coverage 100.0 %\n900 slots", "next: tdacct show --pid 5,6 --interval 1 --explain core_bound\n" }, NULL },
	{ "one of several ends, the others go on", cmd_show, "show -p 5,6 -i 1 -l 1 --count 2", "info\n" SUBSCRIBED PROCESS_1 SIXTH_1 END_OF_6 PROCESS_2 NO_6 PROCESS_3, EXIT_FINE, { "1700 slots", "note: 1 of them has ended; what it did before is not in later intervals\n", "in 1.500 s: ", "300 slots", "note: 1 of them has ended" }, NULL },
	{ "until all of them have ended", cmd_show, "show -p 5,6 --until-end -l 1", "info\n" SUBSCRIBED PROCESS_1 SIXTH_1 END_OF_6 PROCESS_2 END_OF_5 "at 13\ninfo\n", EXIT_FINE, { "processes 5,6 together", "2900 slots", "note: all of them have ended: these are their final counts\n" }, "next:" },
	{ "one of several whose end nobody tells", cmd_show, "show -p 5,6 -i 1 -l 1", "info\n" DEAF PROCESS_1 SIXTH_1 PROCESS_2 NO_6, EXIT_FINE, { "tdacct: process 6 ended between the two readings", "\n200 slots", "note: 1 of them has ended", "note: of those that ended, or may not be read any more, the final counts are not known\n" }, NULL },
	{ "all of several, whose end nobody tells", cmd_show, "show -p 5,6 -i 1 -l 1", "info\n" DEAF PROCESS_1 SIXTH_1 GONE NO_6, EXIT_FAILED, { "process 5 ended between", "process 6 ended between" }, "slots" },
	{ "several cgroups together", cmd_show, "show -G a,b -l 1", "info\n" TORN_CGROUPS TORN_CGROUPS TORN_CGROUPS "ask GET_CGROUP do CGROUP=2\nsay cgroup=2 path=/a threads=2 slots=100\nend 0\nask GET_CGROUP do CGROUP=3\nsay cgroup=3 path=/b threads=1 slots=7\nend 0\n", EXIT_FINE, { "cgroups a,b together, all below them included, threads: 3\n", "107 slots" }, NULL },
	{ "a cgroup below another is not added again", cmd_show, "show -G a/c,a -l 1", "info\n" TORN_CGROUPS TORN_CGROUPS TORN_CGROUPS "ask GET_CGROUP do CGROUP=2\nsay cgroup=2 path=/a threads=2 slots=100\nend 0\n", EXIT_FINE, { "tdacct: cgroup a/c is below a, whose counts already include it; it is not added again\n", "100 slots" }, NULL },
	{ "a node explained by several", cmd_show, "show -p 5,6 --explain retiring", "info\n" PROCESS_1 SIXTH_1, EXIT_FINE, { "pid 5,6: 9.1 %", "perf record -e cpu/config=" }, NULL },
	{ "a list of several processes", cmd_list, "list -p 6,5 -o pid,slots --sort pid", "info\n" PROCESS_1 SIXTH_1, EXIT_FINE, { "PID SLOTS\n 5 100\n 6 1000\n" }, "totals" },
	{ "a list of several of which one is not there", cmd_list, "list -p 5,6 -o pid", "info\n" PROCESS_1 NO_6, EXIT_FAILED, { "tdacct: process 6: no thread has this id\n" }, "PID" },
	{ "a list of the threads of several processes", cmd_list, "list -p 10,20 --threads -o tid --sort tid", "info\nask GET_THREAD dump PID=10\nsay id=13 tid=10 pid=10 comm=large slots=5\nend 0\nask GET_THREAD dump PID=20\nsay id=14 tid=20 pid=20 comm=m slots=6\nsay id=15 tid=22 pid=20 comm=m slots=6\nend 0\n", EXIT_FINE, { "TID\n 10\n 20\n 22\n" }, NULL },
	{ "a list of several, of which one ends", cmd_list, "list -p 5,6 -o pid,comm,slots --sort pid -i 1 --count 2", "info\n" SUBSCRIBED PROCESS_1 SIXTH_1 END_OF_6 PROCESS_2 NO_6 PROCESS_3, EXIT_FINE, { "in 3.000 s:\nPID COMMAND SLOTS\n 5 sh 200\n - [exited] cc 1500\n", "\nPID COMMAND SLOTS\n 5 sh 300\n" }, NULL },
	{ "a list of several whose last one ends", cmd_list, "list -p 5,6 -o pid,comm,slots --sort pid -i 1 --count 9", "info\n" SUBSCRIBED PROCESS_1 SIXTH_1 END_OF_6 PROCESS_2 NO_6 END_OF_5 GONE PROCESS_3, EXIT_FINE, { "[exited] cc 1500\n", "[exited] sh 1200\n" }, "300\n" },
	{ "a list of several, and who took over a number", cmd_list, "list -p 5,6 -o pid,comm,slots --sort pid -i 1", "info\n" SUBSCRIBED PROCESS_1 SIXTH_1 END_OF_6 PROCESS_2 AT(11, "GET_PROCESS do PID=6", "say id=77 pid=6 comm=new slots=7\n"), EXIT_FINE, { " 5 sh 200\n - [exited] cc 1500\n" }, "new" },
	{ "a list of two cgroups", cmd_list, "list --threads -o tid --sort tid -G a/c,b", TORN TORN_CGROUPS TORN_CGROUPS TORN_CGROUPS, EXIT_FINE, { "TID\n 20\n 21\n" }, "10\n" },
	{ "what a list of a cgroup lacks", cmd_list, "list -o pid --sort pid -G a", TORN TORN_CGROUPS TORN_CGROUPS, EXIT_FINE, { "PID\n 10\n", "tdacct: 1 of them is not shown, because it is not known in which cgroup\n", "tdacct: 1 process with threads in there is not shown, because the first thread is elsewhere; --threads shows these threads\n", "tdacct: 60.0 % of the slots that were charged in there are in no row: those of tasks that have ended or moved; tdacct list --cgroups has all\n" }, NULL },
	{ "what is left out by another filter is not missed", cmd_list, "list -o pid --sort pid -G a -c in", TORN TORN_CGROUPS TORN_CGROUPS, EXIT_FINE, { "PID\n 10\n" }, "charged in there" },
	{ "nor what did not run since a generation", cmd_list, "list -o pid --sort pid -G a --since 7", TORN TORN_CGROUPS TORN_CGROUPS, EXIT_FINE, { "PID\n 10\n", "tdacct: 1 process with threads in there" }, "charged in there" },
	{ "who ended in a cgroup that nobody knows", cmd_list, "list --threads -o tid,slots -i 1 -G /a", "info\n" PLACES PLACES SUBSCRIBED AT(10, "GET_THREAD dump", SOME_THREADS)
		"hear kind=0 seq=1 id=14 tid=20 pid=20 comm=middle cgroup=99 slots=310\n" AT(11, "GET_THREAD dump", "say id=11 tid=30 pid=30 comm=small cgroup=3 slots=53\n") PLACES, EXIT_FINE, { " 30 3\n", "tdacct: 1 that ended in the interval is not shown, because it is not known in which cgroup\n" }, "charged in there" },
	{ "an interval and no more", cmd_show, "show -p 5 -i 1 -l 1", INTERVALS, EXIT_FINE, { "in 1.000 s: CPU time 1 us", "200 slots" }, "300 slots" },
	{ "interval after interval, each from the end of the last", cmd_show, "show -p 5 -i 1 --count 3 -l 1", INTERVALS, EXIT_FINE, {
		"in 1.000 s: CPU time 1 us", "200 slots", "\n\nprocess 5 sh, threads: 1\nin 1.500 s: CPU time 2 us, coverage 100.0 %, numbers as of its last switch\n300 slots", "in 1.000 s: CPU time 3 us, coverage 100.0 %, numbers as of its last switch\n400 slots" }, NULL },
	{ "what to do next is of intervals, too", cmd_show, "show -p 5 -i 1 -l 1", "info\n" SUBSCRIBED BOUND_5(10, 0) BOUND_5(11, 1000), EXIT_FINE, { "next: tdacct show --pid 5 --interval 1 --explain core_bound\n" }, NULL },
	{ "nothing is to be done about what has ended", cmd_show, "show -p 5 -i 1 -l 1", "info\n" SUBSCRIBED BOUND_5(10, 0) "hear kind=1 seq=1 id=9 pid=5 comm=sh slots=90 backend_bound=90\n" GONE, EXIT_FINE, { "90 slots", "final counts" }, "next:" },
	{ "nor in detail", cmd_show, "show -p 5 -i 1 --explain backend_bound", "info\n" SUBSCRIBED BOUND_5(10, 0) "hear kind=1 seq=1 id=9 pid=5 comm=sh slots=90 backend_bound=90\n" GONE, EXIT_FINE, { "pid 5 sh: 100.0 %" }, "show --pid" },
	{ "a node explained, reading by reading", cmd_show, "show -p 5 -i 1 --count 2 --explain retiring", INTERVALS, EXIT_FINE, { "\n\nretiring: Retiring, of slots\n" }, NULL },
	{ "a node explained in lines of JSON", cmd_show, "show -p 5 -i 1 --count 2 --explain retiring -j", INTERVALS, EXIT_FINE, { "{\"name\":\"retiring\",", "\"time_ns\":null,\"interval_s\":1.0}\n{\"name\":", "\"interval_s\":1.5}\n" }, "\n " },
	{ "as many as are asked for", cmd_show, "show -p 5 -i 1 --interval-count 2 -l 1", INTERVALS, EXIT_FINE, { "200 slots", "300 slots" }, "400 slots" },
	{ "lines of JSON", cmd_show, "show -p 5 -i 1 --count 2 --json", INTERVALS, EXIT_FINE, {
		"\"time_ns\":null,\"interval_s\":1.0,", "\n{\"kind\":\"process\",\"id\":9,", "\"time_ns\":null,\"interval_s\":1.5,", "\"slots\":300," }, "\n \"" },
	{ "one interval is JSON for people", cmd_show, "show -p 5 -i 1 --json", INTERVALS, EXIT_FINE, { "\n \"interval_s\": 1.0,\n" }, NULL },
	{ "CSV of a tree has a line for each node", cmd_show, "show -p 5 -i 1 --count 2 --csv", INTERVALS, EXIT_FINE, {
		"time,interval_s,kind,id,name,node,share,error,unit,flagged,cpu_ns,coverage,slots,cycles,known\n,1,process,5,sh,frontend_bound,0,", "\n,1,process,5,sh,retiring,1,", "\n,1.5,process,5,sh,retiring,1,0,slots,1,2000,1,300,0,1\n" }, ",\ntime" },
	{ "what is to be said of CSV, once", cmd_show, "show -p 5 -i 1 --csv", "info state=1\n" SUBSCRIBED PROCESS_1 END_OF_5 GONE, EXIT_FINE, { "tdacct: it has ended: these are its final counts\ntdacct: nothing is counted now: paused; tdacct doctor tells why\n" }, NULL },
	{ "and not again, reading by reading", cmd_show, "show -p 5 -i 1 --count 2 --csv", "info state=1\n" SUBSCRIBED PROCESS_1 PROCESS_2 PROCESS_3, EXIT_FINE, { "tells why\ntime,", ",300," }, "0\ntdacct:" },
	{ "perf's -I and -x", cmd_show, "show -p 5 -I 1000 --count 1 -x;", INTERVALS, EXIT_FINE, { "time;interval_s;kind;", "\n;1;process;5;sh;retiring;1;" }, "," },
	{ "a tab is a separator", cmd_show, "show -p 5 -x\\t", INTERVALS, EXIT_FINE, { "time\tinterval_s\tkind\t" }, "," },
	{ "a recording that has no more readings", cmd_show, "show -p 5 -I 1000 -l 1", INTERVALS, EXIT_FAILED, { "400 slots", "the recording has no later answer" }, NULL },

	{ "a process that ends in an interval has its final counts", cmd_show, "show -p 5 -i 60 -l 1", "info\n" SUBSCRIBED PROCESS_1 END_OF_5 GONE, EXIT_FINE, {
		"process 5 sh, and 1 that have ended\n", "CPU time 8 us, coverage 100.0 %", "1400 slots", "note: it has ended: these are its final counts\n" }, "ended between" },
	{ "an end that is told before anybody asks again", cmd_show, "show -p 5 -i 60 -l 1", "info\n" SUBSCRIBED PROCESS_1 END_OF_5 "at 12.5\ninfo\n", EXIT_FINE, { "in 2.500 s: CPU time 8 us", "1400 slots" }, NULL },
	{ "until it ends", cmd_show, "show -p 5 --until-end -l 1", "info\n" SUBSCRIBED PROCESS_1 END_OF_5 "at 12.5\ninfo\n", EXIT_FINE, { "in 2.500 s: CPU time 8 us", "1400 slots", "final counts" }, NULL },
	{ "until it ends, in intervals", cmd_show, "show -p 5 --until-end -i 1 -l 1", "info\n" SUBSCRIBED PROCESS_1 "info\n" PROCESS_2 END_OF_5 "at 13\ninfo\n", EXIT_FINE, { "in 1.000 s: CPU time 1 us", "200 slots", "in 2.000 s: CPU time 7 us", "1200 slots", "final counts" }, NULL },
	{ "nothing follows an end", cmd_show, "show -p 5 -i 1 --count 3 -l 1", "info\n" SUBSCRIBED PROCESS_1 END_OF_5 GONE PROCESS_2, EXIT_FINE, { "1400 slots" }, "200 slots" },
	{ "the end of somebody else is none", cmd_show, "show -p 5 -i 1 -l 1", "info\n" SUBSCRIBED PROCESS_1 "hear kind=1 seq=1 id=8 pid=5 comm=no slots=7\nhear kind=0 seq=2 id=9 tid=9 pid=9 comm=no slots=7\n" GONE, EXIT_FAILED, { "process 5 ended between the two readings" }, "final" },
	{ "an end of which nobody tells", cmd_show, "show -p 5 -i 1 -l 1", "info\nask SUBSCRIBE do\nend 1\n" PROCESS_1 GONE, EXIT_FAILED, { "process 5 ended between the two readings; what it did in the interval is not known\n" }, NULL },
	{ "until an end of which nobody tells", cmd_show, "show -p 5 --until-end -l 1", "info\n" DEAF PROCESS_1 PROCESS_2 PROCESS_3 GONE, EXIT_FINE, { "in 2.500 s: CPU time 3 us", "500 slots", "note: it has ended, or may not be read any more: these are the last counts that were read" }, "200 slots" },
	{ "the same of a user who may read no more than what is his own", cmd_show, "show -p 5 --until-end -l 1", "info\n" DEAF PROCESS_1 PROCESS_2 NOT_MINE, EXIT_FINE, { "in 1.000 s: CPU time 1 us", "200 slots", "final ones are not known" }, "CAP_PERFMON" },
	{ "until its end a lost notice is not waited for", cmd_show, "show -p 5 --until-end -l 1", "info\n" SUBSCRIBED PROCESS_1 PROCESS_2 GONE, EXIT_FINE, { "200 slots", "final ones are not known" }, NULL },
	{ "a notice that comes after several looks", cmd_show, "show -p 5 --until-end -l 1", "info\n" SUBSCRIBED PROCESS_1 PROCESS_2 PROCESS_3 END_OF_5 GONE, EXIT_FINE, { "1400 slots", "final counts" }, "not known" },
	{ "until it ends, and the recording ends before", cmd_show, "show -p 5 --until-end -l 1", "info\n" SUBSCRIBED PROCESS_1 PROCESS_2 PROCESS_3, EXIT_FINE, { "in 2.500 s", "500 slots" }, "has ended" },
	{ "an end of which a user without privilege is not told", cmd_show, "show -p 5 -i 1 -l 1", "info\n" DEAF PROCESS_1 NOT_MINE, EXIT_FAILED, { "process 5 ended between the two readings, or may not be read any more; what it did in the interval is not known, for final counts are not told: need CAP_PERFMON" }, "second reading" },
	{ "a thread that ends", cmd_show, "show -t 6 -i 1 -l 1", "info\n" SUBSCRIBED AT(1, "GET_THREAD do TID=6", "say id=3 tid=6 pid=5 comm=t slots=10\n")
		"hear kind=0 seq=1 id=3 tid=6 pid=5 comm=t slots=35\nask GET_THREAD do TID=6\nend 3\n", EXIT_FINE, { "thread 6 t, of process 5, has ended\n", "25 slots" }, NULL },
	{ "what a cgroup's own tasks did in an interval", cmd_show, "show -G id:7 --own -i 1 -l 1", "info\n" SUBSCRIBED AT(1, "GET_CGROUP do CGROUP=7", "say cgroup=7 path=/x cpu_ns=9 threads=2 slots=10 own.slots=4\n")
		AT(2, "GET_CGROUP do CGROUP=7", "say cgroup=7 path=/x cpu_ns=99 threads=2 slots=45 own.slots=11\n"), EXIT_FINE, { "cgroup /x", "\n7 slots" }, "90 ns" },
	{ "a cgroup that is removed", cmd_show, "show -G id:7 -i 1 -l 1", "info\n" SUBSCRIBED AT(1, "GET_CGROUP do CGROUP=7", "say cgroup=7 path=/x slots=10 own.slots=10\n")
		"hear kind=2 seq=1 cgroup=7 path=/x slots=45 own.slots=45\nask GET_CGROUP do CGROUP=7\nend 3\n", EXIT_FINE, { "cgroup /x", "35 slots", "final counts" }, NULL },

	{ "lists, each from the end of the last", cmd_list, "list -o pid,comm,slots -i 1 --count 2", LISTS, EXIT_FINE, {
		"in 1.000 s:\nPID COMMAND SLOTS\n 20 b 100\n 10 a 50\n\nin 2.000 s:\nPID COMMAND SLOTS\n - [exited] b 40\n 10 a 20\n" }, NULL },
	{ "threads that have ended are those of the interval, too", cmd_list, "list -o pid,threads,exited,slots -i 1 -c *", "info\n" SUBSCRIBED TASKS(10, "say id=1 pid=10 comm=a threads=3 exited=184223 slots=100\n") TASKS(11, "say id=1 pid=10 comm=a threads=4 exited=184225 slots=150\n"), EXIT_FINE, { " 10 4 2 50\n" }, "1842" },
	{ "of one process, too", cmd_show, "show -p 5 -i 1 -l 1", "info\n" SUBSCRIBED AT(10, "GET_PROCESS do PID=5", "say id=9 pid=5 comm=sh threads=1 exited=700 slots=1\n") AT(11, "GET_PROCESS do PID=5", "say id=9 pid=5 comm=sh threads=1 exited=703 slots=7\n"), EXIT_FINE, { "threads: 1, and 3 that have ended\n" }, NULL },
	{ "who ends while the list is read did so in the next interval", cmd_list, "list -o pid,comm,slots -i 1 --count 2", "info\n" SUBSCRIBED
		TOTALS(300, 0) TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200)) TOTALS(300, 0)
		TOTALS(450, 0) TASKS(11, TASK(1, "a", 150) TASK(2, "b", 300)) END_OF_B TOTALS(450, 0)
		TOTALS(170, 340) TASKS(13, TASK(1, "a", 170)) TOTALS(170, 340), EXIT_FINE, { "in 1.000 s:\nPID COMMAND SLOTS\n 20 b 100\n 10 a 50\n", "in 2.000 s:\nPID COMMAND SLOTS\n - [exited] b 40\n 10 a 20\n" }, NULL },
	{ "who was born behind a list and ends before the next", cmd_list, "list -o pid,comm,slots -i 1 --count 1", "info\n" SUBSCRIBED
		TOTALS(100, 0) TASKS(10, TASK(1, "a", 100)) "at 10.5\n" TOTALS(100, 0)
		"hear kind=1 seq=1 id=2 pid=20 comm=y born_ns=10200000000 cpu_ns=40 lost_ns=0 exited=1 slots=40\n"
		"hear kind=1 seq=2 id=3 pid=30 comm=z born_ns=9200000000 cpu_ns=40 lost_ns=0 exited=1 slots=40\n"
		"hear kind=0 seq=3 id=4 tid=40 pid=40 comm=t born_ns=10200000000 cpu_ns=40 lost_ns=0 slots=40\n"
		TOTALS(150, 40) TASKS(13, TASK(1, "a", 150)) TOTALS(150, 40), EXIT_FINE, { "in 3.000 s:\nPID COMMAND SLOTS\n 10 a 50\n - [exited] y 40\n" }, "] z" },
	{ "what ends in a list by command", cmd_list, "list -o pid,comm,slots -i 1 -c b*", "info\n" SUBSCRIBED TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200)) END_OF_B
		"hear kind=1 seq=2 id=1 pid=10 comm=a born_ns=1 cpu_ns=340 lost_ns=0 exited=1 slots=340\n" TASKS(11, TASK(3, "bb", 7)), EXIT_FINE, { "in 1.000 s:\nPID COMMAND SLOTS\n - [exited] b 140\n 30 bb 7\n" }, "] a" },
	{ "what ends in a cgroup", cmd_list, "list --threads -o tid,comm,slots -i 1 -G /a", "info\n" PLACES PLACES SUBSCRIBED AT(10, "GET_THREAD dump", SOME_THREADS)
		"hear kind=0 seq=1 id=14 tid=20 pid=20 comm=middle cgroup=2 slots=310\nhear kind=0 seq=2 id=13 tid=10 pid=10 comm=large cgroup=4 slots=10001\n"
		AT(11, "GET_THREAD dump", "say id=11 tid=30 pid=30 comm=small cgroup=3 slots=53\n") PLACES, EXIT_FINE, { "TID COMMAND SLOTS\n 30 small 3\n - [exited] middle 10\n" }, "large" },
	{ "what ends is nobody's", cmd_list, "list -o pid,comm,slots -i 1 -u 4242", "info\n" SUBSCRIBED TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200)) END_OF_B TASKS(11, TASK(2, "b", 203)), EXIT_FINE, { "tdacct: tasks that end within an interval are not shown with --user: the user of an ended task is not known\n", " 20 b 3\n" }, "[exited]" },
	{ "a list of one process, which ends", cmd_list, "list -p 5 -o pid,comm,slots -i 1 --count 3", "info\n" SUBSCRIBED PROCESS_1 PROCESS_2 END_OF_5 GONE PROCESS_3, EXIT_FINE, { "in 1.000 s:\nPID COMMAND SLOTS\n 5 sh 200\n", "in 2.000 s:\nPID COMMAND SLOTS\n - [exited] sh 1200\n" }, "600" },
	{ "a list of one thread, which ends", cmd_list, "list -t 6 -o tid,comm,slots -i 1", "info\n" SUBSCRIBED AT(1, "GET_THREAD do TID=6", "say id=3 tid=6 pid=5 comm=t slots=10\n")
		"hear kind=0 seq=1 id=4 tid=7 pid=5 comm=no slots=35\nhear kind=0 seq=1 id=3 tid=6 pid=5 comm=t slots=35\nat 2\nask GET_THREAD do TID=6\nend 3\n", EXIT_FINE, { "in 1.000 s:\nTID COMMAND SLOTS\n - [exited] t 25\n" }, "] no" },
	{ "a list of one process that ends unheard", cmd_list, "list -p 5 -i 1", "info\n" DEAF PROCESS_1 NOT_MINE, EXIT_FAILED, { "tdacct: process 5 ended between two readings; what it did in the interval is not known" }, "CAP_PERFMON" },
	{ "a list of one process whose number another one took", cmd_list, "list -p 5 -o pid,comm,slots -i 1", "info\n" SUBSCRIBED PROCESS_1 END_OF_5 AT(11, "GET_PROCESS do PID=5", "say id=77 pid=5 comm=new slots=7\n"), EXIT_FINE, { "[exited] sh 1400" }, "new" },
	{ "a list of a thread that is not there", cmd_list, "list -t 6", "info\nask GET_THREAD do TID=6\nend 3 no thread has this id\n", EXIT_FAILED, { "tdacct: thread 6: no thread has this id\n" }, NULL },
	{ "totals that cannot be had are told once", cmd_list, "list -o pid,comm,slots -i 1 --count 2", "info\n" DEAF NO_TOTALS TASKS(10, TASK(1, "a", 100)) NO_TOTALS TASKS(11, TASK(1, "a", 150)) NO_TOTALS TASKS(13, TASK(1, "a", 170)), EXIT_FINE, { "idle and untracked\nin 1.000 s:\n", "in 2.000 s" }, "idle and untracked\n\nin 2.000 s:" },
	{ "lists as CSV have one line of names", cmd_list, "list -o pid,comm,slots,retiring -i 1 --count 2 --csv", LISTS, EXIT_FINE, {
		"time,interval_s,pid,comm,slots,retiring\n,1,20,b,100,0.25\n,1,10,a,50,0.25\n,2,,[exited] b,40,0.25\n,2,10,a,20,0.25\n" }, NULL },
	{ "lists as lines of JSON", cmd_list, "list -o pid,slots -i 1 --count 2 -j", LISTS, EXIT_FINE, {
		"\"interval_s\":1.0,\"generation\":0,\"rows\":[{\"kind\": \"process\",\"pid\": 20,\"slots\": 100},", "]}\n{\"host\":", "\"interval_s\":2.0,", "\"pid\": 10,\"slots\": 20}", "]}\n" }, "\n " },
	{ "CSV sends no terminal what moves its cursor", cmd_list, "list -o command -x,", "info\nask GET_PROCESS dump\nsay id=1 pid=70 comm=evil slots=7\nend 0\n", EXIT_FINE, { "\n,,\"a\\x1b]0;\\x7f\\xc2\\x9b\\x09b\\x5cx41\xc3\xa9\\x0a \"\"c\"\",\"\n" }, "\x1b" },
	{ "a list of all up to now as CSV", cmd_list, "list -o comm,cpu_time,coverage -x,", "info\nask GET_PROCESS dump\nsay id=1 pid=1 comm=a,\"b cpu_ns=7000000000 lost_ns=1750000000 slots=7\nend 0\n", EXIT_FINE, { "time,interval_s,comm,cpu_time,coverage\n,,\"a,\"\"b\",7000000000,0.75\n" }, NULL },

	{ "an interval since a generation would have no beginning", cmd_list, "list --since 7 -i 1", LISTS, EXIT_USAGE, { "--since cannot be combined with --interval" }, "SLOTS" },
	{ "what an interrupted list lacked is not of the interval", cmd_list, "list -o pid,comm,slots,cpu_time -i 1 --sort pid -c *", "info\n" SUBSCRIBED CUT_SHORT CUT_SHORT
		TASKS(11, TASK(1, "a", 150) TASK(2, "b", 9000) "say id=3 pid=30 comm=c born_ns=10500000000 cpu_ns=7 slots=7\n"), EXIT_FINE, { " 10 a 50 50 ns\n 20 b - -\n 30 c 7 7 ns\n" }, "9000" },
	{ "a pause in a series of lists", cmd_list, "list -o pid,slots -i 1 --count 2 -j -c *", "info\n" SUBSCRIBED TASKS(10, TASK(1, "a", 100)) "info\n" TASKS(11, TASK(1, "a", 150)) "info state=1\n" TASKS(12, TASK(1, "a", 150)), EXIT_FINE, { "\"state\":\"counting\",\"time_ns\":null,\"interval_s\":1.0", "tdacct: nothing is counted now: paused; ", "\"state\":\"paused\",\"time_ns\":null,\"interval_s\":1.0" }, NULL },
	{ "the end of a pause in a series", cmd_show, "show -p 5 -i 1 -l 1 --count 3", "info state=1\n" SUBSCRIBED PROCESS_1 "info state=1\n" PROCESS_2 "info\n" PROCESS_3 "info\n" PROCESS_4, EXIT_FINE, { "200 slots", "note: nothing is counted now: paused; ", "300 slots" }, "300 slots, 0.0 % unclassified; 0 switches\n\nNODE SHARE +- UNIT\nfrontend_bound ~0.0 % 0.0 slots\nbad_speculation 0.0 % 0.0 slots\nretiring 100.0 % 0.0 slots ######################## <--\nbackend_bound 0.0 % 0.0 slots\n\n~ frontend_bound, fetch_latency: dropped micro-ops were not counted and are included\nnote" },
	{ "a pause that begins in a series", cmd_show, "show -p 5 -i 1 -l 1 --count 2", "info\n" SUBSCRIBED PROCESS_1 "info\n" PROCESS_2 "info state=1\n" PROCESS_3, EXIT_FINE, { "200 slots", "300 slots", "note: nothing is counted now: paused" }, NULL },
	{ "sorted by the slots of a node", cmd_list, "list -o comm --sort backend_bound", BOUND, EXIT_FINE, { "COMMAND\nlarge\nmiddle\nsmall\n" }, NULL },
	{ "sorted by its share", cmd_list, "list -o comm --sort backend_bound%", BOUND, EXIT_FINE, { "COMMAND\nsmall\nmiddle\nlarge\n" }, NULL },
	{ "what is no node has no share to sort by", cmd_list, "list -o comm --sort pid%", BOUND, EXIT_USAGE, { "no column 'pid%': only nodes have a share to sort by\n" }, NULL },
	{ "the other way round", cmd_list, "list -o comm --sort backend_bound --reverse", BOUND, EXIT_FINE, { "COMMAND\nsmall\nmiddle\nlarge\n" }, NULL },
	{ "ids from the smallest up", cmd_list, "list -o pid --sort pid", BOUND, EXIT_FINE, { "PID\n 10\n 20\n 30\n" }, NULL },
	{ "and from the largest down", cmd_list, "list -o pid --sort pid --reverse -n 2", BOUND, EXIT_FINE, { "PID\n 50\n 30\n" }, " 20" },
	{ "the first rows", cmd_list, "list -o pid,comm --sort slots -n 1", BOUND, EXIT_FINE, { "PID COMMAND\n 10 large\n" }, "middle" },
	{ "the first rows of JSON", cmd_list, "list -o pid --sort slots -n 1 --json", BOUND, EXIT_FINE, { "\"pid\": 10\n" }, "\"pid\": 20" },
	{ "what was charged nothing is left out", cmd_list, "list -o comm --sort slots", BOUND, EXIT_FINE, { "small\npaused\n" }, "none" },
	{ "unless it is asked for", cmd_list, "list -o comm --sort slots --zeros", BOUND, EXIT_FINE, { "none\n" }, NULL },
	{ "JSON has it all", cmd_list, "list -o comm --json", BOUND, EXIT_FINE, { "\"none\"" }, NULL },
	{ "at least so many slots", cmd_list, "list -o comm --sort slots --min-slots 300", BOUND, EXIT_FINE, { "COMMAND\nlarge\nmiddle\n" }, "small" },
	{ "at least so many slots in JSON", cmd_list, "list -o comm --json --min-slots 301", BOUND, EXIT_FINE, { "\"large\"" }, "middle" },
	{ "by command", cmd_list, "list -o comm --sort slots -c *l*e", BOUND, EXIT_FINE, { "COMMAND\nlarge\nmiddle\n" }, "totals" },
	{ "one thread", cmd_list, "list -t 31 -o tid,comm", "info\nask GET_THREAD do TID=31\nsay id=12 tid=31 pid=30 comm=helper cgroup=4 slots=50\nend 0\n", EXIT_FINE, { "TID COMMAND\n 31 helper\n" }, "small" },

	{ "threads of a cgroup and what is below it", cmd_list, "list --threads -o tid --sort tid -G /a", "info\n" PLACES PLACES THREADS, EXIT_FINE, { "TID\n 20\n 30\n" }, "31" },
	{ "processes are where their first threads are", cmd_list, "list -o pid,cgroup --sort pid -G a", BOUND PLACES PLACES THREADS, EXIT_FINE, { "PID CGROUP\n 20 /a\n 30 /a/docker-" }, " 10 " },
	{ "however many of its threads are elsewhere", cmd_list, "list -o pid,cgroup --sort pid", BOUND PLACES "ask GET_THREAD dump\n"
		"say id=11 tid=30 pid=30 cgroup=2 slots=1\nsay id=12 tid=31 pid=30 cgroup=4 slots=1\nsay id=13 tid=32 pid=30 cgroup=4 slots=1\nsay id=14 tid=33 pid=30 cgroup=4 slots=1\nsay id=15 tid=34 pid=30 cgroup=4 slots=1\nend 0\n", EXIT_FINE, { " 30 /a\n" }, " 30 /ab" },
	{ "the column alone asks for them", cmd_list, "list -o pid,cgroup,container --sort pid", BOUND PLACES THREADS, EXIT_FINE, { " 10 /ab -\n", "abcdef.scope 0123456789ab\n" }, NULL },
	{ "sorted by a column that is not shown", cmd_list, "list -o pid --sort unit -n 1", BOUND PLACES THREADS, EXIT_FINE, { "PID\n 30\n" }, NULL },
	{ "parents, users and command lines", cmd_list, "list -o pid,ppid,user,command --sort pid --zeros", BOUND, EXIT_FINE, {
		"PID PPID USER COMMAND-LINE\n 10 1 root large --of two words\n 20 10 4242 middle\n 30 10 4242 [small]\n 40 - - -\n" }, NULL },
	{ "those of threads are their process's", cmd_list, "list --threads -o tid,user --sort tid", "info\n" THREADS, EXIT_FINE, { " 30 4242\n 31 4242\n" }, NULL },
	{ "a user, another, and the first again", cmd_list, "list -o pid,user --sort pid", "info\nask GET_PROCESS dump\n" TASK(1, "1", 3) TASK(2, "2", 2) TASK(7, "7", 1) "end 0\n", EXIT_FINE, { " 10 root\n 20 4242\n 70 root\n" }, NULL },
	{ "the number of a thread in CSV is its own", cmd_show, "show -t 6 -x, -l 1", "info\nask GET_THREAD do TID=6\nsay id=2 tid=6 pid=5 comm=b slots=30\nend 0\n", EXIT_FINE, { "\n,,thread,6,b," }, NULL },
	{ "sorted by user", cmd_list, "list -o pid --sort user -n 3", BOUND, EXIT_FINE, { "PID\n 30\n 20\n 10\n" }, NULL },
	{ "what belongs to a user by number", cmd_list, "list -o pid --sort pid -u 4242", BOUND, EXIT_FINE, { "PID\n 20\n 30\n" }, "10" },
	{ "what belongs to a user by name", cmd_list, "list -o pid --user root", BOUND, EXIT_FINE, { "PID\n 10\n" }, "20" },

	{ "CPUs, by their numbers", cmd_list, "list --cpus -o name,slots,idle,cpu", "info\n" CPUS_1, EXIT_FINE, { "NAME SLOTS IDLE-SLOTS CPU\nCPU 0 100 10.0 % 0\nCPU 1 200 10.0 % 1\nCPU 2 400 10.0 % 2\nCPU 3 800 50.0 % 3\n" }, NULL },
	{ "some CPUs", cmd_list, "list -C 0,2-3 -o cpu,slots --sort slots", "info\n" CPUS_1, EXIT_FINE, { "CPU SLOTS\n 3 800\n 2 400\n 0 100\n" }, "200" },
	{ "CPUs of a list that are not there", cmd_list, "list -C 8-9", "info\n" CPUS_1, EXIT_FAILED, { "tdacct: none of these CPUs exists; see tdacct status\n" }, "NAME" },
	{ "CPUs in an interval", cmd_list, "list --cpus -o cpu,slots,idle,cpu_time -i 1", "info\n" CPUS_1 CPUS_2, EXIT_FINE, { "in 2.000 s:\n", " 0 50 100.0 % 2 us\n 1 10 0.0 % 2 us\n 2 40 0.0 % 2 us\n 3 100 50.0 % 2 us\n" }, NULL },
	{ "each row of CPUs in JSON", cmd_list, "list --cpus -o slots -C 1 --json", "info\n" CPUS_1, EXIT_FINE, { "\"kind\": \"cpus\",\n", "\"kind\": \"cpu\",\n \"slots\": 200\n" }, "400" },
	{ "a CPU, each interval from the end of the last", cmd_show, "show -C 0 -i 1 --count 2 -l 1", "info\n" AT(5, "GET_CPU dump CPU=0", OF_CPU(0, 1000, 100, 10)) AT(6, "GET_CPU dump CPU=0", OF_CPU(0, 3000, 350, 60)) AT(7, "GET_CPU dump CPU=0", OF_CPU(0, 7000, 1050, 410)), EXIT_FINE, { "\n250 slots, 0.0 % unclassified, 20.0 % idle slots", "\n700 slots, 0.0 % unclassified, 50.0 % idle slots" }, NULL },
	{ "cores", cmd_list, "list --per-core -o name,slots,idle,cpu", "info\n" CPUS_1, EXIT_FINE, { "S0-D0-C0 300 10.0 % 0\nS0-D1-C4 400 10.0 % 2\nS1-D0-C0 800 50.0 % 3\n" }, NULL },
	{ "cores in an interval", cmd_list, "list --per-core -o name,slots -i 1", "info\n" CPUS_1 CPUS_2, EXIT_FINE, { "S0-D0-C0 60\nS0-D1-C4 40\nS1-D0-C0 100\n" }, NULL },
	{ "sockets", cmd_list, "list --per-socket -o name,slots,kind", "info\n" CPUS_1, EXIT_FINE, { "S0 700 socket\nS1 800 socket\n" }, NULL },
	{ "cores where some CPUs are not there", cmd_list, "list --per-core -o name,slots,idle,cpu", "info\n" AT(5, "GET_CPU dump", ALL_CPUS_1 NO_CPU(8) NO_CPU(9)), EXIT_FINE, { "S0-D0-C0 300 10.0 % 0\nS0-D1-C4 400 10.0 % 2\nS1-D0-C0 800 50.0 % 3\n" }, "offline" },
	{ "cores and a CPU that went away", cmd_list, "list --per-socket -o name,slots,kind --json", "info\n" AT(5, "GET_CPU dump", ALL_CPUS_1 "say cpu=8 state=4 cpu_ns=10 lost_ns=0 slots=30 idle.slots=0\n"), EXIT_FINE, { "\"S1\"", "\"kind\": \"cpus\",\n \"name\": \"offline\",\n \"slots\": 30\n" }, NULL },
	{ "several that went away are one row", cmd_list, "list --per-socket -o name,slots", "info\n" AT(5, "GET_CPU dump", ALL_CPUS_1 AWAY_CPU(8) AWAY_CPU(9)), EXIT_FINE, { "S0 700\nS1 800\noffline 60\n" }, NULL },
	{ "a CPU that goes away in an interval", cmd_list, "list --per-core -o name,slots -i 1", "info\n" AT(5, "GET_CPU dump", ALL_CPUS_1 OF_CPU(8, 1000, 50, 0)) AT(7, "GET_CPU dump", ALL_CPUS_2 "say cpu=8 state=4 cpu_ns=1500 lost_ns=0 slots=75 idle.slots=0\n"), EXIT_FINE, { "S0-D0-C0 60\nS0-D1-C4 40\nS1-D0-C0 100\noffline 25\n" }, NULL },
	{ "one that is away all the time", cmd_list, "list --per-core -o name,slots -i 1 --json", "info\n" AT(5, "GET_CPU dump", ALL_CPUS_1 AWAY_CPU(8)) AT(7, "GET_CPU dump", ALL_CPUS_2 AWAY_CPU(8)), EXIT_FINE, { "S1-D0-C0" }, "offline" },
	{ "a copy of /sys that lacks a CPU", cmd_list, "list --per-core", "info\n" AT(5, "GET_CPU dump", ALL_CPUS_1 OF_CPU(8, 1000, 50, 0)), EXIT_FAILED, { "it is not known which core and socket CPU 8 is in: No such file" }, NULL },
	{ "the system has as many CPUs as were online", cmd_show, "show -a -l 1", "info\n" AT(5, "GET_CPU dump", ALL_CPUS_1 NO_CPU(8) AWAY_CPU(9)), EXIT_FINE, { "system of 5 CPUs\n" }, NULL },
	{ "a CPU that was never there", cmd_show, "show -C 8", "info\nask GET_CPU dump CPU=8\n" NO_CPU(8) "end 0\n", EXIT_FAILED, { "nothing was counted on CPU 8: it is offline; tdacct doctor" }, NULL },
	{ "several CPUs together", cmd_show, "show -C 0,2-3 -l 1", "info\n" CPUS_1, EXIT_FINE, { "CPUs 0,2-3, counted: 3\n", "1300 slots, 0.0 % unclassified, 34.6 % idle slots" }, NULL },
	{ "what to do next about several CPUs", cmd_show, "show -C 0,2-3 -l 1", "info\n" CPUS_BOUND, EXIT_FINE, { "next: tdacct show --cpu 0,2-3 --explain core_bound\n" }, "--pid" },
	{ "several CPUs explained", cmd_show, "show -C 0,2-3 --explain backend_bound", "info\n" CPUS_BOUND, EXIT_FINE, { "\ncpu 0,2-3: 90.0 %" }, "pid 0" },
	{ "several CPUs explained in JSON", cmd_show, "show -C 0,2-3 --explain backend_bound --json", "info\n" CPUS_BOUND, EXIT_FINE, { "\"kind\": \"cpus\",\n", "\"cpus\": 3,\n \"cpu_list\": \"0,2-3\"\n },\n" }, "--pid" },
	{ "several CPUs in JSON", cmd_show, "show --cpu 0-1 --json", "info\n" CPUS_1, EXIT_FINE, { "\"kind\": \"cpus\",", "\"cpus\": 2,\n \"cpu_list\": \"0-1\",", "\"slots\": 300," }, NULL },
	{ "CPUs that are not there", cmd_show, "show -C 8-9", "info\n" CPUS_1, EXIT_FAILED, { "nothing was counted on any of the CPUs 8-9; tdacct doctor tells why\n" }, NULL },
	{ "perf's -a", cmd_show, "show -a -l 1", "info\n" CPUS_1, EXIT_FINE, { "system of 4 CPUs\n" }, NULL },
	{ "-a beside a target is what it was", cmd_show, "show -c 0 -a", "info\nask GET_CPU dump CPU=0\n" OF_CPU(0, 5, 10, 1) "end 0\n", EXIT_FINE, { "CPU 0\n", "store_bound" }, NULL },

	{ "status in intervals", cmd_status, "status -i 1 --csv", "info\n" CPUS_1 STATS(40) "info\n" CPUS_2 STATS(47), EXIT_FINE, { "time,interval_s,cpu,state,coverage,switches,clears,charge_ns,reason\n,2,0,counting,1,50,,,\n,2,1,counting,1,10,,,\n" }, NULL },
	{ "status in JSON has its time", cmd_status, "status -i 1 -j", "info\n" CPUS_1 STATS(40) "info\n" CPUS_2 STATS(47), EXIT_FINE, { "\"cpu_ns\": 2000,\n", "\"slots\": 50,", "\"interval_s\": 2.0\n" }, NULL },
	{ "status after the events were changed", cmd_status, "status -i 1 --count 2 -j", EPOCH(1) CPU_CYCLES(5, 1, 100, 700) STATS(1) EPOCH(2) CPU_CYCLES(6, 2, 150, 30) STATS(2) EPOCH(2) CPU_CYCLES(7, 2, 170, 90) STATS(3), EXIT_FINE, { "\"epoch\":2,", "\"slots\":50,", "\"cycles\":null", "\"slots\":20,", "\"cycles\":60" }, "\"cycles\":-" },
	{ "status: what fields add up to", cmd_status, "status", "info\n" CPUS_1 SUMS("stats.sums_to_238=1 stats.sums_to_246=0 stats.sums_252=5 stats.sums_253=40 stats.sums_254=300 stats.sums_255=12345 stats.sums_above_271=9 stats.implausible=10 stats.metrics_slack=8"),
		EXIT_FINE, { "notices_missed 2\nimplausible 10\nmetrics_slack 8\nfields add up to 0-238: 1, 252: 5, 253: 40, 254: 300, 255: 12.3 k, 272-1020: 9\n\ncost" }, NULL },
	{ "status: each range", cmd_status, "status", "info\n" CPUS_1 SUMS("stats.sums_to_246=1 stats.sums_to_251=2 stats.sums_256=3 stats.sums_to_263=4 stats.sums_to_271=5"),
		EXIT_FINE, { "notices_missed 2\nfields add up to 239-246: 1, 247-251: 2, 256: 3, 257-263: 4, 264-271: 5\n\ncost" }, NULL },
	{ "status: nothing has added up yet", cmd_status, "status", "info\n" CPUS_1 SUMS("stats.sums_255=0 stats.metrics_slack=127"), EXIT_FINE, { "notices_missed 2\nmetrics_slack 127\n\ncost" }, "fields add up" },
	{ "doctor: fields that add up to no whole", cmd_doctor, "doctor --root /none --json", "info\nask GET_CPU dump\nsay cpu=0 state=0 reason=metrics_slack bare\nsay cpu=1 state=2 reason=metrics_slack bare\nsay cpu=2 state=2 reason=else bare\nend 0\n",
		EXIT_FAILED, { "\"text\": \"CPU 0: counting, metrics_slack\",\n \"todo\": \"tdacct status shows what they add up to;", "\"text\": \"CPU 1: waiting, metrics_slack\",\n \"todo\": \"tdacct status shows what they add up to;", "\"text\": \"CPU 2: waiting, else\",\n \"todo\": \"end what holds" }, NULL },
	{ "status with the last change", cmd_status, "status", "info\n" CPUS_1 CHANGE("7", "a\tb"), EXIT_FINE, { "last change: paused by pid 12, uid 34 (a?b), 3 s ago\n" }, NULL },
	{ "status with events changed", cmd_status, "status", "info\n" CPUS_1 CHANGE("13", "x"), EXIT_FINE, { "last change: events changed by pid 12, uid 34 (x), 3 s ago\n" }, NULL },
	{ "status with a change of a newer module", cmd_status, "status", "info\n" CPUS_1 CHANGE("99", "x"), EXIT_FINE, { "last change: something by pid 12" }, NULL },
	{ "status with the last change in JSON", cmd_status, "status -j", "info\n" CPUS_1 CHANGE("8", "x"), EXIT_FINE, { "\"last_change\": {\n \"command\": \"resume\",\n \"pid\": 12,\n \"uid\": 34,\n \"comm\": \"x\",\n \"at_ns\": 2000000000\n }" }, NULL },
	{ "status where nobody has changed anything", cmd_status, "status", "info\n" CPUS_1 STATS(40), EXIT_FINE, { "switches" }, "last change" },
	{ "the same in JSON", cmd_status, "status -j", "info\n" CPUS_1 STATS(40), EXIT_FINE, { "\"last_change\": null" }, NULL },
	{ "status of a kernel that is locked down", cmd_status, "status", "info\nask GET_CPU dump\nend 1 the kernel is locked down\n", EXIT_FINE, { "CPUs and statistics are not shown: the kernel is locked down\n" }, "CAP_PERFMON" },
	{ "the same as CSV", cmd_status, "status -x,", "info\nask GET_CPU dump\nend 1 the kernel is locked down\n", EXIT_FAILED, { "there are no lines of CPUs: the kernel is locked down\n" }, "CAP_PERFMON" },
	{ "status of some CPUs", cmd_status, "status -C 1,3 -x,", "info\n" CPUS_1 STATS(40), EXIT_FINE, { ",1,counting,1,200,,,\n,,3,counting,1,800,,,\n" }, ",400," },
	{ "status of some CPUs in an interval", cmd_status, "status -C 1 -i 1 -x,", "info\n" CPUS_1 STATS(40) "info\n" CPUS_2 STATS(47), EXIT_FINE, { ",2,1,counting,1,10,,,\n" }, ",50," },
	{ "status of a CPU that is not there", cmd_status, "status -C 9", "info\n" CPUS_1 STATS(40), EXIT_FAILED, { "tdacct: none of these CPUs exists; see tdacct status\n" }, "switches" },
	{ "a node explained again and again, as perf has it", cmd_explain, "explain -p 5 -I 1000 retiring", INTERVALS, EXIT_FAILED, { "pid 5 sh: 100.0 %", "\n\nretiring: Retiring, of slots\n", "the recording has no later answer" }, NULL },
	{ "status in an interval, for people", cmd_status, "status -i 1 --count 1", "info\n" CPUS_1 STATS(40) "info state=1\n" CPUS_2 STATS(47), EXIT_FINE, { "in 2.000 s:\nmodule 0.1.0", "state paused\n", "\nswitches 7\n", "\nthreads 47\n" }, NULL },
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
		unit_fail(__FILE__, __LINE__, "'%s' in '%.900s'", row->never,
			  got);
}

int main(void)
{
	setenv("TDACCT_ROOT", unit_path("root"), 1);
	fflush(stdout);
	UNIT_RUN("series", rows, attempt);
	return unit_end();
}
