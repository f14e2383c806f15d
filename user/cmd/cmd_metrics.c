// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "collect/session.h"
#include "view/metrics.h"
#include "cmd.h"
#include "command.h"

static const struct command command = {
	.takes = OPTIONS_ALL,
	.doc = "List every metric of this CPU, or of a file: what it means, its unit, its formula, and whether it can be computed from what is counted; if not, why not. Without the module, or a recording, that is what the module could count.\v"
	       "  tdacct metrics\n"
	       "  tdacct metrics --model sapphirerapids_metrics.json --event-data sapphirerapids_core.json --json",
};

int cmd_metrics(int argc, char **argv)
{
	struct common o = { .source = { .sets = true, .present = true } };
	struct metrics m = { .plan = NULL };
	struct printer out;
	struct session s;
	int err;

	options_parse(&command, argc, argv, &o);
	if (session_open_means(&s, &o.source, &m.counting))
		return EXIT_FAILED;
	m.plan = s.plan;
	m.resolver = &s.resolver;
	m.beside = !o.source.means.model;
	out = print_to(stdout, o.json, NULL, false);
	out.json.indent = 1;
	err = view_metrics(&out, &m);
	if (session_close(&s))
		err = -1;
	return command_status(err);
}
