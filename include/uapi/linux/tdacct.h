/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The generic netlink interface of tdacct. This header is its manual.
 *
 * The family is named TDACCT_GENL_NAME and has version TDACCT_GENL_VERSION.
 * Every u64 is aligned with the padding attribute of its set. Counts are totals
 * since the object was created; for a rate, read twice and subtract.
 *
 * How it grows: numbers are only ever added, at the end of their enum, and a
 * reader skips what it does not know. An attribute that is absent means "this
 * machine cannot tell", never zero.
 *
 * Privileges: every user may send GET_INFO and UNSUBSCRIBE. Everything else
 * needs CAP_PERFMON or CAP_SYS_ADMIN in the initial user namespace, of the sender
 * and of the task that opened the socket, because counts of other users' tasks are
 * a side channel. PAUSE, RESUME and SET_EVENTS change what all others see: they
 * need CAP_SYS_ADMIN, or CAP_PERFMON if the module was loaded with
 * perfmon_changes=1, and must come from the initial network namespace. A request
 * without the privilege fails with -EPERM.
 *
 * In a kernel that is locked down for confidentiality (kernel_lockdown(7)) nobody
 * is told counts: only GET_INFO, UNSUBSCRIBE, PAUSE, RESUME and SET_EVENTS are
 * answered, everything else fails with -EPERM. A dump that has begun ends with
 * it, and those who have subscribed miss all messages.
 *
 * If the module was loaded with own_tasks=1, users without these capabilities
 * may also send GET_THREAD and GET_PROCESS. They get answers about their own
 * processes; a dump leaves out all others. A process is a user's own if all of
 * this is true:
 * - Both the sender and the task that opened the socket might read the process
 *   by ptrace(2) (PTRACE_MODE_READ_FSCREDS).
 * - It has run with this user's user id and group id only (real, effective
 *   and saved), and was dumpable, each time it was checked: when it was created,
 *   at each exec, and now.
 * An exec that gains rights, or of a file that the user must not read, makes
 * the process somebody else's for good. These users get no TDACCT_A_CHILDREN*,
 * because the children may have been anybody's. The module does not notice a
 * process that makes itself undumpable by prctl(2) and dumpable again between
 * two checks; nor, before Linux 6.10, one that makes itself undumpable and then
 * calls exec.
 *
 * Errors: a negative errno and a sentence in the extended ack (set
 * NETLINK_EXT_ACK to get it). -EINVAL: the request makes no sense. -ERANGE: a
 * value is out of range. -ESRCH: there is no such thread or process in the
 * caller's pid namespace. -EAGAIN: it exists and was not counted yet.
 *
 * Thread and process ids, in requests and in answers, are those of the
 * caller's pid namespace; tasks that it cannot see are left out.
 *
 * GET_THREAD, GET_PROCESS, GET_CGROUP and GET_CPU interrupt the CPUs that run
 * something, all at once, so that the running tasks are charged up to that
 * moment. A request for one thread or process interrupts only the CPUs that run
 * it. Idle CPUs are not interrupted: no thread has uncharged counts there.
 * Isolated CPUs (nohz_full=) are not interrupted either, except the caller's
 * own. They charge at each switch, or once in a minute, and AGE_NS tells how
 * old their numbers are. A CPU, other than the caller's own, that charged for
 * another request less than 1 ms ago is not interrupted again, unless the
 * request is for one thread. Each of these requests may have
 * TDACCT_A_ISOLATED: flag		interrupt isolated CPUs as well; without
 *				effect for users who see only their own tasks
 *
 * TDACCT_CMD_GET_INFO (do): what is counted, and on which kind of CPU
 *
 *	Request: nothing.
 *	Reply:
 *	TDACCT_A_VERSION: string	version of the module
 *	TDACCT_A_PMU: string		kind of counters: "intel_metrics";
 *					"plain", where no values are of kind
 *					METRIC; or "basic", instructions and
 *					cycles only
 *	TDACCT_A_CPU_VENDOR: string	"GenuineIntel" or "AuthenticAMD"; on arm64
 *					who made the core, such as "ARM"
 *	TDACCT_A_CPU_FAMILY: u32	as CPUID tells it; on arm64 8
 *	TDACCT_A_CPU_MODEL: u32		as CPUID tells it; on arm64 of MIDR_EL1
 *					part << 8 | variant << 4 | revision
 *	TDACCT_A_OTHER_VENDOR: string	on arm64, where cores of core type 1 are
 *					counted, who made these; else absent
 *	TDACCT_A_OTHER_MODEL: u32	the same, as CPU_MODEL; their family is
 *					CPU_FAMILY
 *	TDACCT_A_BESIDE: nest, on arm64, once for each core type from 2 on
 *		TDACCT_BESIDE_A_CORE_TYPE: u32
 *		TDACCT_BESIDE_A_VENDOR: string	as OTHER_VENDOR
 *		TDACCT_BESIDE_A_MODEL: u32	as OTHER_MODEL
 *	TDACCT_A_CLEAR_SLOTS: u64	metrics are cleared when the slots since
 *					the last clear, plus six times the slots
 *					of the run that just ended, exceed about
 *					this; 0: they are cleared at every
 *					switch; absent: there are no metrics
 *	TDACCT_A_STATE: u32		enum tdacct_state of the whole module:
 *					PAUSED, COUNTING if any CPU counts, or
 *					WAITING
 *	TDACCT_A_RESUME_MS: u64		in a pause of limited length: time until
 *					it ends
 *	TDACCT_A_GUESTS: u32		1 if what virtual machines execute is
 *					counted too, else 0
 *	TDACCT_A_EPOCH: u64		number of the epoch, see SET_EVENTS
 *	TDACCT_A_EPOCH_NS: u64		when it began, ns since boot
 *	TDACCT_A_EVENTS_MAX: u32	how many events SET_EVENTS takes at most
 *	TDACCT_A_VALUE: nest, once for each value that is counted, in order:
 *					slots, the metrics that this CPU has,
 *					instructions, cycles (cycles first where
 *					slots are so many times their number);
 *					what cores of other types count, see
 *					below; ref_cycles if the
 *					module was loaded with ref_cycles=1; raw
 *					events, of plain counters those of the
 *					top level first; slots_without_events if
 *					there are, or were, raw events or
 *					ref_cycles. On AMD's CPUs instructions
 *					are one of the raw events, by this name,
 *					and may be absent
 *		TDACCT_VALUE_A_INDEX: u32	from 0
 *		TDACCT_VALUE_A_NAME: string	"slots", "retiring", ...
 *		TDACCT_VALUE_A_UNIT: u32	enum tdacct_unit
 *		TDACCT_VALUE_A_KIND: u32	enum tdacct_kind
 *		TDACCT_VALUE_A_CONFIG: u64	for TDACCT_KIND_EVENT: the raw
 *						perf config that is counted
 *		TDACCT_VALUE_A_CONFIG1: u64	the same; absent: 0
 *		TDACCT_VALUE_A_OF_SET: flag	an event that SET_EVENTS may
 *						replace
 *	TDACCT_A_LEASE: flag		the events are somebody's for a while, see
 *					SET_EVENTS; absent: they stay
 *	TDACCT_A_PAST_MAX: u32		so many events may have been counted and
 *					not be forgotten; absent: the values of
 *					the set are since the epoch began, and
 *					there is neither KNOWN nor PAST
 *	TDACCT_A_PAST: nest, as VALUE, once for each event that is not of the set,
 *					and was of one before; INDEX is from 0
 *	TDACCT_A_PAST_FORGOTTEN: u64	so many events were forgotten, as more were
 *					counted since than PAST_MAX; the log says
 *					which
 *
 *	A hybrid CPU has cores of two types, or of three. All that is said above
 *	is about core type 0, the P-cores, and the E-cores have values of their
 *	own, whose names begin with "atom.": atom.slots, atom.cycles,
 *	atom.instructions, and the raw events of their top level, atom.rN. What
 *	is of kind EVENT among them is an event of the E-cores; the same CONFIG
 *	means something else on the P-cores. They are never OF_SET, and none of
 *	them is missing while others are counted. Where low-power E-cores are
 *	another kind than the E-cores, as on Arrow Lake-H, they are core type 2,
 *	and names of theirs begin with "lowpower.". A thread that ran on several
 *	types has the values of each.
 *	The same is so on arm64 of a machine with two or three types of cores that
 *	the module knows. CPU_MODEL is about core type 0 then, OTHER_MODEL about
 *	core type 1, whose values have names that begin with "other.":
 *	other.slots, other.cycles, and the raw events of their top level,
 *	other.rN, one of which is other.instructions. Those of core type 2 begin
 *	with "other2.".
 *
 * TDACCT_CMD_GET_THREAD (do with TDACCT_A_TID, or dump)
 *
 *	Request of a do:
 *	TDACCT_A_TID: u32		thread id, from 1
 *	Request of a dump, each optional:
 *	TDACCT_A_PID: u32		only threads of this process
 *	TDACCT_A_SINCE: u64		only threads charged after the dump
 *					that had this TDACCT_A_GENERATION; all
 *					threads if no dump had it yet
 *	Optional in both, and in GET_PROCESS, GET_CGROUP and GET_CPU:
 *	TDACCT_A_ARRAYS: flag		values as TDACCT_COUNTS_A_ARRAY
 *	Reply, one message for each thread:
 *	TDACCT_A_ID: u64		number of the record, never used again
 *	TDACCT_A_TID: u32
 *	TDACCT_A_PID: u32		its process (thread group)
 *	TDACCT_A_COMM: string		at most 15 characters
 *	TDACCT_A_BORN_NS: u64		when it was created, ns since boot
 *	TDACCT_A_TASK_FLAGS: u32	TDACCT_TASK_*
 *	TDACCT_A_AGE_NS: u64		how old the numbers of a running thread
 *					are at most; absent: they are complete
 *					up to its last switch
 *	TDACCT_A_CPU_NS: u64		CPU time since counting could begin
 *	TDACCT_A_LOST_NS: u64		part of it in which nothing was counted;
 *					exact to a scheduler tick at either end
 *	TDACCT_A_CGROUP: u64		its cgroup (v2), see GET_CGROUP; absent
 *					where the kernel has no cgroups
 *	TDACCT_A_GENERATION: u64	in dumps: for TDACCT_A_SINCE of a later
 *					dump
 *	TDACCT_A_EPOCH: u64		here, and wherever there are COUNTS: the
 *					epoch that the values belong to. GET_INFO
 *					of the same epoch says which these are
 *	TDACCT_A_COUNTS: nest
 *		TDACCT_COUNTS_A_VALUES: nest
 *			n+1: u64	value n of GET_INFO, n from 0
 *		TDACCT_COUNTS_A_ARRAY: binary	instead of VALUES, if the
 *			request had TDACCT_A_ARRAYS: a u64 for each value of
 *			GET_INFO, in the same order, one after the other,
 *			aligned to 4 bytes. It is shorter and faster to read,
 *			which matters when there are many.
 *		TDACCT_COUNTS_A_KNOWN: binary	a u64 for each value OF_SET, in
 *			order: the slots in which that was counted. What happened
 *			in others is not in the value. Absent: all slots but
 *			slots_without_events
 *		TDACCT_COUNTS_A_PAST: binary	two u64 for each PAST of GET_INFO,
 *			in order: what that event counted while it was of the
 *			set, and in how many slots. Absent: 0
 *		TDACCT_COUNTS_A_SWITCHES: u64	how often it left a CPU
 *		TDACCT_COUNTS_A_UNCLASSIFIED: u64	part of slots that were
 *			counted while the metrics could not be read
 *		TDACCT_COUNTS_A_BLUR: u64	slots; the sum, over all
 *			charges, of the slots since the last clear. No metric
 *			is further than BLUR/255 slots from the truth, whether
 *			the CPU rounds its fields or cuts digits off. For a CPU
 *			and for totals the sum is over all clears, which is
 *			less.
 *
 *	Values of kind METRIC are in slots, quantised, modulo 2^64. The
 *	difference of two readings may be negative by up to the bound above.
 *	The value of kind GAP is a part of slots: in these slots some raw event
 *	or ref_cycles was not counted, because another program held a counter.
 *	What happened in them may be missing from raw events and ref_cycles.
 *	REASON of the CPU says which of them is missing.
 *
 * TDACCT_CMD_GET_PROCESS (do with TDACCT_A_PID, or dump)
 *
 *	Request of a do: TDACCT_A_PID: u32. Of a dump: TDACCT_A_SINCE.
 *	Reply, one message for each process: TDACCT_A_ID, PID, COMM, BORN_NS,
 *	AGE_NS, CPU_NS, LOST_NS, GENERATION, COUNTS as above, over all its
 *	threads, those that have ended included, and
 *	TDACCT_A_THREADS: u64		threads that have not ended, or have not
 *					been waited for
 *	TDACCT_A_EXITED_THREADS: u64	threads that have ended
 *	TDACCT_A_CHILDREN: nest, as COUNTS	of all processes that it created
 *			and that have ended, and of those that these created. It
 *			includes processes that it did not wait for, and those
 *			that outlived the process that created them: whose child
 *			a process is, is decided when it is created. If there is
 *			no memory for its record then, it is decided when it
 *			first runs, and for a process that was there before the
 *			module, when that is loaded: if the process that created
 *			it has ended by then, it is a child of whoever the
 *			kernel gave it to. A process has ended a grace period
 *			(some milliseconds) after it was waited for.
 *	TDACCT_A_CHILDREN_NR: u64	the number of these processes
 *	TDACCT_A_CHILDREN_CPU_NS: u64	their CPU time
 *	TDACCT_A_CHILDREN_LOST_NS: u64	part of it in which nothing was counted
 *
 * TDACCT_CMD_GET_CGROUP (do with TDACCT_A_CGROUP, or dump)
 *
 *	Cgroups of the unified hierarchy (v2) in which some task ran since the
 *	module was loaded, and all cgroups above them. As in the kernel's own
 *	cpu.stat, the numbers of a cgroup include those of its descendants,
 *	removed ones included.
 *
 *	Request of a do:
 *	TDACCT_A_CGROUP: u64		cgroup id: the inode number of its
 *					directory
 *	Reply, one message for each cgroup; a parent may come after its
 *	children:
 *	TDACCT_A_CGROUP: u64		never used again
 *	TDACCT_A_CGROUP_PARENT: u64	absent for the root
 *	TDACCT_A_CGROUP_PATH: string	from the root of the hierarchy, "/" for
 *					the root itself; absent if longer
 *					than 1,022 bytes, or if the directory is
 *					gone by now
 *	TDACCT_A_CGROUP_FLAGS: u32	TDACCT_CGROUP_*
 *	TDACCT_A_THREADS: u64		threads in it that have records
 *	TDACCT_A_EXITED_THREADS: u64	threads that ended in it
 *	TDACCT_A_CPU_NS: u64		CPU time while in it
 *	TDACCT_A_LOST_NS: u64		part of it in which nothing was counted
 *	TDACCT_A_COUNTS: nest		all that was charged in it
 *	TDACCT_A_OWN: nest, as COUNTS	part of it: of tasks in this cgroup
 *					itself, and in descendants that were
 *					removed since
 *
 *	The OWN counts of all cgroups add up to LIVE + EXITED of GET_TOTALS.
 *	When a task is moved, the old cgroup is charged up to that moment. If
 *	another CPU runs the task, or if its process has more than 64 threads,
 *	the old cgroup is charged until shortly after the move; a request that
 *	comes after the move waits for that.
 *	A removed cgroup keeps its record until its last zombie was waited for.
 *	Then what it was charged becomes part of its parent's OWN.
 *	-ESRCH if no task has run in such a cgroup or in one below it.
 *	Cgroups more than 64 levels deep count as part of the one at level 64.
 *	-EOPNOTSUPP where the kernel has no cgroups.
 *
 * TDACCT_CMD_GET_CPU (dump; TDACCT_A_CPU: u32 asks for one)
 *
 *	Reply, one message for each CPU:
 *	TDACCT_A_CPU: u32
 *	TDACCT_A_STATE: u32		enum tdacct_state
 *	TDACCT_A_REASON: string		a text for people: why the CPU does not
 *					count, or what it cannot count and why,
 *					or why many slots are unclassified
 *	TDACCT_A_PMU: string		how this CPU counts, as in GET_INFO;
 *					absent where all CPUs count alike, or
 *					where this one never counted
 *	TDACCT_A_OTHER_MODEL: u32	as in GET_INFO, where this is a core of
 *					core type 1 that has counted
 *	TDACCT_A_CORE_TYPE: u32		its core type, where it has counted as
 *					another one than 0
 *	TDACCT_A_CPU_NS: u64		time since counting could begin, idle
 *					time included, but without the time that
 *					it was offline or the system asleep
 *	TDACCT_A_LOST_NS: u64		part of it in which nothing was counted;
 *					the module notices some milliseconds
 *					later that a counter was taken away
 *	TDACCT_A_COUNTS: nest		all that was counted on it, up to its
 *					last charge
 *	TDACCT_A_IDLE: nest, as COUNTS	part of it: the idle task
 *	TDACCT_A_UNTRACKED: nest, as COUNTS	part of it, of no task: there was
 *			no memory for a record, or it was left over when
 *			counting started or stopped
 *	TDACCT_A_STATS: nest		TDACCT_STAT_A_* of this CPU
 *
 * TDACCT_CMD_GET_TOTALS (do): for testing the law of conservation
 *
 *	Reply: six nests as COUNTS, read in such an order that for every
 *	value BEFORE <= LIVE + EXITED + IDLE + UNTRACKED <= AFTER, and equal
 *	while counting is paused:
 *	TDACCT_A_BEFORE, TDACCT_A_LIVE, TDACCT_A_EXITED, TDACCT_A_IDLE,
 *	TDACCT_A_UNTRACKED, TDACCT_A_AFTER
 *	(metrics may be below either side by up to the bound given with BLUR)
 *
 * TDACCT_CMD_GET_STATS (do): what the module did and what it cost
 *
 *	Reply: TDACCT_A_STATS: nest, sums over all CPUs, and numbers that belong
 *	to no CPU
 *		TDACCT_STAT_A_*: u64 each, see the enum
 *	TDACCT_A_CHANGE: nest, who changed last what is counted, or whether it is;
 *			absent if nobody has since the module was loaded. Each
 *			change is a line of the kernel's log, too, and so is the
 *			removal of the module. What is as it was wanted is not
 *			changed, nor does a pause that ends by itself
 *		TDACCT_CHANGE_A_COMMAND: u32	TDACCT_CMD_PAUSE, RESUME or
 *						SET_EVENTS
 *		TDACCT_CHANGE_A_PID: u32	of the sender, in the initial pid
 *						namespace
 *		TDACCT_CHANGE_A_UID: u32	the same, in the initial user
 *						namespace
 *		TDACCT_CHANGE_A_COMM: string	its name; it may have chosen any
 *		TDACCT_CHANGE_A_AT_NS: u64	when, ns since boot
 *
 * TDACCT_CMD_PAUSE (do)
 *
 *	Charges what was counted so far, then gives up all counters, so that
 *	other programs (perf stat --topdown) can use them. Optional
 *	TDACCT_A_RESUME_MS: u64		resume after this time, 1 ms to 1 day
 *	If counting is paused already, the new time is set; that is no error.
 *
 * TDACCT_CMD_RESUME (do)
 *
 *	Ends a pause. It is no error if counting is not paused.
 *
 * TDACCT_CMD_SET_EVENTS (do): count other events from here on
 *
 *	Request:
 *	TDACCT_A_EVENT: nest, once for each event, in order; none at all: count
 *					no events on request. The top level of
 *					some CPUs takes events that give way to
 *					others; these are counted again then,
 *					except the last of them while somebody
 *					else has a counter that they need
 *		TDACCT_EVENT_A_CONFIG: u64	the raw perf config
 *		TDACCT_EVENT_A_CONFIG1: u64	what else perf is told; 0 if
 *						absent
 *	TDACCT_A_EPOCH: u64		optional: only if this is the epoch;
 *					-ESTALE if somebody has changed the
 *					events since
 *	TDACCT_A_LEASE: flag		optional: until this socket is closed, however
 *					that comes; then the events that were
 *					counted before are counted again, as soon
 *					as they can be. -EBUSY while another
 *					socket has such events; the text says whose.
 *					A SET_EVENTS without the flag ends it, and
 *					its events stay
 *	On a hybrid CPU the P-cores count them, and what E-cores count stays as
 *	it is; the same is so of core type 0 and the others on arm64.
 *	Privileges as for PAUSE. The events of the last SET_EVENTS, or those that
 *	the module was loaded with, are the set; it is replaced on all CPUs or
 *	on none. First each CPU that counts is tried: whether it can count all of
 *	the new events beside what it counts in any case, and beside what other
 *	programs have. If one cannot, the error (-EBUSY: no counter; or as perf
 *	says it) names the CPU, the event and those that it competes with, and
 *	all CPUs count the old set as before, except in the slots of the attempt,
 *	which are in slots_without_events. -EBUSY, too, while no CPU counts or in
 *	a pause: then nothing can be tried. -EINVAL: there is no such event, or
 *	it is there twice. -E2BIG: there are more than EVENTS_MAX.
 *	If it succeeds, an epoch begins, whose number is higher. Nothing that was
 *	counted is lost: an event of both sets goes on, one that is not of the
 *	set any more has what it counted in PAST, and is of VALUE with that when
 *	it comes back. KNOWN and PAST say in how many slots each was counted. The
 *	laws of GET_TOTALS hold for all of them. Some slots are unclassified, since perf stops
 *	all counters of a CPU for each event that it enables. CPUs that do not
 *	count at the time will count what they can of the set. Setting what is
 *	set already is no error, and no epoch begins.
 *	All parts of a dump of cgroups are of the epoch in which it began. Other
 *	dumps go on in the new one, with NLM_F_DUMP_INTR set: what came before
 *	was of another epoch. An ENDED message that was made while the events
 *	were being changed has EPOCH 0 and no values of the set.
 *
 * TDACCT_CMD_SUBSCRIBE (do): receive the final counts of all that ends
 *
 *	Request: optional
 *	TDACCT_A_KINDS: u32		1 << enum tdacct_ended for each kind
 *					that is wanted; all if absent
 *	From then on the socket receives TDACCT_CMD_ENDED messages with sequence
 *	number 0, until it is closed or unsubscribes. Subscribing again changes
 *	the kinds and is no error. -EPERM outside of the initial pid namespace,
 *	because a task that has ended has ids in no other namespace. -EUSERS if
 *	TDACCT_SUBSCRIBERS_MAX sockets have subscribed already.
 *
 * TDACCT_CMD_UNSUBSCRIBE (do): receive no more of them
 *
 *	Messages that were sent already can still be received. -ENOENT if the
 *	socket has not subscribed.
 *
 * TDACCT_CMD_ENDED (sent to subscribers)
 *
 *	A thread counts as ended when its memory is freed: a grace period after
 *	it, or its process, was waited for. A process ends with its last thread,
 *	a cgroup when it is removed and its last zombie is gone.
 *	The socket's receive buffer is the queue. A message that finds no room
 *	there is dropped. Once the buffer is full, the queue takes nothing more
 *	until it is empty. Reading it then fails once with ENOBUFS, even if
 *	NETLINK_NO_ENOBUFS is set. A reader that sees ENOBUFS, or a gap in SEQ,
 *	should take a dump: a record that it knew, and whose ID is not in the
 *	dump, has ended.
 *
 *	TDACCT_A_SEQ: u64		from 1, one more for each message that
 *					was due, dropped ones included
 *	TDACCT_A_MISSED: u64		how many messages before this one were
 *					dropped
 *	TDACCT_A_KIND: u32		enum tdacct_ended
 *	of a thread:	ID, TID, PID, COMM, BORN_NS, TASK_FLAGS, CPU_NS, LOST_NS,
 *			CGROUP, COUNTS as in GET_THREAD
 *	of a process:	ID, PID, COMM, BORN_NS, CPU_NS, LOST_NS,
 *			EXITED_THREADS, COUNTS as in GET_PROCESS; CGROUP is
 *			the cgroup in which the first thread ended (the one
 *			whose id is PID), absent if that is not known
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
	TDACCT_CMD_SET_EVENTS,

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
	TDACCT_A_EPOCH,
	TDACCT_A_EPOCH_NS,
	TDACCT_A_EVENTS_MAX,
	TDACCT_A_EVENT,
	TDACCT_A_OTHER_VENDOR,
	TDACCT_A_OTHER_MODEL,
	TDACCT_A_CHANGE,
	TDACCT_A_PAST,
	TDACCT_A_PAST_MAX,
	TDACCT_A_PAST_FORGOTTEN,
	TDACCT_A_LEASE,
	TDACCT_A_BESIDE,
	TDACCT_A_CORE_TYPE,

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
	TDACCT_VALUE_A_CONFIG1,
	TDACCT_VALUE_A_OF_SET,

	__TDACCT_VALUE_A_LAST,
	TDACCT_VALUE_A_MAX = __TDACCT_VALUE_A_LAST - 1
};

