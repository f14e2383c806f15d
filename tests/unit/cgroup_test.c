// SPDX-License-Identifier: GPL-2.0
/* Cgroups by their names, and where they stand in a table. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tasks/cgroup_find.h"
#include "tasks/cgroup_tree.h"
#include "view/rows.h"
#include "shared.h"
#include "unit.h"

/* @TMP@ is a directory of a file system that is no cgroup's. */
struct find_row {
	const char *name;
	const char *mounts;
	const char *path;
	int err;
	const char *want;
};

#define PROC "proc /proc proc rw 0 0\n"
#define V1 "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n"
#define AT_TMP PROC V1 "cgroup2 @TMP@ cgroup2 rw 0 0\n"

static const struct find_row find_rows[] = {
	{ "nothing is mounted", "", "a", -ENOENT, "tdacct: no cgroup2 file system is mounted to look up 'a' in; name the cgroup by its number, --cgroup id:N; tdacct doctor tells more\n" },
	{ "only version 1 is mounted", PROC V1, "a", -ENOENT, "tdacct: no cgroup2 file system is mounted to look up 'a' in; name the cgroup by its number, --cgroup id:N; tdacct doctor tells more\n" },
	{ "not there", AT_TMP, "none/here", -ENOENT, "tdacct: there is no cgroup 'none/here' below @TMP@; one that was removed can be named by its number, --cgroup id:N\n" },
	{ "not there, from the root", AT_TMP, "/none/here", -ENOENT, "tdacct: there is no cgroup '/none/here' below @TMP@; one that was removed can be named by its number, --cgroup id:N\n" },
	{ "not there, by its directory", AT_TMP, "@TMP@/none", -ENOENT, "tdacct: there is no cgroup '@TMP@/none' below @TMP@; one that was removed can be named by its number, --cgroup id:N\n" },
	{ "a directory of another file system", AT_TMP, "sub", -ENOTDIR, "tdacct: '@TMP@/sub' is not the directory of a cgroup\n" },
	{ "the same by its directory", AT_TMP, "@TMP@/sub", -ENOTDIR, "tdacct: '@TMP@/sub' is not the directory of a cgroup\n" },
	{ "a hybrid mount is found behind others", V1 V1 AT_TMP, "sub", -ENOTDIR, "tdacct: '@TMP@/sub' is not the directory of a cgroup\n" },
	{ "a directory that is elsewhere", AT_TMP, "/usr", -ENOTDIR, "tdacct: '/usr' is not the directory of a cgroup\n" },
	{ "one whose name begins as the mount", AT_TMP, "@TMP@x", -ENOTDIR, "tdacct: '@TMP@/@TMP@x' is not the directory of a cgroup\n" },
	{ "a file", AT_TMP, "file", -ENOTDIR, "tdacct: '@TMP@/file' is not the directory of a cgroup\n" },
};

/* Where cgroup2 can be mounted, as @CG@. @TMP@/link is a link to it. */
static const struct find_row real_rows[] = {
	{ "its mount", PROC "cgroup2 @CG@ cgroup2 rw 0 0\n", "@CG@", 0, "" },
	{ "the root", PROC "cgroup2 @CG@ cgroup2 rw 0 0\n", "/", 0, "" },
	{ "a slash behind it", PROC "cgroup2 @CG@ cgroup2 rw 0 0\n", "@CG@/", 0, "" },
	{ "mounted elsewhere", AT_TMP, "@CG@", 0, "" },
	{ "none is told of", PROC, "@CG@", 0, "" },
	{ "the second mount has it", AT_TMP "cgroup2 @CG@ cgroup2 rw 0 0\n", "/", 0, "" },
	{ "a link", PROC "cgroup2 @CG@ cgroup2 rw 0 0\n", "@TMP@/link", 0, "" },
	{ "a link, with a slash", PROC "cgroup2 @CG@ cgroup2 rw 0 0\n", "@TMP@/link/", 0, "" },
	{ "a link is the mount", PROC "cgroup2 @TMP@/link cgroup2 rw 0 0\n", "/", 0, "" },
	{ "where the user is", AT_TMP, ".", 0, "" },
	{ "where the user is, from there", AT_TMP, "./.", 0, "" },
};

static char directory[] = "/tmp/tdacct-unit-XXXXXX";

