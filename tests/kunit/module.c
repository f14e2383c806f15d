// SPDX-License-Identifier: GPL-2.0
/* KUnit finds the suites by itself when the module is inserted. */
#include <linux/module.h>

#include "fake.h"

static void __exit leave(void)
{
	fake_free_caches();
}

module_exit(leave);

MODULE_LICENSE("GPL");
MODULE_AUTHOR("The tdacct authors");
MODULE_DESCRIPTION("KUnit suites of tdacct, with a fake machine");
