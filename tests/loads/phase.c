// SPDX-License-Identifier: GPL-2.0
/* Begin or end a phase of the emulator on a CPU. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load.h"
#include "marker.h"

static const char usage[] =
"usage: phase begin|end K [CPU]\n"
"       phase run K COMMAND [ARGUMENT...]\n"
"\n"
"Begins or ends phase K of the emulator's report, on CPU 0 or the one named; or\n"
"has a command be that phase, on CPU 0, after a moment in which all that has\n"
"ended by then is freed.\n";

#define MOMENT_S	5

static int run(unsigned long number, char **command)
{
	int status = -1;
	pid_t pid;

	pin_to(0);
	sleep(MOMENT_S);
	phase_begin(number);
	pid = fork();
	if (!pid) {
		execvp(*command, command);
		perror(*command);
		_exit(127);
	}
	if (pid > 0)
		waitpid(pid, &status, 0);
	phase_end(number);
	return status ? 1 : 0;
}

int main(int argc, char **argv)
{
	unsigned long number;

	if (argc > 3 && !strcmp(argv[1], "run"))
		return run(number_parse("K", argv[2]), argv + 3);
	if (argc < 3 || argc > 4) {
		fputs(usage, stderr);
		return 2;
	}
	number = number_parse("K", argv[2]);
	pin_to(argc == 4 ? (int)number_parse("CPU", argv[3]) : 0);
	if (!strcmp(argv[1], "begin")) {
		phase_begin(number);
	} else if (!strcmp(argv[1], "end")) {
		phase_end(number);
	} else {
		fputs(usage, stderr);
		return 2;
	}
	return 0;
}
