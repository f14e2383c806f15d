// SPDX-License-Identifier: GPL-2.0
/*
 * What tdacct does, as a BPF program would: at every context switch read the
 * counters of this CPU and add what was counted to the task that leaves.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "values.h"

struct task_struct;

/* n_values events a CPU; the loader sets the number of entries. */
struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__type(key, int);
	__type(value, int);
} events SEC(".maps");

/* The counters of a CPU at its last switch. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__type(key, int);
	__type(value, struct counts);
	__uint(max_entries, 1);
} before SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct counts);
} tasks SEC(".maps");

/* Constants to the verifier, which drops what lies beyond. */
const volatile __u32 n_values = MAX_VALUES;

SEC("tp_btf/sched_switch")
int on_switch(__u64 *ctx)
{
	struct task_struct *prev = (void *)ctx[1];
	__u32 first = bpf_get_smp_processor_id() * n_values;
	struct bpf_perf_event_value now;
	struct counts *was, *task;
	int zero = 0;
	__u32 i;

	was = bpf_map_lookup_elem(&before, &zero);
	task = bpf_task_storage_get(&tasks, prev, 0,
				    BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!was || !task)
		return 0;
#pragma unroll
	for (i = 0; i < MAX_VALUES; i++) {
		if (i >= n_values)
			break;
		if (bpf_perf_event_read_value(&events, first + i, &now,
					      sizeof(now)))
			continue;
		task->val[i] += now.counter - was->val[i];
		was->val[i] = now.counter;
	}
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
