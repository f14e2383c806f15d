// SPDX-License-Identifier: GPL-2.0
/* Command lines: each is tried in a child, since a wrong one ends it. */
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "unit.h"

struct row {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *line;
	int status;
	const char *want;	/* on stderr or stdout, part of it */
};

#define SHOW cmd_show, "show "
#define REPLAY " --replay /nonexistent"

static const struct row rows[] = {
	{ "no target", SHOW, EXIT_USAGE, "give --task, --pid, --cpu, --system or --cgroup" },
	{ "two targets", SHOW "--pid 1 --task 2", EXIT_USAGE, "give only one of --task, --pid, --cpu, --system and --cgroup" },
	{ "two kinds of targets, and what to do", SHOW "--pid 1 --task 2", EXIT_USAGE, "several of one kind go behind one option, such as --pid 12,34" },
	{ "a list of pids with a hole", SHOW "--pid 1,,2", EXIT_USAGE, "--pid expects a number from 1 to 2147483647, or several, such as 12,34, not '1,,2'" },
	{ "a list of pids that ends too late", cmd_list, "list -p 1,2,", EXIT_USAGE, "not '1,2,'" },
	{ "a list of tids with a word", cmd_list, "list -t 1,x", EXIT_USAGE, "--task expects a number from 1 to 2147483647, or several" },
	{ "lists of tasks", cmd_list, "list -p 1,2 --threads" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "watch the threads of cgroups", cmd_watch, "watch --cgroups -p 1,2", EXIT_USAGE, "a cgroup is no task" },
	{ "watch a thread for a process", cmd_watch, "watch --processes -t 1", EXIT_USAGE, "give --pid" },
	{ "top with all that it knows", cmd_top, "top -p1,2 -t3 -C0-3 -a -u0 -cx* -Ga,b --min-slots=5 -I500 -n2 -spid -opid,bar" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "top of a user that is not there", cmd_top, "top -u nobody-of-that-name", EXIT_USAGE, "there is no user" },
	{ "watch some tasks", cmd_watch, "watch -p 1,2 -G a,b" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "the same target twice", SHOW "--pid 1 --pid 2", EXIT_USAGE, "give only one of" },
	{ "a pid that is no number", SHOW "--pid init", EXIT_USAGE, "--pid expects a number from 1 to 2147483647, or several, such as 12,34, not 'init'" },
	{ "pid 0", SHOW "--pid 0", EXIT_USAGE, "not '0'" },
	{ "a negative pid", SHOW "--pid=-5", EXIT_USAGE, "not '-5'" },
	{ "a pid that is too large", SHOW "--pid 4294967296", EXIT_USAGE, "not '4294967296'" },
	{ "a CPU that is none", SHOW "--cpu x", EXIT_USAGE, "--cpu expects CPUs such as 2 or 0-3,8, not 'x'" },
	{ "level 0", SHOW "--pid 1 --level 0", EXIT_USAGE, "--level expects a number from 1 to 16" },
	{ "an interval that is none", SHOW "--pid 1 --interval soon", EXIT_USAGE, "--interval expects a time from 1ms to 365d, such as 0.5, 500ms, 30s, 5m or 1h, not 'soon'" },
	{ "an interval of no length", SHOW "--pid 1 --interval 1e-9", EXIT_USAGE, "--interval expects a time from 1ms to 365d" },
	{ "a command without a name", cmd_list, "list --comm=", EXIT_USAGE, "--comm expects a pattern; every name is '*'" },
	{ "an interval of nothing", SHOW "--pid 1 --interval 0", EXIT_USAGE, "not '0'" },
	{ "a pid without its option", SHOW "1234", EXIT_USAGE, "to show a process, give --pid 1234" },
	{ "an unknown option", SHOW "--colour", EXIT_USAGE, "unrecognized option" },
	{ "an option without its value", SHOW "--pid", EXIT_USAGE, "requires an argument" },
	{ "two files", SHOW "--pid 1 --record a --replay b", EXIT_USAGE, "--replay and --record cannot be combined" },
	{ "short options", SHOW "-p 1 -l 2 -a -i 1 -j" REPLAY, EXIT_FAILED, "cannot read the recording '/nonexistent'" },
	{ "-a beside a process", SHOW "-p 1 -a" REPLAY, EXIT_FAILED, "beside another choice it is taken as --all" },
	{ "a recording that is not there", SHOW "--system" REPLAY, EXIT_FAILED, "cannot read the recording '/nonexistent': No such file or directory" },
	{ "help", SHOW "--help", EXIT_FINE, "--interval=TIME" },
	{ "two kinds of list", cmd_list, "list --tree --threads", EXIT_USAGE, "give only one of --tree, --threads, --processes and --cgroups, or --cgroups --tree" },
	{ "a tree of threads", cmd_list, "list --cgroups --threads", EXIT_USAGE, "give only one of" },
	{ "cgroups of a process", cmd_list, "list --cgroups --pid 1", EXIT_USAGE, "--cgroups cannot be combined with --pid or --since" },
	{ "cgroups since a generation", cmd_list, "list --cgroups --since 1", EXIT_USAGE, "--cgroups cannot be combined with --pid or --since" },
	{ "a tree of cgroups", cmd_list, "list --cgroups --tree" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "own of a process", SHOW "--pid 1 --own", EXIT_USAGE, "--own needs --cgroup" },
	{ "a cgroup and a process", SHOW "--pid 1 --cgroup a", EXIT_USAGE, "give only one of" },
	{ "watch the commands of cgroups", cmd_watch, "watch --comm x --cgroups", EXIT_USAGE, "a cgroup has no command" },
	{ "watch the processes of a cgroup", cmd_watch, "watch --cgroup a --processes" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "watch a command in a cgroup", cmd_watch, "watch --cgroup a --comm x" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "watch nothing", cmd_watch, "watch --count 0", EXIT_USAGE, "--count expects a number from 1" },
	{ "watch for what", cmd_watch, "watch --timeout lunch", EXIT_USAGE, "--timeout expects a time" },
	{ "watch with too small a buffer", cmd_watch, "watch --buffer 4095", EXIT_USAGE, "--buffer expects a size from 4K to 1G, not '4095'" },
	{ "watch with too large a buffer", cmd_watch, "watch --buffer 2G", EXIT_USAGE, "--buffer expects a size" },
	{ "slots that are no number", cmd_watch, "watch --min-slots 1e6", EXIT_USAGE, "--min-slots expects a number" },
	{ "watch with all that it knows", cmd_watch, "watch --threads --processes --cgroups --cgroup a --min-slots 5 -n 3 --timeout 1s --buffer 64M -o +cgroup -j" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "an argument of watch", cmd_watch, "watch me", EXIT_USAGE, "unexpected argument 'me'" },
	{ "an argument of list", cmd_list, "list all", EXIT_USAGE, "unexpected argument 'all'" },
	{ "a generation that is none", cmd_list, "list --since x", EXIT_USAGE, "--since expects a number" },
	{ "help of list tells the columns", cmd_list, "list --help", EXIT_FINE, "cpu_time" },
	{ "a count without an interval", SHOW "-p 1 --count 3", EXIT_USAGE, "--count needs --interval" },
	{ "a count that is none", SHOW "-p 1 -i 1 --count x", EXIT_USAGE, "--count expects a number from 0" },
	{ "milliseconds that are none", SHOW "-p 1 -I 1s", EXIT_USAGE, "-I expects a number from 1" },
	{ "two forms", cmd_list, "list --json --csv", EXIT_USAGE, "give only one of --json and --csv" },
	{ "a separator that cannot be told apart", cmd_list, "list -x \"", EXIT_USAGE, "--field-separator expects a text without quotes" },
	{ "no end of a CPU", SHOW "-C 1 --until-end", EXIT_USAGE, "--until-end needs --task, --pid or --cgroup" },
	{ "no end of the system", SHOW "-a --until-end", EXIT_USAGE, "--until-end needs" },
	{ "CPUs that are none", SHOW "-C 3-1", EXIT_USAGE, "--cpu expects CPUs such as 2 or 0-3,8, not '3-1'" },
	{ "perf's spellings", SHOW "-a -I 100 --interval-count 2 -x, -o /dev/null" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "perf's spellings of tasks", SHOW "--tid 5 -j" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "-a beside another target", SHOW "-p 1 -a" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "-h", SHOW "-h", EXIT_FINE, "--until-end" },
	{ "-h of a command without options", cmd_status, "status -h", EXIT_FINE, "--replay=FILE" },
	{ "-V", cmd_check, "check -V", EXIT_FINE, "tdacct " },
	{ "CPUs and threads", cmd_list, "list --cpus --threads", EXIT_USAGE, "give only one of" },
	{ "CPUs of a process", cmd_list, "list --per-core -p 1", EXIT_USAGE, "cannot be combined with CPUs" },
	{ "CPUs of a command", cmd_list, "list -C 1 -c x", EXIT_USAGE, "cannot be combined with CPUs" },
	{ "cgroups of a command", cmd_list, "list --cgroups -c x", EXIT_USAGE, "a cgroup has no command" },
	{ "a user that is not there", cmd_list, "list -u nobody-of-that-name", EXIT_USAGE, "there is no user 'nobody-of-that-name'" },
	{ "no rows", cmd_list, "list -n 0", EXIT_USAGE, "--rows expects a number from 1" },
	{ "a list with all that it knows", cmd_list, "list -n 5 -c x -u 0 -G a --min-slots=5 --reverse --zeros -t 5 -a -i 1 --count=2 -o +unit" REPLAY, EXIT_FAILED, "cannot read the recording" },
	{ "run nothing", cmd_run, "run", EXIT_USAGE, "give a command to run" },
	{ "run in two forms", cmd_run, "run --csv -j true", EXIT_USAGE, "give only one of --json and --csv" },
	{ "run nothing after --", cmd_run, "run --", EXIT_USAGE, "give a command to run" },
	{ "options after the command are the command's", cmd_run, "run" REPLAY " ls --nonsense", EXIT_FAILED, "cannot read the recording" },
	{ "an argument of status", cmd_status, "status now", EXIT_USAGE, "unexpected argument 'now'" },
	{ "status has no model", cmd_status, "status --model x", EXIT_USAGE, "unrecognized option" },
	{ "an argument of check", cmd_check, "check it", EXIT_USAGE, "unexpected argument 'it'" },
	{ "pause too long", cmd_pause, "pause --for 25h", EXIT_USAGE, "--for expects a time from 1ms to 1d, not '25h'" },
	{ "pause too short", cmd_pause, "pause --for 0.0001", EXIT_USAGE, "--for expects a time from 1ms to 365d" },
	{ "pause for what", cmd_pause, "pause --for lunch", EXIT_USAGE, "--for expects a time" },
	{ "resume for a time", cmd_resume, "resume --for 5", EXIT_USAGE, "unrecognized option" },
};

static void attempt(const void *arg)
{
	const struct row *row = arg;
	char got[16384];

	EXPECT_INT(row->status, unit_command(row->run, row->line, got,
					     sizeof(got)));
	if (!strstr(got, row->want))
		unit_fail(__FILE__, __LINE__, "want '%s' in '%s'", row->want,
			  got);
}

int main(void)
{
	fflush(stdout);
	UNIT_RUN("options", rows, attempt);
	return unit_end();
}