static char cgroup2[64];	/* where it is mounted, or "" */

/* @text with the directories' names in it, to be freed. */
static char *fill(const char *text)
{
	char *to = NULL;
	size_t size;
	FILE *f = open_memstream(&to, &size);

	while (*text) {
		if (!strncmp(text, "@TMP@", 5)) {
			fputs(directory, f);
			text += 5;
		} else if (!strncmp(text, "@CG@", 4)) {
			fputs(cgroup2, f);
			text += 4;
		} else {
			fputc(*text++, f);
		}
	}
	fclose(f);
	return to;
}

/* In a namespace of its own, so that it is gone with the test. */
static void mount_cgroup2(void)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/cgroup2", directory);
	if (mkdir(path, 0700) || unshare(CLONE_NEWNS) ||
	    mount("none", path, "cgroup2", 0, NULL) || chdir(path))
		return;
	snprintf(cgroup2, sizeof(cgroup2), "%s", path);
	snprintf(path, sizeof(path), "%s/link", directory);
	if (symlink(cgroup2, path))
		abort();
}

static void umount_cgroup2(void)
{
	if (*cgroup2 && (chdir("/") || umount(cgroup2)))
		abort();
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");

	if (!f)
		abort();
	fputs(text, f);
	fclose(f);
}

static void try_find(const void *arg)
{
	const struct find_row *row = arg;
	char *mounts = fill(row->mounts), *path = fill(row->path);
	char *want = fill(row->want), *got = NULL;
	char file[64];
	FILE *real = stderr;
	uint64_t id = 0;
	size_t size;
	int err;

	snprintf(file, sizeof(file), "%s/mounts", directory);
	write_file(file, mounts);
	stderr = open_memstream(&got, &size);
	err = cgroup_find_directory(file, path, &id);
	fclose(stderr);
	stderr = real;
	EXPECT_INT(row->err, err);
	EXPECT(err || id);
	EXPECT_TEXT(want, got);
	free(got);
	free(want);
	free(path);
	free(mounts);
}

static const struct {
	const char *name;
	const char *path;
	const char *want;
} name_rows[] = {
	{ "the root", "/", "/" },
	{ "below the root", "/a", "a" },
	{ "deeper", "/system.slice/foo.service", "foo.service" },
	{ "by its number", "id:40", "id:40" },
	{ "the end of a long path", "ong/path", "path" },
};

static void try_name(const void *arg)
{
	const typeof(name_rows[0]) *row = arg;

	EXPECT_TEXT(row->want, cgroup_name(row->path));
}

/* "id:parent:slots ..." to "depth id" of each row, sorted by slots. */
struct tree_row {
	const char *name;
	const char *cgroups;
	bool tree;
	const char *want;
};

static const struct tree_row tree_rows[] = {
	{ "nothing", "", true, "" },
	{ "the root", "1:0:5", true, "0:1 " },
	{ "flat, by slots", "1:0:5 2:1:9 3:1:7", false, "0:2 0:3 0:1 " },
	{ "a tree, each level by slots", "1:0:9 2:1:3 3:1:5 4:2:1 5:2:2", true, "0:1 1:3 1:2 2:5 2:4 " },
	{ "children before their parents", "5:4:1 4:3:1 3:0:1", true, "0:3 1:4 2:5 " },
	{ "a parent that is not there", "1:0:9 7:6:5", true, "0:1 0:7 " },
	{ "its own parent", "1:0:9 7:7:5", true, "0:1 0:7 " },
	{ "a circle", "1:0:9 7:8:5 8:7:4", true, "0:1 0:7 0:8 " },
	{ "below a circle", "1:0:9 7:8:5 8:7:4 9:7:3", true, "0:1 0:7 0:8 0:9 " },
	{ "two roots", "1:0:5 2:0:9 3:1:1 4:2:1", true, "0:2 1:4 0:1 1:3 " },
};

static void add_cgroups(struct snapshot *s, const char *text)
{
	unsigned long id, parent, slots;
	int len;

	while (sscanf(text, " %lu:%lu:%lu%n", &id, &parent, &slots, &len) == 3) {
		struct sample c = {
			.kind = SAMPLE_CGROUP, .id = id, .path = "/x",
			.cgroup_parent = parent,
			.have = (uint64_t)!!parent << TDACCT_A_CGROUP_PARENT,
			.counts = { .have = 1, .value = { slots } },
		};

		EXPECT_INT(0, snapshot_add(s, &c));
		text += len;
	}
	snapshot_sort(s);
}

