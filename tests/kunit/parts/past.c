// SPDX-License-Identifier: GPL-2.0
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "fake.h"

#include "../../../kmod/base/past.c"

/* As if the module had just been inserted. */
void fake_past_forget(void)
{
	memset(&tda_past, 0, sizeof(tda_past));
	memset(event, 0, sizeof(event));
	memset(usual, 0, sizeof(usual));
	forgotten = 0;
}
