// SPDX-License-Identifier: GPL-2.0
/* Tasks, time, work items and memory; how a test begins and ends. */
#include <kunit/test.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "base/compat.h"
#include "base/pool.h"
#include "base/work.h"
#include "charge/adopt.h"
#include "charge/cgroup_move.h"
#include "charge/pmu.h"
#include "charge/sync.h"
#include "cpus/choice.h"
#include "cpus/cpus.h"
#include "cpus/events.h"
#include "cpus/pause.h"
#include "cpus/set.h"
#include "fake.h"
#include "fake_cgroup.h"
#include "fake_net.h"
#include "record/group.h"
#include "record/lifecycle.h"
#include "record/process_end.h"
#include "record/process_table.h"
#include "record/task.h"
#include "serve/reader.h"
#include "serve/subscribe.h"

/* ---- tasks -------------------------------------------------------------- */

/* Whoever has a number is alive. */
static struct pid anybody;

/* Whose they are, unless a test says otherwise; and they can be looked into. */
static const struct cred everybody = {
	.uid = KUIDT_INIT(1000), .euid = KUIDT_INIT(1000),
	.suid = KUIDT_INIT(1000), .fsuid = KUIDT_INIT(1000),
};

/* Who asks is one of them, and has all capabilities. */
static void ask_as_everybody(void)
{
	const struct tda_rights none = { };

	fake.asker = fake.opener = &everybody;
	tda_reader_init(&none);
}

/* Whether its owner may look into it, where this kernel keeps that. */
void fake_dumpable(struct fake_task *t, bool may)
{
#ifdef TDA_TASK_HAS_EXEC_STATE
	static struct task_exec_state state = {
		.dumpable = TASK_DUMPABLE_OWNER,
	};

	RCU_INIT_POINTER(t->task.exec_state, may ? &state : NULL);
#else
	static struct mm_struct memory = { .flags = SUID_DUMP_USER };

	t->task.mm = may ? &memory : NULL;
#endif
}

/* It is where the task that made it is. */
static struct fake_task *add_task(struct fake_process *p,
				  struct fake_cgroup *cgroup)
{
	struct fake_task *t = kvzalloc(sizeof(*t), GFP_KERNEL | __GFP_NOFAIL);

	refcount_set(&t->task.usage, 1);
	spin_lock_init(&t->task.alloc_lock);
	RCU_INIT_POINTER(t->task.real_cred, &everybody);
	fake_dumpable(t, true);
	t->task.thread_pid = &anybody;
	t->process = p;
	t->task.signal = &p->signal;
	t->task.pid = fake.last_pid++;
	t->task.start_boottime = ktime_get_boottime_ns();
	if (!p->leader)
		p->leader = t;
	t->task.group_leader = &p->leader->task;
	t->task.real_parent = fake.running ? &fake.running->task : &t->task;
	t->task.tgid = p->leader->task.pid;
	task_thread_info(&t->task)->cpu = fake.here;
	snprintf(t->task.comm, sizeof(t->task.comm), "task%d", t->task.pid);
	list_add_tail(&t->list, &fake.tasks);
	list_add_tail_rcu(&t->task.thread_node, &p->signal.thread_head);
	fake_enter(t, cgroup);
	return t;
}

/* The first thread of a new process. */
void fake_say(const char *format, ...)
{
	size_t len = strlen(fake.said);
	va_list args;

	va_start(args, format);
	vscnprintf(fake.said + len, sizeof(fake.said) - len, format, args);
	va_end(args);
}

struct fake_task *fake_fork(void)
{
	struct fake_process *p;

	p = kvzalloc(sizeof(*p), GFP_KERNEL | __GFP_NOFAIL);
	INIT_LIST_HEAD(&p->signal.thread_head);
	list_add_tail(&p->list, &fake.processes);
	return add_task(p, fake.running ? fake.running->cgroup : fake.root);
}

struct fake_task *fake_thread(struct fake_task *leader)
{
	return add_task(leader->process, leader->cgroup);
}

/* What sched_process_free says, long after the last switch. */
void fake_exit(struct fake_task *t)
{
	bool again = t->gone;

	t->gone = true;
	tda_lifecycle_end(&t->task);
	if (again)
		return;		/* only its record had a second life */
	list_del_rcu(&t->task.thread_node);
	fake_leave(t);
}

