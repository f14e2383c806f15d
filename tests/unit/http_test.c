// SPDX-License-Identifier: GPL-2.0
/*
 * The exporter's port, with real sockets. Server and clients are one process, and take turns:
 * nothing depends on who is quicker. A deadline is either so short that it is over at some
 * time, or so long that it never is.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "collect/session.h"
#include "serve/http.h"
#include "text/text.h"
#include "scene.h"
#include "unit.h"

#define NEVER_S 1e6
#define SOON_S 0.02

enum { CROWD = 1000, TURNS = 200, CGROUPS = 4000 };

static struct meter meter;
static struct session session;
static char path[64] = "/tmp/tdacct-unit-XXXXXX";
static struct source from = { .replay = path };

/* One reading, of so many cgroups. */
static void fill(unsigned int cgroups)
{
	const struct places_limits limits = { .depth = 8, .series = 1000000, .keep_s = 3600 };
	struct text t = { .len = 0 };
	char line[100];

	text_put(&t, "info\nask SUBSCRIBE do\nend 0\nat 1\nask GET_PROCESS dump\nsay id=1 pid=1 comm=a cpu_ns=9 lost_ns=0 slots=9\nend 0\nask GET_CGROUP dump\n");
	for (unsigned int i = 1; i <= cgroups; i++) {
		snprintf(line, sizeof(line), "say cgroup=%u path=/%u cpu_ns=9 lost_ns=0 slots=%u own.slots=0\n", i, i, i);
		text_put(&t, line);
	}
	text_put(&t, "end 0\nask GET_TOTALS do\nsay bare before.slots=0 live.slots=9 exited.slots=0 idle.slots=0 untracked.slots=0 after.slots=9\nend 0\n");
	text_add(&t, "", 1);
	scene_write(path, t.at);
	text_free(&t);
	if (session_open(&session, &from))
		abort();
	meter_open(&meter, &session, &from, &limits, 10);
	if (meter_read(&meter))
		abort();
}

static void empty(void)
{
	meter_close(&meter);
	session_close(&session);
}

static struct http *open_port(unsigned int clients, unsigned int of_one, double deadline_s)
{
	const struct http_limits limits = { clients, of_one, deadline_s };
	struct http *h;

	if (http_open(&h, &meter, "0", &limits))
		abort();
	return h;
}

/* ---- clients ------------------------------------------------------------ */

struct caller {
	int fd;
	struct text got;
	bool over;
};

/* Each @peer is another address of the loopback interface. */
static struct caller join(const struct http *h, unsigned int peer, int buffer)
{
	struct sockaddr_in to = { .sin_family = AF_INET };
	struct caller c = { .fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0) };

	to.sin_addr.s_addr = htonl(0x7f000002 + peer);
	if (c.fd < 0 || bind(c.fd, (void *)&to, sizeof(to)))
		abort();
	if (buffer)
		setsockopt(c.fd, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof(buffer));
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	to.sin_port = htons((uint16_t)http_port(h));
	if (connect(c.fd, (void *)&to, sizeof(to)) && errno != EINPROGRESS)
		abort();
	return c;
}

/* When the connection is there. */
static void say(struct caller *c, const char *what)
{
	struct pollfd p = { .fd = c->fd, .events = POLLOUT };

	poll(&p, 1, -1);
	if (send(c->fd, what, strlen(what), MSG_NOSIGNAL) < 0)
		c->over = true;
}

static void hear(struct caller *c)
{
	static char part[1 << 16];
	ssize_t n = c->over ? 0 : recv(c->fd, part, sizeof(part), 0);

	if (n > 0)
		text_add(&c->got, part, (size_t)n);
	c->over |= !n || (n < 0 && errno != EAGAIN);
}

static void leave(struct caller *c)
{
	close(c->fd);
	text_free(&c->got);
}

/* The server does what is due, and waits for that at most a moment. */
static void turn(struct http *h)
{
	struct pollfd p = { .fd = http_fd(h), .events = POLLIN };

	poll(&p, 1, 1);
	http_run(h);
}

/* Until the server has closed the connection. Its answer has a NUL at its end. */
static const char *finish(struct http *h, struct caller *c)
{
	while (!c->over) {
		turn(h);
		hear(c);
	}
	text_add(&c->got, "", 1);
	return c->got.at;
}

