/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The generic netlink interface of tdacct. This header is its manual.
 *
 * Family name TDACCT_GENL_NAME, version TDACCT_GENL_VERSION. Every u64 is
 * aligned with the padding attribute of its set. Counts are totals since the
 * object came to be; whoever wants a rate takes two and subtracts.
 *
 * How it grows: numbers are only ever added, at the end of their enum, and a
 * reader skips what it does not know. An attribute that is absent means "this
 * machine cannot tell", never zero.
 *
 * Who may ask: GET_INFO anybody, UNSUBSCRIBE too. Everything else needs CAP_PERFMON or
 * CAP_SYS_ADMIN of the socket's opener in the initial user namespace, since
 * counts of other people's tasks are a side channel. PAUSE and RESUME must
 * moreover come from the initial network namespace. Refusals are -EPERM.
 *
 * A module loaded with own_tasks=1 also answers GET_THREAD and GET_PROCESS of
 * whoever has neither capability for the processes that are his own; a dump
 * leaves out all others. A process is his own if both he and the socket's
 * opener might read it by ptrace(2) (PTRACE_MODE_READ_FSCREDS), and if it has
 * run with his user and group id only, real, effective and saved, and was
 * dumpable, whenever that was looked at: when it was made, at each exec, and
 * now. An exec that gains rights, or of a file that he must not read, makes it
 * somebody else's for good. He is told no TDACCT_A_CHILDREN*: children may have
 * been anybody's. Before Linux 6.10 it is not seen that a process makes itself
 * undumpable and calls exec after that.
 *
 * Errors: a negative errno and a sentence in the extended ack (set
 * NETLINK_EXT_ACK to get it). -EINVAL a request that makes no sense, -ERANGE
 * a value out of range, -ESRCH no such thread or process in the caller's pid
 * namespace, -EAGAIN it exists and was not counted yet.
 *
 * Thread and process ids, in requests and in answers, are those of the
 * caller's pid namespace; tasks that it cannot see are left out.
 *
 * GET_THREAD, GET_PROCESS, GET_CGROUP and GET_CPU interrupt the CPUs that run
 * something, all at once, so that what runs there is charged up to that moment.
 * CPUs that are idle are left asleep: they have nothing to tell of any thread.
 * Isolated CPUs (nohz_full=) are left alone, too, but for the caller's own, and
 * are charged when they switch or once in a minute; AGE_NS tells it. Each of
 * these requests may bear
 * TDACCT_A_ISOLATED: flag		interrupt isolated CPUs as well
 *
 *
 * TDACCT_CMD_GET_INFO (do): what is counted, and on what
 *
 *	Request: nothing.
 *	Reply:
 *	TDACCT_A_VERSION: string	version of the module
 *	TDACCT_A_PMU: string		kind of counters, "intel_metrics"
 *	TDACCT_A_CPU_VENDOR: string	"GenuineIntel"
 *	TDACCT_A_CPU_FAMILY: u32	as CPUID tells it
 *	TDACCT_A_CPU_MODEL: u32		as CPUID tells it
 *	TDACCT_A_CLEAR_SLOTS: u64	about so many slots after which the
 *					metrics are cleared, those of the run
 *					that ends counted seven times; 0: at
 *					every switch
 *	TDACCT_A_STATE: u32		enum tdacct_state, of the whole module:
 *					PAUSED, COUNTING if any CPU does, or
 *					WAITING
 *	TDACCT_A_RESUME_MS: u64		while paused for a time: until it ends
 *	TDACCT_A_GUESTS: u32		1 if what virtual machines execute is
 *					counted too, else 0
 *	TDACCT_A_VALUE: nest, once for each value that is counted, in order:
 *					slots, the metrics that this CPU has,
 *					instructions, cycles; ref_cycles where
 *					the module was loaded with ref_cycles=1;
 *					raw events; slots_without_events where
 *					there is one of these
 *		TDACCT_VALUE_A_INDEX: u32	from 0
 *		TDACCT_VALUE_A_NAME: string	"slots", "retiring", ...
 *		TDACCT_VALUE_A_UNIT: u32	enum tdacct_unit
 *		TDACCT_VALUE_A_KIND: u32	enum tdacct_kind
 *		TDACCT_VALUE_A_CONFIG: u64	for TDACCT_KIND_EVENT: the raw
 *						perf config that is counted
 *
 * TDACCT_CMD_GET_THREAD (do with TDACCT_A_TID, or dump)
 *
 *	Request of a do:
 *	TDACCT_A_TID: u32		thread id, from 1
 *	Request of a dump, each optional:
 *	TDACCT_A_PID: u32		only threads of this process
 *	TDACCT_A_SINCE: u64		only threads charged after the dump
 *					that bore this TDACCT_A_GENERATION; all
 *					if no dump has borne it yet
 *	Of both, optional, and so of GET_PROCESS, GET_CGROUP and GET_CPU:
 *	TDACCT_A_ARRAYS: flag		values as TDACCT_COUNTS_A_ARRAY
 *	Reply, one message a thread:
 *	TDACCT_A_ID: u64		names the record for good, never reused
 *	TDACCT_A_TID: u32
 *	TDACCT_A_PID: u32		its process (thread group)
 *	TDACCT_A_COMM: string		at most 15 characters
 *	TDACCT_A_BORN_NS: u64		start, ns since boot
 *	TDACCT_A_TASK_FLAGS: u32	TDACCT_TASK_*
 *	TDACCT_A_AGE_NS: u64		for a running thread: at most so old
 *					are the numbers; absent: they are final
 *					up to its last switch
 *	TDACCT_A_CPU_NS: u64		CPU time since counting could begin
 *	TDACCT_A_LOST_NS: u64		part of it in which nothing was counted;
 *					exact to a scheduler tick at either end
 *	TDACCT_A_CGROUP: u64		its cgroup (v2), see GET_CGROUP; absent
 *					where the kernel has no cgroups
 *	TDACCT_A_GENERATION: u64	dumps: hand back as TDACCT_A_SINCE
 *	TDACCT_A_COUNTS: nest
 *		TDACCT_COUNTS_A_VALUES: nest
 *			n+1: u64	value n of GET_INFO, n from 0
 *		TDACCT_COUNTS_A_ARRAY: binary	in place of VALUES for who asks
 *			with TDACCT_A_ARRAYS: a u64 for each value of GET_INFO,
 *			in that order and one behind the other, aligned to 4.
 *			Less to write and to read; for who reads many.
 *		TDACCT_COUNTS_A_SWITCHES: u64	times it left a CPU
 *		TDACCT_COUNTS_A_UNCLASSIFIED: u64	part of slots that were
 *			counted while the metrics could not be read
 *		TDACCT_COUNTS_A_BLUR: u64	slots; the sum, over all
 *			charges, of the slots since the last clear. No metric
 *			is further than BLUR/255 slots from the truth, whether
 *			the CPU rounds its fields or cuts them off. Of a CPU
 *			and of totals: over all clears, which is less.
 *
 *	Values of kind METRIC are in slots, quantised, modulo 2^64; the
 *	difference of two readings may be negative by up to the bound above.
 *	Raw events and ref_cycles may lack what happened in the slots that the
 *	value of kind GAP tells, a part of slots: in these, not all of them were
 *	counted, as somebody else held a counter. REASON of the CPU says which.
 *
 * TDACCT_CMD_GET_PROCESS (do with TDACCT_A_PID, or dump)
 *
 *	Request of a do: TDACCT_A_PID: u32. Of a dump: TDACCT_A_SINCE.
 *	Reply, one message a process: TDACCT_A_ID, PID, COMM, BORN_NS, AGE_NS,
 *	CPU_NS, LOST_NS, GENERATION, COUNTS as above, over all its threads, the
 *	exited ones included, and
 *	TDACCT_A_THREADS: u64		threads that have counts of their own
 *	TDACCT_A_EXITED_THREADS: u64	threads that have ended
 *	TDACCT_A_CHILDREN: nest, as COUNTS	of the processes that it made and
 *			that are gone, and of theirs, also of those that it did
 *			not wait for and that outlived who made them. Whose
 *			child a process is, is settled when it is made. A process is gone a grace period (some
 *			milliseconds) after it was waited for.
 *	TDACCT_A_CHILDREN_NR: u64	so many they were
 *	TDACCT_A_CHILDREN_CPU_NS: u64	their CPU time
 *	TDACCT_A_CHILDREN_LOST_NS: u64	part of it in which nothing was counted
 *
 * TDACCT_CMD_GET_CGROUP (do with TDACCT_A_CGROUP, or dump)
 *
 *	Cgroups of the unified hierarchy (v2), those in which some task ran
 *	since the module was loaded, and all above them. As in the kernel's own
 *	cpu.stat, numbers of a cgroup include its descendants', also of those
 *	that were removed.
 *
 *	Request of a do:
 *	TDACCT_A_CGROUP: u64		cgroup id: the inode number of its
 *					directory
 *	Reply, one message a cgroup; a parent may come after its children:
 *	TDACCT_A_CGROUP: u64		never reused
 *	TDACCT_A_CGROUP_PARENT: u64	absent for the root
 *	TDACCT_A_CGROUP_PATH: string	from the root of the hierarchy, "/" for
 *					the root itself; absent when longer
 *					than 1,022 bytes, or gone by now
 *	TDACCT_A_CGROUP_FLAGS: u32	TDACCT_CGROUP_*
 *	TDACCT_A_THREADS: u64		threads in it that have records
 *	TDACCT_A_EXITED_THREADS: u64	threads that ended in it
 *	TDACCT_A_CPU_NS: u64		CPU time while in it
 *	TDACCT_A_LOST_NS: u64		part of it in which nothing was counted
 *	TDACCT_A_COUNTS: nest		all that was charged in it
 *	TDACCT_A_OWN: nest, as COUNTS	part of it: of tasks in this very
 *					cgroup, and in descendants that were
 *					removed since
 *
 *	The OWN of all cgroups add up to LIVE + EXITED of GET_TOTALS. A task
 *	that is moved is charged up to the move, or where another CPU runs it
 *	or its process has more than 64 threads, up to shortly after it; a
 *	question that comes after a move waits for that. A
 *	removed cgroup is there until its last zombie was waited for; then what
 *	it was charged is its parent's own.
 *	-ESRCH if no task of such a cgroup has run, nor of one below it.
 *	Cgroups more than 64 levels deep count as part of the one at level 64.
 *	-EOPNOTSUPP where the kernel has no cgroups.
 *
 * TDACCT_CMD_GET_CPU (dump; TDACCT_A_CPU: u32 asks for one)
 *
 *	Reply, one message a CPU:
 *	TDACCT_A_CPU: u32
 *	TDACCT_A_STATE: u32		enum tdacct_state
 *	TDACCT_A_REASON: string		for people: why it does not count, or
 *					what it counts without and why, or
 *					what makes much of it unclassified
 *	TDACCT_A_CPU_NS: u64		time since counting could begin, idle or
 *					not, but not while offline or asleep
 *	TDACCT_A_LOST_NS: u64		part of it in which nothing was counted;
 *					a counter that was taken away is missed
 *					some milliseconds later
 *	TDACCT_A_COUNTS: nest		all that was counted on it, up to its
 *					last charge
 *	TDACCT_A_IDLE: nest, as COUNTS	part of it: the idle task
 *	TDACCT_A_UNTRACKED: nest, as COUNTS	part of it: no record could be
 *			had; start-up and stop remainders
 *	TDACCT_A_STATS: nest		TDACCT_STAT_A_* of this CPU
 *
 * TDACCT_CMD_GET_TOTALS (do): the law of conservation, to be checked
 *
 *	Reply: six nests as COUNTS, taken in such an order that for every
 *	value BEFORE <= LIVE + EXITED + IDLE + UNTRACKED <= AFTER, and equal
 *	while counting is paused:
 *	TDACCT_A_BEFORE, TDACCT_A_LIVE, TDACCT_A_EXITED, TDACCT_A_IDLE,
 *	TDACCT_A_UNTRACKED, TDACCT_A_AFTER
 *	(metrics may undercut either side by the bound given with BLUR)
 *
 * TDACCT_CMD_GET_STATS (do): what the module did and what it cost
 *
 *	Reply: TDACCT_A_STATS: nest, the sum over CPUs, and what no CPU has
 *		TDACCT_STAT_A_*: u64 each, see the enum
 *
 * TDACCT_CMD_PAUSE (do)
 *
 *	Folds everything, then lets go of all counters, so that others (perf
 *	stat --topdown) can have them. Optional
 *	TDACCT_A_RESUME_MS: u64		resume after so long, 1 ms to 1 day
 *	Pausing what is paused sets the new time and is no error.
 *
 * TDACCT_CMD_RESUME (do)
 *
 *	Resuming what counts is no error.
 *
 * TDACCT_CMD_SUBSCRIBE (do): be told the final counts of all that ends
 *
 *	Request: optional
 *	TDACCT_A_KINDS: u32		1 << enum tdacct_ended of each kind that
 *					is wanted; all if absent
 *	From then on the socket is sent TDACCT_CMD_ENDED messages, sequence
 *	number 0, until it is closed or unsubscribes. Subscribing again changes
 *	the kinds and is no error. Only from the initial pid namespace: an
 *	ended task has no other ids any more. -EPERM otherwise, -EUSERS when
 *	TDACCT_SUBSCRIBERS_MAX sockets have subscribed.
 *
 * TDACCT_CMD_UNSUBSCRIBE (do): what was sent already can still be received.
 *
 *	-ENOENT if the socket has not subscribed.
 *
 * TDACCT_CMD_ENDED (sent to subscribers)
 *
 *	A thread ends here when it is freed: after it was waited for, or its
 *	process for it, and a grace period. A process ends with its last
 *	thread, a cgroup when it is removed and its last zombie gone. The
 *	socket's receive buffer is the queue: what finds no place there is
 *	dropped, and missing in the sequence; once full it takes nothing more
 *	until it is empty. Reading it then fails once with ENOBUFS, whatever
 *	NETLINK_NO_ENOBUFS says. Whoever sees that, or a gap, takes a dump:
 *	what has an id that is not in it has ended.
 *
 *	TDACCT_A_SEQ: u64		from 1, one more with each that was due
 *	TDACCT_A_MISSED: u64		so many of those before were dropped
 *	TDACCT_A_KIND: u32		enum tdacct_ended
 *	of a thread:	ID, TID, PID, COMM, BORN_NS, TASK_FLAGS, CPU_NS, LOST_NS,
 *			CGROUP, COUNTS as in GET_THREAD
 *	of a process:	ID, PID, COMM, BORN_NS, CPU_NS, LOST_NS,
 *			EXITED_THREADS, COUNTS as in GET_PROCESS; CGROUP is the
 *			one in which the thread ended whose id is PID, absent
 *			where that is not known
 *	of a cgroup:	CGROUP, CGROUP_PARENT, CGROUP_PATH (its last 127 bytes),
 *			CPU_NS, LOST_NS, EXITED_THREADS, COUNTS as in
 *			GET_CGROUP
 */