/* Inside TDACCT_A_EVENT. */
enum tdacct_event_attr {
	TDACCT_EVENT_A_UNSPEC,
	TDACCT_EVENT_A_PAD,
	TDACCT_EVENT_A_CONFIG,
	TDACCT_EVENT_A_CONFIG1,

	__TDACCT_EVENT_A_LAST,
	TDACCT_EVENT_A_MAX = __TDACCT_EVENT_A_LAST - 1
};

/* Inside TDACCT_A_BESIDE. */
enum tdacct_beside_attr {
	TDACCT_BESIDE_A_UNSPEC,
	TDACCT_BESIDE_A_PAD,
	TDACCT_BESIDE_A_CORE_TYPE,
	TDACCT_BESIDE_A_VENDOR,
	TDACCT_BESIDE_A_MODEL,

	__TDACCT_BESIDE_A_LAST,
	TDACCT_BESIDE_A_MAX = __TDACCT_BESIDE_A_LAST - 1
};

/* Inside TDACCT_A_CHANGE. */
enum tdacct_change_attr {
	TDACCT_CHANGE_A_UNSPEC,
	TDACCT_CHANGE_A_PAD,
	TDACCT_CHANGE_A_COMMAND,
	TDACCT_CHANGE_A_PID,
	TDACCT_CHANGE_A_UID,
	TDACCT_CHANGE_A_COMM,
	TDACCT_CHANGE_A_AT_NS,

