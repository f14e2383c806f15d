/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's own memory, for what is defined in its place: newer kernels have macros
 * of these names, which could not name themselves again.
 */
#include <linux/percpu.h>
#include <linux/slab.h>

static inline void *own_kvcalloc(size_t n, size_t size, gfp_t gfp)
{
	return kvcalloc(n, size, gfp);
}

static inline void *own_kcalloc(size_t n, size_t size, gfp_t gfp)
{
	return kcalloc(n, size, gfp);
}

static inline void *own_kvzalloc(size_t size, gfp_t gfp)
{
	return kvzalloc(size, gfp);
}

static inline void *own_kzalloc(size_t size, gfp_t gfp)
{
	return kzalloc(size, gfp);
}

static inline void __percpu *own_alloc_percpu(size_t size, size_t align)
{
	return __alloc_percpu(size, align);
}