#ifndef _UAPI_LINUX_TDACCT_H
#define _UAPI_LINUX_TDACCT_H

#define TDACCT_GENL_NAME	"tdacct"
#define TDACCT_GENL_VERSION	1

enum tdacct_cmd {
	TDACCT_CMD_UNSPEC,
	TDACCT_CMD_GET_INFO,
	TDACCT_CMD_GET_THREAD,
	TDACCT_CMD_GET_PROCESS,
	TDACCT_CMD_GET_CPU,
	TDACCT_CMD_GET_TOTALS,
	TDACCT_CMD_GET_STATS,
	TDACCT_CMD_PAUSE,
	TDACCT_CMD_RESUME,
	TDACCT_CMD_GET_CGROUP,
	TDACCT_CMD_SUBSCRIBE,
	TDACCT_CMD_UNSUBSCRIBE,
	TDACCT_CMD_ENDED,

	__TDACCT_CMD_LAST,
	TDACCT_CMD_MAX = __TDACCT_CMD_LAST - 1
};

enum tdacct_attr {
	TDACCT_A_UNSPEC,
	TDACCT_A_PAD,
	TDACCT_A_VERSION,
	TDACCT_A_PMU,
	TDACCT_A_CPU_VENDOR,
	TDACCT_A_CPU_FAMILY,
	TDACCT_A_CPU_MODEL,
	TDACCT_A_CLEAR_SLOTS,
	TDACCT_A_STATE,
	TDACCT_A_REASON,
	TDACCT_A_RESUME_MS,
	TDACCT_A_VALUE,
	TDACCT_A_ID,
	TDACCT_A_TID,
	TDACCT_A_PID,
	TDACCT_A_COMM,
	TDACCT_A_BORN_NS,
	TDACCT_A_TASK_FLAGS,
	TDACCT_A_AGE_NS,
	TDACCT_A_CPU_NS,
	TDACCT_A_LOST_NS,
	TDACCT_A_GENERATION,
	TDACCT_A_SINCE,
	TDACCT_A_THREADS,
	TDACCT_A_EXITED_THREADS,
	TDACCT_A_CPU,
	TDACCT_A_COUNTS,
	TDACCT_A_BEFORE,
	TDACCT_A_LIVE,
	TDACCT_A_EXITED,
	TDACCT_A_IDLE,
	TDACCT_A_UNTRACKED,
	TDACCT_A_AFTER,
	TDACCT_A_STATS,
	TDACCT_A_CHILDREN,
	TDACCT_A_CHILDREN_NR,
	TDACCT_A_CHILDREN_CPU_NS,
	TDACCT_A_GUESTS,
	TDACCT_A_CGROUP,
	TDACCT_A_CGROUP_PARENT,
	TDACCT_A_CGROUP_PATH,
	TDACCT_A_CGROUP_FLAGS,
	TDACCT_A_OWN,
	TDACCT_A_KINDS,
	TDACCT_A_KIND,
	TDACCT_A_SEQ,
	TDACCT_A_MISSED,
	TDACCT_A_CHILDREN_LOST_NS,
	TDACCT_A_ARRAYS,
	TDACCT_A_ISOLATED,

