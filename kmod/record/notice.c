// SPDX-License-Identifier: GPL-2.0
/* Notices: where they come from, and where they wait. See notice.h. */
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "base/compat.h"
#include "base/pool.h"
#include "base/work.h"
#include "notice.h"

#define NR_KINDS	(TDACCT_ENDED_CGROUP + 1)

/*
 * So many may wait for the worker, ten MiB: things can end faster than it can
 * tell of them, for as long as somebody likes. As many are kept ready in all.
 */
#define PENDING_MAX	16384

/* Notices for each CPU at first: tasks are freed in heaps, after a grace period. */
#define POOL_LEAST	512

u32 tda_notice_kinds;

static bool have_pool;			/* whoever wants notices, see notice.h */
static struct tda_pool pool;
static LLIST_HEAD(pending);
static atomic_t nr_pending;
static atomic_long_t dropped[NR_KINDS];	/* the pool was dry, or too many wait */

static struct work_struct *deliver;	/* constant */
static struct irq_work wake_work;

/* ---- where things end ------------------------------------------------------ */

static void wake(struct irq_work *work)
{
	queue_work(tda_wq, deliver);
}

struct tda_notice *__tda_notice_take(enum tdacct_ended kind)
{
	struct tda_notice *n = NULL;

	if (atomic_read(&nr_pending) < PENDING_MAX)
		n = tda_pool_take(&pool);
	if (n) {
		n->kind = kind;
		tda_notice_begin_sum(n);
	} else {
		atomic_long_inc(&dropped[kind]);
		irq_work_queue(&wake_work);
	}
	return n;
}

/* Its end says more than its beginning. */
void tda_notice_set_path(struct tda_notice *n, const char *path)
{
	size_t len = strlen(path), most = sizeof(n->path) - 1;

	strscpy(n->path, len > most ? path + len - most : path,
		sizeof(n->path));
}

/*
 * The sum of @n is taken between this and tda_notice_send(), interrupts off. The
 * set may be changed meanwhile: that begins by ending the epoch. Then fewer values
 * are used, and those of the set are not zeroed before we are through.
 */
void tda_notice_begin_sum(struct tda_notice *n)
{
	/* Pairs with tda_set_enter(): the sum is of as many values. */
	n->epoch.number = smp_load_acquire(&tda_epoch.number);
}

/* A notice is of no epoch if that ended meanwhile: its sum may lack the set. */
static void end_sum(struct tda_notice *n)
{
	unsigned int nr = tda_nr_values();

	memcpy(n->epoch.past, tda_epoch.past, sizeof(n->epoch.past));
	smp_rmb();	/* pairs with tda_set_leave(): if there are fewer values */
	if (READ_ONCE(tda_epoch.number) != n->epoch.number)
		n->epoch.number = 0;
	n->epoch.nr_values = n->epoch.number ? nr : tda_values_kept();
	if (!n->epoch.number)
		memset(n->epoch.past, 0, sizeof(n->epoch.past));
}

/* @n is not ours any more. Context as for tda_notice_take(). */
void tda_notice_send(struct tda_notice *n)
{
	end_sum(n);
	atomic_inc(&nr_pending);
	if (llist_add(&n->node, &pending))
		irq_work_queue(&wake_work);
}

/* ---- for the worker ---------------------------------------------------------- */

/* All that wait, the oldest first; each for tda_notice_done(). */
struct llist_node *tda_notices_collect(void)
{
	return llist_reverse_order(llist_del_all(&pending));
}

void tda_notice_done(struct tda_notice *n)
{
	tda_pool_give_back(&pool, n);
	atomic_dec(&nr_pending);
}

/* Returns how many of @kind found no notice since the last call. */
u64 tda_notices_dropped(enum tdacct_ended kind)
{
	return atomic_long_xchg(&dropped[kind], 0);
}

/* ---- whoever wants them ------------------------------------------------------ */

/* Returns how many one of @cpus may keep ready. */
static unsigned int share_of(unsigned int cpus)
{
	return max(PENDING_MAX / cpus, 8U);
}

/* The first who wants notices pays for the reserve. */
int tda_notices_prepare(void)
{
	unsigned int most = share_of(num_possible_cpus());
	int err = 0;

	if (have_pool) {
		tda_pool_fill(&pool);
		return 0;
	}
	pool.most = most;
	err = tda_pool_init(&pool, "tdacct_notice", sizeof(struct tda_notice),
			    min(most, POOL_LEAST + 0U));
	have_pool = !err;
	return err;
}

/* Have notices of @kinds made from here on; after tda_notices_prepare(). */
void tda_notices_want(u32 kinds)
{
	/* Pairs with tda_notice_take(): the pool was made before. */
	smp_store_release(&tda_notice_kinds, kinds);
}

/*
 * No kind is wanted any more: free the reserve. A cgroup that has gone, and
 * threads in it have not, keeps the one that it took.
 */
void tda_notices_release(void)
{
	if (!have_pool)
		return;
	synchronize_rcu();	/* who saw a wish is through */
	tda_pool_empty(&pool);
}

size_t tda_notices_memory(void)
{
	return tda_pool_memory(&pool);
}

/* @work is queued when something waits, or was dropped. */
void tda_notices_init(struct work_struct *work)
{
	deliver = work;
	wake_work = IRQ_WORK_INIT_HARD(wake);
}

/* The probes are gone: nothing comes, and after this @work is queued no more. */
void tda_notices_stop(void)
{
	irq_work_sync(&wake_work);
}

/* After the last tda_notice_done(). */
void tda_notices_exit(void)
{
	if (have_pool)
		tda_pool_exit(&pool);
}
