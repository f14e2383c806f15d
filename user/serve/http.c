// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tasks/clock.h"
#include "view/page.h"
#include "http.h"

enum {
	PASSED_FD = 3,		/* the first that systemd passes on */
	MEMORY = 16 * 1024,	/* of a connection: what it says must fit */
	READINGS_KEPT = 3,	/* whose answers are in memory, at most */
};

/* One that is open. */
struct peer {
	struct peer *next, **link;
	int fd;
	double until;
	bool cut;
	uint64_t reading;	/* that it is being sent; 0: none */
};

struct http {
	struct MHD_Daemon *daemon;
	const struct meter *meter;
	struct http_limits limits;
	struct MHD_Response *kept[ANSWERS][2];
	struct peer *peers;
	unsigned int port;
	uint64_t reading;	/* whose answers are kept, from 1 */
	bool outdated;		/* there was another one since */
};

/* ---- answers ------------------------------------------------------------ */

static struct MHD_Response *make(const char *text, size_t len, const char *type,
				 enum MHD_ResponseMemoryMode mode)
{
	struct MHD_Response *r =
		MHD_create_response_from_buffer(len, (void *)text, mode);

	if (!r)
		return NULL;
	MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, type);
	MHD_add_response_header(r, MHD_HTTP_HEADER_CONNECTION, "close");
	MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
	return r;
}

/* Who has the same already is sent nothing; and who has none may not keep it unasked. */
static void put_tag(struct MHD_Response *r, const struct answer *a)
{
	char tag[ANSWER_TAG_SIZE];

	answer_tag(a, tag);
	MHD_add_response_header(r, MHD_HTTP_HEADER_ETAG, tag);
	MHD_add_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
}

/* @what as in answer_make(). NULL: no memory. */
static struct MHD_Response *find(struct http *h, unsigned int what, bool packed)
{
	struct MHD_Response *r = h->kept[what][packed];
	struct answer a;

	if (r || answer_make(&a, h->meter, what, packed))
		return r;
	r = make(a.text, a.len, answer_type(what), MHD_RESPMEM_MUST_FREE);
	if (!r) {
		free(a.text);
		return NULL;
	}
	MHD_add_response_header(r, MHD_HTTP_HEADER_VARY,
				"Accept, Accept-Encoding");
	if (packed)
		MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_ENCODING,
					"gzip");
	if (what >= EXPOSITION_FORMATS)
		put_tag(r, &a);
	h->kept[what][packed] = r;
	return r;
}

