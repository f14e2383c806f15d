// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "view/page.h"
#include "answers.h"

enum { GZIP_WINDOW = 15 + 16, GZIP_MEMORY = 8 };	/* as zlib.h has them */

enum {
	DATA_DIGITS = 5,	/* of numbers on the page */
	ORIGIN_MAX = 300,	/* a name of DNS and a port are shorter */
};

static int pack(struct answer *a)
{
	z_stream z = { .next_in = (void *)a->text, .avail_in = (uInt)a->len };
	char *to = NULL;
	size_t room;
	int state;

	if (a->len > UINT32_MAX / 2 ||
	    deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW,
			 GZIP_MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
		return -ENOMEM;
	room = deflateBound(&z, (uLong)a->len);
	to = malloc(room);
	z.next_out = (void *)to;
	z.avail_out = (uInt)room;
	state = to ? deflate(&z, Z_FINISH) : Z_MEM_ERROR;
	deflateEnd(&z);
	if (state != Z_STREAM_END) {
		free(to);
		return -ENOMEM;
	}
	free(a->text);
	a->len = z.total_out;
	a->text = realloc(to, a->len);
	if (!a->text)
		a->text = to;
	return 0;
}

const char *answer_type(unsigned int what)
{
	return what == ANSWER_PAGE ? "text/html; charset=utf-8" :
	       what >= EXPOSITION_FORMATS ? "application/json; charset=utf-8" :
	       exposition_content_type(what);
}

static int make_metrics(struct answer *to, const struct meter *m,
			enum exposition_format format)
{
	struct exposition e;
	int err = meter_write(m, format, &e);

	*to = (struct answer){ .text = e.text.at, .len = e.text.len };
	return err;
}

static int make_data(struct answer *to, const struct meter *m, bool hour)
{
	const struct page_facts facts = {
		.plan = m->down ? NULL : m->session->plan, .host = m->machine.host,
		.boot_id = m->machine.boot_id, .set = m->set, .note = m->live.note,
		.every_s = m->over ? 0 : m->every_s,
	};
	struct json j = json_to(NULL, true);
	struct icicle_span span = m->recent.now;
	int err = hour ? icicle_bins_sum(&m->recent.hour, &m->session->info, &span) :
			 0;

	j.digits = DATA_DIGITS;
	if (!err)
		err = page_data(&j, &facts, &span, hour ? &m->recent.hour : NULL);
	if (hour)
		icicle_free(&span);
	*to = (struct answer){ .text = j.text.at, .len = j.text.len };
	return err;
}

static int make_page(struct answer *to)
{
	const struct embedded *page = page_text();

	*to = (struct answer){ .text = malloc(page->len), .len = page->len };
	if (!to->text)
		return -ENOMEM;
	memcpy(to->text, page->text, page->len);
	return 0;
}

int answer_make(struct answer *to, const struct meter *m, unsigned int what,
		bool packed)
{
	int err = what == ANSWER_PAGE ? make_page(to) :
		  what >= EXPOSITION_FORMATS ? make_data(to, m, what == ANSWER_HOUR) :
		  make_metrics(to, m, what);

	if (!err && packed)
		err = pack(to);
	if (!err)
		return 0;
	free(to->text);
	to->text = NULL;
	return err;
}

void answer_tag(const struct answer *a, char to[ANSWER_TAG_SIZE])
{
	snprintf(to, ANSWER_TAG_SIZE, "\"%zx-%lx-%lx\"", a->len,
		 crc32_z(0, (void *)a->text, a->len),
		 adler32_z(1, (void *)a->text, a->len));
}

static int fail(const char *path, bool said)
{
	int err = -errno;

	if (!said)
		fprintf(stderr, "tdacct: %s: %m\n", path);
	return err;
}

/* The collector of node_exporter reads only what ends in .prom. */
int answer_to_folder(const struct meter *m, const char *folder, bool said)
{
	char path[4096], new[4096];
	struct answer a;
	int err, fd;
	FILE *f;

	if (snprintf(path, sizeof(path), "%s/tdacct.prom", folder) >=
	    (int)sizeof(path) ||
	    snprintf(new, sizeof(new), "%s/.tdacct.prom.XXXXXX", folder) >=
	    (int)sizeof(new)) {
		fprintf(stderr, "tdacct: the name of the folder '%.40s...' is too long\n",
			folder);
		return -ENAMETOOLONG;
	}
	err = answer_make(&a, m, EXPOSITION_TEXT, false);
	if (err)
		return err;
	fd = mkostemp(new, O_CLOEXEC);
	f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f || fwrite(a.text, 1, a.len, f) != a.len || fflush(f) ||
	    fchmod(fileno(f), 0644))
		err = fail(new, said);
	if (f && fclose(f) && !err)
		err = fail(new, said);
	if (!err && rename(new, path))
		err = fail(path, said);
	if (err && fd >= 0)
		unlink(new);
	free(a.text);
	return err;
}

/* ---- what a client takes ------------------------------------------------ */

/* The q of what stands between @from and @to, from 0 to 1000; 1000 where it has none. */
static unsigned int quality(const char *from, const char *to)
{
	unsigned int q = 0, unit = 1000;

	for (; from < to; from++)
		if (*from == ';') {
			from += 1 + strspn(from + 1, " \t");
			if (from + 1 < to && (*from == 'q' || *from == 'Q') &&
			    from[1] == '=')
				break;
			from--;
		}
	if (from >= to)
		return 1000;
	for (from += 2; from < to; from++) {
		if (*from >= '0' && *from <= '9') {
			q += (unsigned int)(*from - '0') * unit;
			unit /= 10;
		} else if (*from != '.') {
			break;
		}
	}
	return q;
}

/* How much a list such as "text/plain;q=0.5, b" wants @name; 0: not at all. */
static unsigned int wants(const char *list, const char *name)
{
	size_t len = strlen(name);
	unsigned int best = 0;

	while (list && *list) {
		const char *end = list + strcspn(list, ",");
		const char *at = list + strspn(list, " \t");

		if (!strncasecmp(at, name, len) &&
		    (at + len >= end || strchr("; \t,", at[len])) &&
		    quality(at, end) > best)
			best = quality(at, end);
		list = *end ? end + 1 : end;
	}
	return best;
}

enum exposition_format answer_format(const char *accept)
{
	unsigned int open = wants(accept, "application/openmetrics-text");

	return open && open >= wants(accept, "text/plain") ? EXPOSITION_OPEN :
							     EXPOSITION_TEXT;
}

bool answer_packed(const char *accept_encoding)
{
	return wants(accept_encoding, "gzip");
}

/* Has a name, an address or a port such a character? */
static bool is_of_host(char c)
{
	return isalnum((unsigned char)c) || (c && strchr(".-:[]", c));
}

size_t answer_origin(const char *url)
{
	size_t name = !strncmp(url, "https:", 6) ? 5 : !strncmp(url, "http:", 5) ? 4 : 0;
	size_t scheme = name && !strncmp(url + name, "://", 3) ? name + 3 : 0;
	size_t len = scheme, host;

	while (scheme && is_of_host(url[len]))
		len++;
	host = len - scheme;
	return host && host <= ORIGIN_MAX && (!url[len] || url[len] == '/') ? len : 0;
}
