/* SPDX-License-Identifier: GPL-2.0 */
/* What nearly every command needs first: the module, its model, a plan. */
#ifndef _SESSION_H
#define _SESSION_H

#include "cmd/options.h"
#include "counts/sample.h"
#include "kernel/client.h"
#include "model/plan.h"

struct session {
	struct client client;
	struct info info;
	struct model *model;
	struct plan *plan;
};

/* Either tells what is wrong. The second one leaves the model out. */
int session_open(struct session *s, const struct common *options);
int session_open_plain(struct session *s, const struct common *options);
int session_close(struct session *s);

/* On stderr, where nothing is counted at present. */
void session_say_state(const struct session *s);

#endif /* _SESSION_H */
