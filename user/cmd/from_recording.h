/* SPDX-License-Identifier: GPL-2.0 */
/* `show --from FILE`: what tdacct record wrote. */
#ifndef _CMD_FROM_RECORDING_H
#define _CMD_FROM_RECORDING_H

#include "from.h"

/* As from_show(); @s was opened from the recording, whose path is source.replay. */
int from_recording_show(struct session *s, struct common *c, const struct from *f,
			from_fn show, void *arg);

#endif /* _CMD_FROM_RECORDING_H */