	__TDACCT_A_LAST,
	TDACCT_A_MAX = __TDACCT_A_LAST - 1
};

/* Inside TDACCT_A_VALUE. */
enum tdacct_value_attr {
	TDACCT_VALUE_A_UNSPEC,
	TDACCT_VALUE_A_PAD,
	TDACCT_VALUE_A_INDEX,
	TDACCT_VALUE_A_NAME,
	TDACCT_VALUE_A_UNIT,
	TDACCT_VALUE_A_KIND,
	TDACCT_VALUE_A_CONFIG,

	__TDACCT_VALUE_A_LAST,
	TDACCT_VALUE_A_MAX = __TDACCT_VALUE_A_LAST - 1
};

/* Inside TDACCT_A_COUNTS and its likes. */
enum tdacct_counts_attr {
	TDACCT_COUNTS_A_UNSPEC,
	TDACCT_COUNTS_A_PAD,
	TDACCT_COUNTS_A_VALUES,
	TDACCT_COUNTS_A_SWITCHES,
	TDACCT_COUNTS_A_UNCLASSIFIED,
	TDACCT_COUNTS_A_BLUR,
	TDACCT_COUNTS_A_ARRAY,

	__TDACCT_COUNTS_A_LAST,
	TDACCT_COUNTS_A_MAX = __TDACCT_COUNTS_A_LAST - 1
};

