// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/tdacct.h>

#include "view/json_report.h"
#include "message.h"
#include "scene.h"
#include "unit.h"

enum type { U32, U64, TEXT };

static const struct {
	const char *name;
	int attr;
	enum type type;
} attributes[] = {
	{ "id", TDACCT_A_ID, U64 }, { "tid", TDACCT_A_TID, U32 },
	{ "pid", TDACCT_A_PID, U32 }, { "comm", TDACCT_A_COMM, TEXT },
	{ "born_ns", TDACCT_A_BORN_NS, U64 },
	{ "flags", TDACCT_A_TASK_FLAGS, U32 }, { "age_ns", TDACCT_A_AGE_NS, U64 },
	{ "cpu_ns", TDACCT_A_CPU_NS, U64 }, { "lost_ns", TDACCT_A_LOST_NS, U64 },
	{ "generation", TDACCT_A_GENERATION, U64 },
	{ "threads", TDACCT_A_THREADS, U64 },
	{ "exited", TDACCT_A_EXITED_THREADS, U64 },
	{ "children_nr", TDACCT_A_CHILDREN_NR, U64 },
	{ "children_cpu_ns", TDACCT_A_CHILDREN_CPU_NS, U64 },
	{ "children_lost_ns", TDACCT_A_CHILDREN_LOST_NS, U64 },
	{ "cgroup", TDACCT_A_CGROUP, U64 },
	{ "parent", TDACCT_A_CGROUP_PARENT, U64 },
	{ "path", TDACCT_A_CGROUP_PATH, TEXT },
	{ "cgroup_flags", TDACCT_A_CGROUP_FLAGS, U32 },
	{ "cpu", TDACCT_A_CPU, U32 }, { "state", TDACCT_A_STATE, U32 },
	{ "reason", TDACCT_A_REASON, TEXT },
	{ "resume_ms", TDACCT_A_RESUME_MS, U64 },
	{ "epoch", TDACCT_A_EPOCH, U64 }, { "epoch_ns", TDACCT_A_EPOCH_NS, U64 },
	{ "kind", TDACCT_A_KIND, U32 }, { "seq", TDACCT_A_SEQ, U64 },
	{ "missed", TDACCT_A_MISSED, U64 },
};

static const struct {
	const char *name;
	int attr;
} nests[] = {
	{ "", TDACCT_A_COUNTS }, { "children.", TDACCT_A_CHILDREN },
	{ "own.", TDACCT_A_OWN }, { "idle.", TDACCT_A_IDLE },
	{ "untracked.", TDACCT_A_UNTRACKED },
	{ "before.", TDACCT_A_BEFORE }, { "live.", TDACCT_A_LIVE },
	{ "exited.", TDACCT_A_EXITED }, { "after.", TDACCT_A_AFTER },
};

enum { NESTS = sizeof(nests) / sizeof(*nests) };

struct said {
	struct message m;
	struct info info;
	struct counts nest[NESTS];
	struct stats stats;
};

static bool put_change(struct said *s, const char *name, const char *text)
{
	struct change *c = &s->stats.change;
	unsigned long long number = strtoull(text, NULL, 0);

	if (strncmp(name, "change.", 7))
		return false;
	name += 7;
	if (!strcmp(name, "command"))
		c->command = (uint32_t)number;
	else if (!strcmp(name, "pid"))
		c->pid = (uint32_t)number;
	else if (!strcmp(name, "uid"))
		c->uid = (uint32_t)number;
	else if (!strcmp(name, "at_ns"))
		c->at_ns = number;
	else if (!strcmp(name, "comm"))
		snprintf(c->comm, sizeof(c->comm), "%s", text);
	else
		abort();
	return true;
}

static bool put_attribute(struct said *s, const char *name, const char *text)
{
	for (size_t i = 0; i < sizeof(attributes) / sizeof(*attributes); i++) {
		unsigned long long number = strtoull(text, NULL, 0);

		if (strcmp(attributes[i].name, name))
			continue;
		if (attributes[i].type == TEXT)
			message_text(&s->m, attributes[i].attr, text);
		else if (attributes[i].type == U64)
			message_u64(&s->m, attributes[i].attr, number);
		else
			message_u32(&s->m, attributes[i].attr,
				    (uint32_t)number);
		return true;
	}
	return false;
}

static bool put_stat(struct said *s, const char *name, const char *text)
{
	if (strncmp(name, "stats.", 6))
		return false;
	for (unsigned int i = 0; i <= TDACCT_STAT_A_MAX; i++) {
		if (!stat_name(i) || strcmp(stat_name(i), name + 6))
			continue;
		s->stats.have |= UINT64_C(1) << i;
		s->stats.value[i] = strtoull(text, NULL, 0);
		return true;
	}
	abort();
}

