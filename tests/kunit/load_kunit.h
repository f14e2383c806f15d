/* SPDX-License-Identifier: GPL-2.0 */
/* What the suites of loading have in common, load_kunit.c. */
#ifndef _TDA_LOAD_KUNIT_H
#define _TDA_LOAD_KUNIT_H

struct kunit;

int load_begin(struct kunit *test);
void load_nothing_is_left(struct kunit *test);
unsigned int load_nr_of(const unsigned long long *configs);

#endif /* _TDA_LOAD_KUNIT_H */
