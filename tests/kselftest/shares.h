/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the module has the slots of each share: in a value of that name, which is
 * a field of PERF_METRICS; or, with plain counters, in the events of which the
 * vendor makes it. All is said by the answer to GET_INFO.
 */
#ifndef _SHARES_H
#define _SHARES_H

#include <stdbool.h>
#include <stdint.h>

#include "client.h"
#include "marker.h"

bool counts_plainly(const struct message *info);

/* How many of the shares are told: the first level, or the second one too. */
unsigned int shares_told(const struct message *info);

/* That share of @c, in slots. */
int64_t share_count(const struct message *info, const struct counts *c,
		    enum share share);

/*
 * How many steps, of which blur / 255 slots are one, a share that is a field may be off:
 * one, and three where it may have what the others of the first level are cut off.
 */
unsigned int share_steps(enum share share);

/*
 * By how much it may differ from arithmetic where two counters are read so many
 * @instructions apart: what these have of the share. With plain counters bad
 * speculation is what the others leave.
 */
int64_t share_apart(const struct message *info, enum share share,
		    int64_t instructions);

#endif /* _SHARES_H */
