/* SPDX-License-Identifier: GPL-2.0 */
/*
 * KUnit in a kernel that has none: its sources are a part of the module, and every
 * source includes this, by option of the compiler. See own.c.
 */
#ifndef _TDA_OWN_H
#define _TDA_OWN_H

/* What a kernel with KUnit has in every task. */
struct kunit;
extern struct kunit *tda_current_test;

#endif /* _TDA_OWN_H */
