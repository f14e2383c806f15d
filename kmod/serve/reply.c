// SPDX-License-Identifier: GPL-2.0
/* What all commands have in common: the right to ask, and how an answer is made. */
#include <net/genetlink.h>

#include "cpus/set.h"
#include "encode.h"
#include "reader.h"
#include "reply.h"

/* Enough for six sums with all that they may have of events that were counted. */
#define REPLY_SIZE	SKB_WITH_OVERHEAD(8192UL)

/* Says @why, of @attr, or of the whole request if that is NULL. Returns @err. */
int tda_netlink_refuse(struct genl_info *info, const struct nlattr *attr, int err,
		       const char *why)
{
	if (info->extack) {
		info->extack->_msg = why;
		info->extack->bad_attr = attr;
	}
	return err;
}

/* Is anybody told counts? */
int tda_netlink_may_tell(struct genl_info *info)
{
	return tda_may_tell() ? 0 :
	       tda_netlink_refuse(info, NULL, -EPERM, TDA_LOCKED_DOWN);
}

/* May @request have counts of everybody? */
int tda_netlink_may_read(struct sk_buff *request, struct genl_info *info)
{
	return tda_may_read(request) ? tda_netlink_may_tell(info) :
	       tda_netlink_refuse(info, NULL, -EPERM, TDA_MAY_NOT_READ);
}

/* An answer to the command of @info, or NULL if there is no memory. */
struct sk_buff *tda_reply_begin(struct genl_info *info)
{
	struct sk_buff *skb = genlmsg_new(REPLY_SIZE, GFP_KERNEL);

	if (skb && genlmsg_put_reply(skb, info, &tda_family, 0, info->genlhdr->cmd))
		return skb;
	nlmsg_free(skb);
	return NULL;
}

/* Send @skb, which tda_reply_begin() gave, unless an @err came of filling it. */
int tda_reply_send(struct genl_info *info, struct sk_buff *skb, int err)
{
	if (!skb || err) {
		nlmsg_free(skb);
		return err ?: -ENOMEM;
	}
	nlmsg_end(skb, nlmsg_hdr(skb));
	return genlmsg_reply(skb, info);
}

/* All that an answer tells is of one epoch. */
int tda_netlink_in_epoch(int (*tell)(struct sk_buff *request,
				     struct genl_info *info),
			 struct sk_buff *request, struct genl_info *info)
{
	int err;

	tda_set_read_lock();
	err = tell(request, info);
	tda_set_read_unlock();
	return err;
}