/* The next of all threads, as the kernel's own list has them. */
struct task_struct *fake_next_task(struct task_struct *after)
{
	struct fake_task *t = after ?
		container_of(after, struct fake_task, task) : fake.idle;

	fake.looks++;
	list_for_each_entry_continue(t, &fake.tasks, list)
		if (!t->gone)
			return &t->task;
	return NULL;
}

static void make_tasks(void)
{
	INIT_LIST_HEAD(&fake.tasks);
	INIT_LIST_HEAD(&fake.processes);
	fake.idle = fake_fork();
	fake.idle->task.flags = PF_IDLE;
	fake.running = fake_fork();
}

static void free_tasks(void)
{
	struct fake_task *t, *next_task;
	struct fake_process *p, *next;

	list_for_each_entry_safe(t, next_task, &fake.tasks, list)
		kvfree(t);
	list_for_each_entry_safe(p, next, &fake.processes, list)
		kvfree(p);
}

struct task_struct *fake_current(void)
{
	return &fake.running->task;
}

/* ---- what happens on the CPU -------------------------------------------- */

/* It comes when the switch is over; some slots have passed by then. */
static void take_interrupt(void)
{
	struct irq_work *work = fake.irq;

	fake.irq = NULL;
	fake.interrupts++;
	fake_run(100, &fake_mixed);
	work->func(work);
}

/*
 * Under PREEMPT_RT a work that is not hard waits for a thread, which a task of
 * higher priority may keep from running for ever.
 */
void fake_interrupts_hard(struct irq_work *work)
{
	WARN_ONCE(!irq_work_is_hard(work), "%ps is not hard", work->func);
}

bool fake_interrupt(struct irq_work *work)
{
	fake_interrupts_hard(work);
	fake.irq = work;
	return true;
}

/* In the place of WARN_ON_ONCE(), where a test makes the module warn. */
bool fake_warn(bool wrong)
{
	fake.warnings += wrong;
	return wrong;
}

void fake_switch(struct fake_task *next)
{
	struct fake_task *prev = fake.running;
	unsigned long flags;

	local_irq_save(flags);
	if (fake_c()->counting)
		prev->truth.switches++;
	fake.next = next;
	task_thread_info(&next->task)->cpu = fake.here;
	fake_switched(&prev->task, &next->task);
	fake.next = NULL;
	fake.running = next;
	if (fake.cgroup_events)
		fake_perf_restarts_all();
	if (fake.irq)
		take_interrupt();
	local_irq_restore(flags);
}

void fake_fold(void)
{
	unsigned long flags;

	local_irq_save(flags);
	tda_sync_cpu(fake_c());
	local_irq_restore(flags);
}

u64 fake_clock(void)
{
	u64 now = fake.now_ns += fake.clock_step;

	fake_at(FAKE_CLOCK, 0);
	return now;
}

int fake_node(unsigned int cpu)
{
	return cpumask_test_cpu(cpu, &fake.far);
}

/* What follows happens on @cpu. Returns where it was. */
unsigned int fake_go(unsigned int cpu)
{
	unsigned int was = fake.here;

	if (cpu != was)
		swap(fake.registers, fake.elsewhere);
	fake.here = cpu;
	return was;
}

static void interrupt(unsigned int cpu, void (*f)(void *info), void *info)
{
	unsigned int was = fake_go(cpu);
	unsigned long flags;

	local_irq_save(flags);
	f(info);
	local_irq_restore(flags);
	fake_go(was);
}

static void note_sent(unsigned int cpu)
{
	cpumask_set_cpu(cpu, &fake.interrupted);
	fake.nr_interrupts++;
}

int fake_call(int cpu, void (*f)(void *info), void *info, int wait)
{
	if (!cpumask_test_cpu(cpu, &fake.online))
		return -ENXIO;
	note_sent(cpu);
	fake.nr_waits++;
	fake_perf_settles();
	fake_at(FAKE_CALL, 0);
	interrupt(cpu, f, info);
	return 0;
}

/* All are sent before the first has come. */
void fake_call_many(bool (*wanted)(int cpu, void *info),
		    void (*f)(void *info), void *info,
		    const struct cpumask *cpus)
{
	struct cpumask sent = { };
	unsigned int cpu;

	for_each_cpu_and(cpu, &fake.online, cpus)
		if (wanted(cpu, info)) {
			cpumask_set_cpu(cpu, &sent);
			note_sent(cpu);
		}
	fake_perf_settles();
	for_each_cpu(cpu, &sent)
		interrupt(cpu, f, info);
	fake.nr_waits++;
}

