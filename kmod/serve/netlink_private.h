/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What netlink.c and netlink_*.c share, and nobody else includes. In the context
 * of whoever asks; all but tda_netlink_refuse() may sleep.
 */
#ifndef _TDA_NETLINK_PRIVATE_H
#define _TDA_NETLINK_PRIVATE_H

#include <net/genetlink.h>

/* netlink.c: rights. -EPERM is explained; the first always returns it. */
int tda_netlink_refuse(struct netlink_ext_ack *extack, const char *why);
int tda_netlink_may_tell(struct genl_info *info);
int tda_netlink_may_look(struct sk_buff *request, struct genl_info *info);

/* Answers. */
struct sk_buff *tda_reply_begin(struct genl_info *info, int cmd, void **head);
int tda_reply_send(struct genl_info *info, struct sk_buff *skb, void *head,
		   int err);
int tda_netlink_in_epoch(int (*tell)(struct sk_buff *request,
				     struct genl_info *info),
			 struct sk_buff *request, struct genl_info *info);

static inline bool tda_wants_arrays(const struct genl_info *info)
{
	return info->attrs[TDACCT_A_ARRAYS];
}

/* netlink_tasks.c: commands. */
int tda_netlink_get_thread(struct sk_buff *request, struct genl_info *info);
int tda_netlink_get_process(struct sk_buff *request, struct genl_info *info);

/* netlink_sums.c */
int tda_netlink_get_cgroup(struct sk_buff *request, struct genl_info *info);
int tda_netlink_get_totals(struct sk_buff *request, struct genl_info *info);
int tda_netlink_get_stats(struct sk_buff *request, struct genl_info *info);

/* netlink_change.c, and what may be in an event. */
extern const struct nla_policy
tda_netlink_event_policy[TDACCT_EVENT_A_MAX + 1];

int tda_netlink_pause(struct sk_buff *request, struct genl_info *info);
int tda_netlink_resume(struct sk_buff *request, struct genl_info *info);
int tda_netlink_set_events(struct sk_buff *request, struct genl_info *info);

#endif /* _TDA_NETLINK_PRIVATE_H */
