// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/capability.h>

#include "harness.h"
#include "somebody.h"

void set_capabilities(uint64_t caps)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2] = {
		{ .effective = caps, .permitted = caps },
		{ .effective = caps >> 32, .permitted = caps >> 32 },
	};

	check(!syscall(SYS_capset, &head, data), "capset: %s",
	      strerror(errno));
}

/* Keep @caps, without having them. */
void lower_capabilities(uint64_t caps)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2] = {
		{ .permitted = caps }, { .permitted = caps >> 32 },
	};

	check(!syscall(SYS_capset, &head, data), "capset: %s",
	      strerror(errno));
}

void become_nobody(uint64_t caps)
{
	check(!prctl(PR_SET_KEEPCAPS, 1) && !setgroups(0, NULL) &&
	      !setresgid(NOBODY, NOBODY, NOBODY) &&
	      !setresuid(NOBODY, NOBODY, NOBODY), "cannot become nobody: %s",
	      strerror(errno));
	set_capabilities(caps);
}

union rights {
	struct cmsghdr head;
	char room[CMSG_SPACE(sizeof(int))];
};

void send_socket(int to, int fd)
{
	char byte = 0;
	struct iovec part = { &byte, 1 };
	union rights r = { .head = {
		.cmsg_len = CMSG_LEN(sizeof(int)),
		.cmsg_level = SOL_SOCKET,
		.cmsg_type = SCM_RIGHTS,
	} };
	struct msghdr m = {
		.msg_iov = &part, .msg_iovlen = 1,
		.msg_control = &r, .msg_controllen = sizeof(r),
	};

	memcpy(CMSG_DATA(&r.head), &fd, sizeof(fd));
	check(sendmsg(to, &m, 0) == 1, "sendmsg: %s", strerror(errno));
}

int receive_socket(int from)
{
	char byte;
	struct iovec part = { &byte, 1 };
	union rights r;
	struct msghdr m = {
		.msg_iov = &part, .msg_iovlen = 1,
		.msg_control = &r, .msg_controllen = sizeof(r),
	};
	int fd;

	check(recvmsg(from, &m, 0) == 1 && m.msg_controllen, "recvmsg: %s",
	      strerror(errno));
	memcpy(&fd, CMSG_DATA(&r.head), sizeof(fd));
	return fd;
}
