// SPDX-License-Identifier: GPL-2.0
/* Which fault is switched on in this module. */

volatile struct tda_fault tda_fault = { .magic = "tdacct fault is:" };
