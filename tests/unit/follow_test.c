// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks through time, in whole commands. A recording answers, but as if it were the
 * kernel: notices come later than they are asked for, other events are chosen, the
 * module goes and comes back. What top would draw on its terminal is printed.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/keys.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "collect/session.h"
#include "kernel/client.h"
#include "kernel/transport.h"
#include "tasks/stop.h"
#include "view/canvas.h"
#include "scene.h"
#include "unit.h"

enum { SCENES = 3, WANTS = 6 };

struct row {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *line;
	enum { RECORDED, KERNEL, LATE } source;	/* as the kernel; notices come late */
	const char *scene[SCENES];	/* each time when the module is opened */
	int status;
	const char *want[WANTS];	/* spaces squeezed */
	const char *never;
	const char *keys;	/* of top: one after each reading */
};

static const struct row *now;
static unsigned int opened, pressed;	/* scenes and keys of the row */
static char path[64];	/* of the recording */
static char file[80];	/* which a line calls @: what tdacct record writes */
static bool coming;		/* a notice that was not there at first */

typeof(client_open) __real_client_open, __wrap_client_open;
typeof(client_fd) __real_client_fd, __wrap_client_fd;
typeof(client_recv) __real_client_recv, __wrap_client_recv;
typeof(stop_wait) __real_stop_wait, __wrap_stop_wait;
typeof(session_has_module) __wrap_session_has_module;
typeof(terminal_open) __wrap_terminal_open;
typeof(terminal_close) __wrap_terminal_close;
typeof(terminal_size) __wrap_terminal_size;
typeof(terminal_draw) __wrap_terminal_draw;
typeof(terminal_wait) __wrap_terminal_wait;
typeof(terminal_key) __wrap_terminal_key;
typeof(terminal_said) __wrap_terminal_said;

/* An empty scene: the module is not loaded. */
int __wrap_client_open(struct client *c, const char *replay, const char *record)
{
	const char *scene = opened < SCENES ? now->scene[opened] : NULL;
	int err;

	(void)replay;
	opened++;
	if (scene)
		scene_write(path, scene);
	err = scene && !*scene ? -ENOENT : __real_client_open(c, path, record);
	if (!err)
		c->transport->live = c->transport->local =
			now->source != RECORDED;
	return err;
}

/* It is loaded for a moment, and gone again. */
bool __wrap_session_has_module(void)
{
	static bool was;

	return was = !was;
}

int __wrap_client_fd(const struct client *c)
{
	return now->source == LATE ? STDIN_FILENO : __real_client_fd(c);
}

/* A late one is not there when it is looked for, and comes in the next wait. */
int __wrap_client_recv(struct client *c)
{
	int err = -EAGAIN;

	if (now->source != LATE || coming)
		err = __real_client_recv(c);
	coming = now->source == LATE && (!coming || err != -EAGAIN);
	return err;
}

bool __wrap_stop_wait(struct stop *s, int fd, double seconds)
{
	if (now->source != LATE || fd < 0 || !coming)
		return __real_stop_wait(s, now->source == LATE ? -1 : fd,
					seconds);
	return true;
}

int __wrap_terminal_open(void)
{
	return 0;
}

void __wrap_terminal_close(void)
{
}

void __wrap_terminal_size(size_t *rows, size_t *columns)
{
	*rows = 12;
	*columns = 79;
}

void __wrap_terminal_draw(const struct canvas *c, bool redraw)
{
	size_t row = 0;

	(void)redraw;
	for (size_t i = 0; i < c->nr; i++) {
		const struct piece *p = &c->piece[i];

		putchar(p->row == row ? ' ' : '\n');
		row = p->row;
		printf("%.*s", (int)p->len, c->text.at + p->at);
	}
	puts("\n--");
}

bool __wrap_terminal_wait(double seconds)
{
	/* a key comes before a long time is over */
	usleep((useconds_t)(fmin(seconds, 0.001) * 1e6) + 1);
	return true;
}

