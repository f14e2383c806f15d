// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "kernel/ask.h"
#include "process_over.h"

/* A user without rights may still ask for the first thread, which ends last. */
int process_over(struct client *client, uint32_t pid, bool *over)
{
	struct snapshot threads = { 0 };
	struct sample first;
	int err = ask_threads(client, pid, 0, &threads);

	*over = !err;
	for (size_t i = 0; i < threads.nr; i++)
		*over &= !!(snapshot_at(&threads, i)->flags & TDACCT_TASK_DEAD);
	snapshot_free(&threads);
	if (err != -EPERM)
		return err;
	err = ask_thread(client, pid, &first);
	*over = !err && first.flags & TDACCT_TASK_DEAD;
	return err;
}
