/* SPDX-License-Identifier: GPL-2.0 */
/* A recording of readings, through which somebody walks: forth, back, to a time. */
#ifndef _PLAYER_H
#define _PLAYER_H

#include "history/recorded.h"
#include "tasks/task_table.h"

struct player {
	const struct info *info;	/* by which the readings are read */
	struct frames file;
	struct frame *frame;	/* those of readings, in order */
	size_t nr;
	size_t room;
	struct reading now;	/* the one that was gone to last, */
	bool there;		/* if there was one yet: */
	size_t at;		/* of this frame, */
	unsigned int place;	/* the one behind so many */
};

/* Either tells what is wrong; player_close() in any case. */
int player_open(struct player *p, const char *path, const struct info *info);
void player_close(struct player *p);

/* Goes on by one, or back (@by 1 or -1). 1; 0: there is no more. -ENOMEM, and as frames_read(). */
int player_step(struct player *p, int by);

/*
 * Goes to the interval that has this time, since 1970, or the first one behind it, or
 * else the last. As player_step().
 */
int player_go(struct player *p, uint64_t ns);

/*
 * @to has the rows of p->now and no others, as the second reading of them. @kind is that of
 * threads, processes, cgroups or CPUs. -ENOMEM.
 */
int player_rows(const struct player *p, enum sample_kind kind, struct task_table *to);

#endif /* _PLAYER_H */
