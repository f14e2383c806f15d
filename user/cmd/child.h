/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A command that is run and read. It waits at a gate before its exec and is stopped once
 * more when that is over, so that its fork and its exec are not charged to it. It stays
 * a zombie until its last counts were read. Signals that would end the tool meanwhile
 * are the command's.
 */
#ifndef _CHILD_H
#define _CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "counts/sample.h"
#include "kernel/client.h"
#include "tasks/stop.h"

/* The signals of this program as they were; the command gets them. */
struct child_signals {
	sigset_t mask;
	struct sigaction ended;	/* of SIGCHLD */
};

/* The child reads this, in the memory of this program, up to its exec. */
struct errand {
	char *program;		/* where it is; NULL: execvp() tells */
	char **command;
	int gate;
	int gate_end;		/* not its end of it */
	int news;
	const struct child_signals *signals;
	int err;		/* of its exec, told by it */
};

struct child {
	pid_t pid;
	struct client *client;	/* of child_stop_open() */
	int gate[2];		/* closed or written to: give up, or exec */
	struct errand errand;
	void *stack;
	int news;		/* one word when it is ready; its exec closes it */
	struct sample born;	/* what it had been charged before it began */
	struct sample total;	/* and when it had ended */
	struct sample sample;	/* what it and its children did in between */
	bool last;		/* the sample has its last moments too */
	bool interrupted;	/* we were asked to end meanwhile */
	double waited_ns;	/* CPU time of those that were waited for */
	double before_ns;	/* CPU time before it began */
	double elapsed_ns;	/* from where it begins to its end, and in it: */
	double user_ns;		/* its own and that of those waited for */
	double system_ns;
	unsigned int orphans_nr;	/* processes below it that go on, */
	char orphans[96];	/* and the first of them */
	int status;		/* as of waitpid() */
};

void child_take_signals(struct child_signals *was);
/* Those that came since the last command ended are forgotten. */
void child_give_signals(const struct child_signals *was);

/* Up to the gate. -errno. */
int child_start(struct child *c, char **command,
		const struct child_signals *signals);

/* Reads what it was charged up to now, where it stands still. Silent. */
int child_measure(struct child *c, struct client *client);

/* Through the gate; it is measured once more when its exec is over. -errno of that. */
int child_release(struct child *c, struct client *client);

/* Says that @command cannot be run, for what either returned. The exit status. */
int child_refused(char **command, int err);

/*
 * For those who wait by tracker_wait() while it runs: @s comes when it has ended, and what
 * it did last was charged to it, or c->last is false. To be closed before it is reaped.
 * -errno.
 */
int child_stop_open(struct child *c, struct stop *s, struct client *client);
void child_stop_close(struct stop *s);

/* Its end; -EAGAIN: so many seconds are over before, which may be INFINITY. */
int child_wait(struct child *c, double seconds);

/* Reads what it and its children did, when it has ended. Silent. */
int child_read(struct child *c, struct client *client);

/* Let it go, whether it ran or not; c->status is its. -errno. */
int child_reap(struct child *c);

/* How much of the CPU time of its children is missing, and is it too much? */
double child_missing_ns(const struct child *c);
bool child_is_covered(const struct child *c);

/* As the shell tells it: 128 and the signal's number. */
int child_exit_status(const struct child *c);

#endif /* _CHILD_H */
