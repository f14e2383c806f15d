// SPDX-License-Identifier: GPL-2.0
/*
 * What a client of the exporter says, to a real port: the library of HTTP reads it, and
 * then what is done here with its method, its path and what it would like to have.
 */
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/http.h"
#include "fuzz.h"

/* A module that never answered, and that was read once. */
static struct http *open_port(void)
{
	static const struct http_limits limits = {
		.clients = 8, .of_one = 8, .deadline_s = 1e6,
	};
	static struct session session;
	static struct meter meter = { .session = &session, .readings = 1 };
	struct http *h;

	if (http_open(&h, &meter, "0", &limits))
		abort();
	return h;
}

static int join(const struct http *h)
{
	struct sockaddr_in to = {
		.sin_family = AF_INET, .sin_port = htons((uint16_t)http_port(h)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || connect(fd, (void *)&to, sizeof(to)))
		abort();
	return fd;
}

/* The server does all that is due. */
static void settle(struct http *h)
{
	struct pollfd p = { .fd = http_fd(h), .events = POLLIN };

	do
		http_run(h);
	while (poll(&p, 1, 0) > 0 || http_wait(h) <= 0);
}

/* Returns how much was answered; its begin is in @to. */
static size_t hear(int fd, char *to, size_t size)
{
	static char part[1 << 16];
	size_t len = 0;
	ssize_t n;

	while ((n = recv(fd, part, sizeof(part), MSG_DONTWAIT)) > 0) {
		if (len < size)
			memcpy(to + len, part, (size_t)n < size - len ?
			       (size_t)n : size - len);
		len += (size_t)n;
	}
	return len;
}

void fuzz_one(const uint8_t *data, size_t size)
{
	static const char begin[] = "HTTP/1.";
	static struct http *h;
	char said[sizeof(begin)] = "";
	char *text = fuzz_text(data, size);
	enum exposition_format format = answer_format(text);
	size_t len;
	int fd;

	fuzz_expect(format == EXPOSITION_TEXT || format == EXPOSITION_OPEN,
		    "a format is one: %d", format);
	answer_packed(text);
	free(text);
	if (!h)
		h = open_port();
	fd = join(h);
	send(fd, data, size, MSG_NOSIGNAL);
	settle(h);
	len = hear(fd, said, sizeof(said) - 1);
	close(fd);
	settle(h);
	fuzz_expect(!len || (len > 16 && !strcmp(said, begin)),
		    "an answer is HTTP: %zu bytes that begin with %s", len, said);
	http_renew(h);
}
