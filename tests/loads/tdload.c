// SPDX-License-Identifier: GPL-2.0
/*
 * Markers in slices: one task that yields the CPU after each slice, of one class
 * after the other, or several of different classes that share a CPU in strict rotation, each passing a
 * token to the next at the end of its slice, so that every slice ends in a
 * context switch and how many there are is known.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load.h"
#include "marker.h"

#define MAX_TASKS	64

static const char usage[] =
"usage: tdload CLASS COUNT [CLASS COUNT]... [OPTIONS]\n"
"       tdload --share CLASS,CLASS... --slice SLOTS --slices N [OPTIONS]\n"
"\n"
"Executes COUNT markers of a class (00 to 0f, or its name), 600 slots each, of\n"
"one class after the other; or lets a task of each class execute N slices in\n"
"strict rotation on a CPU.\n"
"\n"
"  --slice SLOTS     give up the CPU after so many slots' worth of markers\n"
"  --jitter PERCENT  slices differ from that by up to PERCENT, at random\n"
"  --seed N          another sequence of slices than that of seed 1\n"
"  --cpu N           run on this CPU only (--share: 0, else anywhere)\n"
"  --wander          after each slice go to the next CPU that is online\n"
"  --phase K         of the emulator, around the slices\n"
"  --threads         --share by threads, not processes\n"
"  --hold            stay after the last slice until standard input ends\n"
"\n"
"Prints a line for each task: task=N tid=T class=KK name=NAME markers=M\n"
"slices=S; then \"ready\" with --hold.\n";

static struct {
	unsigned long slice, slices, jitter, seed;
	long phase;
	int cpu;
	bool threads, hold, wander;
} options = { .seed = 1, .cpu = -1, .phase = -1 };

/* What a task does and did; shared with the parent. */
struct task {
	unsigned int class;
	int take, pass;		/* eventfds: the token comes, the token goes */
	uint64_t random;
	pthread_t thread;
	volatile pid_t tid;
	volatile unsigned long markers, slices;
};

static struct task *tasks;
static unsigned int n_tasks;
static int done;		/* an eventfd: how many ran their slices */
static int stay[2];		/* a pipe: its end of file lets tasks end */

