// SPDX-License-Identifier: GPL-2.0
/*
 * How large a recording of a day is, for some numbers of threads that run in each
 * interval: their slots are log-normal and all other counts random parts of these, so
 * that the low bits are noise, as real ones are. It prints the table of tdrec.5.
 *
 * sizes FILE RECORDING: a day of 50 threads in intervals of 10 s; its counts are those that
 * the text RECORDING has.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "history/frames.h"
#include "history/quantise.h"
#include "history/readings.h"
#include "message.h"

#define DAY_S 86400
#define FRAME_S 10

/* Above 0, below 1, always the same. */
static double draw(void)
{
	return (random() + 1.0) / (RAND_MAX + 2.0);
}

static void add_thread(struct snapshot *to, unsigned int nr, double seconds,
		       const struct info *info)
{
	struct sample s = {
		.kind = SAMPLE_THREAD, .id = 1000 + 3 * nr, .tid = 2000 + 7 * nr,
		.pid = 2000 + 28 * (nr / 4), .born_ns = UINT64_C(977000000) * nr,
		.cgroup = 100 + nr / 10, .have = UINT64_C(1) << TDACCT_A_CPU_NS,
	};
	double normal = sqrt(-2 * log(draw())) * cos(2 * M_PI * draw());
	double slots = exp(16 + 1.5 * normal) * seconds;

	snprintf(s.comm, sizeof(s.comm), "worker-%u", nr / 4);
	s.cpu_ns = (uint64_t)(slots / 18);
	s.counts.have = counts_mask(info->nr_values) &
			~(UINT64_C(1) << COUNTS_KNOWN);
	for (unsigned int i = 0; i < info->nr_values; i++)
		s.counts.value[i] = (uint64_t)(i ? slots * draw() : slots);
	s.counts.value[COUNT_SWITCHES] = (uint64_t)(50 * draw());
	s.counts.value[COUNT_BLUR] = (uint64_t)(slots / 100);
	if (snapshot_add(to, &s))
		abort();
}

static void write_readings(struct frames *f, unsigned int nr, unsigned int threads,
			   unsigned int seconds, bool quantised, const struct info *info)
{
	struct quantise q = { .readings = 0 };
	struct text text = { .len = 0 };
	uint64_t now = UINT64_C(1767225600000000000), from = now;

	for (unsigned int i = 0; i < nr; i++) {
		struct reading r = {
			.time_ns = now += UINT64_C(1000000000) * seconds,
			.interval_ns = UINT64_C(1000000000) * seconds,
			.host = "web-17",
			.boot_id = "0dbb8b8b-5c8c-4b49-9a1c-2d8b8c1d4f10",
		};

		for (unsigned int k = 0; k < threads; k++)
			add_thread(&r.table[READING_THREADS], k, seconds, info);
		if (quantised && quantise_reading(&q, &r, info))
			abort();
		reading_encode(&text, &r, info);
		reading_free(&r);
		if ((i + 1) * seconds % FRAME_S)
			continue;
		if (frames_put(f, &text, from, now))
			exit(1);
		from = now;
		text.len = 0;
	}
	text_free(&text);
	quantise_free(&q);
}

/* Writes some hundred intervals, and takes the day for more of the same. */
static double megabytes(unsigned int threads, unsigned int seconds, bool quantised,
			const struct info *info)
{
	unsigned int nr = threads * seconds < 10000 ? 600 : 120;
	char path[] = "/tmp/tdacct-sizes-XXXXXX";
	struct frames f;
	double size;

	close(mkstemp(path));
	unlink(path);
	if (frames_create(&f, path))
		exit(1);
	write_readings(&f, nr, threads, seconds, quantised, info);
	size = (double)f.at / nr * DAY_S / seconds / 1e6;
	frames_close(&f);
	unlink(path);
	return size;
}

static int write_day(const char *path, const char *recording, const struct info *info)
{
	struct text text = { .len = 0 };
	FILE *from = fopen(recording, "re");
	struct frames f;
	char part[4096];
	size_t len;

	if (!from)
		return 1;
	while ((len = fread(part, 1, sizeof(part), from)))
		text_add(&text, part, len);
	fclose(from);
	if (frames_create(&f, path) || frames_put_text(&f, &text))
		return 1;
	write_readings(&f, DAY_S / 10, 50, 10, false, info);
	frames_close(&f);
	text_free(&text);
	return 0;
}

int main(int argc, char **argv)
{
	static const unsigned int threads[] = { 20, 50, 200, 1000 };
	struct info info;

	default_info(&info);
	if (argc == 3)
		return write_day(argv[1], argv[2], &info);
	printf("threads   interval 1s    quantised   interval 10s    quantised\n");
	for (size_t i = 0; i < sizeof(threads) / sizeof(*threads); i++)
		printf("%7u   %8.0f MB  %8.0f MB   %9.1f MB  %8.1f MB\n", threads[i],
		       megabytes(threads[i], 1, false, &info),
		       megabytes(threads[i], 1, true, &info),
		       megabytes(threads[i], 10, false, &info),
		       megabytes(threads[i], 10, true, &info));
	return 0;
}
