// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "kernel/client.h"
#include "clock.h"
#include "stop.h"

/* A reader has so long after a signal to read what is written. */
enum { READER_S = 2 };

static const int endings[] = { SIGINT, SIGTERM };

#define NR_ENDINGS (sizeof(endings) / sizeof(*endings))

static void fill(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
}

/*
 * Who began us in the background has SIGINT ignored. One that waits to be taken would be
 * thrown away when somebody sets a handler for a while and then this again.
 */
static void ignore_not(int number)
{
	struct sigaction is;

	if (!sigaction(number, NULL, &is) && is.sa_handler == SIG_IGN)
		signal(number, SIG_DFL);
}

int stop_open(struct stop *s)
{
	sigset_t set;

	fill(&set);
	s->came = 0;
	s->take = NULL;
	sigprocmask(SIG_BLOCK, &set, NULL);
	for (size_t i = 0; i < NR_ENDINGS; i++)
		ignore_not(endings[i]);
	s->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return s->fd < 0 ? -errno : 0;
}

static void let_through(void)
{
	sigset_t set;

	fill(&set);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* One that is taken does not wait any more: it cannot end the program. */
void stop_take(struct stop *s)
{
	struct signalfd_siginfo info;

	if (s->take) {
		s->take(s);
		return;
	}
	while (read(s->fd, &info, sizeof(info)) > 0)
		s->came = s->came ? s->came : (int)info.ssi_signo;
	if (s->came)
		let_through();
}

void stop_close(struct stop *s)
{
	if (s->fd < 0)
		return;
	stop_take(s);
	close(s->fd);
	s->fd = -1;
	let_through();
}

/* Whatever became of it since. */
void stop_obey(int number)
{
	signal(number, SIG_DFL);
	raise(number);
}

/* ---- while something is written ----------------------------------------- */

/* The actions of the signals before, and the first signal that came since, or 0. */
static struct sigaction was[NR_ENDINGS];
static volatile sig_atomic_t came;

static void give_up(int number)
{
	(void)number;
	stop_obey(came);
}

static void give_up_later(void)
{
	signal(SIGALRM, give_up);
	alarm(READER_S);
}

static void take(int number)
{
	if (came)
		stop_obey(number);
	came = number;
	give_up_later();
}

void stop_begin_write(const struct stop *s)
{
	const struct sigaction takes = {
		.sa_handler = take, .sa_flags = SA_RESTART,
	};
	sigset_t set;

	came = s->came;
	fill(&set);
	sigaddset(&set, SIGALRM);
	for (size_t i = 0; !came && i < NR_ENDINGS; i++)
		sigaction(endings[i], &takes, &was[i]);
	if (came)
		give_up_later();
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void stop_end_write(struct stop *s)
{
	sigset_t set;

	fill(&set);
	if (!s->came)
		sigprocmask(SIG_BLOCK, &set, NULL);
	if (came)
		alarm(0);
	if (s->came)
		return;
	for (size_t i = 0; i < NR_ENDINGS; i++)
		sigaction(endings[i], &was[i], NULL);
	s->came = came;
	if (came)
		let_through();
}

/* ---- while nothing happens ---------------------------------------------- */

bool stop_wait(struct stop *s, int fd, double seconds)
{
	struct pollfd fds[] = {
		{ .fd = s->fd, .events = POLLIN },
		{ .fd = fd, .events = POLLIN },
	};
	bool ends = seconds < 1e9;
	struct timespec t = { .tv_sec = 0 };

	if (ends) {
		t.tv_sec = (time_t)seconds;
		t.tv_nsec = (long)((seconds - floor(seconds)) * 1e9);
	}
	if (ppoll(fds, 2, ends ? &t : NULL, NULL) <= 0)
		return false;
	if (fds[0].revents)
		stop_take(s);
	return fds[1].revents;
}

void stop_sleep(struct stop *s, const struct client *c, double seconds)
{
	double end = clock_now() + seconds, left;

	if (!client_is_live(c)) {
		client_sleep(c, 0);
		return;
	}
	while (!s->came && (left = clock_until(end)) > 0)
		stop_wait(s, -1, left);
}
