// SPDX-License-Identifier: GPL-2.0
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text/near.h"
#include "view/output.h"
#include "cmd.h"
#include "options.h"

static const struct entry {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
} commands[] = {
	{ "show", cmd_show, "show the tree of a thread, process, cgroup, CPU or the system" },
	{ "top", cmd_top, "watch threads, processes, cgroups or CPUs live" },
	{ "list", cmd_list, "show all threads, processes or cgroups as a table" },
	{ "watch", cmd_watch, "print the final counts of processes and cgroups that end" },
	{ "run", cmd_run, "run a command, then show where its slots went" },
	{ "record", cmd_record, "record what all tasks do, for later" },
	{ "report", cmd_report, "show what was recorded" },
	{ "diff", cmd_diff, "show what changed, and whether by more than chance" },
	{ "serve", cmd_serve, "export counters of cgroups, commands and the machine for Prometheus" },
	{ "metrics", cmd_metrics, "list every metric: what it means, and whether it can be computed" },
	{ "import", cmd_import, "make a family of a vendor's file of metrics" },
	{ "explain", cmd_explain, "explain a node of the tree: meaning, formula, causes, what to try" },
	{ "status", cmd_status, "show what is counted on which CPUs, and what it costs" },
	{ "events", cmd_events, "show sets of events, and whether events fit in the counters" },
	{ "check", cmd_check, "test whether the counts obey the laws that all counts must obey" },
	{ "doctor", cmd_doctor, "look at what decides whether and how well counting works here" },
	{ "pause", cmd_pause, "give up the counters, so that other programs can use them" },
	{ "resume", cmd_resume, "end a pause" },
};

#define NR_COMMANDS (sizeof(commands) / sizeof(*commands))

static int help(void)
{
	printf("Usage: tdacct COMMAND [OPTION...]\n"
	       "Top-down accounting: where the pipeline slots of every task went.\n\n");
	for (size_t i = 0; i < NR_COMMANDS; i++)
		printf("  %-8s %s\n", commands[i].name, commands[i].help);
	printf("\nOptions of a command: tdacct help COMMAND. The manual: man tdacct.\n\n"
	       "  tdacct show --pid 1234            a process since it was started\n"
	       "  tdacct show --system --interval 5 the system in the next 5 seconds\n"
	       "  tdacct list --sort backend_bound  most backend bound processes first\n"
	       "  tdacct list --cgroups --tree      every cgroup, so every service\n"
	       "  tdacct watch --comm 'cc*'         each compiler when it ends\n"
	       "  tdacct run -- make                what a build spends its slots on\n");
	return EXIT_FINE;
}

static const struct entry *find(const char *name)
{
	char hint[NEAR_SIZE];
	struct near near;

	near_begin(&near, name);
	for (size_t i = 0; i < NR_COMMANDS; i++) {
		if (!strcmp(name, commands[i].name))
			return &commands[i];
		near_try(&near, commands[i].name);
	}
	near_hint(&near, hint);
	fprintf(stderr, "tdacct: no command '%s'%s\n", name,
		*hint ? hint : "; see tdacct --help");
	return NULL;
}

/* argp says "tdacct show" in its messages when argv[0] does. */
static int run(const struct entry *c, int argc, char **argv)
{
	char name[32];

	snprintf(name, sizeof(name), "tdacct %s", c->name);
	argv[0] = name;
	return c->run(argc, argv);
}

static bool is_help(const char *name)
{
	return !strcmp(name, "help") || !strcmp(name, "--help") ||
	       !strcmp(name, "-h") || !strcmp(name, "-?");
}

static bool is_version(const char *name)
{
	return !strcmp(name, "version") || !strcmp(name, "--version") ||
	       !strcmp(name, "-V");
}

/* tdacct help COMMAND; of help and version there are no options to tell of */
static int help_of(char *name)
{
	char option[] = "--help", *argv[] = { name, option, NULL };
	const struct entry *c;

	if (is_help(name) || is_version(name))
		return help();
	c = find(name);
	return c ? run(c, 2, argv) : EXIT_USAGE;
}

static int dispatch(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;
	const struct entry *c;

	if (!name) {
		fprintf(stderr, "tdacct: expected a command; see tdacct --help\n");
		return EXIT_USAGE;
	}
	if (is_help(name))
		return argc > 2 && *argv[2] != '-' ? help_of(argv[2]) : help();
	if (is_version(name)) {
		printf("tdacct " VERSION "\n");
		return EXIT_FINE;
	}
	c = find(name);
	return c ? run(c, argc - 1, argv + 1) : EXIT_USAGE;
}

/* argp ends the program by itself: this must decide on the status. */
static void end(void)
{
	if (output_close())
		_exit(EXIT_FAILED);
}

int main(int argc, char **argv)
{
	if (output_open())
		_exit(EXIT_FAILED);
	setlocale(LC_CTYPE, "");
	atexit(end);
	return dispatch(argc, argv);
}
