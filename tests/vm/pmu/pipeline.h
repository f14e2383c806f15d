/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A core with caches, a prefetcher and a branch predictor, for programs that are
 * not made of markers: it says which slots go by while an instruction waits.
 *
 * It is no model of any CPU. Its caches are small, so that little data shows what
 * much data does elsewhere; what it promises is that each cause has its class, and
 * that a program which has less of a cause has fewer slots of that class:
 *
 *   retiring		one slot an instruction
 *   backend, core	more loads and stores than there are ports for; single bytes of
 *			one line take none, as string instructions move them together
 *   backend, memory	a line that is not in the first cache: the whole latency in a
 *			chain of pointers, a quarter of it elsewhere, because misses
 *			overlap; where accesses go on by one stride within a page, the
 *			line was prefetched and only costs the bandwidth of memory
 *   bad speculation	a branch that was guessed wrong
 *   frontend, latency	code that is not in the cache, and the first cycles after a
 *			wrong guess
 *   frontend, bandwidth	a branch that is taken ends what is fetched in one cycle
 *
 * Chains of arithmetic and divisions are left out, because they would need the
 * instructions decoded: here a chain of additions takes no longer than independent ones.
 *
 * Pure. All of one vCPU; only its thread may use it.
 */
#ifndef _PMU_PIPELINE_H
#define _PMU_PIPELINE_H

#include "cache.h"
#include "insn.h"
#include "source.h"

#define L1_SIZE		(16 << 10)	/* of data, and of code */
#define L2_SIZE		(256 << 10)
#define L3_SIZE		(2 << 20)

#define STREAMS		64	/* pages that are watched for strides */
#define GUESSES		4096
#define TARGETS		1024

/* A block of code, as it was translated. */
struct code {
	uint64_t start;
	uint64_t end;		/* behind its last instruction */
	enum mode mode;
	enum branch branch;	/* its last instruction */
};

/* A load or a store. */
struct data_access {
	uint64_t address;	/* virtual */
	uint64_t physical;
	uint64_t value;		/* that is loaded, if it has eight bytes; else 0 */
	bool store;
	bool byte;		/* no more than one */
	enum mode mode;
};

/* A value that was loaded. Its own address came from one of @depth - 1, and so on. */
struct pointer {
	uint64_t value;
	unsigned int depth;
};

struct stream {
	uint64_t page;
	uint64_t line;		/* the latest */
	int64_t stride;		/* in lines */
	unsigned int length;	/* accesses that went on by @stride */
};

struct pipeline {
	struct cache code, data, l2, l3;
	struct stream streams[STREAMS];
	struct pointer pointers[2];	/* the latest */
	uint64_t waited;	/* slots, of all classes */
	uint64_t port_free;	/* the slot from which on a port for data is free */
	uint64_t latest[2];	/* lines, of loads and of stores */
	const struct code *last;	/* block; NULL before the first */
	uint64_t history;	/* of branches, the latest in bit 0 */
	uint8_t guesses[GUESSES];	/* 2 and 3: taken */
	uint64_t targets[TARGETS];
};

void pipeline_init(struct pipeline *p);
/*
 * Begins @code; accesses @a. Both add the slots that go by to @s->waits; a core has
 * @width in a cycle. @code stays where it is.
 */
void pipeline_fetch(struct pipeline *p, const struct code *code,
		    struct source *s, unsigned int width);
void pipeline_access(struct pipeline *p, const struct data_access *a,
		     struct source *s, unsigned int width);

#endif /* _PMU_PIPELINE_H */
