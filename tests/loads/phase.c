// SPDX-License-Identifier: GPL-2.0
/* Begin or end a phase of the emulator on a CPU. */
#include <stdio.h>
#include <string.h>

#include "load.h"
#include "marker.h"

static const char usage[] =
"usage: phase begin|end K [CPU]\n"
"\n"
"Begins or ends phase K of the emulator's report, on CPU 0 or the one named.\n";

int main(int argc, char **argv)
{
	unsigned long number;

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
