// SPDX-License-Identifier: GPL-2.0
/* A watch that waits: what poll() says, and how much room its socket has. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "kernel/client.h"
#include "scene.h"
#include "unit.h"

struct row {
	const char *name;
	int error;		/* of the first poll() */
	short events;		/* on the output, at the first poll() */
	int buffer;		/* bytes of a socket, 0: there is none */
	int status;
	const char *want;
	const char *never;
};

typeof(poll) __wrap_poll;
typeof(client_fd) __wrap_client_fd;
typeof(client_buffer) __wrap_client_buffer;

static const struct row *now;
static int polls;

int __wrap_poll(struct pollfd *fds, nfds_t nr, int timeout)
{
	(void)timeout;
	for (nfds_t i = 0; i < nr; i++)
		fds[i].revents = 0;
	if (polls++)
		return 0;
	fds[nr - 1].revents = now->events;
	errno = now->error;
	return now->error ? -1 : now->events != 0;
}

int __wrap_client_fd(const struct client *c)
{
	(void)c;
	return now->buffer ? 0 : -1;
}

int __wrap_client_buffer(const struct client *c)
{
	(void)c;
	return now->buffer;
}

#define BOTH "tdacct: 2 shown of 2 notices, 0 missed\n"

/* clang-format off */
static const struct row rows[] = {
	{ "nothing special", 0, 0, 0, EXIT_FINE, BOTH, "buffer" },
	{ "a signal that somebody else takes", EINTR, 0, 0, EXIT_FINE, BOTH, NULL },
	{ "no memory to wait", ENOMEM, 0, 0, EXIT_FAILED, "tdacct: 1 shown of 1 notices", NULL },
	{ "its reader went away", 0, POLLERR, 0, EXIT_FAILED, "tdacct: 1 shown of 1 notices", NULL },
	{ "as much room as it wants", 0, 0, 16 << 20, EXIT_FINE, BOTH, "buffer" },
	{ "less room than it wants", 0, 0, 212992, EXIT_FINE, "tdacct: the buffer has only 208 KiB; a larger one needs a larger net.core.rmem_max, or CAP_NET_ADMIN\n", NULL },
};
/* clang-format on */

static const char scene[] =
	"info\n"
	"ask SUBSCRIBE do\nend 0\n"
	"ask GET_PROCESS dump\nend 0\n"
	"ask GET_CGROUP dump\nend 0\n"
	"hear kind=1 seq=1 id=1 pid=5 comm=a slots=1\n"
	"hear kind=1 seq=2 id=2 pid=6 comm=b slots=1\n";

static void attempt(const void *arg)
{
	char got[4096];

	now = arg;
	EXPECT_INT(now->status, scene_run(cmd_watch, "watch", scene, got,
					  sizeof(got)));
	if (!strstr(got, now->want))
		unit_fail(__FILE__, __LINE__, "no '%s' in '%s'", now->want,
			  got);
	if (now->never && strstr(got, now->never))
		unit_fail(__FILE__, __LINE__, "'%s' in '%s'", now->never, got);
}

int main(void)
{
	UNIT_RUN("wait", rows, attempt);
	return unit_end();
}
