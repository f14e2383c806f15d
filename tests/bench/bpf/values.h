/* SPDX-License-Identifier: GPL-2.0 */
/* What the program in the kernel and its loader agree on. */
#ifndef _BENCH_BPF_VALUES_H
#define _BENCH_BPF_VALUES_H

#define MAX_VALUES	11

struct counts {
	__u64 val[MAX_VALUES];
};

#endif /* _BENCH_BPF_VALUES_H */