int __wrap_terminal_key(void)
{
	static bool taken;
	const char *keys = now->keys ? now->keys : "";

	taken = !taken && pressed < strlen(keys) && keys[pressed++] != '.';
	return taken ? keys[pressed - 1] : KEY_NOTHING;
}

bool __wrap_terminal_said(char *to, size_t size)
{
	(void)to;
	(void)size;
	return false;
}

#define SUBSCRIBED "ask SUBSCRIBE do\nend 0\n"
#define NOT_TOLD "ask SUBSCRIBE do\nend 1 need CAP_PERFMON\n"
#define OF_SET(_epoch) "info of_set=cycles epoch=" #_epoch "\n"
#define AT(_time, _ask, ...) "at " #_time "\nask " _ask "\n" __VA_ARGS__ "end 0\n"
#define PROCESS(_time, _epoch, _slots, _cycles) AT(_time, "GET_PROCESS do PID=5", "say id=9 pid=5 comm=sh epoch=" #_epoch " cpu_ns=" #_slots " lost_ns=0 slots=" #_slots " cycles=" #_cycles "\n")
#define TASK(_id, _comm, _slots) "say id=" #_id " pid=" #_id "0 comm=" _comm " born_ns=" #_id " cpu_ns=" #_slots " lost_ns=0 generation=7 slots=" #_slots "\n"
#define THREAD(_id, _pid, _slots) "say id=" #_id " tid=" #_id "0 pid=" #_pid " comm=t born_ns=" #_id " cpu_ns=" #_slots " lost_ns=0 slots=" #_slots "\n"
#define TASKS(_time, ...) AT(_time, "GET_PROCESS dump", __VA_ARGS__)
#define THREADS(_time, ...) AT(_time, "GET_THREAD dump", __VA_ARGS__)
#define TOTALS(_live, _exited, _idle, _untracked) "ask GET_TOTALS do\nsay bare before.slots=0 live.slots=" #_live " exited.slots=" #_exited " idle.slots=" #_idle " untracked.slots=" #_untracked " after.slots=0\nend 0\n"
#define END(_seq, _id, _comm, _slots) "hear kind=1 seq=" #_seq " id=" #_id " pid=" #_id "0 comm=" _comm " born_ns=" #_id " cpu_ns=" #_slots " lost_ns=0 exited=1 slots=" #_slots "\n"
#define END_OF_THREAD(_seq, _id, _pid, _slots) "hear kind=0 seq=" #_seq " id=" #_id " tid=" #_id "0 pid=" #_pid " comm=t born_ns=" #_id " cpu_ns=" #_slots " lost_ns=0 slots=" #_slots "\n"
#define CHANGED "tdacct: the events were changed: the interval in which that happened is left out, and the new ones are shown from here on\n"
#define CGROUPS(_time, ...) AT(_time, "GET_CGROUP dump", __VA_ARGS__)
#define CGROUP(_id, _parent, _path, _slots, _own) "say cgroup=" #_id " parent=" #_parent " path=" _path " cpu_ns=" #_slots " lost_ns=0 slots=" #_slots " own.slots=" #_own "\n"
#define TOP "top -i 0.001 "
#define ALL(_time, _slots) ALL_OF(_time, _slots, THREAD(1, 5, _slots))
#define AGAIN(_time, _slots) ALL_OF(_time, _slots, "say id=9 tid=10 pid=5 comm=t born_ns=1 cpu_ns=" #_slots " lost_ns=0 slots=" #_slots "\n")
#define ALL_OF(_time, _slots, _threads) TOTALS(_slots, 0, 0, 0) THREADS(_time, _threads) CGROUPS(_time, CGROUP(2, 1, "/a", _slots, 1)) TOTALS(_slots, 0, 0, 0) "ask GET_CPU dump\nsay cpu=3 state=0 cpu_ns=" #_slots " lost_ns=0 slots=" #_slots "\nend 0\n"
#define WALK "top -i 1h --replay @ "
#define COUNTED "report @ --csv --columns comm,slots"