static int depth(const struct rows *r, int row)
{
	int levels = 0;

	for (; r->above[row] >= 0; row = r->above[row])
		levels++;
	return levels;
}

static void try_tree(const void *arg)
{
	const struct tree_row *row = arg;
	struct snapshot all = { .nr = 0 };
	struct rows rows;
	struct counts counts;
	struct column by;
	struct bench b;
	struct rows_from from = { .by = &by, .tree = row->tree };
	char got[256] = "";

	bench_open(&b, "sapphirerapids.json", "", &counts);
	add_cgroups(&all, row->cgroups);
	from.plan = b.plan;
	from.list[0] = &all;
	EXPECT_INT(0, column_find(&by, "slots", b.plan));
	EXPECT_INT(0, rows_make(&rows, &from));
	EXPECT_INT(all.nr, rows.nr);
	for (size_t i = 0; i < rows.nr; i++) {
		EXPECT(rows.above[i] < (int)i);
		sprintf(got + strlen(got), "%d:%lu ", depth(&rows, (int)i),
			(unsigned long)rows.row[i].sample->id);
	}
	EXPECT_TEXT(row->want, got);
	rows_free(&rows);
	snapshot_free(&all);
	bench_close(&b);
}

/* Where a thread is, of the cgroups that are known. */
static const struct {
	const char *name;
	uint64_t have;
	uint64_t cgroup;
	const char *want;
} where_rows[] = {
	{ "it is there", UINT64_C(1) << TDACCT_A_CGROUP, 40, "/x" },
	{ "not among them", UINT64_C(1) << TDACCT_A_CGROUP, 41, NULL },
	{ "the kernel does not tell", 0, 0, NULL },
};

static void try_where(const void *arg)
{
	const typeof(where_rows[0]) *row = arg;
	struct sample thread = {
		.kind = SAMPLE_THREAD, .id = 1, .have = row->have,
		.cgroup = row->cgroup,
	};
	struct snapshot threads = { .nr = 0 }, cgroups = { .nr = 0 };
	struct rows_from from = { .cgroups = &cgroups };
	struct counts counts;
	struct column by;
	struct rows rows;
	struct bench b;

	bench_open(&b, "sapphirerapids.json", "", &counts);
	add_cgroups(&cgroups, "1:0:1 40:1:1");
	snapshot_add(&threads, &thread);
	from.plan = b.plan;
	from.by = &by;
	from.list[1] = &threads;
	EXPECT_INT(0, column_find(&by, "cgroup", b.plan));
	EXPECT_INT(0, rows_make(&rows, &from));
	EXPECT_TEXT(row->want, rows.row[0].cgroup);
	rows_free(&rows);
	snapshot_free(&threads);
	snapshot_free(&cgroups);
	bench_close(&b);
}

static void make_directory(void)
{
	char path[64];

	if (!mkdtemp(directory))
		abort();
	snprintf(path, sizeof(path), "%s/sub", directory);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/file", directory);
	write_file(path, "");
	/* such as /tmp/a/tmp/ax: below the mount, named as if it were not */
	snprintf(path, sizeof(path), "%s/tmp", directory);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s%sx", directory, directory);
	mkdir(path, 0700);
}

static void remove_directory(void)
{
	static const char *const names[] = {
		"mounts", "file", "sub", "tmp", "link", "cgroup2", "",
	};
	char path[64];

	snprintf(path, sizeof(path), "%s%sx", directory, directory);
	remove(path);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "%s/%s", directory, names[i]);
		remove(path);
	}
}

int main(void)
{
	make_directory();
	UNIT_RUN("cgroup find", find_rows, try_find);
	mount_cgroup2();
	if (*cgroup2)
		UNIT_RUN("cgroup found", real_rows, try_find);
	else
		puts("# cgroup2 cannot be mounted here: nothing is found in one");
	UNIT_RUN("cgroup name", name_rows, try_name);
	UNIT_RUN("cgroup tree", tree_rows, try_tree);
	UNIT_RUN("cgroup of a thread", where_rows, try_where);
	umount_cgroup2();
	remove_directory();
	return unit_end();
}
