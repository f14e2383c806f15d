/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A recording of readings as a file: frames of zstd, one behind the other, so that any
 * tool that knows zstd reads it. Frames that such a tool skips say what the others have:
 *
 *	0x184d2a50	a text, as recorder.h has it, from which a session is opened: what
 *			the module said of the values in the frames that follow
 *	0x184d2a51	of the frame that follows: its length in bytes, and when its first
 *			interval began and its last one ended, in ns since 1970
 *	0xfd2fb528	readings, as readings.h has them, with a checksum
 *
 * All numbers have the low byte first. Versions to come may add to the second, whose
 * length says how much there is, and frames of other numbers, which are skipped.
 */
#ifndef _FRAMES_H
#define _FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/text.h"

enum frame_type { FRAME_TEXT, FRAME_READINGS };

struct frame {
	enum frame_type type;
	uint64_t from_ns;	/* since 1970; of readings */
	uint64_t to_ns;
	uint64_t at;		/* where its contents lie in the file, */
	uint64_t length;	/* in bytes */
};

struct frames {
	char *path;
	int fd;
	uint64_t at;		/* up to here it is whole, or read */
	uint64_t size;		/* of a file that is read */
	struct text contents;	/* of the last frame */
	uint64_t rows;		/* so many more reading_decode() may make of those up to here */
	bool cut;		/* it ends within a frame, which has been told */
	bool silent;		/* what is wrong in it has been told, too */
};

/*
 * Creates the file, which only its owner may read, as it tells of all users' tasks; or
 * opens one to be read. A file that was there is renamed to PATH.old.
 * Each tells what is wrong; frames_close() in any case.
 */
int frames_create(struct frames *f, const char *path);
int frames_open(struct frames *f, const char *path);
void frames_close(struct frames *f);

/*
 * Puts one behind what is there. Where it does not fit, what was there stays, and it is
 * told. -errno. Readings are compressed.
 */
int frames_put_text(struct frames *f, const struct text *text);
int frames_put(struct frames *f, const struct text *readings, uint64_t from_ns,
	       uint64_t to_ns);

/*
 * Finds the next one: 1; 0: there is no more. What is no frame is skipped, and that is
 * told, as is an end within a frame. -errno where the file cannot be read.
 */
int frames_next(struct frames *f, struct frame *to);

/*
 * Reads the contents to f->contents. -EBADMSG: they are damaged, which is told. A file
 * can claim what it likes, and zstd makes a long text of few bytes: what is taken of it
 * is bounded by how long it is.
 */
int frames_read(struct frames *f, const struct frame *frame);

/*
 * A row that somebody recorded takes twenty bytes and more: only those of a short file,
 * or that are all alike, take less.
 */
enum {
	FRAMES_MAX = 1 << 28,	/* bytes of a frame, */
	FRAMES_FREE = 1 << 24,	/* of which a short one may have so many, */
	FRAMES_RATIO = 256,	/* and a longer one this times its length more */
	FRAMES_ROWS_FREE = 1 << 16,	/* a file has at most so many rows, */
	FRAMES_ROW_BYTES = 4,	/* and one more for so many bytes */
};

/* Says whether the file @path begins as such a recording does. */
bool frames_is(const char *path);

#endif /* _FRAMES_H */
