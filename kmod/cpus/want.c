// SPDX-License-Identifier: GPL-2.0
#include <linux/ktime.h>

#include "want.h"

enum tda_sharing tda_sharing = TDA_SHARE_FAIR;
struct tda_deferred tda_deferred_share;

/* Is it worth while to say that others want something of @c? */
bool tda_want_listens(struct tda_cpu *c, unsigned int want)
{
	const unsigned int noted = atomic_read(&c->share.wanted);

	if (READ_ONCE(tda_sharing) == TDA_SHARE_TDACCT)
		return false;
	if (want & TDA_WANT_PINNED)
		return (noted & want) != want;
	if (want & TDA_WANT_SOON)
		return true;
	return !noted && ktime_get_mono_fast_ns() >= READ_ONCE(c->share.blind_until_ns);
}

/* Others @want something of @c, for so many events. */
void tda_want_note(struct tda_cpu *c, unsigned int want, unsigned int nr)
{
	if (nr > READ_ONCE(c->share.nr_wanted))
		WRITE_ONCE(c->share.nr_wanted, nr);
	if (want & ~atomic_fetch_or(want, &c->share.wanted))
		tda_defer(&tda_deferred_share);
}

/*
 * The caller has seen to what was @seen to be wanted of @c, or there is nothing to be
 * done. Wants that were noted since stay: of some events perf tells but once.
 */
void tda_want_forget(struct tda_cpu *c, unsigned int seen)
{
	if (!(atomic_fetch_andnot(seen, &c->share.wanted) & ~seen))
		WRITE_ONCE(c->share.nr_wanted, 0);
}
