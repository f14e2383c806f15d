/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recordings that people can write: lines as of tdacct --record, but what the
 * kernel says is in words.
 *
 *	info				GET_INFO and its answer
 *	info of_set=cycles epoch=2	where cycles is one of the set's events
 *	ask GET_PROCESS do PID=5
 *	say pid=5 id=9 comm=cat cpu_ns=100 slots=1000 children.slots=7
 *	end 0
 *	hear kind=1 seq=1 pid=5 id=9
 *
 * A name of a count, such as slots, is in COUNTS, or in the nest whose name
 * stands before a dot: children, own, idle, untracked, before, live, exited, after. COUNTS is always there,
 * unless the word "bare" is. stats.switches=7 is in STATS,
 * change.pid=7 in CHANGE.
 */
#ifndef _SCENE_H
#define _SCENE_H

/* Writes @text, which ends each line by a new line, to the file @path. */
void scene_write(const char *path, const char *text);

/*
 * Runs a command over a recording of @text. Returns its status; what it prints
 * goes to @got, spaces squeezed.
 */
int scene_run(int (*run)(int argc, char **argv), const char *line,
	      const char *text, char *got, size_t size);

#endif /* _SCENE_H */
