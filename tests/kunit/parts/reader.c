// SPDX-License-Identifier: GPL-2.0
/* Who asks, with the rights that the test gives to him, and to who hears the answer. */
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/errno.h>
#include <linux/security.h>
#include <net/genetlink.h>

#include "fake.h"

struct fake_file { const struct cred *f_cred; };
struct fake_inode { struct fake_file *file; };
struct fake_sock { struct fake_inode *sk_socket; };

static struct fake_file opened;
static struct fake_inode inode = { .file = &opened };
static struct fake_sock sock = { .sk_socket = &inode };

struct fake_control { struct fake_sock *sk; };

static struct fake_control control_of(struct sk_buff *skb)
{
	opened.f_cred = fake.opener;
	return (struct fake_control){ .sk = &sock };
}

static bool is_capable(int cap)
{
	return !fake.stranger && !(fake.lacks >> cap & 1);
}

#undef NETLINK_CB
#define NETLINK_CB(skb)			control_of(skb)
#undef current_cred
#define current_cred()			fake.asker
#define netlink_capable(skb, cap)	((void)(skb), is_capable(cap))
#define security_locked_down(what)	\
	(fake.locked_down && (what) == LOCKDOWN_PERF ? -EPERM : 0)

#include "../../../kmod/serve/reader.c"
