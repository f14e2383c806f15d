// SPDX-License-Identifier: GPL-2.0
/* Which fault is switched on in this module, and whose switches were come to. */
#include <linux/moduleparam.h>
#include <linux/sysfs.h>

volatile struct tda_fault tda_fault = { .magic = "tdacct fault is:" };

static int get_seen(char *buffer, const struct kernel_param *kp)
{
	int len = 0, n;

	for (n = 0; n < ARRAY_SIZE(tda_fault.seen); n++)
		if (tda_fault.seen[n])
			len += scnprintf(buffer + len, PAGE_SIZE - len, "%d ", n);
	return len;
}

static const struct kernel_param_ops seen_ops = { .get = get_seen };

module_param_cb(seen, &seen_ops, NULL, 0444);