static const char *body(const char *answer)
{
	const char *at = strstr(answer, "\r\n\r\n");

	return at ? at + 4 : "";
}

/* ---- what is answered --------------------------------------------------- */

struct answer_row {
	const char *name;
	const char *asked;
	const char *begin;	/* of the answer */
	const char *has;
	const char *never;
};

#define GET(_path, _more) "GET " _path " HTTP/1.1\r\nHost: x\r\n" _more "\r\n"
#define POLICY "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src"
#define OPENMETRICS "Accept: application/openmetrics-text; version=1.0.0\r\n"

/* clang-format off */
static const struct answer_row answer_rows[] = {
	{ "text", GET("/metrics", ""), "HTTP/1.1 200 ", "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n", "# EOF" },
	{ "OpenMetrics", GET("/metrics", OPENMETRICS), "HTTP/1.1 200 ", "Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n", "gzip" },
	{ "an answer depends on what was wished for", GET("/metrics", ""), "HTTP/1.1 200 ", "Vary: Accept, Accept-Encoding\r\n", NULL },
	{ "packed", GET("/metrics", "Accept-Encoding: gzip\r\n"), "HTTP/1.1 200 ", "Content-Encoding: gzip\r\n", "# HELP" },
	{ "HTTP/1.0", "GET /metrics HTTP/1.0\r\n\r\n", "HTTP/1.", "\ntdacct_up 1\n", NULL },
	{ "nothing is kept open", GET("/metrics", "Connection: keep-alive\r\n"), "HTTP/1.1 200 ", "Connection: close\r\n", "Keep-Alive" },
	{ "only the head", "HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 200 ", "Content-Length: ", "tdacct_up" },
	{ "another page", GET("/metric", ""), "HTTP/1.1 404 ", "there are only /, /metrics, /now.json and /hour.json", "tdacct_up" },
	{ "below it", GET("/metrics/", ""), "HTTP/1.1 404 ", "", "tdacct_up" },
	{ "with a query", GET("/metrics?a=b", ""), "HTTP/1.1 200 ", "\ntdacct_up 1\n", NULL },
	{ "the page", GET("/", ""), "HTTP/1.1 200 ", "Content-Type: text/html; charset=utf-8\r\n", "tdacct_up" },
	{ "the page is whole", GET("/", ""), "HTTP/1.1 200 ", "</script>\n</body>\n</html>\n", NULL },
	{ "the page, packed", GET("/", "Accept-Encoding: gzip\r\n"), "HTTP/1.1 200 ", "Content-Encoding: gzip\r\n", "<html" },
	{ "what the page may load and execute", GET("/", ""), "HTTP/1.1 200 ", "Content-Security-Policy: " POLICY " 'self'; style-src 'sha256-", "unsafe" },
	{ "and its script", GET("/", ""), "HTTP/1.1 200 ", "='; script-src 'sha256-", NULL },
	{ "nobody is told where the page is", GET("/", ""), "HTTP/1.1 200 ", "Referrer-Policy: no-referrer\r\n", NULL },
	{ "the page and a Prometheus", GET("/?prometheus=https://example.net:9090/x", ""), "HTTP/1.1 200 ", POLICY " 'self' https://example.net:9090; style-src", "/x" },
	{ "one by its address", GET("/?prometheus=http://[::1]:9090", ""), "HTTP/1.1 200 ", POLICY " 'self' http://[::1]:9090; style-src", NULL },
	{ "what is no origin", GET("/?prometheus=javascript:alert(1)", ""), "HTTP/1.1 200 ", POLICY " 'self'; style-src", NULL },
	{ "an origin that is a policy", GET("/?prometheus=http://example.net;script-src", ""), "HTTP/1.1 200 ", POLICY " 'self'; style-src", NULL },
	{ "any origin", GET("/?prometheus=http%3A//*", ""), "HTTP/1.1 200 ", POLICY " 'self'; style-src", NULL },
	{ "a line behind it", GET("/?prometheus=http://example.net%0d%0aX:%20y", ""), "HTTP/1.1 200 ", POLICY " 'self'; style-src", "\nX: y" },
	{ "data of now", GET("/now.json", ""), "HTTP/1.1 200 ", "Content-Type: application/json; charset=utf-8\r\n", "tdacct_up" },
	{ "its rows", GET("/now.json", ""), "HTTP/1.1 200 ", "\"kind\":\"machine\"", NULL },
	{ "may be kept when they were asked for", GET("/now.json", ""), "HTTP/1.1 200 ", "Cache-Control: no-cache\r\n", NULL },
	{ "data of the hour", GET("/hour.json", ""), "HTTP/1.1 200 ", "\"bins\":[]", NULL },
	{ "metrics have no tag", GET("/metrics", ""), "HTTP/1.1 200 ", "", "ETag" },
	{ "the page is not written to", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 405 ", "Allow: GET, HEAD\r\n", "<html" },
	{ "POST", "POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.1 405 ", "Allow: GET, HEAD\r\n", "tdacct_up" },
	{ "GET with a body", "GET /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.1 200 ", "\ntdacct_up 1\n", NULL },
	{ "no HTTP at all", "\026\003\001\002\r\n\r\n", "", "", "tdacct_up" },
};
/* clang-format on */

static void try_answer(const void *arg)
{
	const struct answer_row *row = arg;
	struct http *h = open_port(8, 8, NEVER_S);
	struct caller c = join(h, 0, 0);
	const char *got;

	say(&c, row->asked);
	got = finish(h, &c);
	EXPECT(!strncmp(row->begin, got, strlen(row->begin)));
	unit_expect(row->has, got);
	if (row->never)
		EXPECT(!strstr(got, row->never));
	leave(&c);
	http_close(h);
}

/* ---- what happens in turns ---------------------------------------------- */

static void packed_is_the_same(void)
{
	struct http *h = open_port(8, 8, NEVER_S);
	struct caller plain = join(h, 0, 0), packed = join(h, 0, 0);
	static unsigned char text[1 << 16];
	z_stream z = { .next_out = text, .avail_out = sizeof(text) - 1 };
	const char *want;

	say(&plain, GET("/metrics", OPENMETRICS));
	say(&packed, GET("/metrics", OPENMETRICS "Accept-Encoding: gzip\r\n"));
	want = body(finish(h, &plain));
	z.next_in = (void *)body(finish(h, &packed));
	z.avail_in = (uInt)(packed.got.at + packed.got.len - 1 - (char *)z.next_in);
	EXPECT_INT(Z_OK, inflateInit2(&z, 15 + 16));
	EXPECT_INT(Z_STREAM_END, inflate(&z, Z_FINISH));
	EXPECT_INT(0, z.avail_in);
	inflateEnd(&z);
	EXPECT_TEXT(want, (char *)text);
	unit_expect("# EOF\n", want);
	leave(&plain);
	leave(&packed);
	http_close(h);
}

/* Asks for @what with the tag that @h gave for it, or with another one. */
static void ask_again(struct http *h, const char *what, bool other)
{
	struct caller first = join(h, 0, 0), again = join(h, 0, 0);
	char text[300];
	const char *got, *tag;

	snprintf(text, sizeof(text), GET("%s", ""), what);
	say(&first, text);
	tag = strstr(finish(h, &first), "ETag: ") + 6;
	snprintf(text, sizeof(text), GET("%s", "If-None-Match: \"a\", %.*s\r\n"), what,
		 other ? 3 : (int)strcspn(tag, "\r"), other ? "\"b\"" : tag);
	say(&again, text);
	got = finish(h, &again);
	EXPECT(!strncmp(other ? "HTTP/1.1 200 " : "HTTP/1.1 304 ", got, 13));
	EXPECT_INT(other, *body(got) != 0);
	leave(&first);
	leave(&again);
}

static void what_is_known_is_not_sent(void)
{
	struct http *h = open_port(8, 8, NEVER_S);

	for (unsigned int other = 0; other < 2; other++) {
		ask_again(h, "/", other);
		ask_again(h, "/now.json", other);
		ask_again(h, "/hour.json", other);
	}
	http_close(h);
}

static void before_a_reading(void)
{
	struct http *h = open_port(8, 8, NEVER_S);
	struct caller c = join(h, 0, 0);
	uint64_t readings = meter.readings;

	meter.readings = 0;
	say(&c, GET("/metrics", ""));
	EXPECT(!strncmp(finish(h, &c), "HTTP/1.1 503 ", 13));
	meter.readings = readings;
	leave(&c);
	http_close(h);
}

static void after_the_next_one(void)
{
	struct http *h = open_port(8, 8, NEVER_S);
	struct caller was = join(h, 0, 0), kept, is;

	say(&was, GET("/metrics", ""));
	unit_expect("\ntdacct_exporter_readings_total 1\n", finish(h, &was));
	meter.readings++;
	kept = join(h, 0, 0);
	say(&kept, GET("/metrics", ""));
	unit_expect("\ntdacct_exporter_readings_total 1\n", finish(h, &kept));
	http_renew(h);
	is = join(h, 0, 0);
	say(&is, GET("/metrics", ""));
	unit_expect("\ntdacct_exporter_readings_total 2\n", finish(h, &is));
	meter.readings--;
	leave(&was);
	leave(&kept);
	leave(&is);
	http_close(h);
}

/* A byte each turn, and each of them late for somebody whose limit is for idle ones. */
static void byte_by_byte(void)
{
	static const char asked[] = GET("/metrics", "");
	struct http *h = open_port(8, 8, NEVER_S);
	struct caller c = join(h, 0, 0);

	for (size_t i = 0; asked[i]; i++) {
		say(&c, (char[]){ asked[i], 0 });
		turn(h);
	}
	unit_expect("\ntdacct_up 1\n", finish(h, &c));
	leave(&c);
	http_close(h);
}

static void half_a_request(void)
{
	struct http *h = open_port(8, 8, SOON_S);
	struct caller c = join(h, 0, 0);

	say(&c, "GET /metrics HTTP/1.1\r\nHost:");
	EXPECT_TEXT("", finish(h, &c));
	leave(&c);
	http_close(h);
}

static void goes_on_and_on(void)
{
	struct http *h = open_port(8, 8, SOON_S);
	struct caller c = join(h, 0, 0);

	say(&c, "GET /metrics HTTP/1.1\r\nA: ");
	while (!c.over) {	/* never idle */
		say(&c, "a");
		turn(h);
		hear(&c);
	}
	EXPECT(!strstr(c.got.len ? c.got.at : "", "tdacct_up"));
	leave(&c);
	http_close(h);
}

static void too_much(void)
{
	static char line[1 << 16];
	struct http *h = open_port(8, 8, NEVER_S);
	struct caller c = join(h, 0, 0);

	memset(line, 'a', sizeof(line) - 1);
	say(&c, "GET /metrics HTTP/1.1\r\nA: ");
	say(&c, line);
	EXPECT(!strstr(finish(h, &c), "tdacct_up"));
	leave(&c);
	http_close(h);
}

/* Its answer does not fit into what lies between the two. */
static void reads_nothing(void)
{
	struct http *h;
	struct caller c, other;
	size_t len;

	empty();
	fill(CGROUPS);
	h = open_port(8, 8, SOON_S);
	c = join(h, 0, 4096);
	say(&c, GET("/metrics", ""));
	while (http_wait(h) < NEVER_S)	/* until nobody is there any more */
		turn(h);
	len = strlen(finish(h, &c));
	EXPECT(len > 0);
	EXPECT(strncmp(c.got.at, "HTTP/1.1 200 ", 13) == 0);
	EXPECT(!strstr(c.got.at, "tdacct_exporter_series"));
	other = join(h, 0, 0);
	say(&other, GET("/", ""));
	unit_expect("</html>", finish(h, &other));
	leave(&c);
	leave(&other);
	http_close(h);
	empty();
	fill(2);
}

/* It has begun to be sent when the next reading comes. */
static void slow_one_has_all(void)
{
	struct http *h;
	struct caller c;

	empty();
	fill(CGROUPS);
	h = open_port(8, 8, NEVER_S);
	c = join(h, 0, 4096);
	say(&c, GET("/metrics", ""));
	while (!c.got.len) {
		turn(h);
		hear(&c);
	}
	meter.readings++;
	http_renew(h);
	finish(h, &c);
	unit_expect("\ntdacct_exporter_readings_total 1\n", c.got.at);
	unit_expect("\ntdacct_exporter_series ", c.got.at);
	leave(&c);
	http_close(h);
	empty();
	fill(2);
}

/* Each of the first three has begun to be sent when the next reading comes. */
static void three_readings(void)
{
	struct caller c[3], late, after;
	struct http *h;

	empty();
	fill(CGROUPS);
	h = open_port(8, 8, NEVER_S);
	for (int i = 0; i < 3; i++) {
		c[i] = join(h, 0, 4096);
		say(&c[i], GET("/metrics", ""));
		while (!c[i].got.len) {
			turn(h);
			hear(&c[i]);
		}
		meter.readings++;
		http_renew(h);
	}
	late = join(h, 0, 0);
	say(&late, GET("/metrics", ""));
	unit_expect("\ntdacct_exporter_readings_total 3\n", finish(h, &late));
	unit_expect("\ntdacct_exporter_readings_total 1\n", finish(h, &c[0]));
	turn(h);
	after = join(h, 0, 0);
	say(&after, GET("/metrics", ""));
	unit_expect("\ntdacct_exporter_readings_total 4\n", finish(h, &after));
	unit_expect("\ntdacct_exporter_readings_total 2\n", finish(h, &c[1]));
	unit_expect("\ntdacct_exporter_readings_total 3\n", finish(h, &c[2]));
	for (int i = 0; i < 3; i++)
		leave(&c[i]);
	leave(&late);
	leave(&after);
	http_close(h);
	empty();
	fill(2);
}

static void many_of_one(void)
{
	struct http *h = open_port(8, 2, NEVER_S);
	struct caller first = join(h, 0, 0), second = join(h, 0, 0);
	struct caller third, other;

	say(&first, "GET");
	say(&second, "GET");
	turn(h);
	third = join(h, 0, 0);
	EXPECT_TEXT("", finish(h, &third));
	other = join(h, 1, 0);
	say(&other, GET("/metrics", ""));
	unit_expect("\ntdacct_up 1\n", finish(h, &other));
	say(&second, " /metrics HTTP/1.0\r\n\r\n");
	unit_expect("\ntdacct_up 1\n", finish(h, &second));
	leave(&first);
	leave(&second);
	leave(&third);
	leave(&other);
	http_close(h);
}

static void many_in_all(void)
{
	struct http *h = open_port(2, 2, NEVER_S);
	struct caller first = join(h, 0, 0), second = join(h, 1, 0), third;

	say(&first, "GET");
	say(&second, "GET");
	turn(h);
	third = join(h, 2, 0);
	say(&third, GET("/metrics", ""));
	for (int i = 0; i < TURNS; i++) {
		turn(h);
		hear(&third);
	}
	EXPECT_INT(0, third.got.len);
	EXPECT(!third.over);
	leave(&first);
	unit_expect("\ntdacct_up 1\n", finish(h, &third));
	leave(&second);
	leave(&third);
	http_close(h);
}

static unsigned int open_files(void)
{
	unsigned int nr = 0;

	for (int fd = 0; fd < 2 * CROWD + 200; fd++)
		nr += fcntl(fd, F_GETFD) >= 0;
	return nr;
}

/* They are so many as the exporter has at most, and one more is for who listens. */
static void a_thousand(void)
{
	static struct caller c[CROWD];
	struct http *h = open_port(64, 32, NEVER_S);
	unsigned int before = open_files(), most = 0, over = 0;

	for (unsigned int i = 0; i < CROWD; i++)
		c[i] = join(h, i, 0);
	for (unsigned int i = 0; i < CROWD; i++)
		say(&c[i], GET("/metrics", ""));
	while (over < CROWD) {
		unsigned int files;

		turn(h);
		files = open_files() - before - CROWD;
		most = files > most ? files : most;
		over = 0;
		for (unsigned int i = 0; i < CROWD; i++) {
			hear(&c[i]);
			over += c[i].over;
		}
	}
	EXPECT(most > 0 && most <= 64);
	for (unsigned int i = 0; i < CROWD; i++) {
		unit_expect("\ntdacct_up 1\n", finish(h, &c[i]));
		leave(&c[i]);
	}
	http_close(h);
}

/* What systemd passes on is the third file. */
static void passed_on(void)
{
	const struct http_limits limits = { 8, 8, NEVER_S };
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM, 0), status = 1;
	struct http *h;
	char pid[16];
	pid_t child;

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(fd, (void *)&a, sizeof(a)) || listen(fd, 4) ||
	    getsockname(fd, (void *)&a, &len))
		abort();
	child = fork();
	if (!child) {
		dup2(fd, 3);
		snprintf(pid, sizeof(pid), "%d", getpid());
		setenv("LISTEN_PID", pid, 1);
		setenv("LISTEN_FDS", "1", 1);
		status = http_open(&h, &meter, "no address", &limits);
		_exit(status || http_port(h) != ntohs(a.sin_port) || getenv("LISTEN_FDS"));
	}
	waitpid(child, &status, 0);
	EXPECT_INT(0, status);
	close(fd);
}

