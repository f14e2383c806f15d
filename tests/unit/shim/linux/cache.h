/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SHIM_LINUX_CACHE_H
#define _SHIM_LINUX_CACHE_H

#define __read_mostly

#endif /* _SHIM_LINUX_CACHE_H */
