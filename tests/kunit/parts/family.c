// SPDX-License-Identifier: GPL-2.0
/* Families, with a look at what is held when one of them is freed. */
#include "record/process.h"

/* RCU may want the runqueue lock, under which that of families is taken. */
static void free_unlocked(struct tda_process *p);
#define tda_process_free(p)	free_unlocked(p)

#include "../../../kmod/record/family.c"

#undef tda_process_free
static void free_unlocked(struct tda_process *p)
{
	lockdep_assert_not_held(&family_lock);
	tda_process_free(p);
}
