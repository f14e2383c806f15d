// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <unistd.h>

#include "reading/session.h"
#include "view/metrics.h"
#include "cmd.h"
#include "command.h"

#define MODULE "/sys/module/tdacct"

static const struct argp argp = {
	.parser = options_other, .children = options_all,
	.doc = "List every metric of this CPU, or of a file: what it means, its unit, its formula, and whether it can be computed from what is counted; if not, why not. Without the module, or a recording, that is what the module could count.\v"
	       "  tdacct metrics\n"
	       "  tdacct metrics --metrics sapphirerapids_metrics.json --event-data sapphirerapids_core.json --json",
};

/* Neither the module nor a recording is needed for this one. */
static int start(struct session *s, const struct source *from, bool *counting)
{
	*counting = from->replay || from->record || !access(MODULE, F_OK);
	return *counting ? session_open(s, from) :
			   session_open_model(s, from);
}

int cmd_metrics(int argc, char **argv)
{
	struct common o = { .source = { .sets = true } };
	struct metrics m = { .plan = NULL };
	struct session s;
	int err;

	options_parse(&argp, argc, argv, 0, &o);
	if (start(&s, &o.source, &m.counting))
		return EXIT_FAILED;
	m.plan = s.plan;
	m.encodings = &s.encodings;
	err = o.json ? json_metrics(stdout, &m) : view_metrics(stdout, &m);
	if (m.counting ? session_close(&s) : session_close_model(&s))
		err = -1;
	return command_status(err);
}
