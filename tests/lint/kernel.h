/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What cppcheck must know of the kernel's macros to read the module: loops, and
 * what declares something. It takes the rest for functions. The architecture is the
 * one that counts. Nothing builds this.
 */
#define CONFIG_X86_64	1

#define list_first_entry(head, type, member) \
	container_of((head)->next, type, member)
#define list_next_entry(at, member) \
	container_of((at)->member.next, __typeof__(*(at)), member)

#define list_for_each_entry(at, head, member) \
	for (at = list_of(head); at; at = next_of(at))
#define list_for_each_entry_rcu(at, head, member, ...) \
	for (at = list_of(head); at; at = next_of(at))
#define list_for_each_entry_continue(at, head, member) \
	for (at = next_of(at); at; at = next_of(at))
#define list_for_each_entry_safe(at, next, head, member) \
	for (at = list_of(head), next = next_of(at); at; \
	     at = next, next = next_of(at))
#define hlist_for_each_entry_rcu(at, head, member, ...) \
	for (at = list_of(head); at; at = next_of(at))
#define hlist_for_each_entry_rcu_notrace(at, head, member, ...) \
	for (at = list_of(head); at; at = next_of(at))
#define hlist_for_each_entry_safe(at, next, head, member) \
	for (at = list_of(head), next = next_of(at); at; \
	     at = next_of(at))
#define llist_for_each_safe(at, next, head) \
	for (at = (head); at && (next = (at)->next, true); at = next)
#define llist_for_each_entry_safe(at, next, head, member) \
	for (at = list_of(head), next = next_of(at); at; \
	     at = next, next = next_of(at))
#define nla_for_each_attr(at, head, len, left) \
	for (at = (head), left = (len); nla_ok(at, left); \
	     at = nla_next(at, &(left)))

#define for_each_possible_cpu(cpu)	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
#define for_each_present_cpu(cpu)	for_each_possible_cpu(cpu)
#define for_each_online_cpu(cpu)	for_each_possible_cpu(cpu)
#define for_each_cpu(cpu, mask)		for_each_possible_cpu(cpu)
#define for_each_thread(task, at) \
	for (at = list_of(task); at; at = next_of(at))
#define for_each_process_thread(task, at) \
	for (task = at = first_task(); at; task = at = next_of(at))
