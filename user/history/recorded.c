// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "recorded.h"

int recorded_frame(struct frames *f, const struct frame *frame,
		   const struct info *info, recorded_fn take, void *arg)
{
	int found = 1, err = frames_read(f, frame);
	const char *at = f->contents.at, *end = at + f->contents.len;

	if (err)
		return err == -EBADMSG ? 0 : err;
	while (!err && found > 0) {
		struct reading r;

		found = reading_decode(&r, &at, end, info, &f->rows);
		if (found > 0)
			err = take(&r, arg);
		reading_free(&r);
	}
	if (found == -EBADMSG) {
		if (!f->silent)
			fprintf(stderr, "tdacct: %s: a reading in the frame at byte %" PRIu64 " makes no sense: it and the rest of the frame are missing\n",
				f->path, frame->at);
		found = 0;
	}
	return err ? err : found;
}

int recorded_each(const char *path, const struct info *info, uint64_t from_ns,
		  uint64_t to_ns, bool again, recorded_fn take, void *arg)
{
	struct frames f;
	struct frame frame;
	int found = 0, err = frames_open(&f, path);

	f.silent = again;
	while (!err && (found = frames_next(&f, &frame)) > 0)
		if (frame.type == FRAME_READINGS && frame.to_ns > from_ns &&
		    frame.from_ns < to_ns)
			err = recorded_frame(&f, &frame, info, take, arg);
	frames_close(&f);
	return err ? err : found;
}

int recorded_span(const char *path, uint64_t *from_ns, uint64_t *to_ns)
{
	struct frames f;
	struct frame frame;
	int found = 0, err = frames_open(&f, path);

	f.silent = true;
	while (!err && (found = frames_next(&f, &frame)) > 0) {
		if (frame.type != FRAME_READINGS)
			continue;
		if (frame.from_ns < *from_ns)
			*from_ns = frame.from_ns;
		if (frame.to_ns > *to_ns)
			*to_ns = frame.to_ns;
	}
	frames_close(&f);
	return err ? err : found;
}
