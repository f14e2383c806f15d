// SPDX-License-Identifier: GPL-2.0
/* The commands that change something: whether anything is counted, and which events. */
#include <net/genetlink.h>
#include <net/net_namespace.h>

#include "change.h"
#include "commands.h"
#include "cpus/pause.h"
#include "cpus/set.h"
#include "lease.h"
#include "reader.h"
#include "reply.h"

#define PAUSE_MAX_MS	(24 * 60 * 60 * MSEC_PER_SEC)

static int check_admin(struct sk_buff *request, struct genl_info *info)
{
	if (!tda_may_change(request))
		return tda_netlink_refuse(info, NULL, -EPERM, TDA_MAY_NOT_CHANGE);
	if (genl_info_net(info) != &init_net)
		return tda_netlink_refuse(info, NULL, -EPERM,
					  "only from the initial network namespace");
	return 0;
}

int tda_netlink_pause(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *for_ms = info->attrs[TDACCT_A_RESUME_MS];
	u64 ms = for_ms ? nla_get_u64(for_ms) : 0, left_ms;
	int err = check_admin(request, info);
	bool same;

	if (err)
		return err;
	if (for_ms && (!ms || ms > PAUSE_MAX_MS))
		return tda_netlink_refuse(info, for_ms, -ERANGE,
					  "a pause lasts from 1 ms to one day");
	same = tda_cpus_state(&left_ms) == TDACCT_STATE_PAUSED && left_ms == ms;
	tda_cpus_pause(ms);
	if (!same)
		tda_change_note(TDACCT_CMD_PAUSE, "counting is paused");
	return 0;
}

int tda_netlink_resume(struct sk_buff *request, struct genl_info *info)
{
	int err = check_admin(request, info);
	u64 left_ms;

	if (err || tda_cpus_state(&left_ms) != TDACCT_STATE_PAUSED)
		return err;
	tda_cpus_resume();
	tda_change_note(TDACCT_CMD_RESUME, "counting is resumed");
	return 0;
}

const struct nla_policy tda_netlink_event_policy[TDACCT_EVENT_A_MAX + 1] = {
	[TDACCT_EVENT_A_CONFIG]		= { .type = NLA_U64 },
	[TDACCT_EVENT_A_CONFIG1]	= { .type = NLA_U64 },
};

static bool is_there(const struct tda_set *set, const struct tda_event *e)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++)
		if (tda_event_same(&set->event[i], e))
			return true;
	return false;
}

/* Is it counted in any case, and so in no set? */
static bool is_kept(const struct tda_event *e)
{
	unsigned int i;

	for (i = 0; i < tda_values_kept(); i++)
		if (tda_value(i)->kind == TDACCT_KIND_EVENT &&
		    tda_value(i)->config == e->config &&
		    tda_value(i)->config1 == e->config1)
			return true;
	return false;
}

/* Put one more into @set. What is counted in any case is left out. */
static int add_event(struct genl_info *info, const struct nlattr *event,
		     struct tda_set *set)
{
	struct nlattr *attrs[TDACCT_EVENT_A_MAX + 1];
	struct tda_event wanted = { };
	const char *flaw;
	int err = nla_parse_nested(attrs, TDACCT_EVENT_A_MAX, event,
				   tda_netlink_event_policy, info->extack);

	if (err)
		return err;
	if (!attrs[TDACCT_EVENT_A_CONFIG])
		return tda_netlink_refuse(info, event, -EINVAL, "which event? TDACCT_EVENT_A_CONFIG is missing");
	wanted.config = nla_get_u64(attrs[TDACCT_EVENT_A_CONFIG]);
	if (attrs[TDACCT_EVENT_A_CONFIG1])
		wanted.config1 = nla_get_u64(attrs[TDACCT_EVENT_A_CONFIG1]);
	flaw = tda_event_flaw(&wanted);
	if (flaw)
		return tda_netlink_refuse(info, event, -EINVAL, flaw);
	if (is_there(set, &wanted))
		return tda_netlink_refuse(info, event, -EINVAL, "an event is there twice");
	if (is_kept(&wanted))
		return 0;
	if (set->nr == tda_set_max())
		return tda_netlink_refuse(info, event, -E2BIG, "more events than can be counted; GET_INFO says how many can");
	set->event[set->nr++] = wanted;
	return 0;
}

static int read_set(struct genl_info *info, struct tda_set *set)
{
	struct nlattr *attr;
	int left, err;

	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, left) {
		if (nla_type(attr) != TDACCT_A_EVENT)
			continue;
		err = add_event(info, attr, set);
		if (err)
			return err;
	}
	return 0;
}

int tda_netlink_set_events(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *epoch = info->attrs[TDACCT_A_EPOCH];
	struct tda_set set = { };
	const char *why;
	int err = check_admin(request, info) ?: read_set(info, &set);

	if (err)
		return err;
	err = tda_lease_use(request, info->attrs[TDACCT_A_LEASE], &set,
			    epoch ? nla_get_u64(epoch) : TDA_SET_ANY_EPOCH,
			    &why);
	return err ? tda_netlink_refuse(info, NULL, err, why) : 0;
}
