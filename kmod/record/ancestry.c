// SPDX-License-Identifier: GPL-2.0
/*
 * Who is whose child, and to whom a process leaves what it was charged: to the
 * nearest of its ancestors that has not ended.
 *
 * A record refers to its parent's, and so keeps it. What the lock guards is
 * marked in struct tda_process; it is taken after a bucket's lock, and before a
 * process's.
 */
#include <linux/cache.h>
#include <linux/spinlock.h>

#include "ancestry.h"
#include "process.h"

/*
 * Ancestors that are looked at in one go, with interrupts off and under
 * ancestry_lock. For each, two may be freed: itself and the one after it.
 */
#define STRETCH		32

/* Each fork and each end takes it. */
static __cacheline_aligned_in_smp DEFINE_RAW_SPINLOCK(ancestry_lock);

/* @p, which nobody sees yet, was made by @parent, which may be NULL. */
void tda_ancestry_join(struct tda_process *p, struct tda_process *parent)
{
	p->refs = 1;
	if (!parent)
		return;
	raw_spin_lock(&ancestry_lock);
	if (parent->refs) {
		parent->refs++;
		p->parent = parent;
	}
	raw_spin_unlock(&ancestry_lock);
}

/*
 * Drops a reference to *@p, and to its ancestors if that was the last. Those
 * that nobody refers to any more go before @dead, by their parents. Returns the
 * first; *@p is NULL then, or who has still to be treated so.
 */
static struct tda_process *unref(struct tda_process **p,
				 struct tda_process *dead)
{
	unsigned int n;

	lockdep_assert_held(&ancestry_lock);

	for (n = 0; *p && n <= STRETCH; n++) {
		struct tda_process *parent = (*p)->parent;

		if (--(*p)->refs) {
			*p = NULL;
			break;
		}
		(*p)->parent = dead;
		dead = *p;
		*p = parent;
	}
	return dead;
}

/*
 * Drops a reference to *@p. Returns those that nobody refers to any more, to be
 * freed: each has the next as its parent. If *@p is not NULL then, the caller has to
 * drop a reference to that, too: call again.
 */
struct tda_process *tda_ancestry_put(struct tda_process **p)
{
	struct tda_process *dead;
	unsigned long flags;

	raw_spin_lock_irqsave(&ancestry_lock, flags);
	dead = unref(p, NULL);
	raw_spin_unlock_irqrestore(&ancestry_lock, flags);
	return dead;
}

/* The parent of @p is to be its parent's. Returns as unref(). */
static struct tda_process *skip_parent(struct tda_process *p,
				       struct tda_process *dead)
{
	struct tda_process *parent = p->parent;

	p->parent = parent->parent;
	if (p->parent)
		p->parent->refs++;	/* so @parent goes alone */
	return unref(&parent, dead);
}

/*
 * The next of @p's ancestors that can be left anything, in *@heir; false if
 * that is further than STRETCH. On the way those that cannot are made to look
 * further, every other one beyond the one after it: so the next call comes
 * twice as far, and a long chain of them is walked in full but once.
 */
static bool find_heir(struct tda_process *p, struct tda_process **heir,
		      struct tda_process **dead)
{
	struct tda_process *at = p->parent;
	unsigned int n;

	lockdep_assert_held(&ancestry_lock);

	for (n = 0; at && at->left; n++) {
		if (n == STRETCH)
			return false;
		if (at->parent && at->parent->left)
			*dead = skip_parent(at, *dead);
		at = at->parent;
	}
	*heir = at;
	return true;
}

static void inherit(struct tda_process *heir, struct tda_process *p)
{
	raw_spin_lock(&heir->lock);
	tda_sum_add_ended(&heir->children, &p->sum);
	if (p->nr_children)
		tda_sum_plus(&heir->children, &p->children);
	heir->nr_children += 1 + p->nr_children;
	heir->children_cpu_ns += p->exited_cpu_ns + p->children_cpu_ns;
	raw_spin_unlock(&heir->lock);
}

/*
 * @p is to be a child of @heir. The ancestors between the two are not kept for
 * @p any more. There are at most STRETCH, and all have left; @heir has not, so
 * it stays. Returns as unref().
 */
static struct tda_process *follow(struct tda_process *p,
				  struct tda_process *heir,
				  struct tda_process *dead)
{
	struct tda_process *parent = p->parent;

	lockdep_assert_held(&ancestry_lock);

	if (parent == heir)
		return dead;
	if (heir)
		heir->refs++;
	p->parent = heir;
	return unref(&parent, dead);
}

/*
 * @p has ended: what it and its children were charged is part of what its
 * ancestors have caused. Its own children will look beyond it from now on, so
 * those between it and its heir are not kept for them. Returns false if the
 * heir is further than STRETCH: then let others run, and call again. Until then
 * @p inherits from its own children as before. Those that nobody refers to any
 * more are in *@dead, as of tda_ancestry_put().
 */
bool tda_ancestry_leave(struct tda_process *p, struct tda_process **dead)
{
	struct tda_process *heir;
	unsigned long flags;
	bool found;

	*dead = NULL;
	raw_spin_lock_irqsave(&ancestry_lock, flags);
	found = find_heir(p, &heir, dead);
	if (found) {
		p->left = true;
		if (heir)
			inherit(heir, p);
		*dead = follow(p, heir, *dead);
		*dead = unref(&p, *dead);
	}
	raw_spin_unlock_irqrestore(&ancestry_lock, flags);
	return found;
}

/*
 * Hold @p for a move of its threads, until tda_process_release(). False if one
 * is to come, or it has ended.
 */
bool tda_ancestry_hold_for_move(struct tda_process *p)
{
	unsigned long flags;
	bool first;

	raw_spin_lock_irqsave(&ancestry_lock, flags);
	first = p->refs && !p->moving;
	if (first) {
		p->moving = true;
		p->refs++;
	}
	raw_spin_unlock_irqrestore(&ancestry_lock, flags);
	return first;
}

/* A move that comes from here on takes another round. */
void tda_ancestry_begin_move(struct tda_process *p)
{
	raw_spin_lock_irq(&ancestry_lock);
	p->moving = false;
	raw_spin_unlock_irq(&ancestry_lock);
}
