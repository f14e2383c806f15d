// SPDX-License-Identifier: GPL-2.0
/* What the page is given to draw: rows that were added up, who is kept, who is above whom. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/session.h"
#include "serve/answers.h"
#include "tasks/icicle.h"
#include "view/page.h"
#include "message.h"
#include "scene.h"
#include "unit.h"

/* ---- spans and their parts ----------------------------------------------- */

static struct info info;

/* "k/path name slots", k: m, a, c, p for machine, aside, cgroup, command; '-': "". */
static void put(struct icicle_span *to, const char *text)
{
	static const char kinds[] = "macp";
	char kind, path[32], name[32];
	unsigned long long slots;
	struct sample s = { .counts.have = 1 };

	if (sscanf(text, "%c%31s %31s %llu", &kind, path, name, &slots) != 4)
		abort();
	s.counts.value[0] = slots;
	if (icicle_add(to, (enum icicle_kind)(strchr(kinds, kind) - kinds),
		       *path == '-' ? "" : path, *name == '-' ? "" : name, &s))
		abort();
}

/* As put() has them, in their order, without the kind. */
static const char *got(const struct icicle_span *s)
{
	static char all[1024];
	size_t len = 0;

	*all = 0;
	for (size_t i = 0; i < s->nr; i++)
		len += (size_t)snprintf(all + len, sizeof(all) - len, "%s%s%s %.0f",
					i ? ", " : "", s->row[i]->path, s->row[i]->name,
					icicle_size(s->row[i], &info));
	return all;
}

static const struct span_row {
	const char *name;
	size_t most;
	const char *put[8];
	const char *want;
	uint64_t left_out;
} span_rows[] = {
	{ "none", 2, { NULL }, "", 0 },
	{ "the same one twice is one row", 2, { "c/a - 3", "c/a - 4" }, "/a 7", 0 },
	{ "a command is not the one of another cgroup", 9, { "p/a x 3", "p/b x 4" }, "/bx 4, /ax 3", 0 },
	{ "nor a cgroup", 9, { "c/a - 3", "p/a x 3" }, "/a 3, /ax 3", 0 },
	{ "the busiest first", 9, { "c/a - 3", "c/b - 5", "c/c - 4" }, "/b 5, /c 4, /a 3", 0 },
	{ "of equal ones those above", 9, { "c/a/b - 3", "c/a - 3" }, "/a 3, /a/b 3", 0 },
	{ "exactly as many as are kept", 3, { "c/a - 3", "c/b - 5", "c/c - 4" }, "/b 5, /c 4, /a 3", 0 },
	{ "and one less", 2, { "c/a - 3", "c/b - 5", "c/c - 4" }, "/b 5, /c 4", 1 },
	{ "the machine stays, however little it did", 2, { "c/a - 3", "m- - 1", "c/b - 5" }, " 1, /b 5", 1 },
	{ "and what is aside", 2, { "c/a - 3", "a- [idle] 0", "m- - 1" }, " 1, [idle] 0", 1 },
};

static void try_span(const void *arg)
{
	const struct span_row *row = arg;
	struct icicle_span s = { .nr = 0 };

	for (size_t i = 0; row->put[i]; i++)
		put(&s, row->put[i]);
	icicle_cut(&s, &info, row->most);
	EXPECT_TEXT(row->want, got(&s));
	EXPECT_INT(row->left_out, s.left_out);
	for (size_t i = 0; i < s.nr; i++)
		EXPECT(icicle_find(&s, s.row[i]) == s.row[i]);
	icicle_free(&s);
}

/* Each span is of one second and ends at so many; the parts are 10 s long. */
static const struct bins_row {
	const char *name;
	unsigned int from, to, step;
	unsigned int parts;
	const char *sum;
	uint64_t from_s;	/* of all together */
} bins_rows[] = {
	{ "one", 5, 5, 1, 1, "/a 1", 4 },
	{ "the last of a part, and the first of the next one", 9, 10, 1, 2, "/a 2", 8 },
	{ "all of one part", 10, 19, 1, 1, "/a 10", 9 },
	{ "as many parts as there are", 5, 595, 10, 60, "/a 60", 4 },
	{ "one more: the first one is forgotten", 5, 605, 10, 60, "/a 60", 14 },
	{ "nothing in between", 5, 995, 990, 2, "/a 2", 4 },
};

#define SECOND UINT64_C(1000000000)

static void add_at(struct icicle_bins *b, uint64_t seconds)
{
	struct icicle_span s = {
		.from_ns = (seconds - 1) * SECOND, .to_ns = seconds * SECOND,
		.read_ns = SECOND,
	};

	put(&s, "c/a - 1");
	EXPECT_INT(0, icicle_bins_add(b, &s, &info));
	icicle_free(&s);
}

