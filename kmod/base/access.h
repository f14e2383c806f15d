/* SPDX-License-Identifier: GPL-2.0 */
/* Says which tasks a user without capabilities may read, with own_tasks=1. */
#ifndef _TDA_ACCESS_H
#define _TDA_ACCESS_H

#include <linux/cred.h>

struct task_struct;

/* A reader asks with the rights of both; each must be enough. */
struct tda_reader {
	const struct cred	*opener;	/* gets the answers */
	const struct cred	*asker;
};

/* Are all ids of @cred the same, those that it might return to included? */
static inline bool tda_access_ids(const struct cred *cred)
{
	return uid_eq(cred->uid, cred->euid) && uid_eq(cred->uid, cred->suid) &&
	       gid_eq(cred->gid, cred->egid) && gid_eq(cred->gid, cred->sgid);
}

bool tda_access_allowed(const struct tda_reader *reader,
			struct task_struct *task);

#endif /* _TDA_ACCESS_H */
