/* SPDX-License-Identifier: GPL-2.0 */
/* Nobody else looks on in an ordinary program. */
#ifndef _SHIM_ASM_BARRIER_H
#define _SHIM_ASM_BARRIER_H

/* So the order of stores is of no interest. */
#define smp_store_release(p, v)	(*(p) = (v))
/* And nobody waits for one. */
#define smp_wmb()			do { } while (0)

#endif /* _SHIM_ASM_BARRIER_H */
