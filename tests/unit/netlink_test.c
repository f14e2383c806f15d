// SPDX-License-Identifier: GPL-2.0
/*
 * The room for messages of a socket that nobody asks through. In the place of the
 * kernel is a socket that knows net.core.rmem_max, and who may go beyond it.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>

#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/socket.h>

#include <linux/tdacct.h>

#include "kernel/netlink.h"
#include "kernel/transport.h"
#include "unit.h"

enum { RMEM_MAX = 212992, FAMILY = 30 };

struct row {
	const char *name;
	bool privileged;	/* CAP_NET_ADMIN */
	int asked;		/* bytes */
	int want;		/* that the tool says it has */
	int tries;		/* to set it */
};

static const struct row rows[] = {
	{ "with the privilege, beyond the limit of the machine", true, 8 << 20, 8 << 20, 1 },
	{ "with the privilege, within the limit", true, 65536, 65536, 1 },
	{ "without it, within the limit", false, 65536, 65536, 2 },
	{ "without it, as far as the limit goes", false, 8 << 20, RMEM_MAX, 2 },
};

typeof(genl_connect) __wrap_genl_connect;
typeof(genl_ctrl_resolve) __wrap_genl_ctrl_resolve;
typeof(setsockopt) __wrap_setsockopt;
typeof(getsockopt) __wrap_getsockopt;

static const struct row *now;
static int room, tries;

int __wrap_genl_connect(struct nl_sock *sk)
{
	(void)sk;
	return 0;
}

int __wrap_genl_ctrl_resolve(struct nl_sock *sk, const char *name)
{
	(void)sk;
	EXPECT_TEXT(TDACCT_GENL_NAME, name);
	return FAMILY;
}

/* The kernel doubles what it is asked for. */
int __wrap_setsockopt(int fd, int level, int name, const void *value,
		      socklen_t size)
{
	int bytes = *(const int *)value;

	(void)fd;
	if (level != SOL_SOCKET)
		return 0;
	EXPECT_INT(sizeof(int), size);
	EXPECT(name == SO_RCVBUFFORCE || name == SO_RCVBUF);
	tries++;
	if (name == SO_RCVBUFFORCE && !now->privileged) {
		errno = EPERM;
		return -1;
	}
	room = 2 * (name == SO_RCVBUF && bytes > RMEM_MAX ? RMEM_MAX : bytes);
	return 0;
}

int __wrap_getsockopt(int fd, int level, int name, void *value, socklen_t *size)
{
	(void)fd;
	EXPECT(level == SOL_SOCKET && name == SO_RCVBUF);
	EXPECT_INT(sizeof(int), *size);
	*(int *)value = room;
	return 0;
}

static void attempt(const void *arg)
{
	struct transport *t, *beside;

	now = arg;
	room = tries = 0;
	EXPECT_INT(0, netlink_transport(&t));
	EXPECT_INT(0, t->ops->beside(t, &beside, NULL, now->asked));
	EXPECT_INT(now->want, beside->buffer);
	EXPECT_INT(now->tries, tries);
	beside->ops->close(beside);
	t->ops->close(t);
}

int main(void)
{
	UNIT_RUN("netlink", rows, attempt);
	return unit_end();
}
