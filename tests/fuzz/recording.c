// SPDX-License-Identifier: GPL-2.0
/*
 * Recordings of readings. The input is the bytes of readings, which no zstd stands
 * before: what comes out of them is written again, and must come out once more. Then
 * it is a whole file of frames.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "history/frames.h"
#include "history/readings.h"
#include "fuzz.h"

static void expect_again(const struct reading *r, const struct info *info)
{
	struct text text = { .len = 0 };
	struct reading again;
	uint64_t rows = UINT64_MAX;
	const char *at;
	int got;

	reading_encode(&text, r, info);
	at = text.at;
	got = reading_decode(&again, &at, text.at + text.len, info,
			     &rows);
	fuzz_expect(got == 1, "it is a reading again: %d", got);
	fuzz_expect(again.time_ns == r->time_ns && again.flags == r->flags,
		    "of the same time");
	for (size_t t = 0; t < READING_TABLES; t++) {
		const struct snapshot *a = &r->table[t], *b = &again.table[t];

		/* of rows that have nothing at all there is not a column */
		fuzz_expect(a->nr == b->nr, "table %zu has %zu rows, not %zu", t,
			    b->nr, a->nr);
		for (size_t i = 0; i < a->nr; i++)
			fuzz_expect(snapshot_at(a, i)->cpu_ns ==
				    snapshot_at(b, i)->cpu_ns &&
				    !memcmp(&snapshot_at(a, i)->counts,
					    &snapshot_at(b, i)->counts,
					    sizeof(struct counts)),
				    "row %zu of table %zu has the same counts", i, t);
	}
	reading_free(&again);
	text_free(&text);
}

static void try_readings(const uint8_t *data, size_t size)
{
	char *bytes = fuzz_bytes(data, size);
	const char *at = bytes, *before = bytes;
	uint64_t rows = 16 + size / FRAMES_ROW_BYTES, left = rows;
	int got = 1;

	while (got == 1) {
		struct reading r;

		got = reading_decode(&r, &at, bytes + size, fuzz_info(), &left);
		for (size_t t = 0; t < READING_TABLES; t++)
			rows -= r.table[t].nr;
		fuzz_expect(rows == left, "it takes as many rows as it says");
		fuzz_expect(got == 1 || got == 0 || got == -EBADMSG, "it says %d", got);
		fuzz_expect(got != 1 || at > before, "it goes on");
		before = at;
		if (got == 1)
			expect_again(&r, fuzz_info());
		reading_free(&r);
	}
	free(bytes);
}

static void try_frames(const uint8_t *data, size_t size)
{
	struct frames f;
	struct frame frame;
	uint64_t before = 0;

	if (frames_open(&f, fuzz_file(0, data, size)))
		abort();
	while (frames_next(&f, &frame) > 0) {
		fuzz_expect(frame.at >= before && frame.at + frame.length <= size,
			    "a frame lies in the file, behind the one before");
		before = frame.at;
		frames_read(&f, &frame);
	}
	frames_close(&f);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	if (size > 1 << 14)
		return;
	try_readings(data, size);
	try_frames(data, size);
}
