// SPDX-License-Identifier: GPL-2.0
/* What all commands have in common: the right to ask, and how an answer is made. */
#include <net/genetlink.h>

#include "cpus/set.h"
#include "encode.h"
#include "reader.h"
#include "reply.h"

/* Enough for six sums with all that they may have of events that were counted. */
#define REPLY_SIZE	SKB_WITH_OVERHEAD(8192UL)

/* Says @why. Always -EPERM. */
int tda_netlink_refuse(struct netlink_ext_ack *extack, const char *why)
{
	if (extack)
		extack->_msg = why;
	return -EPERM;
}

/* Is anybody told counts? */
int tda_netlink_may_tell(struct genl_info *info)
{
	return tda_may_tell() ? 0 :
	       tda_netlink_refuse(info->extack, TDA_LOCKED_DOWN);
}

/* May @request have counts of everybody? */
int tda_netlink_may_look(struct sk_buff *request, struct genl_info *info)
{
	return tda_may_look(request) ? tda_netlink_may_tell(info) :
	       tda_netlink_refuse(info->extack, TDA_MAY_NOT_LOOK);
}

struct sk_buff *tda_reply_begin(struct genl_info *info, int cmd, void **head)
{
	struct sk_buff *skb = genlmsg_new(REPLY_SIZE, GFP_KERNEL);

	if (!skb)
		return NULL;
	*head = genlmsg_put_reply(skb, info, &tda_family, 0, cmd);
	if (*head)
		return skb;
	nlmsg_free(skb);
	return NULL;
}

int tda_reply_send(struct genl_info *info, struct sk_buff *skb, void *head,
		   int err)
{
	if (err) {
		nlmsg_free(skb);
		return err;
	}
	genlmsg_end(skb, head);
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