/* Inside TDACCT_A_STATS; each a u64 that only grows, unless said. */
enum tdacct_stat_attr {
	TDACCT_STAT_A_UNSPEC,
	TDACCT_STAT_A_PAD,
	TDACCT_STAT_A_SWITCHES,		/* context switches charged */
	TDACCT_STAT_A_CLEARS,		/* metrics cleared, counters stopped */
	TDACCT_STAT_A_LIVE_CLEARS,	/* of these, disturbed by an NMI */
	TDACCT_STAT_A_RESYNCS,		/* counters found re-programmed */
	TDACCT_STAT_A_FOLDS,		/* running tasks charged for a reader */
	TDACCT_STAT_A_CREATED,		/* thread records made */
	TDACCT_STAT_A_UNTRACKED_SWITCHES, /* switches to a task without record */
	TDACCT_STAT_A_STOPS,		/* times a CPU had to stop counting */
	TDACCT_STAT_A_SAMPLES,		/* charges that were timed */
	TDACCT_STAT_A_SAMPLED_NS,	/* what they took */
	TDACCT_STAT_A_THREADS,		/* thread records now (may fall) */
	TDACCT_STAT_A_PROCESSES,	/* process records now (may fall) */
	TDACCT_STAT_A_MEMORY,		/* bytes in records and tables (may fall) */
	TDACCT_STAT_A_CLEAR_SAMPLES,	/* clears that were timed */
	TDACCT_STAT_A_CLEAR_SAMPLED_NS,	/* what they took */
	TDACCT_STAT_A_CGROUPS,		/* cgroup records now (may fall) */
	TDACCT_STAT_A_MISPLACED,	/* times that a thread was charged to a
					 * cgroup above its own: no record could
					 * be had, or it is too deep */
	TDACCT_STAT_A_SUBSCRIBERS,	/* sockets now (may fall) */
	TDACCT_STAT_A_NOTICES,		/* ENDED messages due, over all of them */
	TDACCT_STAT_A_NOTICES_MISSED,	/* of these, dropped */