static void by_loopback_alone(void)
{
	struct http *h = open_port(8, 8, NEVER_S);
	struct sockaddr_in to = { .sin_family = AF_INET };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 8);
	to.sin_port = htons((uint16_t)http_port(h));
	EXPECT(connect(fd, (void *)&to, sizeof(to)) < 0 && errno == ECONNREFUSED);
	close(fd);
	http_close(h);
}

static void in_use(void)
{
	const struct http_limits limits = { 8, 8, NEVER_S };
	struct http *h = open_port(8, 8, NEVER_S), *other;
	char address[32];

	snprintf(address, sizeof(address), "127.0.0.1:%u", http_port(h));
	EXPECT_INT(-EADDRINUSE, http_open(&other, &meter, address, &limits));
	EXPECT(!other);
	http_close(h);
}

struct story_row {
	const char *name;
	void (*story)(void);
};

static const struct story_row story_rows[] = {
	{ "what is packed is the same", packed_is_the_same },
	{ "what a client has is not sent again", what_is_known_is_not_sent },
	{ "before anything was read", before_a_reading },
	{ "answers are kept until the next reading", after_the_next_one },
	{ "a byte at a time is fine in time", byte_by_byte },
	{ "half a request is cut off", half_a_request },
	{ "who is never idle is cut off too", goes_on_and_on },
	{ "who says too much", too_much },
	{ "who reads nothing is cut off, and others are answered", reads_nothing },
	{ "who is slow has all of one reading", slow_one_has_all },
	{ "answers of three readings are kept, and no more", three_readings },
	{ "as many as one address may have, and one more", many_of_one },
	{ "as many as there may be, and one more", many_in_all },
	{ "a thousand at once are all answered", a_thousand },
	{ "a socket of systemd's", passed_on },
	{ "a port that somebody has", in_use },
	{ "a port alone is of one address", by_loopback_alone },
};

