/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A machine that moves by known steps, and fails on request: registers, perf,
 * tasks and memory for the sources of the module, which parts/ compiles a
 * second time against it. One CPU, the one that the test runs on; a second one
 * if fake_second() is asked for it, of which no truth is kept.
 *
 *	hw.c		the truth of what registers counted
 *	perf.c		perf's side: events given, touched, taken away
 *	cgroups.c	cgroups; see fake_cgroup.h
 *	sockets.c	netlink; see fake_net.h
 *	others.c	others who want counters
 *	probes.c	tracepoints, the family of commands, and who asks
 *	machine.c	tasks, time, work items, memory; begin and end
 *
 * What is of one architecture is in files of its own: which CPU this is and what
 * registers it has (hw_x86.c), where perf puts an event and how it begins there
 * (perf_x86.c); and which suites and rows are only about that, see fake_x86.h.
 */
#ifndef _TDA_FAKE_H
#define _TDA_FAKE_H

#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/workqueue.h>

#include "base/values.h"
#include "cpus/others.h"
#include "only.h"

#if defined(CONFIG_X86_64)
#include "fake_x86.h"
#else
#include "fake_arm64.h"
#endif

struct fake_cgroup;
struct kunit;
struct netlink_ext_ack;
struct notifier_block;
struct step;
struct tda_arch_raw;
struct tda_cpu;
struct tda_pmu;
struct tda_pool;
struct tracepoint;

/* Shares of the eight fields, in 1/255. */
struct fake_mix {
	u8	field[TDA_NR_METRICS];
};

extern const struct fake_mix fake_retiring, fake_frontend, fake_mixed;

/* What really happened to somebody. */
struct fake_truth {
	u64	val[TDA_MAX_VALUES];
	u64	switches;
	u64	lost_ns;
};

struct fake_process {
	struct signal_struct	signal;
	struct fake_task	*leader;
	struct list_head	list;
};

struct fake_task {
	struct task_struct	task;
	struct fake_process	*process;
	struct fake_cgroup	*cgroup;
	struct fake_truth	truth;
	struct list_head	list;
	bool			gone;
};

/* Places where something may happen that nobody expects. */
enum fake_point {
	FAKE_NOWHERE,
	FAKE_READ,		/* before a counter is read */
	FAKE_WRMSR,		/* before it is written */
	FAKE_WRITTEN,		/* after that */
	FAKE_JOINED,		/* a record is in its process only */
	FAKE_GLANCE,		/* a process is being added up */
	FAKE_BETWEEN,		/* a walk goes to the next process */
	FAKE_ROOM,		/* there is room for the rows of all cgroups */
	FAKE_WALK,		/* a walk over all cgroups begins, or ends */
	FAKE_VISITED,		/* it has visited one more thread */
	FAKE_BREATH,		/* a scan lets others run */
	FAKE_PROBED,		/* one more probe is attached */
	FAKE_MADE,		/* perf has made one more event */
	FAKE_CLOCK,		/* the clock was read */
	FAKE_FOUND,		/* whom a question is about is known */
	FAKE_CALL,		/* a CPU is sent an interrupt, and waited for */
	FAKE_GRACE,		/* a grace period is waited for */
};

/* Do @run at the @nth time that @at is passed, with register @reg if any. */
struct fake_hook {
	enum fake_point	at;
	u32		reg;
	unsigned int	nth;
	void		(*run)(void *data);
	void		*data;
};

/* One access to an MSR. */
struct fake_access {
	bool	write;
	u32	msr;
	u64	value;
};

enum fake_memory {
	FAKE_TABLES,		/* tables and caches, at start only */
	FAKE_OBJECTS,		/* records */
	FAKE_MESSAGES,		/* to subscribers */
	FAKE_KINDS,
};

struct fake_timer {
	struct delayed_work	*work;
	u64			at_ns;
	bool			queued;
};