/* clang-format off */
static const struct row rows[] = {
	{ "the notice of an end that comes late, in each of two intervals", cmd_list, "list -o pid,comm,slots -i 0.001 --count 2", LATE, { "info\n" SUBSCRIBED
		TOTALS(600, 0, 0, 0) TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200) TASK(3, "c", 300)) TOTALS(600, 0, 0, 0)
		TOTALS(450, 330, 0, 0) TASKS(11, TASK(1, "a", 150) TASK(2, "b", 300)) END(1, 3, "c", 330) TOTALS(450, 330, 0, 0)
		TOTALS(170, 670, 0, 0) TASKS(13, TASK(1, "a", 170)) END(2, 2, "b", 340) TOTALS(170, 670, 0, 0) }, EXIT_FINE, {
		"in 1.000 s:\nPID COMMAND SLOTS\n 20 b 100\n 10 a 50\n - [exited] c 30\n", "in 2.000 s:\nPID COMMAND SLOTS\n - [exited] b 40\n 10 a 20\n" }, NULL, NULL },
	{ "of the last one of those that are listed", cmd_list, "list -p 5 -o pid,comm,slots -i 0.001", LATE, { "info\n" SUBSCRIBED PROCESS(10, 0, 100, 0)
		"at 11\nask GET_PROCESS do PID=5\nend 3\nhear kind=1 seq=1 id=9 pid=5 comm=sh slots=150\n" }, EXIT_FINE, { " - [exited] sh 50\n" }, NULL, NULL },
	{ "of one that is shown", cmd_show, "show -p 5 -i 0.001 -l 1", LATE, { "info\n" SUBSCRIBED PROCESS(10, 0, 100, 0) AT(10, "GET_THREAD dump PID=5", "say id=1 tid=5 pid=5 comm=sh slots=9\n")
		"at 11\nask GET_PROCESS do PID=5\nend 3\nhear kind=1 seq=1 id=9 pid=5 comm=sh slots=150\n" }, EXIT_FINE, { "50 slots", "note: it has ended: these are its final counts\n" }, NULL, NULL },

	{ "a tree, when other events are chosen", cmd_show, "show -p 5 -i 0.001 -l 1 --count 2 -j", KERNEL, {
		OF_SET(1) NOT_TOLD PROCESS(10, 1, 100, 40) OF_SET(1) PROCESS(11, 1, 300, 60) OF_SET(2) PROCESS(12, 2, 400, 2),
		OF_SET(2) NOT_TOLD PROCESS(13, 2, 500, 4) OF_SET(2) PROCESS(15, 2, 1200, 11) }, EXIT_FINE, { "\"interval_s\":1.0,", "\"slots\":200,", CHANGED, "\"interval_s\":2.0,", "\"slots\":700,", "\"cycles\":7," }, "\"slots\":100,", NULL },
	{ "a list, when other events are chosen", cmd_list, "list -o pid,slots,cycles -i 0.001 --count 2 --sort pid -c *", KERNEL, {
		OF_SET(1) NOT_TOLD TASKS(10, TASK(1, "a", 100)) OF_SET(1) TASKS(11, TASK(1, "a", 150)) OF_SET(2) TASKS(12, TASK(1, "a", 160)),
		OF_SET(2) NOT_TOLD TASKS(13, TASK(1, "a", 170)) OF_SET(2) TASKS(15, TASK(1, "a", 190)) }, EXIT_FINE, { "in 1.000 s:\nPID SLOTS CYCLES\n 10 50 0\n", CHANGED, "in 2.000 s:\nPID SLOTS CYCLES\n 10 20 0\n" }, " 10 10 ", NULL },
	{ "one interval is not followed", cmd_list, "list -o pid,slots -i 0.001 -c *", KERNEL, { OF_SET(1) NOT_TOLD TASKS(10, TASK(1, "a", 100)) OF_SET(2) TASKS(11, TASK(1, "a", 150)) }, EXIT_FINE, { "in 1.000 s:\nPID SLOTS\n 10 50\n" }, "changed: the", NULL },
	{ "a module that goes, in a list", cmd_list, "list -o pid,slots -i 0.001 --count 9 -c *", KERNEL, { "info\n" NOT_TOLD TASKS(10, TASK(1, "a", 100)) TASKS(11, TASK(1, "a", 150)) "ask GET_PROCESS dump\nend 2\n" }, EXIT_FAILED, { " 10 50\n", "tdacct: processes: the module was removed\n" }, NULL, NULL },

	{ "record: while a command runs, whose status is the tool's", cmd_record, "record -i 1h -o @ -- sh -c exit\t7", KERNEL, { "info\n" SUBSCRIBED ALL(10, 100) ALL(12, 250) }, 7, { "tdacct: 1 intervals, ", "; the counts of the last moments of 'sh' may be missing; tdacct report " }, NULL, NULL },
	{ "record: the last interval goes up to the command's end", cmd_report, COUNTED, KERNEL, { "info\n" }, EXIT_FINE, { ",2,t,150\n" }, "tdacct: in ", NULL },
	{ "record: a command that a signal ends", cmd_record, "record -i 1h -o @ sh -c kill\t-9\t$$", KERNEL, { "info\n" SUBSCRIBED ALL(10, 100) ALL(12, 250) }, 128 + 9, { "tdacct: 1 intervals, " }, NULL, NULL },
	{ "record: a signal to the recorder is passed on to the command", cmd_record, "record -i 1h -o @ sh -c trap\t'exit\t9'\tTERM;kill\t$PPID;while\t:;do\tsleep\t0.01;done", KERNEL, { "info\n" SUBSCRIBED ALL(10, 100) ALL(12, 250) }, 9, { "tdacct: 1 intervals, " }, NULL, NULL },
	{ "record: a command that there is not", cmd_record, "record -o @ -- no-such-command", KERNEL, { "info\n" SUBSCRIBED ALL(10, 100) }, 127, { "tdacct: cannot run 'no-such-command': No such file or directory\n" }, "intervals", NULL },
	{ "record: a command that goes on behind the last interval", cmd_record, "record -i 0.001 --count 1 -o @ -- sh -c until\tgrep\t-qaF\tQ*M\t@;do\t:;done;exit\t3", KERNEL, { "info\n" SUBSCRIBED ALL(10, 100) ALL(12, 250) }, 3, { "tdacct: 1 intervals, " }, "last moments", NULL },
	{ "record: what may not be read any more, and a command that does not fail", cmd_record, "record -i 1h -o @ -- true", KERNEL, { "info\n" SUBSCRIBED ALL(10, 100) "ask GET_THREAD dump\nend 1 need CAP_PERFMON\n" }, EXIT_FAILED, { "tdacct: threads and cgroups: need CAP_PERFMON" }, "intervals", NULL },
	{ "record: and one that does", cmd_record, "record -i 1h -o @ -- sh -c exit\t7", KERNEL, { "info\n" SUBSCRIBED ALL(10, 100) "ask GET_THREAD dump\nend 1 need CAP_PERFMON\n" }, 7, { "tdacct: threads and cgroups: need CAP_PERFMON" }, "intervals", NULL },

	{ "record: a module that goes and comes back", cmd_record, "record -i 0.001 --count 2 -o @", KERNEL, {
		"info\n" SUBSCRIBED ALL(10, 100) ALL(12, 250) TOTALS(0, 0, 0, 0) "ask GET_THREAD dump\nend 2\n",
		"", "info\n" SUBSCRIBED AGAIN(20, 777) AGAIN(21, 780) }, EXIT_FINE, { "tdacct: threads and cgroups: the module was removed\ntdacct: the recording goes on when the module is there again\n", "tdacct: nothing was counted from ", ": the module was not loaded\n", "tdacct: 2 intervals, " }, NULL, NULL },
	{ "record: what was before and behind is there, and that there is nothing between", cmd_report, COUNTED " --by thread", KERNEL, { "info\n" }, EXIT_FINE, { ",3,t,153\n", "tdacct: nothing was counted from ", ": the module was not loaded\n" }, "recorded", NULL },
	{ "record: other events are chosen", cmd_record, "record -i 0.001 --count 2 -o @", KERNEL, {
		OF_SET(1) SUBSCRIBED OF_SET(1) ALL(10, 100) OF_SET(1) ALL(12, 250) OF_SET(2),
		OF_SET(2) SUBSCRIBED OF_SET(2) ALL(20, 300) OF_SET(2) ALL(21, 310) }, EXIT_FINE, { "tdacct: nothing was counted from ", ": the events were changed\n", "tdacct: 2 intervals, " }, "module", NULL },
	{ "record: both are in one sum", cmd_report, COUNTED, KERNEL, { OF_SET(2) }, EXIT_FINE, { ",3,t,160\n", ": the events were changed\n" }, "recorded", NULL },
	{ "record: a module that goes while a command runs", cmd_record, "record -i 0.001 -o @ -- sh -c until\tgrep\t-qaF\tQ*M\t@;do\t:;done;exit\t3", KERNEL, { "info\n" SUBSCRIBED ALL(10, 100) ALL(12, 250) TOTALS(0, 0, 0, 0) "ask GET_THREAD dump\nend 2\n", "", "" }, 3, { "tdacct: 1 intervals, " }, NULL, NULL },
	{ "record: and does not come back", cmd_report, COUNTED, KERNEL, { "info\n" }, EXIT_FINE, { ",2,t,150\n", ": the module was not loaded\n" }, NULL, NULL },
	{ "record: rights that go are waited for by nobody", cmd_record, "record -i 0.001 -o @", KERNEL, { "info\n" SUBSCRIBED ALL(10, 100) ALL(12, 250) TOTALS(0, 0, 0, 0) "ask GET_THREAD dump\nend 1 need CAP_PERFMON\n" }, EXIT_FAILED, { "tdacct: 1 intervals, " }, "goes on", NULL },

	{ "record: three intervals, to walk through", cmd_record, "record -i 0.001 --count 3 -o @", KERNEL, { "info\n" SUBSCRIBED ALL(10, 100) ALL(12, 250) ALL(13, 257) ALL(16, 300) }, EXIT_FINE, { "tdacct: 3 intervals, " }, NULL, NULL },
	{ "top: a recording, from its first interval to its last", cmd_top, WALK "--threads", KERNEL, { "info\n" }, EXIT_FINE, { "1 threads, in 2.00 s to 20", "\n 10 t 150 ", "PAUSED, 1 threads, in ", "\n 10 t 7 ", "1 threads, in 3.00 s to 20", "the recording has no more" }, "nothing was", "]]]q" },
	{ "top: back to the first interval of a recording", cmd_top, WALK "--threads", KERNEL, { "info\n" }, EXIT_FINE, { "\n 10 t 150 ", "\n 10 t 7 ", "the recording begins here" }, "\n 10 t 43 ", "][[q" },
	{ "top: a recording goes on by itself", cmd_top, "top -i 0.001 --threads -n 3 --replay @", KERNEL, { "info\n" }, EXIT_FINE, { "\n 10 t 150 ", "\n 10 t 7 ", "\n 10 t 43 " }, "PAUSED", NULL },
	{ "top: to a time behind the end of a recording", cmd_top, WALK "--threads", KERNEL, { "info\n" }, EXIT_FINE, { "\n 10 t 150 ", "\n 10 t 43 " }, "\n 10 t 7 ", "g2100-01-01 00:00\nq" },
	{ "top: to a time before a recording", cmd_top, WALK "--threads", KERNEL, { "info\n" }, EXIT_FINE, { "\n 10 t 7 ", "the recording begins here" }, "\n 10 t 43 ", "]g1970-01-01 00:00\n[q" },
	{ "top: to what is no time", cmd_top, WALK "--threads", KERNEL, { "info\n" }, EXIT_FINE, { "expected a time such as 03:00, " }, "PAUSED", "gnoon\nq" },
	{ "top: another view of the same interval", cmd_top, WALK "--threads", KERNEL, { "info\n" }, EXIT_FINE, { "\n 10 t 7 ", "1 processes, in 1.00 s to 20", "\n 5 t 7 " }, "\n 5 t 43 ", "]Hq" },
	{ "top: where the slots of an interval went, and CPUs", cmd_top, WALK "--threads", KERNEL, { "info\n" }, EXIT_FINE, { "live 100.0 + ended 0.0 + idle 0.0 + untracked 0.0 = 100.0 % of 150 slots", "\n CPU 3 150 " }, "not known", "Cq" },
	{ "top: cgroups of an interval", cmd_top, WALK "--cgroups", KERNEL, { "info\n" }, EXIT_FINE, { "\n a 150 ", "\n a 7 " }, NULL, "]q" },
	{ "top: a recording has no more of an interval", cmd_top, WALK, KERNEL, { "info\n" }, EXIT_FINE, { "a recording has no more of each interval" }, "since counting began", "bq" },
	{ "top: what is counted now has no intervals to go to", cmd_top, TOP "-n 9", RECORDED, { "info\n" SUBSCRIBED TASKS(10, TASK(1, "abc", 100)) TOTALS(100, 0, 0, 0) }, EXIT_FINE, { "only a recording of tdacct record has intervals that one can go to" }, NULL, "]q" },

	{ "top: at first all that there is", cmd_top, TOP "-n 1", RECORDED, { "info\n" SUBSCRIBED TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200)) TOTALS(300, 20, 30, 40) }, EXIT_FINE, { "\n 20 b 200 ", "\n 10 a 100 " }, NULL, NULL },
	{ "top: then what happens", cmd_top, TOP "-n 2", RECORDED, { "info\n" SUBSCRIBED TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200)) TOTALS(300, 20, 30, 40) TASKS(12, TASK(1, "a", 150) TASK(2, "b", 200)) TOTALS(350, 25, 40, 60) }, EXIT_FINE, { "--\n", "\n 10 a 50 " }, "\n 20 b 0", NULL },
	{ "top: an interval of a recording without times", cmd_top, TOP "-n 2", RECORDED, { "info\n" SUBSCRIBED "ask GET_PROCESS dump\n" TASK(1, "a", 100) "end 0\n" TOTALS(100, 0, 0, 0) "ask GET_PROCESS dump\n" TASK(1, "a", 150) "end 0\n" TOTALS(150, 0, 0, 0) }, EXIT_FINE, { "processes, in 0.00 s, by slots", "\n 10 a 50 " }, NULL, NULL },
	{ "top: who ended", cmd_top, TOP "-n 2", RECORDED, { "info\n" SUBSCRIBED TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200)) TOTALS(300, 0, 0, 0) TASKS(12, TASK(1, "a", 150)) TOTALS(150, 260, 0, 0) END(1, 2, "b", 260) }, EXIT_FINE, { "\n 20 b 60 ", "\n 10 a 50 " }, NULL, NULL },
	{ "top: who ended is not there for long", cmd_top, TOP "-n 3", RECORDED, { "info\n" SUBSCRIBED TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200)) TOTALS(300, 0, 0, 0) TASKS(12, TASK(1, "a", 150)) TOTALS(150, 260, 0, 0) END(1, 2, "b", 260) TASKS(13, TASK(1, "a", 157)) TOTALS(157, 260, 0, 0) }, EXIT_FINE, { "\n 20 b 60 ", "\n 10 a 7 " }, "\n 20 b 0", NULL },
	{ "top: the recording ends", cmd_top, TOP "-n 2", RECORDED, { "info\n" SUBSCRIBED TASKS(10, TASK(1, "a", 100)) TOTALS(100, 0, 0, 0) }, EXIT_FINE, { "the recording has no more\n", "\n 10 a 100 " }, NULL, NULL },
	{ "top: without permission", cmd_top, TOP "-n 1", RECORDED, { "info\n" NOT_TOLD "ask GET_PROCESS dump\nend 1 need CAP_PERFMON\n" }, EXIT_FINE, { "need CAP_PERFMON" }, NULL, NULL },
	{ "top: only those that changed", cmd_top, TOP "-n 4", KERNEL, { "info\n" SUBSCRIBED "at 10\nask GET_CPU dump\nend 1\n" TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200)) TOTALS(300, 0, 0, 0) TASKS(12, TASK(2, "b", 260)) TOTALS(360, 0, 0, 0) TASKS(13, TASK(2, "b", 261)) TASKS(14, TASK(1, "a", 130)) }, EXIT_FINE, { "\n 20 b 60 ", "\n 10 a 30 " }, NULL, NULL },
	{ "top: all of them where notices were lost", cmd_top, TOP "-n 5", KERNEL, { "info\n" SUBSCRIBED "ask GET_CPU dump\nend 1\n" TASKS(10, TASK(1, "a", 100) TASK(2, "b", 200)) TOTALS(300, 0, 0, 0) TASKS(12, TASK(2, "b", 260)) TOTALS(360, 0, 0, 0) "lost\n" TASKS(13, TASK(2, "b", 267)) TOTALS(267, 100, 0, 0) TASKS(14) TASKS(15, TASK(1, "a", 130)) }, EXIT_FINE, { "\n 20 b 60 ", "\n 20 b 7 ", "\n 10 a 130 " }, NULL, NULL },
	{ "top: a module that goes and comes back", cmd_top, TOP "-n 5", KERNEL, {
		"info\n" SUBSCRIBED "ask GET_CPU dump\nend 1\n" TASKS(10, TASK(1, "a", 100)) TOTALS(100, 0, 0, 0) "ask GET_PROCESS dump\nend 2\n",
		"", "info\n" SUBSCRIBED "ask GET_CPU dump\nend 1\n" TASKS(20, TASK(1, "z", 777)) TOTALS(777, 0, 0, 0) }, EXIT_FINE, { "the module is not loaded; waiting for it; tdacct doctor tells more", "\n 10 z 777 " }, NULL, NULL },
	{ "top: other events are chosen", cmd_top, TOP "-n 3", KERNEL, {
		OF_SET(1) SUBSCRIBED "ask GET_CPU dump\nend 1\n" OF_SET(1) TASKS(10, TASK(1, "a", 100)) TOTALS(100, 0, 0, 0) OF_SET(2),
		OF_SET(2) SUBSCRIBED "ask GET_CPU dump\nend 1\n" TASKS(20, TASK(1, "a", 777)) TOTALS(777, 0, 0, 0) TASKS(21, TASK(1, "a", 780)) }, EXIT_FINE, { "\n 10 a 777 ", "\n 10 a 3 " }, "waiting", NULL },
	{ "top: threads", cmd_top, TOP "--threads -n 2", RECORDED, { "info\n" SUBSCRIBED THREADS(10, THREAD(1, 5, 100) THREAD(2, 5, 200)) TOTALS(300, 0, 0, 0) THREADS(12, THREAD(1, 5, 110)) TOTALS(110, 230, 0, 0) END_OF_THREAD(1, 2, 5, 230) }, EXIT_FINE, { "\n 20 t 30 ", "\n 10 t 10 " }, NULL, NULL },
	{ "top: cgroups, and one that is removed", cmd_top, TOP "--cgroups -n 2", RECORDED, { "info\n" SUBSCRIBED CGROUPS(10, CGROUP(2, 1, "/a", 100, 1) CGROUP(3, 1, "/b", 200, 1)) TASKS(10, TASK(1, "a", 100)) TOTALS(100, 0, 0, 0)
		CGROUPS(12, CGROUP(2, 1, "/a", 107, 1)) TASKS(12, TASK(1, "a", 107)) TOTALS(107, 0, 0, 0) "hear kind=2 seq=1 cgroup=3 parent=1 path=/b cpu_ns=250 lost_ns=0 slots=250 own.slots=7\n" }, EXIT_FINE, { "\n b 50 ", "\n a 7 " }, NULL, NULL },
	{ "top: CPUs", cmd_top, TOP "--cpus -n 2", RECORDED, { "info\n" SUBSCRIBED AT(10, "GET_CPU dump", "say cpu=0 state=0 cpu_ns=1000 lost_ns=0 slots=100\nsay cpu=1 state=2 cpu_ns=1000 lost_ns=0 reason=perf slots=10\n") TASKS(10, TASK(1, "a", 100)) TOTALS(100, 0, 0, 0)
		AT(12, "GET_CPU dump", "say cpu=0 state=0 cpu_ns=2000 lost_ns=0 slots=133\nsay cpu=1 state=2 cpu_ns=1000 lost_ns=0 reason=perf slots=10\n") TASKS(12, TASK(1, "a", 107)) TOTALS(107, 0, 0, 0) }, EXIT_FINE, { "1 of 2 CPUs do not count, see tdacct doctor: CPU 1 is waiting: perf\n", "\n CPU 0 33 ", "\n CPU 1 waiting 0 " }, NULL, NULL },
	{ "top: another view begins with all that there is", cmd_top, TOP "-n 3", RECORDED, { "info\n" SUBSCRIBED TASKS(10, TASK(1, "a", 100)) TOTALS(100, 0, 0, 0) TASKS(11, TASK(1, "a", 150)) TOTALS(150, 0, 0, 0) SUBSCRIBED THREADS(12, THREAD(1, 5, 110)) TOTALS(110, 0, 0, 0) }, EXIT_FINE, { "\n 10 a 50 ", "\n 10 t 110 " }, NULL, ".H" },
	{ "top: since counting began", cmd_top, TOP "-n 3", RECORDED, { "info\n" SUBSCRIBED TASKS(10, TASK(1, "a", 100)) TOTALS(100, 0, 0, 0) TASKS(11, TASK(1, "a", 150)) TOTALS(150, 0, 0, 0) TASKS(12, TASK(1, "a", 165)) TOTALS(165, 0, 0, 0) }, EXIT_FINE, { "\n 10 a 50 ", "\n 10 a 165 " }, NULL, ".b" },
	{ "top: a search", cmd_top, TOP "-n 9", RECORDED, { "info\n" SUBSCRIBED TASKS(10, TASK(1, "abc", 100)) TOTALS(100, 0, 0, 0) }, EXIT_FINE, { "\nsearch: bc_\n" }, NULL, "/bc.q" },
};
/* clang-format on */

