// SPDX-License-Identifier: GPL-2.0
/* A watch of a cgroup as a whole, over recordings that are made here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/tdacct.h>

#include "cmd/cmd.h"
#include "kernel/recorder.h"
#include "kernel/request.h"
#include "kernel/transport.h"
#include "message.h"
#include "unit.h"

/* Of the cgroups, "id:parent ...", 10 is watched; 0 is no parent. */
#define CGROUPS "1:0 10:1 11:1 20:10"

/*
 * What is heard, word by word:
 *   p7:20   a process of pid 7 ended in cgroup 20; p7: where is not told
 *   t7:20   a thread
 *   c20:10  cgroup 20 below 10 was removed
 *   lost    the kernel dropped some
 *   4098*p7:30  so many of them
 * When the watch begins process 5 is there, and thread 5 in cgroup 20, later they
 * are not.
 */
struct row {
	const char *name;
	const char *options;
	const char *later;	/* cgroups that only the next look tells */
	const char *heard;
	const char *want;	/* spaces squeezed */
};

#define HEAD "KIND PID CGROUP\n"
#define SUM(_shown, _heard, _more) \
	"tdacct: " _shown " shown of " _heard " notices, 0 missed" _more "\n"
#define IN_VAIN "; 1 not shown, because their cgroup is not known"

/* clang-format off */
static const struct row rows[] = {
	{ "a process in it", "", "", "p7:10", HEAD "process 7 /10\n" SUM("1", "1", "") },
	{ "a process below it", "", "", "p7:20", HEAD "process 7 /20\n" SUM("1", "1", "") },
	{ "a process elsewhere", "", "", "p7:11", HEAD SUM("0", "1", "") },
	{ "a process above it", "", "", "p7:1", HEAD SUM("0", "1", "") },
	{ "a process of which is not told where", "", "", "p7", HEAD SUM("0", "1", "") },
	{ "a process in a cgroup that came later", "", "30:20", "p7:30", HEAD "process 7 /30\n" SUM("1", "1", "") },
	{ "a process in one that came later elsewhere", "", "30:11", "p7:30", HEAD SUM("0", "1", "") },
	{ "a process in one that came and went", "", "", "p7:30 p8:11 c30:20", HEAD "process 7 /30\ncgroup - /30\n" SUM("2", "3", "") },
	{ "a process in one that came and went elsewhere", "", "", "p7:30 c30:11", HEAD SUM("0", "2", "") },
	{ "a process in one that is never told of", "", "", "p7:30 p8:10", HEAD "process 8 /10\n" SUM("1", "2", IN_VAIN) },
	{ "two in one that came and went", "", "", "p7:30 p8:30 c30:20", HEAD "process 7 /30\nprocess 8 /30\ncgroup - /30\n" SUM("3", "3", "") },
	{ "more than are kept", "", "", "4098*p7:30", HEAD SUM("0", "4098", "; 4098 not shown, because their cgroup is not known") },
	{ "the first of too many are given up", "--count 1", "", "4098*p7:30 c30:20", HEAD "process 7 /30\n" SUM("1", "4099", "; 4097 not shown, because their cgroup is not known") },
	{ "processes and cgroups, no threads", "", "", "t7:20 p7:20 c20:10", HEAD "process 7 /20\ncgroup - /20\n" SUM("2", "3", "") },
	{ "only processes", "--processes", "", "t7:20 p7:20 c20:10", HEAD "process 7 /20\n" SUM("1", "3", "") },
	{ "only processes, in one that came and went", "--processes", "", "p7:30 c30:10", HEAD "process 7 /30\n" SUM("1", "2", "") },
	{ "only threads", "--threads", "", "t7:20 p7:20 t8:11", HEAD "thread 7 /20\n" SUM("1", "3", "") },
	{ "all three", "--threads --processes --cgroups", "", "t7:20 p7:20 c20:10", HEAD "thread 7 /20\nprocess 7 /20\ncgroup - /20\n" SUM("3", "3", "") },
	{ "a command in it", "--comm tool", "", "p7:20 p8:11 c20:10", HEAD "process 7 /20\n" SUM("1", "3", "") },
	{ "another command in it", "--comm cc*", "", "p7:20 p8:30", HEAD SUM("0", "2", "") },
	{ "a thread that ended unseen was in it", "--threads", "", "lost", HEAD
		"tdacct: thread 5 tool ended unseen: its final counts were missed\n"
		"tdacct: notices were missed at the end: they came faster than they were read; try a larger --buffer\n"
		SUM("0", "0", "; 1 that existed before ended unseen") },
	{ "a process that ended unseen may have been in it", "", "", "lost", HEAD
		"tdacct: process 5 tool ended unseen, in a cgroup that is not known: its final counts were missed\n"
		"tdacct: notices were missed at the end: they came faster than they were read; try a larger --buffer\n"
		SUM("0", "0", "; 1 that existed before ended unseen, 1 of them in a cgroup that is not known") },
};
/* clang-format on */

static void put_counts(struct message *m)
{
	static const uint64_t counts[11] = { 100 };

	message_counts(m, TDACCT_A_COUNTS, counts, 11, 1, 0, 0);
}