	__TDACCT_STAT_A_LAST,
	TDACCT_STAT_A_MAX = __TDACCT_STAT_A_LAST - 1
};

enum tdacct_state {
	TDACCT_STATE_COUNTING,
	TDACCT_STATE_PAUSED,	/* by TDACCT_CMD_PAUSE */
	TDACCT_STATE_WAITING,	/* somebody else holds a counter; retried */
	TDACCT_STATE_CANNOT,	/* this CPU has not what it takes */
	TDACCT_STATE_OFFLINE,
	TDACCT_STATE_LEFT_OUT,	/* not chosen when the module was loaded */
};

enum tdacct_unit {
	TDACCT_UNIT_SLOTS,
	TDACCT_UNIT_EVENTS,
	TDACCT_UNIT_CYCLES,
};

enum tdacct_kind {
	TDACCT_KIND_FIXED,	/* a counter of its own */
	TDACCT_KIND_METRIC,	/* a field of PERF_METRICS, in slots */
	TDACCT_KIND_EVENT,	/* a raw event on a generic counter */
	TDACCT_KIND_GAP,	/* slots in which not all events were counted */
};

/* What can end. */
enum tdacct_ended {
	TDACCT_ENDED_THREAD,
	TDACCT_ENDED_PROCESS,
	TDACCT_ENDED_CGROUP,
};

#define TDACCT_SUBSCRIBERS_MAX	64

#define TDACCT_CGROUP_REMOVED	(1U << 0)	/* only zombies are left in it */

#define TDACCT_TASK_RUNNING	(1U << 0)	/* on a CPU at this moment */
#define TDACCT_TASK_DEAD	(1U << 1)	/* has left its CPU for good */
#define TDACCT_TASK_KTHREAD	(1U << 2)	/* a kernel thread */

#endif /* _UAPI_LINUX_TDACCT_H */