static void squeeze(char *text)
{
	char *to = text;

	for (; *text; text++)
		if (*text != ' ' || text[1] != ' ')
			*to++ = *text;
	*to = 0;
}

static void attempt(const void *arg)
{
	static char got[1 << 16];
	char line[512];
	size_t len = 0;

	now = arg;
	for (const char *c = now->line; *c; c++)
		len += (size_t)sprintf(line + len, *c == '@' ? "%s" : "%.1s",
				       *c == '@' ? file : c);
	if (now->source == RECORDED)
		sprintf(line + len, " --replay %s", path);
	alarm(60);
	EXPECT_INT(now->status, unit_command(now->run, line, got, sizeof(got)));
	alarm(0);
	squeeze(got);
	for (size_t i = 0; i < WANTS && now->want[i]; i++)
		unit_expect(now->want[i], got);
	if (now->never && strstr(got, now->never))
		unit_fail(__FILE__, __LINE__, "'%s' in '%.3000s'", now->never,
			  got);
}

int main(void)
{
	int fd;

	strcpy(path, "/tmp/tdacct-unit-XXXXXX");
	fd = mkstemp(path);
	snprintf(file, sizeof(file), "%s.tdrec", path);
	UNIT_RUN("follow", rows, attempt);
	close(fd);
	unlink(path);
	unlink(file);
	strcat(file, ".old");
	unlink(file);
	return unit_end();
}