/* Before anything counts: a second CPU comes online. */
struct tda_cpu *fake_second(struct kunit *test)
{
	unsigned int cpu = cpumask_any_but(cpu_possible_mask, fake.cpu);

	KUNIT_ASSERT_LT(test, cpu, nr_cpu_ids);
	cpumask_set_cpu(cpu, &fake.online);
	fake.elsewhere = fake.registers;
	return per_cpu_ptr(&tda_cpus, cpu);
}

/* A worker comes along, if anything waits for it. */
static void follow(struct work_struct **waits)
{
	struct work_struct *work = *waits;

	*waits = NULL;
	if (work)
		work->func(work);
}

/* It looks at tasks, so somebody must tell that they are gone. */
void fake_moves_follow(void)
{
	fake.moved_blindly |= fake.moves && !fake_tells("sched_process_free");
	follow(&fake.moves);
}

void fake_leaves_follow(void)
{
	follow(&fake.leaves);
}

int fake_cpuhp_setup(int (*up)(unsigned int), int (*down)(unsigned int))
{
	if (fake.no_hotplug)
		return -ENOSPC;
	fake.up = up;
	fake.down = down;
	return 1;
}

/* Whom to tell when the machine is put to sleep; NULL: nobody. */
int fake_set_sleep(struct notifier_block *block)
{
	fake.sleep = block;
	return 0;
}

void fake_cpuhp_remove(void)
{
	fake.down = NULL;
}

/* ---- work that is put off ----------------------------------------------- */

static struct fake_timer *timer_of(struct delayed_work *work)
{
	struct fake_timer *t = fake.timer;

	while (t->work && t->work != work)
		t++;
	t->work = work;
	return t;
}

bool fake_queue(struct delayed_work *work, unsigned long delay)
{
	struct fake_timer *t = timer_of(work);

	t->queued = true;
	t->at_ns = fake.now_ns + jiffies_to_nsecs(delay);
	return true;
}

/* Not sooner than it is put off to already, as queue_delayed_work() has it. */
bool fake_queue_once(struct delayed_work *work, unsigned long delay)
{
	return !timer_of(work)->queued && fake_queue(work, delay);
}

bool fake_cancel(struct delayed_work *work)
{
	struct fake_timer *t = timer_of(work);
	bool was = t->queued;

	t->queued = false;
	return was;
}

/* What is to be done next, up to @end; NULL if nothing is. */
static struct fake_timer *next_timer(u64 end)
{
	struct fake_timer *next = NULL, *t;

	for (t = fake.timer; t < fake.timer + ARRAY_SIZE(fake.timer); t++)
		if (t->queued && t->at_ns <= end &&
		    (!next || t->at_ns < next->at_ns))
			next = t;
	return next;
}

/* So many jiffies pass, and what was put off is done in its time. */
void fake_wait(unsigned long jiffies)
{
	u64 end = fake.now_ns + jiffies_to_nsecs(jiffies);
	struct fake_timer *t;

	while ((t = next_timer(end))) {
		fake.now_ns = max(fake.now_ns, t->at_ns);
		t->queued = false;
		t->work->work.func(&t->work->work);
	}
	fake.now_ns = max(fake.now_ns, end);
}

/* Whatever is put off is done now: somebody set its time anew too late. */
void fake_hurry(void)
{
	struct fake_timer *t;

	for (t = fake.timer; t < fake.timer + ARRAY_SIZE(fake.timer); t++)
		if (t->queued)
			t->work->work.func(&t->work->work);
}

/* ---- memory ------------------------------------------------------------- */

/* Is this allocation to fail? */
bool fake_fails(enum fake_memory kind)
{
	return ++fake.allocated[kind] == fake.fail_at[kind] ||
	       fake.fail_all[kind] ||
	       (fake.scarce && kind == FAKE_OBJECTS &&
		fake.allocated[kind] % 2 == 0);
}

