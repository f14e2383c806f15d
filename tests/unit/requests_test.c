// SPDX-License-Identifier: GPL-2.0
/*
 * What each command asks the kernel for. This stands between the tool and a
 * recording, which has not all of the answers: what is asked matters here.
 */
#include <stdio.h>
#include <string.h>

#include <linux/tdacct.h>

#include "cmd/cmd.h"
#include "kernel/client.h"
#include "kernel/request.h"
#include "unit.h"

typeof(client_ask) __real_client_ask, __wrap_client_ask;

static const char *const commands[] = {
	[TDACCT_CMD_GET_INFO] = "INFO", [TDACCT_CMD_GET_THREAD] = "THREAD",
	[TDACCT_CMD_GET_PROCESS] = "PROCESS", [TDACCT_CMD_GET_CPU] = "CPU",
	[TDACCT_CMD_GET_TOTALS] = "TOTALS", [TDACCT_CMD_GET_STATS] = "STATS",
	[TDACCT_CMD_PAUSE] = "PAUSE", [TDACCT_CMD_RESUME] = "RESUME",
	[TDACCT_CMD_GET_CGROUP] = "CGROUP",
	[TDACCT_CMD_SUBSCRIBE] = "SUBSCRIBE",
};

static const char *const attributes[] = {
	[TDACCT_A_TID] = "TID", [TDACCT_A_PID] = "PID", [TDACCT_A_CPU] = "CPU",
	[TDACCT_A_SINCE] = "SINCE", [TDACCT_A_RESUME_MS] = "RESUME_MS",
	[TDACCT_A_CGROUP] = "CGROUP", [TDACCT_A_KINDS] = "KINDS",
	[TDACCT_A_ISOLATED] = "ISOLATED",
};

/* What is asked for by the thousand comes as arrays. */
static bool lacks_arrays(const struct request *rq)
{
	switch (rq->cmd) {
	case TDACCT_CMD_GET_THREAD:
	case TDACCT_CMD_GET_PROCESS:
	case TDACCT_CMD_GET_CGROUP:
	case TDACCT_CMD_GET_CPU:
		return !rq->nr ||
		       rq->arg[rq->nr - 1].attr != TDACCT_A_ARRAYS ||
		       rq->arg[rq->nr - 1].size;
	default:
		return false;
	}
}

/*
 * "[THREAD dump PID=5 SINCE=7L ISOLATED]": L is behind what has eight bytes, a
 * flag has none. The one for arrays is left out.
 */
int __wrap_client_ask(struct client *c, const struct request *rq,
		      const struct receiver *to)
{
	fprintf(stderr, "[%s%s", commands[rq->cmd], rq->dump ? " dump" : "");
	for (unsigned int i = 0; i < rq->nr; i++) {
		if (rq->arg[i].attr == TDACCT_A_ARRAYS)
			continue;
		fprintf(stderr, " %s", attributes[rq->arg[i].attr]);
		if (rq->arg[i].size)
			fprintf(stderr, "=%llu%s",
				(unsigned long long)rq->arg[i].number,
				rq->arg[i].size == 8 ? "L" : "");
	}
	fprintf(stderr, "%s]\n", lacks_arrays(rq) ? " not as arrays" : "");
	return __real_client_ask(c, rq, to);
}

struct row {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *line;
	const char *file;	/* what answers */
	const char *want[3];	/* each is asked */
	const char *never;	/* this is not */
};

#define TASKS "five-classes.rec"
#define CGROUPS "cgroups.rec"
#define ENDS "watch.rec"