static void put_stats(struct said *s)
{
	int nest;

	if (!s->stats.have)
		return;
	nest = message_nest(&s->m, TDACCT_A_STATS);
	for (int i = 0; i <= TDACCT_STAT_A_MAX; i++)
		if (sample_has(s->stats.have, (unsigned int)i))
			message_u64(&s->m, i, s->stats.value[i]);
	message_nest_end(&s->m, nest);
	if (!s->stats.change.command)
		return;
	nest = message_nest(&s->m, TDACCT_A_CHANGE);
	message_u32(&s->m, TDACCT_CHANGE_A_COMMAND, s->stats.change.command);
	message_u32(&s->m, TDACCT_CHANGE_A_PID, s->stats.change.pid);
	message_u32(&s->m, TDACCT_CHANGE_A_UID, s->stats.change.uid);
	message_text(&s->m, TDACCT_CHANGE_A_COMM, s->stats.change.comm);
	message_u64(&s->m, TDACCT_CHANGE_A_AT_NS, s->stats.change.at_ns);
	message_nest_end(&s->m, nest);
}

static void put_count(struct said *s, const char *name, const char *text)
{
	const char *dot = strchr(name, '.');
	size_t len = dot ? (size_t)(dot + 1 - name) : 0;
	int index = count_index(&s->info, name + len);

	for (size_t i = 0; i < NESTS; i++) {
		if (strlen(nests[i].name) != len || index < 0 ||
		    strncmp(nests[i].name, name, len))
			continue;
		s->nest[i].have = 1;
		s->nest[i].value[index] = strtoull(text, NULL, 0);
		return;
	}
	abort();
}

static void put_nests(struct said *s)
{
	for (size_t i = 0; i < NESTS; i++)
		if (s->nest[i].have)
			message_counts(&s->m, nests[i].attr, s->nest[i].value,
				       s->info.nr_values,
				       s->nest[i].value[COUNT_SWITCHES],
				       s->nest[i].value[COUNT_UNCLASSIFIED],
				       s->nest[i].value[COUNT_BLUR]);
}

static void put_hex(FILE *to, const char *word, const struct message *m)
{
	fprintf(to, "%s ", word);
	for (int i = 0; i < m->len; i++)
		fprintf(to, "%02x", m->at.byte[i]);
	fputc('\n', to);
}

/* "say pid=5 slots=7" */
static void put_words(FILE *to, char *line)
{
	char *word = strsep(&line, " "), *name;
	static struct said s;
	bool bare = false;

	memset(&s, 0, sizeof(s));
	default_info(&s.info);
	while ((name = strsep(&line, " "))) {
		char *text = strchr(name, '=');

		bare |= !strcmp(name, "bare");
		if (!text)
			continue;
		*text++ = 0;
		if (!put_attribute(&s, name, text) &&
		    !put_stat(&s, name, text) && !put_change(&s, name, text))
			put_count(&s, name, text);
	}
	s.nest[0].have = !bare;
	put_nests(&s);
	put_stats(&s);
	put_hex(to, word, &s.m);
}

/* "info state=1 resume_ms=500": what is given comes after what is usual. */
static void put_info(FILE *to, char *line)
{
	static struct said s;
	char *name;

	memset(&s, 0, sizeof(s));
	strsep(&line, " ");
	if (line && !strncmp(line, "of_set=", 7))
		message_info_set(&s.m, strsep(&line, " ") + 7);
	else
		message_info(&s.m);
	while ((name = strsep(&line, " "))) {
		char *text = strchr(name, '=');

		*text++ = 0;
		put_attribute(&s, name, text);
	}
	fprintf(to, "ask GET_INFO do\n");
	put_hex(to, "say", &s.m);
	fprintf(to, "end 0\n");
}

static void put_line(FILE *to, char *line)
{
	if (!strncmp(line, "say ", 4) || !strncmp(line, "hear ", 5))
		put_words(to, line);
	else if (!strncmp(line, "info", 4))
		put_info(to, line);
	else
		fprintf(to, "%s\n", line);
}

void scene_write(const char *path, const char *text)
{
	char *copy = strdup(text), *rest = copy, *line;
	FILE *f = fopen(path, "we");

	if (!f || !copy)
		abort();
	fprintf(f, "tdacct-recording 1\n");
	while ((line = strsep(&rest, "\n")))
		if (*line)
			put_line(f, line);
	fclose(f);
	free(copy);
}

static void squeeze(char *text)
{
	char *to = text;

	for (; *text; text++)
		if (*text != ' ' || text[1] != ' ')
			*to++ = *text;
	*to = 0;
}

int scene_run(int (*run)(int argc, char **argv), const char *line,
	      const char *text, char *got, size_t size)
{
	char path[] = "/tmp/tdacct-unit-XXXXXX";
	int fd = mkstemp(path), status;
	char all[512];

	if (fd < 0)
		abort();
	close(fd);
	scene_write(path, text);
	snprintf(all, sizeof(all), "%s --replay %s", line, path);
	status = unit_command(run, all, got, size);
	squeeze(got);
	unlink(path);
	return status;
}
