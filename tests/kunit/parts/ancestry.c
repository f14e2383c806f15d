// SPDX-License-Identifier: GPL-2.0
/* Families, and whether their lock is held. */
#include "fake.h"

#include "../../../kmod/record/ancestry.c"

void fake_family_unlocked(void)
{
	lockdep_assert_not_held(&ancestry_lock);
}
