/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Talk to the module, or to a recording of it: open, ask, be answered. What
 * goes wrong is told on stderr here, where it is known; callers only return
 * the negative errno that they get.
 */
#ifndef _CLIENT_H
#define _CLIENT_H

#include <stdbool.h>
#include <stdint.h>

struct nlattr;
struct nl_sock;
struct replay;
struct recorder;

#define REQUEST_ARGS 4		/* of the largest request */

struct request {
	uint8_t cmd;		/* enum tdacct_cmd */
	bool dump;
	unsigned int nr;
	struct {
		uint16_t attr;
		uint16_t size;	/* 4 or 8; 0 of a flag */
		uint64_t number;
	} arg[REQUEST_ARGS];
};

void request_u32(struct request *rq, uint16_t attr, uint32_t number);
void request_u64(struct request *rq, uint16_t attr, uint64_t number);
void request_flag(struct request *rq, uint16_t attr);

/* Where answers go. begin() is called again when a dump is asked again. */
struct receiver {
	void (*begin)(void *arg);
	int (*message)(const struct nlattr *attrs, int len, void *arg);
	void *arg;
};

struct client {
	struct nl_sock *sk;
	int family;
	void *buffer;		/* for one datagram */
	struct replay *replay;
	struct recorder *recorder;
	bool beside;		/* recording and replay are another's */
	const struct receiver *unasked;
	bool isolated;		/* isolated CPUs are asked, too */
	bool interrupted;	/* the last dump is not of one moment */
	double asked;		/* when, in seconds since boot; NAN: not known */
	char text[192];		/* what the kernel said of the last failure */
};

/* Either file may be NULL. Says what is wrong. */
int client_open(struct client *c, const char *replay, const char *record);

/*
 * Another socket, for @unasked: what the kernel sends by itself. A recording
 * is one for both. The receive buffer shall have @buffer bytes.
 */
int client_open_beside(struct client *c, const struct client *of,
		       const struct receiver *unasked, int buffer);

/* How many bytes of messages may wait; 0 of a recording. */
int client_buffer(const struct client *c);

/* To be polled; -1 of a recording, which is never waited for. */
int client_fd(const struct client *c);

/*
 * Receive one message that was not asked for, if one is there, else -EAGAIN.
 * -ENOBUFS: some were lost, -ENODATA: a recording ended.
 */
int client_hear(struct client *c);

/* An error if the recording could not be written. */
int client_close(struct client *c);

/*
 * Ask, and hand each message of the answer to @to. A dump that the world
 * moved under is asked again a few times; then it is kept as it is and
 * c->interrupted says so. Silent about errors, see client_complain().
 */
int client_ask(struct client *c, const struct request *rq,
	       const struct receiver *to);

/* "tdacct: <what>: <why>; <what to do>" */
void client_complain(const struct client *c, int err, const char *what, ...)
	__attribute__((format(printf, 3, 4)));

/* What to do about a missing capability. */
const char *client_advice(void);

/*
 * Nothing waits while a recording answers; but from then on it may not give
 * an answer twice, which would look as if nothing had happened meanwhile.
 */
void client_sleep(const struct client *c, double seconds);

/* Seconds between two questions; @nominal where that is not known. */
double client_between(double from, double to, double nominal);

#endif /* _CLIENT_H */