static void try_bins(const void *arg)
{
	const struct bins_row *row = arg;
	struct icicle_bins b = { .width_ns = 10 * SECOND };
	struct icicle_span all;

	for (unsigned int at = row->from; at <= row->to; at += row->step)
		add_at(&b, at);
	add_at(&b, 1);		/* a clock that was set back makes no new part */
	EXPECT_INT(row->parts, b.nr);
	icicle_bins_free(&b);
	for (unsigned int at = row->from; at <= row->to; at += row->step)
		add_at(&b, at);
	EXPECT_INT(0, icicle_bins_sum(&b, &info, &all));
	EXPECT_TEXT(row->sum, got(&all));
	EXPECT_INT(row->from_s, all.from_ns / SECOND);
	EXPECT_INT(row->to, all.to_ns / SECOND);
	icicle_free(&all);
	icicle_bins_free(&b);
}

/* ---- as JSON ------------------------------------------------------------- */

#define TASK(_id, _comm, _slots) \
	"say id=" #_id " pid=" #_id " comm=" _comm " born_ns=1 cpu_ns=" #_slots "000000 lost_ns=0 slots=" #_slots " backend_bound=" #_slots "\n"
#define CGROUP(_id, _path, _slots) \
	"say cgroup=" #_id " path=" _path " cpu_ns=" #_slots "000000 lost_ns=0 slots=" #_slots " backend_bound=" #_slots " own.slots=0\n"
#define TOTALS(_live, _idle) \
	"ask GET_TOTALS do\nsay bare before.slots=0 live.slots=" #_live " live.backend_bound=" #_live " exited.slots=0 idle.slots=" #_idle " untracked.slots=0 after.slots=99\nend 0\n"
#define BEGIN "info\nask SUBSCRIBE do\nend 0\n"
#define FIRST "at 1\nask GET_PROCESS dump\n" TASK(20, "a", 10) TASK(30, "b", 20) "end 0\n" \
	"ask GET_CGROUP dump\n" CGROUP(1, "/", 30) CGROUP(2, "/s", 30) CGROUP(3, "/s/t", 20) "end 0\n" TOTALS(30, 4)
#define SECOND_ONE "at 2\nask GET_PROCESS dump\n" TASK(20, "a", 11) TASK(30, "b", 28) "end 0\n" \
	"ask GET_CGROUP dump\n" CGROUP(1, "/", 39) CGROUP(2, "/s", 39) CGROUP(3, "/s/t", 28) "end 0\n" TOTALS(39, 5)

static const struct data_row {
	const char *name;
	const char *scene;
	unsigned int reads;
	unsigned int what;
	const char *rows;	/* "kind path name slots above", the machine is named - */
	const char *member;	/* of all, with this value */
	double value;
} data_rows[] = {
	{ "since counting began: the root is the machine, idle is beside it", BEGIN FIRST, 1, ANSWER_NOW,
	  "machine - 34 -, aside [idle] 4 0, aside [untracked] 0 0, cgroup /s 30 0, cgroup /s/t 20 3, command /s/tb 20 4, command /sa 10 3", "interval_s", 0 },
	{ "in an interval", BEGIN FIRST SECOND_ONE, 2, ANSWER_NOW,
	  "machine - 10 -, aside [idle] 1 0, aside [untracked] 0 0, cgroup /s 9 0, cgroup /s/t 8 3, command /s/tb 8 4, command /sa 1 3", "interval_s", 1 },
	{ "the first reading is of no hour", BEGIN FIRST, 1, ANSWER_HOUR, "", "interval_s", 0 },
	{ "the second one is", BEGIN FIRST SECOND_ONE, 2, ANSWER_HOUR,
	  "machine - 10 -, aside [idle] 1 0, aside [untracked] 0 0, cgroup /s 9 0, cgroup /s/t 8 3, command /s/tb 8 4, command /sa 1 3", "interval_s", 1 },
	{ "a process of which nobody knows where it is", BEGIN "at 1\nask GET_PROCESS dump\n" TASK(20, "a", 10) TASK(77, "x", 5) "end 0\n"
	  "ask GET_CGROUP dump\n" CGROUP(1, "/", 15) CGROUP(2, "/s", 10) "end 0\n" TOTALS(15, 0), 1, ANSWER_NOW,
	  "machine - 15 -, aside [idle] 0 0, aside [untracked] 0 0, cgroup /s 10 0, command /sa 10 3", "placeless", 1 },
	{ "a kernel without cgroups has commands", BEGIN "at 1\nask GET_PROCESS dump\n" TASK(77, "x", 5) "end 0\nask GET_CGROUP dump\nend 95\n" TOTALS(5, 0),
	  1, ANSWER_NOW, "machine - 5 -, aside [idle] 0 0, aside [untracked] 0 0, command x 5 0", "placeless", 0 },
	{ "and without totals they are all that there is", BEGIN "at 1\nask GET_PROCESS dump\n" TASK(77, "x", 5) TASK(78, "y", 3) "end 0\nask GET_CGROUP dump\nend 95\nask GET_TOTALS do\nend 1\n",
	  1, ANSWER_NOW, "machine - 8 -, command x 5 0, command y 3 0", "every_s", 5 },
};

