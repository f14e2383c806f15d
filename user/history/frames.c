// SPDX-License-Identifier: GPL-2.0
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zstd.h>

#include "frames.h"

#define SKIPPED 0x184d2a50u	/* the first of 16 numbers of frames to be skipped */
#define TEXT SKIPPED
#define SPAN (SKIPPED + 1)
#define HEAD 8			/* number and length, of a frame to be skipped */
#define SPAN_SIZE 20		/* what this version has of a span, at least */
#define LEVEL 3

static int complain(const struct frames *f, const char *what, int err)
{
	fprintf(stderr, "tdacct: cannot %s the recording '%s': %s\n", what,
		f->path, strerror(-err));
	return err;
}

static void put_u32(struct text *t, uint32_t number)
{
	number = htole32(number);
	text_add(t, (const char *)&number, sizeof(number));
}

static void put_u64(struct text *t, uint64_t number)
{
	number = htole64(number);
	text_add(t, (const char *)&number, sizeof(number));
}

static uint32_t get_u32(const char *at)
{
	uint32_t number;

	memcpy(&number, at, sizeof(number));
	return le32toh(number);
}

static uint64_t get_u64(const char *at)
{
	uint64_t number;

	memcpy(&number, at, sizeof(number));
	return le64toh(number);
}

/* ---- open, close -------------------------------------------------------- */

static int open_path(struct frames *f, const char *path, int flags)
{
	memset(f, 0, sizeof(*f));
	f->fd = -1;
	f->path = strdup(path);
	if (!f->path)
		return -ENOMEM;
	f->fd = open(path, flags | O_CLOEXEC, 0600);
	return f->fd < 0 ? -errno : 0;
}

/* A device, such as /dev/full, stays where it is. */
static int move_away(const char *path)
{
	struct stat is;
	char *old;
	int err = 0;

	if (stat(path, &is) || !S_ISREG(is.st_mode))
		return 0;
	if (asprintf(&old, "%s.old", path) < 0)
		return -ENOMEM;
	if (rename(path, old))
		err = -errno;
	free(old);
	return err;
}

int frames_create(struct frames *f, const char *path)
{
	int moved = move_away(path);
	int err = open_path(f, path, O_WRONLY | O_CREAT);

	return moved || err ? complain(f, "write", moved ? moved : err) : 0;
}

int frames_open(struct frames *f, const char *path)
{
	struct stat is;
	int err = open_path(f, path, O_RDONLY);

	if (!err && fstat(f->fd, &is))
		err = -errno;
	if (!err && !S_ISREG(is.st_mode))
		err = -ESPIPE;
	if (err)
		return complain(f, "read", err);
	f->size = (uint64_t)is.st_size;
	f->rows = FRAMES_ROWS_FREE;
	return 0;
}

void frames_close(struct frames *f)
{
	if (f->path && f->fd >= 0)
		close(f->fd);
	free(f->path);
	text_free(&f->contents);
	memset(f, 0, sizeof(*f));
}

/* ---- write -------------------------------------------------------------- */

/* A frame that does not fit, on a disk that is full, is taken back. */
static int append(struct frames *f, const struct text *t)
{
	size_t done = 0;
	int err = t->failed ? -ENOMEM : 0;

	while (!err && done < t->len) {
		ssize_t len = write(f->fd, t->at + done, t->len - done);

		if (len > 0)
			done += (size_t)len;
		else if (len == 0 || errno != EINTR)
			err = len ? -errno : -EIO;
	}
	if (!err)
		f->at += done;
	else if (!ftruncate(f->fd, (off_t)f->at))
		lseek(f->fd, (off_t)f->at, SEEK_SET);
	return err ? complain(f, "write", err) : 0;
}

int frames_put_text(struct frames *f, const struct text *text)
{
	struct text *t = &f->contents;

	t->len = 0;
	put_u32(t, TEXT);
	put_u32(t, (uint32_t)text->len);
	text_add(t, text->at, text->len);
	return append(f, t);
}

/* -ENOMEM */
static int compress(struct text *to, const struct text *readings)
{
	ZSTD_CCtx *z = ZSTD_createCCtx();
	size_t room = ZSTD_compressBound(readings->len), len = 0;
	int err = -ENOMEM;

	if (z && text_has_room(to, room)) {
		ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, LEVEL);
		ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
		len = ZSTD_compress2(z, to->at + to->len, room, readings->at,
				     readings->len);
		if (!ZSTD_isError(len)) {
			to->len += len;
			err = 0;
		}
	}
	ZSTD_freeCCtx(z);
	return err;
}

int frames_put(struct frames *f, const struct text *readings, uint64_t from_ns,
	       uint64_t to_ns)
{
	struct text *t = &f->contents, packed = { .len = 0 };
	int err = compress(&packed, readings);

	t->len = 0;
	put_u32(t, SPAN);
	put_u32(t, SPAN_SIZE);
	put_u32(t, (uint32_t)packed.len);
	put_u64(t, from_ns);
	put_u64(t, to_ns);
	text_add(t, packed.at, packed.len);
	text_free(&packed);
	return err ? complain(f, "write", err) : append(f, t);
}

/* ---- read --------------------------------------------------------------- */