	__TDACCT_CHANGE_A_LAST,
	TDACCT_CHANGE_A_MAX = __TDACCT_CHANGE_A_LAST - 1
};

/* Inside TDACCT_A_COUNTS and all nests that are documented "as COUNTS". */
enum tdacct_counts_attr {
	TDACCT_COUNTS_A_UNSPEC,
	TDACCT_COUNTS_A_PAD,
	TDACCT_COUNTS_A_VALUES,
	TDACCT_COUNTS_A_SWITCHES,
	TDACCT_COUNTS_A_UNCLASSIFIED,
	TDACCT_COUNTS_A_BLUR,
	TDACCT_COUNTS_A_ARRAY,
	TDACCT_COUNTS_A_KNOWN,
	TDACCT_COUNTS_A_PAST,

	__TDACCT_COUNTS_A_LAST,
	TDACCT_COUNTS_A_MAX = __TDACCT_COUNTS_A_LAST - 1
};

/* Inside TDACCT_A_STATS: each a u64 that only grows, except "(may fall)". */
enum tdacct_stat_attr {
	TDACCT_STAT_A_UNSPEC,
	TDACCT_STAT_A_PAD,
	TDACCT_STAT_A_SWITCHES,		/* context switches charged */
	TDACCT_STAT_A_CLEARS,		/* counters stopped, metrics zeroed */
	TDACCT_STAT_A_LIVE_CLEARS,	/* of these, disturbed by an NMI */
	TDACCT_STAT_A_RESYNCS,		/* a counter was found re-programmed */
	TDACCT_STAT_A_FOLDS,		/* running tasks charged for a reader */
	TDACCT_STAT_A_CREATED,		/* thread records made */
	TDACCT_STAT_A_UNTRACKED_SWITCHES, /* switches to a task without record */
	TDACCT_STAT_A_STOPS,		/* times a CPU had to stop counting */
	TDACCT_STAT_A_SAMPLES,		/* charges that were timed */
	TDACCT_STAT_A_SAMPLED_NS,	/* nanoseconds that these took */
	TDACCT_STAT_A_THREADS,		/* thread records now (may fall) */
	TDACCT_STAT_A_PROCESSES,	/* process records now (may fall) */
	TDACCT_STAT_A_MEMORY,		/* bytes in records and tables (may fall) */
	TDACCT_STAT_A_CLEAR_SAMPLES,	/* clears that were timed */
	TDACCT_STAT_A_CLEAR_SAMPLED_NS,	/* nanoseconds that these took */
	TDACCT_STAT_A_CGROUPS,		/* cgroup records now (may fall) */
	TDACCT_STAT_A_MISPLACED,	/* times that a thread was charged to a
					 * cgroup above its own: there was no
					 * memory for a record of its own, or it
					 * lies too deep in the hierarchy */
	TDACCT_STAT_A_SUBSCRIBERS,	/* sockets that subscribe (may fall) */
	TDACCT_STAT_A_NOTICES,		/* ENDED messages due, of all sockets */
	TDACCT_STAT_A_NOTICES_MISSED,	/* of these, dropped */
	/*
	 * How often the four top fields of PERF_METRICS added up to so much: at
	 * clears, and when a CPU begins to count. 255 are a whole. These, and the
	 * two behind them, are absent where there are no metrics.
	 */
	TDACCT_STAT_A_SUMS_TO_238,	/* 238 or less */
	TDACCT_STAT_A_SUMS_TO_246,	/* 239 to 246 */
	TDACCT_STAT_A_SUMS_TO_251,	/* 247 to 251, and so on */
	TDACCT_STAT_A_SUMS_252,
	TDACCT_STAT_A_SUMS_253,
	TDACCT_STAT_A_SUMS_254,
	TDACCT_STAT_A_SUMS_255,
	TDACCT_STAT_A_SUMS_256,
	TDACCT_STAT_A_SUMS_TO_263,
	TDACCT_STAT_A_SUMS_TO_271,
	TDACCT_STAT_A_SUMS_ABOVE_271,
	TDACCT_STAT_A_IMPLAUSIBLE,	/* of these, further from 255 than may be:
					 * slots since the last charge have no
					 * class then */
	TDACCT_STAT_A_METRICS_SLACK,	/* how far they may be from 255: the
					 * parameter metrics_slack (may fall) */

	__TDACCT_STAT_A_LAST,
	TDACCT_STAT_A_MAX = __TDACCT_STAT_A_LAST - 1
};

enum tdacct_state {
	TDACCT_STATE_COUNTING,
	TDACCT_STATE_PAUSED,	/* by TDACCT_CMD_PAUSE */
	TDACCT_STATE_WAITING,	/* another program holds a counter; retried */
	TDACCT_STATE_CANNOT,	/* this CPU lacks the counters */
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
	TDACCT_KIND_GAP,	/* slots in which some event was not counted */
};

/* What ENDED messages tell of; a request's KINDS are 1 << each of them. */
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