static enum MHD_Result refuse(struct MHD_Connection *c, unsigned int status,
			      const char *text)
{
	struct MHD_Response *r = make(text, strlen(text),
				      "text/plain; charset=utf-8",
				      MHD_RESPMEM_PERSISTENT);
	enum MHD_Result result;

	if (!r)
		return MHD_NO;
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(r, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	result = MHD_queue_response(c, status, r);
	MHD_destroy_response(r);
	return result;
}

static const char *header(struct MHD_Connection *c, const char *name)
{
	return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static bool is_admitted(const struct http *h, struct MHD_Connection *c)
{
	const union MHD_ConnectionInfo *info;

	if (!h->limits.web)
		return true;
	info = MHD_get_connection_info(c, MHD_CONNECTION_INFO_GNUTLS_SESSION);
	return info && web_config_admits(h->limits.web, info->tls_session);
}

/* As long as @c is there the answer stays in memory. */
static void note_reading(const struct http *h, struct MHD_Connection *c)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
		c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct peer *p = info ? info->socket_context : NULL;

	if (p)
		p->reading = h->reading;
}

/* Does the client have it already? */
static bool is_known(const char *tags, struct MHD_Response *r)
{
	const char *tag = MHD_get_response_header(r, MHD_HTTP_HEADER_ETAG);

	return tags && tag && strstr(tags, tag);
}

/* Not even of its own machine does it load what is not in it or its data. */
static void put_policy(struct MHD_Response *r, const char *from)
{
	char policy[1024];
	size_t origin = from ? answer_origin(from) : 0;

	snprintf(policy, sizeof(policy), "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'%s%.*s; %s",
		 origin ? " " : "", (int)origin, from ? from : "", page_policy());
	MHD_add_response_header(r, "Content-Security-Policy", policy);
	MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
}

/* One that is asked for is of this client alone: it says from where it may load. */
static enum MHD_Result answer_page(struct http *h, struct MHD_Connection *c, bool packed)
{
	struct answer a;
	struct MHD_Response *r;
	enum MHD_Result result;
	bool known;

	if (answer_make(&a, h->meter, ANSWER_PAGE, packed))
		return MHD_NO;
	r = make(a.text, a.len, answer_type(ANSWER_PAGE), MHD_RESPMEM_MUST_FREE);
	if (!r) {
		free(a.text);
		return MHD_NO;
	}
	put_tag(r, &a);
	known = is_known(header(c, MHD_HTTP_HEADER_IF_NONE_MATCH), r);
	MHD_add_response_header(r, MHD_HTTP_HEADER_VARY, "Accept-Encoding");
	put_policy(r, MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND,
						  "prometheus"));
	if (packed)
		MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_ENCODING,
					"gzip");
	result = MHD_queue_response(c, known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, r);
	MHD_destroy_response(r);
	return result;
}

static enum MHD_Result answer(void *arg, struct MHD_Connection *c,
			      const char *url, const char *method,
			      const char *version, const char *upload,
			      size_t *upload_size, void **state)
{
	static int begun;
	struct http *h = arg;
	struct MHD_Response *r;
	unsigned int what;
	bool packed;

	(void)version;
	(void)upload;
	if (!is_admitted(h, c))
		return refuse(c, MHD_HTTP_FORBIDDEN,
			      "a client needs a certificate that is signed by those who are trusted here\n");
	if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 &&
	    strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
		return refuse(c, MHD_HTTP_METHOD_NOT_ALLOWED,
			      "only GET and HEAD are answered\n");
	if (!*state || *upload_size) {	/* a body may follow, and is not read */
		*state = &begun;
		*upload_size = 0;
		return MHD_YES;
	}
	packed = answer_packed(header(c, MHD_HTTP_HEADER_ACCEPT_ENCODING));
	if (!strcmp(url, "/"))
		return answer_page(h, c, packed);
	what = !strcmp(url, "/metrics") ?
	       answer_format(header(c, MHD_HTTP_HEADER_ACCEPT)) :
	       !strcmp(url, "/now.json") ? ANSWER_NOW :
	       !strcmp(url, "/hour.json") ? ANSWER_HOUR : ANSWERS;
	if (what == ANSWERS)
		return refuse(c, MHD_HTTP_NOT_FOUND,
			      "there are only /, /metrics, /now.json and /hour.json\n");
	if (what < EXPOSITION_FORMATS && !h->meter->readings)
		return refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE,
			      "nothing was read yet\n");
	r = find(h, what, packed);
	if (!r)
		return refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "no memory\n");
	note_reading(h, c);
	return MHD_queue_response(c, is_known(header(c, MHD_HTTP_HEADER_IF_NONE_MATCH), r) ?
				  MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, r);
}

/* Of how many readings somebody is being sent an answer. */
static unsigned int readings_held(const struct http *h)
{
	unsigned int nr = 0;

	for (const struct peer *p = h->peers; p; p = p->next) {
		const struct peer *other = h->peers;

		while (other != p && other->reading != p->reading)
			other = other->next;
		nr += p->reading && other == p;
	}
	return nr;
}

/* Drops the answers that are kept; who is being sent one has it until the end. */
static void drop(struct http *h)
{
	for (size_t f = 0; f < ANSWERS; f++)
		for (size_t p = 0; p < 2; p++) {
			if (h->kept[f][p])
				MHD_destroy_response(h->kept[f][p]);
			h->kept[f][p] = NULL;
		}
}

