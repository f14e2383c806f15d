// SPDX-License-Identifier: GPL-2.0
#include "tasks/stop.h"
#include "view/output.h"
#include "command.h"
#include "lease.h"

int command_open(const struct command *c, void *options)
{
	const struct common *common = options;
	struct lease lease;
	struct session s;
	int status;

	if (lease_open(&lease, common))
		return EXIT_FAILED;
	if (c->plain ? session_open_plain(&s, &common->source) :
		       session_open(&s, &common->source)) {
		lease_close(&lease);
		return EXIT_FAILED;
	}
	status = output_to(common->file) ? EXIT_FAILED : c->run(&s, options);
	if (session_close(&s) && status == EXIT_FINE)
		status = EXIT_FAILED;
	lease_close(&lease);
	if (s.stopped && status == EXIT_FINE)
		stop_obey(s.stopped);
	return status;
}

int command_run(const struct command *c, int argc, char **argv, void *options)
{
	options_parse(c, argc, argv, options);
	return command_open(c, options);
}