struct fake {
	/* time and who runs */
	unsigned int		cpu;
	unsigned int		here;		/* what runs, runs on this one */
	const struct tda_arch_raw *raw;		/* what raw events are like;
						 * NULL: as they are here */
	bool			e_core[2];	/* is the CPU of the test one, the
						 * second one? */
	struct cpumask		online;
	struct cpumask		isolated;
	struct cpumask		interrupted;
	unsigned int		nr_interrupts;
	unsigned int		nr_waits;	/* for an interrupt or for many */
	bool			all_cpus;	/* take from the pools */
	bool			reuse;		/* what has ended, though KASAN
						 * would see less then */
	u64			now_ns;
	u64			clock_step;	/* what each look takes */
	struct fake_task	*running;
	struct fake_task	*next;		/* within a switch */
	struct fake_task	*idle;
	struct list_head	tasks;
	struct list_head	processes;
	unsigned int		last_pid;
	unsigned int		looks;		/* at the next of all tasks */
	bool			narrow;		/* tables have few chains */
	bool			ref_cycles;	/* are counted */
	bool			booted;

	/* registers, of the CPU that is here and of the other one */
	struct_group_tagged(fake_registers, registers, FAKE_REGISTERS;);
	struct fake_registers	elsewhere;
	bool			truncate;	/* fields are cut off */
	bool			metrics_stuck;	/* fields that do not add up */
	unsigned int		stuck;		/* counters that stand still: a
						 * bit each */
	u64			per_read;	/* slots in each RDPMC */
	u64			selftest;	/* slots in a self-test */
	u64			msr_fault;	/* reading this MSR faults */
	u32			rdpmc_fault;	/* RDPMC of this counter does */
	struct fake_access	log[64];
	unsigned int		nr_log;
	unsigned int		bad_reads;	/* would have been an oops */

	/* the truth */
	u64			live_slots;	/* while a clear was live */
	struct fake_truth	total;
	struct fake_truth	untracked;

	/* perf */
	struct perf_event	*event[TDA_MAX_COUNTERS];
	bool			changing;	/* the set: its events come
						 * in the order of the new one */
	unsigned int		nr_elsewhere;	/* of them, on the other CPU */
	bool			unread[TDA_MAX_COUNTERS];	/* came back,
						 * and not read yet */
	u64			unsure[TDA_MAX_COUNTERS];	/* counted since
						 * it was read again, while the
						 * module calls it missing */
	unsigned int		nr_created;
	unsigned int		made[TDA_MAX_COUNTERS];	/* as the n-th */
	bool			in_order;	/* who was made later loses a
						 * counter, too, as in perf */
	unsigned int		live_events;
	unsigned int		nr_bare;	/* raw ones made without a
						 * register besides; not those of
						 * fixed counters */
	unsigned int		nr_enabled;
	unsigned int		nr_loud;	/* of these, in some mode */
	u64			mask;		/* bits of a counter; 0: as
						 * they are here */
	bool			mute;		/* no interrupt when one
						 * overflows */
	unsigned int		fail_create;	/* the n-th is refused */
	unsigned int		busy_cpu;	/* all of its, if not 0 */
	int			create_error;	/* so */
	unsigned int		fail_enable;	/* the n-th gets no counter */
	unsigned int		room;		/* for raw events of code 0x43;
						 * 0: for all */
	unsigned int		general;	/* counters for raw events that
						 * nobody else has */
	unsigned int		push_at;	/* the n-th takes that */
	unsigned int		push_out;	/* of this counter */
	bool			turning;	/* takes all off for a moment
						 * whenever one looks from
						 * another CPU */

	/* others who want counters, see others.c */
	struct tda_others	on_cpu;
	struct tda_others	in_tasks;
	u64			others_number;	/* of their events */
	u64			look_ns;	/* so long it takes to look at tasks */
	u64			newest;		/* ... and of the newest of all */
	bool			no_others;	/* they cannot be noticed */

