// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

#include "tasks/stop.h"
#include "writing.h"

/* A reader that takes nothing for two seconds after a signal is none. */
enum { LOOK_US = 250000, LOOKS = 8 };

static const int endings[] = { SIGINT, SIGTERM };

#define NR_ENDINGS (sizeof(endings) / sizeof(*endings))

static struct sigaction was[NR_ENDINGS];

/* Handlers change these two, in system calls that are made here or between. */
static sig_atomic_t came;	/* the first signal, or 0 */
static sig_atomic_t stuck;	/* so many looks found no room */

static void end_by(int number)
{
	signal(number, SIG_DFL);
	raise(number);
}

/* What is closed, or has lost its reader, lets a write return. */
static bool has_room(void)
{
	struct pollfd fds[] = {
		{ .fd = STDOUT_FILENO, .events = POLLOUT },
		{ .fd = STDERR_FILENO, .events = POLLOUT },
	};

	return poll(fds, 2, 0) < 0 || (fds[0].revents && fds[1].revents);
}

static void look(int number)
{
	int error = errno;

	(void)number;
	stuck = has_room() ? 0 : stuck + 1;
	if (stuck == LOOKS)
		end_by(came);
	errno = error;
}

static void look_each(suseconds_t us)
{
	const struct sigaction looks = {
		.sa_handler = look, .sa_flags = SA_RESTART,
	};
	const struct itimerval t = {
		.it_interval.tv_usec = us, .it_value.tv_usec = us,
	};

	sigaction(SIGALRM, &looks, NULL);
	setitimer(ITIMER_REAL, &t, NULL);
}

static void take(int number)
{
	if (came) {
		end_by(number);
		return;
	}
	came = number;
	look_each(LOOK_US);
}

static void mask(int how, bool looks)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < NR_ENDINGS; i++)
		sigaddset(&set, endings[i]);
	if (looks)
		sigaddset(&set, SIGALRM);
	sigprocmask(how, &set, NULL);
}

/* What they interrupt goes on. */
static void catch(void)
{
	const struct sigaction takes = {
		.sa_handler = take, .sa_flags = SA_RESTART,
	};

	for (size_t i = 0; !came && i < NR_ENDINGS; i++)
		sigaction(endings[i], &takes, &was[i]);
	mask(SIG_UNBLOCK, true);
}

/* Where one came already, the next one ends the program without us. */
void writing_begin(const struct stop *s)
{
	came = s->came;
	stuck = 0;
	if (came)
		look_each(LOOK_US);
	catch();
}

void writing_end(struct stop *s)
{
	if (!s->came)
		mask(SIG_BLOCK, false);
	if (came)
		look_each(0);
	if (s->came)
		return;
	for (size_t i = 0; i < NR_ENDINGS; i++)
		sigaction(endings[i], &was[i], NULL);
	if (came)
		stop_by(s, came);
}