static void put_task(struct message *m, unsigned long pid)
{
	message_u64(m, TDACCT_A_ID, pid);
	message_u32(m, TDACCT_A_TID, (uint32_t)pid);
	message_u32(m, TDACCT_A_PID, (uint32_t)pid);
	message_text(m, TDACCT_A_COMM, "tool");
}

static void put_cgroup(struct message *m, unsigned long id,
		       unsigned long parent)
{
	char path[32];

	snprintf(path, sizeof(path), "/%lu", id);
	message_u64(m, TDACCT_A_CGROUP, id);
	message_text(m, TDACCT_A_CGROUP_PATH, path);
	if (parent)
		message_u64(m, TDACCT_A_CGROUP_PARENT, parent);
}

static void ask(struct recorder *to, uint8_t cmd, bool dump)
{
	const struct request rq = { .cmd = cmd, .dump = dump };

	recorder_ask(to, &rq);
}

static void say(struct recorder *to, struct message *m)
{
	put_counts(m);
	recorder_message(to, "say", message_attrs(m), m->len);
}

static void end(struct recorder *to)
{
	recorder_end(to, 0, &(struct outcome){ .text = "" });
}

static void say_cgroups(struct recorder *to, const char *text)
{
	unsigned long id, parent;
	int len;

	while (sscanf(text, " %lu:%lu%n", &id, &parent, &len) == 2) {
		struct message m = { .len = 0 };

		put_cgroup(&m, id, parent);
		say(to, &m);
		text += len;
	}
}

static void begin(struct recorder *to)
{
	struct message info = { .len = 0 };

	message_info(&info);
	ask(to, TDACCT_CMD_GET_INFO, false);
	recorder_message(to, "say", message_attrs(&info), info.len);
	end(to);
	ask(to, TDACCT_CMD_SUBSCRIBE, false);
	end(to);
}

/* What a look finds: process 5 or nobody, and the cgroups. */
static void look(struct recorder *to, bool there, const char *more)
{
	struct message m = { .len = 0 }, thread = { .len = 0 };

	ask(to, TDACCT_CMD_GET_THREAD, true);
	put_task(&thread, 5);
	message_u64(&thread, TDACCT_A_CGROUP, 20);
	if (there)
		say(to, &thread);
	end(to);
	ask(to, TDACCT_CMD_GET_PROCESS, true);
	put_task(&m, 5);
	if (there)
		say(to, &m);
	end(to);
	ask(to, TDACCT_CMD_GET_CGROUP, true);
	say_cgroups(to, CGROUPS);
	say_cgroups(to, more);
	end(to);
}

static void hear(struct recorder *to, const char *word, uint64_t seq)
{
	static const char kinds[] = {
		[TDACCT_ENDED_THREAD] = 't', [TDACCT_ENDED_PROCESS] = 'p',
		[TDACCT_ENDED_CGROUP] = 'c',
	};
	const char *kind = memchr(kinds, *word, sizeof(kinds));
	unsigned long id = 0, where = 0;
	struct message m = { .len = 0 };

	if (!kind || sscanf(word + 1, "%lu:%lu", &id, &where) < 1)
		abort();
	message_u64(&m, TDACCT_A_SEQ, seq);
	message_u32(&m, TDACCT_A_KIND, (uint32_t)(kind - kinds));
	if (*kind == 'c')
		put_cgroup(&m, id, where);
	else
		put_task(&m, id);
	if (*kind != 'c' && where)
		message_u64(&m, TDACCT_A_CGROUP, where);
	put_counts(&m);
	recorder_message(to, "hear", message_attrs(&m), m.len);
}

static void hear_all(struct recorder *to, const char *words)
{
	char *all = strdup(words), *rest = all, *word;
	uint64_t seq = 1;

	while ((word = strsep(&rest, " "))) {
		char *times = strchr(word, '*');
		long nr = times ? strtol(word, NULL, 10) : 1;

		if (!strcmp(word, "lost"))
			recorder_lost(to);
		for (; *word != 'l' && nr > 0; nr--)
			hear(to, times ? times + 1 : word, seq++);
	}
	free(all);
}

static void record(const char *path, const struct row *row)
{
	struct recorder *to = NULL;

	if (recorder_open(&to, path))
		abort();
	begin(to);
	look(to, true, "");
	look(to, false, row->later);
	hear_all(to, row->heard);
	EXPECT_INT(0, recorder_close(to));
}

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
	const struct row *row = arg;
	char path[] = "/tmp/tdacct-unit-XXXXXX";
	int fd = mkstemp(path);
	char line[256], got[4096];

	if (fd < 0)
		abort();
	close(fd);
	record(path, row);
	snprintf(line, sizeof(line), "watch --cgroup id:10 -o kind,pid,cgroup %s --replay %s",
		 row->options, path);
	EXPECT_INT(0, unit_command(cmd_watch, line, got, sizeof(got)));
	squeeze(got);
	EXPECT_TEXT(row->want, got);
	unlink(path);
}

int main(void)
{
	UNIT_RUN("watch a cgroup", rows, attempt);
	return unit_end();
}
