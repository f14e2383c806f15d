// SPDX-License-Identifier: GPL-2.0
/*
 * Many short lives: processes, processes that exec, or threads, each of which
 * executes the same number of markers and ends.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load.h"
#include "marker.h"

#define MAX_PARALLEL	1024

static const char usage[] =
"usage: storm fork|exec|thread COUNT [OPTIONS]\n"
"\n"
"  --parallel P       so many alive at a time (1, at most 1024)\n"
"  --markers KK:N     class and number of what each executes (00:0)\n"
"  --cpu N            all run on this CPU (anywhere)\n"
"  --phase K          of the emulator, around it; wants --cpu\n"
"\n"
"Prints lives=COUNT kind=KIND class=KK markers=M, M by all of them together.\n";

static struct {
	unsigned long parallel, count;
	unsigned int class;
	char *spec;
	long phase;
	int cpu;
} options = { .parallel = 1, .phase = -1, .cpu = -1 };

/* KK:N, as --markers and the program that is executed have it. */
static void parse_markers(char *text)
{
	char *colon = strchr(text, ':');

	if (!colon)
		errx(2, "--markers wants CLASS:COUNT, not '%s'", text);
	options.spec = strdup(text);
	*colon = '\0';
	options.class = class_parse(text);
	options.count = number_parse("--markers", colon + 1);
	*colon = ':';
}

static void live(void)
{
	markers(options.class, options.count);
}

static void reap_one(void)
{
	int status;

	if (wait(&status) < 0)
		err(1, "wait");
	if (status)
		errx(1, "a child ended with status %#x", status);
}

static void fork_one(void (*child)(void))
{
	pid_t pid = fork();

	if (pid < 0)
		err(1, "fork");
	if (pid)
		return;
	child();
	_exit(0);
}

static void exec_life(void)
{
	execl("/proc/self/exe", "storm-life", "life", options.spec, NULL);
	_exit(1);
}

static void processes(unsigned long n, void (*child)(void))
{
	unsigned long alive = 0;

	for (; n; n--) {
		if (alive == options.parallel) {
			reap_one();
			alive--;
		}
		fork_one(child);
		alive++;
	}
	while (alive--)
		reap_one();
}

static void *thread_life(void *unused)
{
	live();
	return unused;
}

/* A ring of threads: the oldest is waited for before the next is created. */
static void threads(unsigned long n)
{
	static pthread_t ring[MAX_PARALLEL];
	unsigned long i;

	for (i = 0; i < n; i++) {
		pthread_t *t = &ring[i % options.parallel];

		if (i >= options.parallel)
			pthread_join(*t, NULL);
		errno = pthread_create(t, NULL, thread_life, NULL);
		if (errno)
			err(1, "pthread_create");
	}
	for (i = n > options.parallel ? n - options.parallel : 0; i < n; i++)
		pthread_join(ring[i % options.parallel], NULL);
}

static void storm(const char *kind, unsigned long n)
{
	if (!strcmp(kind, "fork"))
		processes(n, live);
	else if (!strcmp(kind, "exec"))
		processes(n, exec_life);
	else if (!strcmp(kind, "thread"))
		threads(n);
	else
		errx(2, "there is no storm of '%s'\n%s", kind, usage);
}

static const struct option long_options[] = {
	{ "parallel",	required_argument,	NULL, 'P' },
	{ "markers",	required_argument,	NULL, 'm' },
	{ "cpu",	required_argument,	NULL, 'c' },
	{ "phase",	required_argument,	NULL, 'p' },
	{ "help",	no_argument,		NULL, '?' },
	{ }
};

static void parse_options(int argc, char **argv)
{
	static char nothing[] = "00:0";
	int c;

	parse_markers(nothing);
	while ((c = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		switch (c) {
		case 'P':
			options.parallel = number_parse("--parallel", optarg);
			break;
		case 'm': parse_markers(optarg); break;
		case 'c': options.cpu = number_parse("--cpu", optarg); break;
		case 'p': options.phase = number_parse("--phase", optarg); break;
		default: fputs(usage, stderr); exit(2);
		}
	}
	if (argc - optind != 2) {
		fputs(usage, stderr);
		exit(2);
	}
	if (!options.parallel || options.parallel > MAX_PARALLEL)
		errx(2, "--parallel is 1 to %d", MAX_PARALLEL);
}

int main(int argc, char **argv)
{
	unsigned long n;

	if (argc == 3 && !strcmp(argv[1], "life")) {
		parse_markers(argv[2]);
		live();
		return 0;
	}
	parse_options(argc, argv);
	n = number_parse("COUNT", argv[optind + 1]);
	pin_to(options.cpu);
	if (options.phase >= 0)
		phase_begin(options.phase);
	storm(argv[optind], n);
	if (options.phase >= 0)
		phase_end(options.phase);
	printf("lives=%lu kind=%s class=%02x markers=%lu\n", n, argv[optind],
	       options.class, n * options.count);
	return 0;
}