static void try_story(const void *arg)
{
	((const struct story_row *)arg)->story();
}

/* ---- addresses ---------------------------------------------------------- */

struct address_row {
	const char *name;
	const char *address;
	int err;
};

static const struct address_row address_rows[] = {
	{ "a port", "0", 0 },
	{ "an address and a port", "127.0.0.2:0", 0 },
	{ "no port", "127.0.0.1:", -EINVAL },
	{ "no address", ":9955", -EINVAL },
	{ "a name", "localhost:9955", -EINVAL },
	{ "no number", "127.0.0.1:http", -EINVAL },
	{ "the first port that is none", "127.0.0.1:65536", -EINVAL },
	{ "longer ones", "127.0.0.1:000080", -EINVAL },
	{ "half a bracket", "[::1:9955", -EINVAL },
	{ "empty brackets", "[]:9955", -EINVAL },
	{ "nothing", "", -EINVAL },
};

static void try_address(const void *arg)
{
	const struct http_limits limits = { 8, 8, NEVER_S };
	const struct address_row *row = arg;
	struct http *h;

	EXPECT_INT(row->err, http_open(&h, &meter, row->address, &limits));
	http_close(h);
}

int main(void)
{
	struct rlimit files;
	int fd = mkstemp(path);

	if (fd < 0 || getrlimit(RLIMIT_NOFILE, &files))
		abort();
	close(fd);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	fill(2);
	UNIT_RUN("answers", answer_rows, try_answer);
	UNIT_RUN("http", story_rows, try_story);
	UNIT_RUN("addresses", address_rows, try_address);
	empty();
	unlink(path);
	return unit_end();
}
