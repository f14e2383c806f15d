// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "kernel/ask.h"
#include "process_over.h"

static bool all_dead(const struct snapshot *threads)
{
	for (size_t i = 0; i < threads->nr; i++)
		if (!(snapshot_at(threads, i)->flags & TDACCT_TASK_DEAD))
			return false;
	return true;
}

/* A user without rights may still ask for the first thread, which ends last. */
static int is_first_over(struct client *client, uint32_t pid, bool *over)
{
	struct sample first;
	int err = ask_thread(client, pid, &first);

	*over = !err && first.flags & TDACCT_TASK_DEAD;
	return err;
}

int process_over(struct client *client, uint32_t pid, bool *over)
{
	struct snapshot threads = { 0 };
	int err = ask_threads(client, pid, 0, &threads);

	*over = !err && all_dead(&threads);
	snapshot_free(&threads);
	return err == -EPERM ? is_first_over(client, pid, over) : err;
}