static char path[64] = "/tmp/tdacct-unit-XXXXXX";

/* What is said of them, by name. */
static void put_rows(json_t *rows, char *to, size_t size)
{
	size_t i, len = 0;
	json_t *row;

	*to = 0;
	json_array_foreach(rows, i, row) {
		json_t *above = json_object_get(row, "above");
		const char *kind = json_string_value(json_object_get(row, "kind"));
		const char *place = json_string_value(json_object_get(row, "path"));
		const char *name = json_string_value(json_object_get(row, "name"));
		char number[16] = "-";

		if (json_is_integer(above))
			snprintf(number, sizeof(number), "%d", (int)json_integer_value(above));
		len += (size_t)snprintf(to + len, size - len, "%s%s %s%s%s %d %s",
					i ? ", " : "", kind, place, name, *place || *name ? "" : "-",
					(int)json_integer_value(json_object_get(row, "slots")), number);
	}
}

static void try_data(const void *arg)
{
	static const struct places_limits limits = { .depth = 8, .series = 1000, .keep_s = 3600 };
	const struct data_row *row = arg;
	const struct source from = { .replay = path };
	struct session session;
	struct meter meter;
	struct answer a;
	char rows[1024];
	json_t *all;

	scene_write(path, row->scene);
	if (session_open(&session, &from))
		abort();
	meter_open(&meter, &session, &from, &limits, 10);
	meter.every_s = 5;
	for (unsigned int i = 0; i < row->reads; i++)
		EXPECT_INT(0, meter_read(&meter));
	EXPECT_INT(0, answer_make(&a, &meter, row->what, false));
	all = json_loadb(a.text, a.len, 0, NULL);
	EXPECT(all != NULL);
	put_rows(json_object_get(all, "rows"), rows, sizeof(rows));
	EXPECT_TEXT(row->rows, rows);
	EXPECT_NEAR(row->value, json_number_value(json_object_get(all, row->member)), 0);
	json_decref(all);
	free(a.text);
	meter_close(&meter);
	session_close(&session);
}

/* ---- the page that carries them ------------------------------------------ */

static const struct carried_row {
	const char *name;
	const char *data;
	const char *want;
	const char *never;
} carried_rows[] = {
	{ "data are in a script that is none", "{\"a\":1}", "<script type=\"application/json\" id=\"data\">{\"a\":1}</script>", NULL },
	{ "a name that ends the script", "{\"a\":\"</script><i>\"}", "{\"a\":\"\\u003c/script>\\u003ci>\"}</script>", "</script><i>" },
	{ "a comment", "{\"a\":\"<!--\"}", "\"\\u003c!--\"", "\"<!--" },
	{ "it may load nothing", "{}", "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src 'sha256-", "connect-src" },
};

static void try_carried(const void *arg)
{
	const struct carried_row *row = arg;
	const struct text data = { .at = (char *)row->data, .len = strlen(row->data) };
	size_t len;
	char *text = NULL;
	FILE *f = open_memstream(&text, &len);

	EXPECT_INT(0, page_write(f, &data));
	fclose(f);
	unit_expect(row->want, text);
	unit_expect("</body>\n</html>\n", text);
	if (row->never)
		EXPECT(!strstr(text, row->never));
	free(text);
}

/* In /proc of the machine: a is in /s, b in /s/t. */
static void make_root(char *root)
{
	static const char *const places[][2] = { { "20", "/s" }, { "30", "/s/t" } };
	char command[300];

	if (!mkdtemp(root))
		abort();
	for (size_t i = 0; i < 2; i++) {
		snprintf(command, sizeof(command), "mkdir -p %s/proc/%s && echo 0::%s >%s/proc/%s/cgroup",
			 root, places[i][0], places[i][1], root, places[i][0]);
		if (system(command))
			abort();
	}
	setenv("TDACCT_ROOT", root, 1);
}

int main(void)
{
	char root[] = "/tmp/tdacct-unit-root-XXXXXX", command[64];
	int fd = mkstemp(path);

	if (fd < 0)
		abort();
	close(fd);
	default_info(&info);
	make_root(root);
	UNIT_RUN("span", span_rows, try_span);
	UNIT_RUN("parts", bins_rows, try_bins);
	UNIT_RUN("page", data_rows, try_data);
	UNIT_RUN("report", carried_rows, try_carried);
	unlink(path);
	snprintf(command, sizeof(command), "rm -r %s", root);
	return system(command) ? 1 : unit_end();
}