/* Who is slow holds answers of a reading; no more than so many readings are held. */
void http_renew(struct http *h)
{
	h->outdated = readings_held(h) >= READINGS_KEPT;
	if (h->outdated)
		return;
	drop(h);
	h->reading++;
}

/* ---- how long a connection may take ------------------------------------- */

/* The library has a limit for those that are idle only. */
static void changed(void *arg, struct MHD_Connection *c, void **state,
		    enum MHD_ConnectionNotificationCode code)
{
	struct http *h = arg;
	struct peer *p = *state;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		const union MHD_ConnectionInfo *info = MHD_get_connection_info(
			c, MHD_CONNECTION_INFO_CONNECTION_FD);

		p = calloc(1, sizeof(*p));
		*state = p;
		if (!info || !p) {
			if (info)
				shutdown(info->connect_fd, SHUT_RDWR);
			free(p);
			*state = NULL;
			return;
		}
		p->fd = info->connect_fd;
		p->until = clock_now() + h->limits.deadline_s;
		p->next = h->peers;
		p->link = &h->peers;
		if (p->next)
			p->next->link = &p->next;
		h->peers = p;
	} else if (p) {
		*p->link = p->next;
		if (p->next)
			p->next->link = p->link;
		free(p);
		*state = NULL;
	}
}

static void cut_off(struct http *h)
{
	double now = clock_now();

	for (struct peer *p = h->peers; p; p = p->next) {
		if (p->cut || p->until > now)
			continue;
		p->cut = true;
		shutdown(p->fd, SHUT_RDWR);
	}
}

void http_run(struct http *h)
{
	cut_off(h);
	MHD_run(h->daemon);
	if (h->outdated)
		http_renew(h);
}

double http_wait(const struct http *h)
{
	MHD_UNSIGNED_LONG_LONG ms;
	double wait = INFINITY;

	if (MHD_get_timeout(h->daemon, &ms) == MHD_YES)
		wait = (double)ms / 1e3;
	for (const struct peer *p = h->peers; p; p = p->next)
		if (!p->cut && clock_until(p->until) < wait)
			wait = clock_until(p->until);
	return wait;
}

int http_fd(const struct http *h)
{
	return MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

unsigned int http_port(const struct http *h)
{
	return h->port;
}

/* ---- where it listens --------------------------------------------------- */

/* The protocol of sd_listen_fds(3): -1 where nothing was passed on to us. */
static int passed_on(void)
{
	const char *pid = getenv("LISTEN_PID"), *nr = getenv("LISTEN_FDS");

	if (!pid || !nr || atol(pid) != getpid() || atoi(nr) != 1)
		return -1;
	unsetenv("LISTEN_PID");
	unsetenv("LISTEN_FDS");
	return PASSED_FD;
}

/* "[::1]:80" becomes "::1" and "80", "80" the loopback interface. */
static int split(const char *address, char *host, size_t size,
		 const char **port)
{
	const char *colon = strrchr(address, ':');
	size_t len = colon ? (size_t)(colon - address) : 0;

	*port = colon ? colon + 1 : address;
	if (colon && *address == '[') {
		if (len < 2 || address[len - 1] != ']')
			return -EINVAL;
		address++;
		len -= 2;
	}
	if (len >= size || !**port ||
	    (*port)[strspn(*port, "0123456789")] || (colon && !len) ||
	    strlen(*port) > 5 || atoi(*port) > UINT16_MAX)
		return -EINVAL;
	if (colon)
		snprintf(host, size, "%.*s", (int)len, address);
	else
		snprintf(host, size, "127.0.0.1");
	return 0;
}

static int listen_on(const char *address)
{
	const struct addrinfo hints = {
		.ai_socktype = SOCK_STREAM,
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
	};
	struct addrinfo *found = NULL;
	char host[INET6_ADDRSTRLEN + 16];
	const char *port;
	int fd, one = 1, err;

	if (split(address, host, sizeof(host), &port) ||
	    getaddrinfo(host, port, &hints, &found)) {
		fprintf(stderr, "tdacct: --listen expects ADDRESS:PORT, such as 127.0.0.1:9955 or [::]:9955, or a port, not '%s'\n",
			address);
		return -EINVAL;
	}
	fd = socket(found->ai_family,
		    SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd >= 0)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) ||
	    listen(fd, SOMAXCONN)) {
		err = -errno;
		fprintf(stderr, "tdacct: cannot listen on %s: %m\n", address);
		if (fd >= 0)
			close(fd);
		fd = err;
	}
	freeaddrinfo(found);
	return fd;
}