/* So many are left in the pool, on this CPU, and no more come. */
void fake_drain_to(struct tda_pool *pool, int left)
{
	struct tda_pool_cpu *c;
	unsigned long flags;
	void *object;

	fake.fail_all[FAKE_OBJECTS] = true;
	irq_work_sync(&pool->wake);
	flush_work(&pool->fill);
	local_irq_save(flags);
	c = this_cpu_ptr(pool->cpu);
	while (atomic_read(&c->nr) > left) {
		object = tda_pool_take(pool);
		if (object)
			tda_pool_give_back(pool, object);
	}
	local_irq_restore(flags);
}

void fake_drain(struct tda_pool *pool)
{
	fake_drain_to(pool, 0);
}

/* ---- begin and end ------------------------------------------------------ */

static void stay_on_cpu(void)
{
	set_cpus_allowed_ptr(current, cpumask_of(fake.cpu));
}

/* As if the module had just been inserted. */
void fake_forget_cpus(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(&tda_cpus, cpu), 0, sizeof(struct tda_cpu));
}

/* What the CPU is to have. */
void fake_use(const struct tda_pmu *kind)
{
	tda_pmu[0] = kind;
	tda_events_many_pmus(false);
	tda_values_begin(kind->values, kind->nr_values, kind->nr_fields);
}

/* Before each test: nothing is started yet. */
int fake_begin(struct kunit *test)
{
	memset(&fake, 0, sizeof(fake));
	fake.selftest = 60000;
	fake.general = UINT_MAX;
	fake_cpu_begin();
	tda_wq = system_highpri_wq;
	tda_fill_wq = system_highpri_wq;
	cpumask_set_cpu(fake.cpu, &fake.online);
	tda_cpus_choose(NULL);
	tda_set_default(NULL, 0);
	tda_adopt_init();
	stay_on_cpu();
	fake_forget_cpus();
	fake_processes_forget();
	fake_groups_forget();
	fake_notices_forget();
	fake_subscribers_forget();
	fake_past_forget();
	fake_hooks_forget();
	fake_cgroups_begin();
	fake_net_begin();
	ask_as_everybody();
	make_tasks();
	return 0;
}

/* Two chains each, so that they are long. */
static void narrow_tables(void)
{
	tda_tasks.nr = 2;
	tda_tasks.shift = 63;
	fake_processes_narrow();
}

int fake_init_stores(void)
{
	int err = tda_processes_init();

	if (err)
		return err;
	err = tda_groups_init();
	if (err)
		goto exit_processes;
	err = tda_tasks_init();
	if (err)
		goto exit_groups;
	err = tda_subscribers_init();
	if (err)
		goto exit_tasks;
	if (fake.narrow)
		narrow_tables();
	return 0;

exit_tasks:
	tda_tasks_exit();
exit_groups:
	tda_groups_exit();
exit_processes:
	tda_processes_exit();
	return err;
}

void fake_exit_stores(void)
{
	tda_cgroup_moves_finish();
	tda_subscribers_exit();
	fake_notices_forget();
	fake_subscribers_forget();
	fake_past_forget();
	tda_tasks_exit();
	tda_groups_exit();
	tda_processes_exit();
}

/* Count, as main.c would have it. The running task has a record then. */
void fake_boot(struct kunit *test, u64 clear_slots, unsigned int extra)
{
	static const struct tda_event events[TDA_MAX_EVENTS] = {
		{ 0x1b7 }, { 0x2b7 }, { 0x3b7 }, { 0x4b7 },
		{ 0x5b7 }, { 0x6b7 }, { 0x7b7 }, { 0x8b7 },
	};

	tda_values_init(fake.ref_cycles, events, extra);
	KUNIT_ASSERT_EQ(test, fake_init_stores(), 0);
	KUNIT_ASSERT_EQ(test, tda_cpus_init(clear_slots, false), 0);
	fake.booted = true;
	KUNIT_ASSERT_EQ(test, tda_cpus_start(), 0);
}

/* After each test, also one that was given up. */
void fake_end(struct kunit *test)
{
	stay_on_cpu();
	fake.hook.at = FAKE_NOWHERE;
	if (fake.booted) {
		tda_cpus_resume();
		tda_cpus_stop();
		tda_cpus_exit();
		fake_exit_stores();
	}
	tda_values_init(false, NULL, 0);
	fake_net_end();
	fake_cgroups_end();
	free_tasks();
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	KUNIT_EXPECT_EQ(test, fake.bad_reads, 0U);
}