	/* things to come */
	struct fake_hook	hook;
	struct fake_timer	timer[8];
	unsigned int		kept;		/* CPUs may not come or go */
	bool			leaving;	/* else perf finds none */
	int			(*up)(unsigned int cpu);
	int			(*down)(unsigned int cpu);
	struct notifier_block	*sleep;
	bool			no_hotplug;	/* its callbacks are refused */
	struct work_struct	*soon;		/* to deliver notices */
	struct irq_work		*irq;		/* once interrupts are on */
	unsigned int		warnings;	/* of the module, which parts/ took */
	char			said[1024];	/* to the log, of CPUs; lines */
	bool			cgroup_events;	/* restart all at a switch */
	unsigned int		interrupts;
	struct work_struct	*moves;		/* of threads between cgroups */
	bool			moved_blindly;	/* when no task's end was told */
	struct work_struct	*leaves;	/* of those whose heir is far */
	unsigned int		ended_at_once;	/* with interrupts off */

	/* cgroups, sockets */
	struct fake_cgroup	*root;
	struct list_head	cgroups;
	u64			last_cgroup;
	struct list_head	sockets;
	struct notifier_block	*notifier;	/* of netlink */
	bool			no_notifier;	/* it is refused */

	/* probes */
	const char		*no_tracepoint;	/* this one is missing */
	unsigned int		fail_attach;	/* the n-th is refused */
	unsigned int		nr_attached;	/* so far */
	unsigned int		attached;	/* now */
	unsigned long		probed;		/* of what, a bit each */
	bool			no_family;	/* it cannot be registered */
	bool			family;

	/* who asks */
	bool			stranger;	/* he has no capability */
	u64			lacks;		/* capabilities, a bit each */
	bool			locked_down;	/* nobody is told anything */
	const struct cred	*asker;
	const struct cred	*opener;	/* of his socket */
	bool			even_so;	/* isolated CPUs are asked, too */

	/* memory */
	struct cpumask		far;		/* CPUs of node 1; others: 0 */
	unsigned int		wanted_on[3];	/* objects: node 0, 1, any */
	int			near;		/* the node of who frees */
	unsigned int		allocated[FAKE_KINDS];
	unsigned int		fail_at[FAKE_KINDS];	/* from 1; 0: never */
	bool			fail_all[FAKE_KINDS];
	bool			scarce;		/* each second object fails */
};

extern struct fake fake;

/* hw.c */
void fake_run(u64 slots, const struct fake_mix *mix);
void fake_pass(u64 slots, const struct fake_mix *mix);
struct fake_truth *fake_charged(void);
void fake_count(u64 slots, const struct fake_mix *mix, struct fake_truth *to);
bool fake_is_running(unsigned int i);
void fake_at(enum fake_point at, u32 reg);
void fake_reading(u32 place);
struct tda_cpu *fake_c(void);
bool fake_is_e_core(unsigned int cpu);

/* hw_x86.c, hw_arm64.c: the CPU, and its counters by the numbers that read them */
void fake_cpu_begin(void);
void fake_use_plain(void);
void fake_cpu_of_no_table(void);
void fake_cpu_of_cycles_alone(void);
void fake_use_hybrid(bool first, bool second);
u64 *fake_register(u32 place);
u64 fake_register_mask(u32 place);
bool fake_register_runs(u32 place);
void fake_count_elsewhere(u64 slots);
void fake_count_classes(u64 slots, const struct fake_mix *mix,
			struct fake_truth *to);
void fake_step(const struct step *step);

/* perf_x86.c, perf_arm64.c: where perf has an event, and how it begins there */
struct pmu *fake_pmu(int cpu);
bool fake_perf_knows(const struct perf_event_attr *attr, int cpu);
int fake_perf_number(const struct perf_event_attr *attr, int cpu);
void fake_perf_put(struct perf_event *event, unsigned int i);
void fake_perf_put_on(struct perf_event *event, u32 place);
u32 fake_place(const struct perf_event *event);
u64 fake_perf_mask(const struct perf_event *event);
u64 fake_perf_reads_as(const struct perf_event *event, u64 raw);
u64 fake_perf_writes(const struct perf_event *event, u64 value);
bool fake_perf_is_general(const struct perf_event *event);
void fake_perf_begun(const struct perf_event *event);

/* perf.c */
extern const struct tda_arch_raw fake_raw_of_arm;
struct perf_event *fake_perf_create(struct perf_event_attr *attr, int cpu,
				    struct task_struct *task, void *handler,
				    void *context);
