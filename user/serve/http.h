/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Answers GET of /metrics, of the page and of its data, and nothing else. All is bounded: connections in all and of one
 * peer, what each may say, and how long it may take, from its first byte to the last one of
 * its answer; then it is cut off. Nothing is kept open for another question.
 */
#ifndef _SERVE_HTTP_H
#define _SERVE_HTTP_H

#include "answers.h"
#include "web_config.h"

struct http;

struct http_limits {
	unsigned int clients;	/* at once; the others wait */
	unsigned int of_one;	/* of these with one address */
	double deadline_s;	/* for all of a connection */
	const struct web_config *web;	/* TLS, as this says; NULL: without; stays */
};

/*
 * On the socket that systemd has passed on, or else on @address: "HOST:PORT", "[::1]:PORT",
 * or "PORT" of the loopback interface. @m must stay. Tells what is wrong.
 */
int http_open(struct http **out, const struct meter *m, const char *address,
	      const struct http_limits *limits);

/* To be polled; and for how many seconds at most. */
int http_fd(const struct http *h);
double http_wait(const struct http *h);

/* Does what is due, without waiting, and cuts off who takes too long. */
void http_run(struct http *h);

/*
 * There was a reading: what was answered before is not answered any more, unless clients
 * are being sent answers of three readings already; then it is until one of these is done.
 */
void http_renew(struct http *h);

/* The port that it listens on; 0: it is no port. */
unsigned int http_port(const struct http *h);

/* NULL is fine. */
void http_close(struct http *h);

#endif /* _SERVE_HTTP_H */
