// SPDX-License-Identifier: GPL-2.0
/*
 * Two tasks on one CPU that wake each other by a pipe: two context switches a
 * round trip, and nothing else when no markers are asked for.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load.h"
#include "marker.h"

static const char usage[] =
"usage: pingpong ROUND_TRIPS [OPTIONS]\n"
"\n"
"  --threads    the two are threads of one process, not two processes\n"
"  --cpu N      which both run on (0)\n"
"  --warm N     round trips before it counts (100)\n"
"  --phase K    of the emulator, around the round trips that count\n"
"  --slice M    markers that each executes in its turn (0)\n"
"  --class KK   of these markers (00)\n"
"  --wait       say \"ready\" and tids=A,B, and begin when a line comes in\n"
"  --parts N    do all of it N times, as phases K, K+1 and so on (1)\n"
"  --hold       stay afterwards until standard input ends\n"
"\n"
"Prints round_trips=N tids=A,B kind=processes|threads markers=M, where M is\n"
"what each of the two executed.\n";

static struct {
	unsigned long trips, warm, slice, parts;
	unsigned int class;
	long phase;
	int cpu;
	bool threads, hold, wait;
} options = { .warm = 100, .parts = 1, .phase = -1 };

static int ping[2], pong[2];
static volatile pid_t *other;	/* the second task, seen by the first */

static void take(int fd)
{
	char c;

	if (read(fd, &c, 1) != 1)
		_exit(0);
}

static void give(int fd)
{
	if (write(fd, "", 1) != 1)
		err(1, "the other task is gone");
}

static void turn(void)
{
	if (options.slice)
		markers(options.class, options.slice);
}

/* Those of the warm-up and the one before the wait too. */
static unsigned long all_trips(void)
{
	return options.parts * (options.wait + options.warm + options.trips);
}

static void *answer(void *unused)
{
	unsigned long n = all_trips();

	(void)unused;
	pin_to(options.cpu);
	*other = own_tid();
	while (n--) {
		take(ping[0]);
		turn();
		give(pong[1]);
	}
	if (options.hold && !options.threads)
		take(ping[0]);
	return NULL;
}

static void round_trips(unsigned long n)
{
	while (n--) {
		turn();
		give(ping[1]);
		take(pong[0]);
	}
}

/* After a round trip both are there, for whoever wants to observe them. */
static void wait_for_go(void)
{
	char line[64];

	round_trips(1);
	printf("ready tids=%d,%d\n", own_tid(), *other);
	fflush(stdout);
	if (read(STDIN_FILENO, line, sizeof(line)) < 0)
		err(1, "standard input");
}

static void measure_part(long phase)
{
	if (options.wait)
		wait_for_go();
	round_trips(options.warm);
	if (options.phase >= 0)
		phase_begin(phase);
	round_trips(options.trips);
	if (options.phase >= 0)
		phase_end(phase);
}

static void measure(void)
{
	pin_to(options.cpu);
	for (unsigned long i = 0; i < options.parts; i++)
		measure_part(options.phase + (long)i);
}

static void print_result(void)
{
	printf("round_trips=%lu tids=%d,%d kind=%s markers=%lu\n",
	       options.trips, own_tid(), *other,
	       options.threads ? "threads" : "processes",
	       options.slice * all_trips());
	fflush(stdout);
	if (options.hold)
		hold();
}

static void by_processes(void)
{
	pid_t pid = fork();

	if (pid < 0)
		err(1, "fork");
	if (!pid) {
		close(ping[1]);
		close(pong[0]);
		answer(NULL);
		_exit(0);
	}
	measure();
	print_result();
	close(ping[1]);
	wait(NULL);
}

static void by_threads(void)
{
	pthread_t thread;

	errno = pthread_create(&thread, NULL, answer, NULL);
	if (errno)
		err(1, "pthread_create");
	measure();
	print_result();
	pthread_join(thread, NULL);
}

static const struct option long_options[] = {
	{ "threads",	no_argument,		NULL, 't' },
	{ "cpu",	required_argument,	NULL, 'c' },
	{ "warm",	required_argument,	NULL, 'w' },
	{ "phase",	required_argument,	NULL, 'p' },
	{ "slice",	required_argument,	NULL, 's' },
	{ "class",	required_argument,	NULL, 'k' },
	{ "hold",	no_argument,		NULL, 'h' },
	{ "wait",	no_argument,		NULL, 'W' },
	{ "parts",	required_argument,	NULL, 'P' },
	{ "help",	no_argument,		NULL, '?' },
	{ }
};

static void parse_options(int argc, char **argv)
{
	int c;

	while ((c = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		switch (c) {
		case 't': options.threads = true; break;
		case 'c': options.cpu = number_parse("--cpu", optarg); break;
		case 'w': options.warm = number_parse("--warm", optarg); break;
		case 'p': options.phase = number_parse("--phase", optarg); break;
		case 's': options.slice = number_parse("--slice", optarg); break;
		case 'k': options.class = class_parse(optarg); break;
		case 'h': options.hold = true; break;
		case 'W': options.wait = true; break;
		case 'P': options.parts = number_parse("--parts", optarg); break;
		default: fputs(usage, stderr); exit(2);
		}
	}
	if (argc - optind != 1) {
		fputs(usage, stderr);
		exit(2);
	}
	options.trips = number_parse("ROUND_TRIPS", argv[optind]);
}

int main(int argc, char **argv)
{
	parse_options(argc, argv);
	other = share_memory(sizeof(*other));
	if (pipe(ping) || pipe(pong))
		err(1, "pipe");
	if (options.threads)
		by_threads();
	else
		by_processes();
	return 0;
}