int fake_perf_release(struct perf_event *event);
void fake_perf_enable(struct perf_event *event);
void fake_perf_disable(struct perf_event *event);
void fake_perf_reads(unsigned int i);
void fake_perf_restarts(unsigned int i);
void fake_perf_restarts_all(void);
void fake_perf_moves(unsigned int i, unsigned int to);
void fake_perf_error(unsigned int i);

/* netlink_sums.c: what the statistics tell of the module's memory */
u64 fake_memory(void);

/* set.c */
int fake_use_set(const struct tda_set *set, u64 epoch, const char **why);

/* machine.c */
__printf(1, 2) void fake_say(const char *format, ...);
void fake_use(const struct tda_pmu *kind);
int fake_begin(struct kunit *test);
int fake_init_stores(void);
void fake_forget_cpus(void);
void fake_exit_stores(void);
void fake_boot(struct kunit *test, u64 clear_slots, unsigned int extra);
void fake_end(struct kunit *test);
struct tda_cpu *fake_second(struct kunit *test);
unsigned int fake_go(unsigned int cpu);
void fake_hurry(void);

struct task_struct *fake_current(void);
struct fake_task *fake_fork(void);
struct fake_task *fake_thread(struct fake_task *leader);
void fake_dumpable(struct fake_task *t, bool may);
void fake_exit(struct fake_task *t);
void fake_switch(struct fake_task *next);
void fake_fold(void);
u64 fake_clock(void);
bool fake_interrupt(struct irq_work *work);
void fake_interrupts_hard(struct irq_work *work);
bool fake_warn(bool wrong);
struct task_struct *fake_next_task(struct task_struct *after);
void fake_wait(unsigned long jiffies);
int fake_node(unsigned int cpu);
bool fake_fails(enum fake_memory kind);
void fake_drain_to(struct tda_pool *pool, int left);
void fake_drain(struct tda_pool *pool);

/* probes.c */
void fake_each_tracepoint(void (*f)(struct tracepoint *tracepoint, void *data),
			  void *data);
int fake_attach(struct tracepoint *tracepoint, void *probe);
int fake_detach(struct tracepoint *tracepoint, void *probe);
bool fake_tells(const char *name);
int fake_register_family(void);
void fake_unregister_family(void);

/* What parts/ puts in the place of the kernel's own. */
void fake_perf_settles(void);
int fake_call(int cpu, void (*f)(void *info), void *info, int wait);
void fake_call_many(bool (*wanted)(int cpu, void *info),
		    void (*f)(void *info), void *info,
		    const struct cpumask *cpus);
int fake_cpuhp_setup(int (*up)(unsigned int), int (*down)(unsigned int));
void fake_cpuhp_remove(void);
int fake_set_sleep(struct notifier_block *block);
void fake_moves_follow(void);
void fake_leaves_follow(void);
bool fake_queue(struct delayed_work *work, unsigned long delay);
bool fake_queue_once(struct delayed_work *work, unsigned long delay);
bool fake_cancel(struct delayed_work *work);

/* What parts/ lets a test see of the module. */
void fake_free_caches(void);
void fake_values_with_l2(void);
void fake_past_forget(void);
void fake_processes_forget(void);
void fake_processes_narrow(void);
void fake_family_unlocked(void);
void fake_hooks_forget(void);
void fake_switched(struct task_struct *prev, struct task_struct *next);
void fake_forked(struct fake_task *child);
void fake_secure_exec(struct fake_task *t);
int fake_ask_thread(u32 tid, struct netlink_ext_ack *extack);
int fake_ask_process(u32 pid, struct netlink_ext_ack *extack);
int fake_load(void);
void fake_unload(void);
void fake_set_clear_slots(unsigned long slots);
int fake_set_metrics_slack(const char *text);
void fake_minute_begin(void);
void fake_set_events(const unsigned long long *configs, unsigned int nr);
int fake_take_event(const char *text, char *again);
void fake_set_counters(char *name);
void fake_set_ref_cycles(bool on);
struct tda_pool *fake_task_pool(void);
struct tda_pool *fake_process_pool(void);

#endif /* _TDA_FAKE_H */