static unsigned int port_of(int fd)
{
	union {
		struct sockaddr any;
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
		struct sockaddr_storage room;
	} a;
	socklen_t len = sizeof(a);

	if (getsockname(fd, &a.any, &len))
		return 0;
	return a.any.sa_family == AF_INET ? ntohs(a.in.sin_port) :
	       a.any.sa_family == AF_INET6 ? ntohs(a.in6.sin6_port) : 0;
}

/* Drops messages of the library: they are about what clients do wrong. */
static void keep_quiet(void *arg, const char *format, va_list args)
{
	(void)arg;
	(void)format;
	(void)args;
}

static struct MHD_Daemon *start(struct http *h, int fd)
{
	const struct web_config *web = h->limits.web;
	struct MHD_OptionItem tls[5] = {
		{ MHD_OPTION_HTTPS_MEM_CERT, 0, web ? web->cert : NULL },
		{ MHD_OPTION_HTTPS_MEM_KEY, 0, web ? web->key : NULL },
		{ MHD_OPTION_HTTPS_PRIORITIES, 0, web ? (void *)web->priorities : NULL },
		{ web && web->ca ? MHD_OPTION_HTTPS_MEM_TRUST : MHD_OPTION_END, 0,
		  web ? web->ca : NULL },
		{ MHD_OPTION_END, 0, NULL },
	};

	if (!web)
		tls[0].option = MHD_OPTION_END;
	return MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_ERROR_LOG |
				(web ? MHD_USE_TLS : 0), 0, NULL,
		NULL, answer, h, MHD_OPTION_EXTERNAL_LOGGER, keep_quiet, NULL,
		MHD_OPTION_LISTEN_SOCKET, fd,
		MHD_OPTION_CONNECTION_LIMIT, h->limits.clients,
		MHD_OPTION_PER_IP_CONNECTION_LIMIT, h->limits.of_one,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY,
		MHD_OPTION_NOTIFY_CONNECTION, changed, h,
		MHD_OPTION_ARRAY, tls, MHD_OPTION_END);
}

int http_open(struct http **out, const struct meter *m, const char *address,
	      const struct http_limits *limits)
{
	struct http *h = calloc(1, sizeof(*h));
	int fd = h ? passed_on() : -ENOMEM;

	*out = NULL;
	if (h && fd < 0)
		fd = listen_on(address);
	if (fd < 0) {
		free(h);
		return fd;
	}
	h->meter = m;
	h->limits = *limits;
	h->reading = 1;
	h->port = port_of(fd);
	h->daemon = start(h, fd);
	if (!h->daemon) {
		fprintf(stderr, limits->web ?
			"tdacct: the HTTP server does not start: its certificate and key are not right, or do not belong together\n" :
			"tdacct: the HTTP server does not start\n");
		close(fd);
		free(h);
		return -EIO;
	}
	*out = h;
	return 0;
}

void http_close(struct http *h)
{
	if (!h)
		return;
	drop(h);
	MHD_stop_daemon(h->daemon);
	free(h);
}
