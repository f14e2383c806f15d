/* SPDX-License-Identifier: GPL-2.0 */
/* Nobody else looks on in an ordinary program. */
#ifndef _SHIM_LINUX_COMPILER_H
#define _SHIM_LINUX_COMPILER_H

/* The C library has one of its own. */
#undef __always_inline
#define __always_inline		inline
/* Without races there is nothing to mark. */
#define data_race(x)		(x)
#define READ_ONCE(x)		(x)
#define WRITE_ONCE(x, v)	((x) = (v))
/* Nobody counts cycles. */
#define likely(x)		(x)

#endif /* _SHIM_LINUX_COMPILER_H */
