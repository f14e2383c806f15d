// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "view/print.h"
#include "orphans.h"

#define CHILDREN "/proc/thread-self/children"

void orphans_take(void)
{
	if (!access(CHILDREN, R_OK))
		prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void orphans_leave(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 0);
}

static void put_name(pid_t pid, char *names, size_t size)
{
	char path[64], comm[32] = "", safe[PRINT_SAFE_SIZE];
	size_t len = strlen(names);
	FILE *f;
	int nr;

	snprintf(path, sizeof(path), "/proc/%d/comm", (int)pid);
	f = fopen(path, "re");
	if (f && fgets(comm, sizeof(comm), f))
		comm[strcspn(comm, "\n")] = 0;
	if (f)
		fclose(f);
	print_safe(safe, comm);
	nr = snprintf(names + len, size - len, "%s%s %d", len ? ", " : "", safe,
		      (int)pid);
	if (nr >= (int)(size - len))
		names[len] = 0;	/* a number that is cut is another one */
}

unsigned int orphans_list(pid_t command, char *names, size_t size)
{
	FILE *f = fopen(CHILDREN, "re");
	unsigned int nr = 0;
	int pid;

	if (size)
		*names = 0;
	while (f && fscanf(f, "%d", &pid) == 1) {
		if (pid == command || waitpid(pid, NULL, WNOHANG))
			continue;
		nr++;
		if (size)
			put_name(pid, names, size);
	}
	if (f)
		fclose(f);
	return nr;
}

void orphans_reap(pid_t command)
{
	orphans_list(command, NULL, 0);
}
