/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows that are of one architecture only say so, and are left out on others: a row
 * has the field "only" then. Cases and suites of one are in files of its own, such as
 * cpus_x86_kunit.c.
 */
#ifndef _TDA_ONLY_H
#define _TDA_ONLY_H

#include <linux/kernel.h>
#include <linux/types.h>

enum fake_only {
	FAKE_ANYWHERE,
	FAKE_X86,
	FAKE_ARM64,
};

#ifdef CONFIG_ARM64
#define FAKE_HERE	FAKE_ARM64
#else
#define FAKE_HERE	FAKE_X86
#endif

static inline bool fake_is_here(enum fake_only only)
{
	return only == FAKE_ANYWHERE || only == FAKE_HERE;
}

#define FAKE_ARRAY_PARAM(name, rows, get_desc)				\
	static const void *name##_gen_params(const void *prev, char *desc) \
	{								\
		typeof(&(rows)[0]) row = prev;				\
									\
		row = row ? row + 1 : rows;				\
		while (row < (rows) + ARRAY_SIZE(rows) &&		\
		       !fake_is_here(row->only))			\
			row++;						\
		if (row == (rows) + ARRAY_SIZE(rows))			\
			return NULL;					\
		get_desc(row, desc);					\
		return row;						\
	}

#endif /* _TDA_ONLY_H */
