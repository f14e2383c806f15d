/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What all commands have in common. In the context of whoever asks; all but
 * tda_netlink_refuse() may sleep.
 */
#ifndef _TDA_REPLY_H
#define _TDA_REPLY_H

#include <net/genetlink.h>

int tda_netlink_refuse(struct genl_info *info, const struct nlattr *attr, int err,
		       const char *why);

/* Rights: 0, or -EPERM, which is explained. */
int tda_netlink_may_tell(struct genl_info *info);
int tda_netlink_may_read(struct sk_buff *request, struct genl_info *info);

/* Answers. */
struct sk_buff *tda_reply_begin(struct genl_info *info);
int tda_reply_send(struct genl_info *info, struct sk_buff *skb, int err);
int tda_netlink_in_epoch(int (*tell)(struct sk_buff *request,
				     struct genl_info *info),
			 struct sk_buff *request, struct genl_info *info);

static inline bool tda_wants_arrays(const struct genl_info *info)
{
	return info->attrs[TDACCT_A_ARRAYS];
}

#endif /* _TDA_REPLY_H */