/* Returns how many bytes of at most @len there are at @at, or -errno. */
static ssize_t read_at(const struct frames *f, uint64_t at, void *to, size_t len)
{
	size_t done = 0;

	while (done < len) {
		ssize_t n = pread(f->fd, (char *)to + done, len - done,
				  (off_t)(at + done));

		if (n < 0 && errno != EINTR)
			return complain(f, "read", -errno);
		if (!n)
			break;
		done += n > 0 ? (size_t)n : 0;
	}
	return (ssize_t)done;
}

static bool is_skipped(uint32_t number)
{
	return (number & ~UINT32_C(15)) == SKIPPED;
}

/* Moves *@at on to the next span or text, or to the end of the file. */
static int find_head(const struct frames *f, uint64_t *at)
{
	char bytes[1 << 16];

	while (*at < f->size) {
		ssize_t len = read_at(f, *at, bytes, sizeof(bytes));

		if (len < 0)
			return (int)len;
		for (ssize_t i = 0; i + 4 <= len; i++) {
			if (get_u32(bytes + i) != TEXT &&
			    get_u32(bytes + i) != SPAN)
				continue;
			*at += (uint64_t)i;
			return 0;
		}
		if (len < 4)
			break;
		*at += (uint64_t)len - 3;
	}
	*at = f->size;
	return 0;
}

static int end_early(struct frames *f)
{
	if (!f->cut && !f->silent)
		fprintf(stderr, "tdacct: %s: the file ends within a frame: what was recorded last is missing\n",
			f->path);
	f->cut = true;
	f->at = f->size;
	return 0;
}

/* Goes on behind what is no frame. */
static int skip_damage(struct frames *f)
{
	uint64_t from = f->at, at = from + 1;
	int err = find_head(f, &at);

	if (err)
		return err;
	if (!f->silent)
		fprintf(stderr, "tdacct: %s: %" PRIu64 " bytes from byte %" PRIu64 " on are damaged: what was recorded in them is missing\n",
			f->path, at - from, from);
	f->at = at;
	return 0;
}

/* Reads the head of one frame. 1: it is in @to; 0: it is one to be skipped. */
static int next(struct frames *f, struct frame *to)
{
	char head[HEAD + SPAN_SIZE];
	ssize_t len = read_at(f, f->at, head, sizeof(head));
	uint32_t number, size, length;
	uint64_t left = f->size - f->at;

	if (len < 0)
		return (int)len;
	if (len < HEAD || left < HEAD)
		return end_early(f);
	number = get_u32(head);
	size = get_u32(head + 4);
	if (!is_skipped(number) || (number == SPAN && size < SPAN_SIZE))
		return skip_damage(f);
	if (size > left - HEAD)
		return end_early(f);
	*to = (struct frame){ .at = f->at + HEAD, .length = size };
	f->at += HEAD + size;
	if (number == TEXT) {
		to->type = FRAME_TEXT;
		return 1;
	}
	if (number != SPAN)
		return 0;
	length = get_u32(head + HEAD);
	if (length > left - HEAD - size)
		return end_early(f);
	*to = (struct frame){
		.type = FRAME_READINGS, .at = f->at, .length = length,
		.from_ns = get_u64(head + HEAD + 4),
		.to_ns = get_u64(head + HEAD + 12),
	};
	f->at += length;
	return 1;
}

int frames_next(struct frames *f, struct frame *to)
{
	uint64_t from = f->at;
	int found = 0;

	while (!found && f->at < f->size)
		found = next(f, to);
	f->rows += (f->at - from) / FRAMES_ROW_BYTES;
	return found;
}

static int expand(struct frames *f, const struct text *packed)
{
	unsigned long long size = ZSTD_getFrameContentSize(packed->at,
							   packed->len);
	struct text *t = &f->contents;
	size_t len;

	if (size > FRAMES_MAX ||	/* or not known, or an error */
	    size > FRAMES_FREE + FRAMES_RATIO * (unsigned long long)packed->len)
		return -EBADMSG;
	t->len = 0;
	if (!text_has_room(t, (size_t)size + 1))
		return -ENOMEM;
	len = ZSTD_decompress(t->at, (size_t)size, packed->at, packed->len);
	if (ZSTD_isError(len) || len != size)
		return -EBADMSG;
	t->len = len;
	return 0;
}

int frames_read(struct frames *f, const struct frame *frame)
{
	struct text packed = { .len = 0 };
	ssize_t len;
	int err;

	if (frame->length > FRAMES_MAX || !text_has_room(&packed, frame->length + 1))
		return complain(f, "read", -ENOMEM);
	len = read_at(f, frame->at, packed.at, frame->length);
	packed.len = len < 0 ? 0 : (size_t)len;
	err = len < 0 ? (int)len : packed.len < frame->length ? -EBADMSG : 0;
	if (!err && frame->type == FRAME_READINGS) {
		err = expand(f, &packed);
	} else if (!err) {
		text_free(&f->contents);
		f->contents = packed;
		return 0;
	}
	text_free(&packed);
	if (err == -EBADMSG && !f->silent)
		fprintf(stderr, "tdacct: %s: the frame of %" PRIu64 " bytes at byte %" PRIu64 " is damaged: what was recorded in it is missing\n",
			f->path, frame->length, frame->at);
	return err;
}

bool frames_is(const char *path)
{
	struct stat st;
	char head[4];
	int fd;
	bool is;

	/* what can be read only once is left for those who read it */
	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	is = fd >= 0 && pread(fd, head, sizeof(head), 0) == sizeof(head) &&
	     is_skipped(get_u32(head));
	if (fd >= 0)
		close(fd);
	return is;
}
