// SPDX-License-Identifier: GPL-2.0
/*
 * Mistakes that the tools must see in a module: what finds nothing here did not
 * look. scripts/lint.sh builds it beside ours; nothing inserts it.
 */
#include <linux/module.h>
#include <linux/spinlock.h>

static DEFINE_SPINLOCK(lock);

void canary(int x)
{
	if (x)
		spin_lock(&lock);
}

MODULE_DESCRIPTION("Mistakes");
MODULE_LICENSE("GPL");