/* xorshift64: the same slices in every run with the same seed. */
static uint64_t next_random(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

/* The markers of the next slice, at least one. */
static unsigned long slice_markers(struct task *t)
{
	unsigned long n = options.slice / MARKER_SLOTS;
	unsigned long spread = n * options.jitter / 100;

	if (spread)
		n += next_random(&t->random) % (2 * spread + 1) - spread;
	return n ? n : 1;
}

static void run_slice(struct task *t, unsigned long count)
{
	markers(t->class, count);
	t->markers += count;
	t->slices++;
}

static void wait_token(int fd)
{
	uint64_t token;

	if (read(fd, &token, sizeof(token)) != sizeof(token))
		err(1, "lost the token");
}

static void pass_token(int fd)
{
	const uint64_t token = 1;

	if (write(fd, &token, sizeof(token)) != sizeof(token))
		err(1, "cannot pass the token");
}

static bool is_first(const struct task *t)
{
	return t == tasks;
}

static bool is_last(const struct task *t)
{
	return t == tasks + n_tasks - 1;
}

/* The token of the last round stays where it is: nobody waits for it. */
static void rotate(struct task *t)
{
	wait_token(t->take);
	if (is_first(t) && options.phase >= 0)
		phase_begin(options.phase);
	for (;;) {
		run_slice(t, slice_markers(t));
		if (t->slices == options.slices)
			break;
		pass_token(t->pass);
		wait_token(t->take);
	}
	if (is_last(t) && options.phase >= 0)
		phase_end(options.phase);
	pass_token(t->pass);
	pass_token(done);
}

static void *run_shared(void *arg)
{
	struct task *t = arg;
	char c;

	pin_to(options.cpu);
	t->tid = own_tid();
	rotate(t);
	while (options.hold && read(stay[0], &c, 1) > 0)
		;
	return NULL;
}

static void start_process(struct task *t)
{
	pid_t pid = fork();

	if (pid < 0)
		err(1, "fork");
	if (pid)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	close(stay[1]);
	run_shared(t);
	_exit(0);
}

static void start_thread(struct task *t)
{
	errno = pthread_create(&t->thread, NULL, run_shared, t);
	if (errno)
		err(1, "pthread_create");
}

static int make_eventfd(void)
{
	int fd = eventfd(0, EFD_CLOEXEC);

	if (fd < 0)
		err(1, "eventfd");
	return fd;
}

static void make_ring(void)
{
	unsigned int i;

	for (i = 0; i < n_tasks; i++)
		tasks[i].take = make_eventfd();
	for (i = 0; i < n_tasks; i++)
		tasks[i].pass = tasks[(i + 1) % n_tasks].take;
	done = make_eventfd();
	if (pipe(stay))
		err(1, "pipe");
}

static void end_task(struct task *t)
{
	if (options.threads)
		pthread_join(t->thread, NULL);
	else
		wait(NULL);
}

static void print_tasks(void)
{
	const struct task *t;

	for (t = tasks; t < tasks + n_tasks; t++)
		printf("task=%td tid=%d class=%02x name=%s markers=%lu slices=%lu\n",
		       t - tasks, t->tid, t->class, class_name(t->class),
		       t->markers, t->slices);
	fflush(stdout);
	if (options.hold)
		hold();
}

static void run_ring(void)
{
	uint64_t n, ended = 0;
	unsigned int i;

	make_ring();
	for (i = 0; i < n_tasks; i++) {
		if (options.threads)
			start_thread(&tasks[i]);
		else
			start_process(&tasks[i]);
	}
	pass_token(tasks[0].take);
	while (ended < n_tasks && read(done, &n, sizeof(n)) == sizeof(n))
		ended += n;
	print_tasks();
	close(stay[1]);
	for (i = 0; i < n_tasks; i++)
		end_task(&tasks[i]);
}

/* @count markers in slices that end in sched_yield(), or all at once. */
static void run_markers(struct task *t, unsigned long count)
{
	unsigned long n;

	t->tid = own_tid();
	while (t->markers < count) {
		n = options.slice ? slice_markers(t) : count;
		if (n > count - t->markers)
			n = count - t->markers;
		run_slice(t, n);
		if (options.wander)
			pin_to(t->slices % sysconf(_SC_NPROCESSORS_ONLN));
		else if (options.slice)
			sched_yield();
	}
}

static struct task *add_task(const char *class)
{
	struct task *t = &tasks[n_tasks];

	if (n_tasks == MAX_TASKS)
		errx(2, "more than %d tasks", MAX_TASKS);
	t->class = class_parse(class);
	t->random = (options.seed + n_tasks) * 0x9e3779b97f4a7c15 | 1;
	n_tasks++;
	return t;
}

static void add_tasks(char *list)
{
	char *class, *rest = list;

	while ((class = strsep(&rest, ",")))
		add_task(class);
}

/* All in this process: @pairs of a class and how many markers of it. */
static void run_alone(char **pairs)
{
	struct task *t;

	pin_to(options.cpu);
	if (options.phase >= 0)
		phase_begin(options.phase);
	for (; *pairs; pairs += 2) {
		t = add_task(pairs[0]);
		run_markers(t, number_parse("COUNT", pairs[1]));
	}
	if (options.phase >= 0)
		phase_end(options.phase);
	print_tasks();
}

static const struct option long_options[] = {
	{ "share",	required_argument,	NULL, 'S' },
	{ "slice",	required_argument,	NULL, 's' },
	{ "slices",	required_argument,	NULL, 'n' },
	{ "jitter",	required_argument,	NULL, 'j' },
	{ "seed",	required_argument,	NULL, 'e' },
	{ "cpu",	required_argument,	NULL, 'c' },
	{ "phase",	required_argument,	NULL, 'p' },
	{ "wander",	no_argument,		NULL, 'w' },
	{ "threads",	no_argument,		NULL, 't' },
	{ "hold",	no_argument,		NULL, 'h' },
	{ "help",	no_argument,		NULL, '?' },
	{ }
};

/* What --share was given, or NULL. */
static char *parse_options(int argc, char **argv)
{
	char *shared = NULL;
	int c;

	while ((c = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		switch (c) {
		case 'S': shared = optarg; break;
		case 's': options.slice = number_parse("--slice", optarg); break;
		case 'n': options.slices = number_parse("--slices", optarg); break;
		case 'j': options.jitter = number_parse("--jitter", optarg); break;
		case 'e': options.seed = number_parse("--seed", optarg); break;
		case 'c': options.cpu = number_parse("--cpu", optarg); break;
		case 'p': options.phase = number_parse("--phase", optarg); break;
		case 't': options.threads = true; break;
		case 'w': options.wander = true; break;
		case 'h': options.hold = true; break;
		default: fputs(usage, stderr); exit(2);
		}
	}
	return shared;
}

int main(int argc, char **argv)
{
	char *shared = parse_options(argc, argv);

	tasks = share_memory(MAX_TASKS * sizeof(*tasks));
	if (shared && argc == optind && options.slice && options.slices) {
		if (options.cpu < 0)
			options.cpu = 0;
		add_tasks(shared);
		run_ring();
		return 0;
	}
	if (shared || argc == optind || (argc - optind) % 2) {
		fputs(usage, stderr);
		return 2;
	}
	run_alone(argv + optind);
	return 0;
}