/* clang-format off */
static const struct row rows[] = {
	{ "show a process", cmd_show, "show --pid 93", TASKS, { "[PROCESS PID=93]" }, "dump" },
	{ "show a thread", cmd_show, "show --task 93", TASKS, { "[THREAD TID=93 ISOLATED]" }, "dump" },
	{ "show the first CPU", cmd_show, "show --cpu 0", TASKS, { "[CPU dump CPU=0]" }, "[CPU dump]" },
	{ "show another CPU", cmd_show, "show --cpu 1", TASKS, { "[CPU dump CPU=1]" }, "[CPU dump]" },
	{ "show the system", cmd_show, "show --system", TASKS, { "[CPU dump]" }, "CPU=" },
	{ "show a cgroup by its number", cmd_show, "show --cgroup id:23", CGROUPS, { "[CGROUP CGROUP=23L]" }, "dump" },
	{ "show a cgroup by its path", cmd_show, "show --cgroup /a", CGROUPS, { "[CGROUP dump]", "[CGROUP CGROUP=23L]" }, NULL },
	{ "show a process, isolated CPUs too", cmd_show, "show --pid 93 --isolated", TASKS, { "[PROCESS PID=93 ISOLATED]" }, NULL },
	{ "show a CPU, isolated or not", cmd_show, "show --cpu 1 --isolated", TASKS, { "[CPU dump CPU=1 ISOLATED]" }, NULL },
	{ "show a cgroup, isolated CPUs too", cmd_show, "show --cgroup id:23 --isolated", CGROUPS, { "[CGROUP CGROUP=23L ISOLATED]" }, NULL },
	{ "list isolated CPUs too", cmd_list, "list --tree --isolated", TASKS, { "[PROCESS dump ISOLATED]", "[THREAD dump ISOLATED]" }, NULL },
	{ "list cgroups, isolated CPUs too", cmd_list, "list --cgroups --isolated", CGROUPS, { "[CGROUP dump ISOLATED]" }, NULL },
	{ "list no isolated CPUs", cmd_list, "list", TASKS, { "[PROCESS dump]" }, "ISOLATED" },
	{ "list", cmd_list, "list", TASKS, { "[TOTALS][PROCESS dump][TOTALS]" }, "[THREAD" },
	{ "list threads", cmd_list, "list --threads", TASKS, { "[THREAD dump]" }, "[CGROUP" },
	{ "list a tree: threads before their processes", cmd_list, "list --tree", TASKS, { "[TOTALS][THREAD dump][PROCESS dump][TOTALS]" }, NULL },
	{ "list cgroups", cmd_list, "list --cgroups", CGROUPS, { "[CGROUP dump]" }, "[THREAD" },
	{ "list a process", cmd_list, "list --pid 93", TASKS, { "[PROCESS PID=93]" }, "dump" },
	{ "list a process without what is not of it", cmd_list, "list --pid 93", TASKS, { "[PROCESS PID=93]" }, "[TOTALS" },
	{ "list who ran since, without the others", cmd_list, "list --since 7", TASKS, { "[PROCESS dump SINCE=7L]" }, "[TOTALS" },
	{ "list cgroups, the root of which has all tasks", cmd_list, "list --cgroups", CGROUPS, { "[CGROUP dump]" }, "[TOTALS" },
	{ "list an interval: subscribe before the first reading", cmd_list, "list --interval 1", TASKS, { "[SUBSCRIBE KINDS=2][TOTALS]" }, NULL },
	{ "list an interval of threads: hear of threads", cmd_list, "list --threads --interval 1", TASKS, { "[SUBSCRIBE KINDS=1][TOTALS]" }, NULL },
	{ "list its threads", cmd_list, "list --threads --pid 93", TASKS, { "[THREAD dump PID=93]" }, "[THREAD dump]" },
	{ "list its tree", cmd_list, "list --tree --pid 1", TASKS, { "PID=1]" }, "dump]" },
	{ "list who ran since", cmd_list, "list --since 7", TASKS, { "[PROCESS dump SINCE=7L]" }, "[PROCESS dump]" },
	{ "list threads that ran since", cmd_list, "list --threads --since 7", TASKS, { "[THREAD dump SINCE=7L]" }, "[THREAD dump]" },
	{ "list a tree of who ran since", cmd_list, "list --tree --since 7", TASKS, { "[PROCESS dump SINCE=7L]", "[THREAD dump SINCE=7L]" }, "dump]" },
	{ "list threads of a process that ran since", cmd_list, "list --threads --pid 93 --since 7", TASKS, { "[THREAD dump PID=93 SINCE=7L]" }, "dump]" },
	{ "list threads and where they are", cmd_list, "list --threads -o tid,cgroup", CGROUPS, { "[THREAD dump]", "[CGROUP dump]" }, NULL },
	{ "list threads by where they are", cmd_list, "list --threads -o tid --sort cgroup", CGROUPS, { "[THREAD dump]", "[CGROUP dump]" }, NULL },
	{ "list processes and where they are, cgroups last", cmd_list, "list -o pid,cgroup", TASKS, { "[THREAD dump][CGROUP dump]" }, NULL },
	{ "list one thread", cmd_list, "list --task 93", TASKS, { "[THREAD TID=93 ISOLATED]" }, "dump" },
	{ "pause", cmd_pause, "pause", TASKS, { "[PAUSE]" }, NULL },
	{ "pause for a time", cmd_pause, "pause --for 30s", TASKS, { "[PAUSE RESUME_MS=30000L]" }, NULL },
	{ "pause for less than a second", cmd_pause, "pause --for 1500ms", TASKS, { "[PAUSE RESUME_MS=1500L]" }, NULL },
	{ "resume", cmd_resume, "resume", TASKS, { "[RESUME]" }, "[PAUSE" },
	{ "status", cmd_status, "status", TASKS, { "[INFO]", "[CPU dump]", "[STATS]" }, NULL },
	{ "check", cmd_check, "check", TASKS, { "[TOTALS]", "[THREAD dump]", "[PROCESS dump]" }, NULL },
	{ "watch what is usual", cmd_watch, "watch", ENDS, { "[SUBSCRIBE KINDS=6]", "[PROCESS dump]", "[CGROUP dump]" }, "[THREAD" },
	{ "watch threads", cmd_watch, "watch --threads", ENDS, { "[SUBSCRIBE KINDS=1]", "[THREAD dump]" }, "[PROCESS" },
	{ "watch processes", cmd_watch, "watch --processes", ENDS, { "[SUBSCRIBE KINDS=2]", "[PROCESS dump]" }, "[CGROUP" },
	{ "watch cgroups", cmd_watch, "watch --cgroups", ENDS, { "[SUBSCRIBE KINDS=4]", "[CGROUP dump]" }, "[PROCESS" },
	{ "watch all three", cmd_watch, "watch --threads --processes --cgroups", ENDS, { "[SUBSCRIBE KINDS=7]" }, NULL },
	{ "watch a command", cmd_watch, "watch --comm td*", ENDS, { "[SUBSCRIBE KINDS=2]" }, NULL },
	{ "watch the processes of a cgroup, whose end says where they were", cmd_watch, "watch --cgroup id:23 --processes", ENDS, { "[SUBSCRIBE KINDS=6]", "[CGROUP dump]" }, NULL },
	{ "watch the threads of a cgroup", cmd_watch, "watch --cgroup id:23 --threads", ENDS, { "[SUBSCRIBE KINDS=5]" }, NULL },
	{ "watch processes and where they ended", cmd_watch, "watch --processes -o pid,cgroup", ENDS, { "[SUBSCRIBE KINDS=2]", "[CGROUP dump]" }, NULL },
};
/* clang-format on */

/* Of what was printed only what was asked. */
static void keep_requests(char *text)
{
	char *to = text, *line;

	while ((line = strsep(&text, "\n"))) {
		size_t len = *line == '[' ? strlen(line) : 0;

		memmove(to, line, len);
		to += len;
	}
	*to = 0;
}

static void attempt(const void *arg)
{
	const struct row *row = arg;
	static char got[1 << 20];
	char line[512];

	snprintf(line, sizeof(line), "%s --replay %s", row->line,
		 unit_path(row->file));
	unit_command(row->run, line, got, sizeof(got));
	keep_requests(got);
	for (size_t i = 0; i < 3 && row->want[i]; i++)
		if (!strstr(got, row->want[i]))
			unit_fail(__FILE__, __LINE__, "%s is not asked in '%s'",
				  row->want[i], got);
	if (row->never && strstr(got, row->never))
		unit_fail(__FILE__, __LINE__, "%s is asked in '%s'",
			  row->never, got);
}

int main(void)
{
	UNIT_RUN("requests", rows, attempt);
	return unit_end();
}
