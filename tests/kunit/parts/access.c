// SPDX-License-Identifier: GPL-2.0
/* Whom somebody may read, whose capabilities are those of the test. */
#include <linux/capability.h>
#include <linux/cred.h>

static const struct cred *overriding;

#undef override_creds
#define override_creds(by)		(overriding = (by))
#undef revert_creds
#define revert_creds(mine)		((void)(mine), overriding = NULL)
#define ns_capable_noaudit(ns, cap)	\
	((void)(ns), cap_raised(overriding->cap_effective, cap))

#include "../../../kmod/base/access.c"
