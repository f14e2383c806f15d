/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads the module at intervals, and adds up what it says: cgroups, commands, the machine,
 * and how the module and the meter itself are. It writes all of that as metrics, as often
 * as anybody wants, without asking the module.
 */
#ifndef _SERVE_METER_H
#define _SERVE_METER_H

#include "collect/live.h"
#include "collect/machine.h"
#include "kernel/ask.h"
#include "commands.h"
#include "exposition.h"
#include "places.h"
#include "recent.h"

/* Whose counts; the first three add up to all that CPUs counted. */
enum meter_whose {
	METER_TASKS, METER_IDLE, METER_UNTRACKED, METER_EXITED, METER_WHOSE,
};

struct meter {
	struct live live;
	struct session *session;
	struct measures measures;
	struct places places;
	struct commands commands;
	struct tally whose[METER_WHOSE];
	struct tally cpus;		/* only their times */
	struct recent recent;
	struct cell stat[TDACCT_STAT_A_MAX + 1];
	struct stats stats;		/* of the last reading */
	struct cpus each;
	struct machine_name machine;
	char set[64];			/* "": nothing is counted on request */
	uint64_t epoch, epoch_ns;	/* of the last reading: of what the bases are, */
	uint64_t slots;			/* and all slots then */
	bool down;			/* the module did not answer */
	bool over;			/* the recording has no more */
	bool ever;			/* it did once */
	bool anew;			/* something else is counted since */
	uint64_t readings;
	uint64_t failures;
	uint64_t resets;		/* the module was loaded anew */
	uint64_t missed;		/* readings before which notices were missed */
	double started;			/* seconds since 1970 */
	double last;			/* when the last reading was */
	double every_s;			/* and how long it is to the next one */
	double took_s;			/* all readings together */
};

/* @s is open; both stay. meter_close() does not close @s. */
void meter_open(struct meter *m, struct session *s, const struct source *from,
		const struct places_limits *places, uint64_t commands);

/*
 * One more reading; a failure is counted and tried again at the next one. -ENODATA: the
 * recording has no more. -ENOMEM.
 */
int meter_read(struct meter *m);

/* To be polled for meter_receive(), or -1. */
int meter_fd(const struct meter *m);

/* Takes what ended meanwhile, of which the kernel keeps only so much. */
void meter_receive(struct meter *m);

/* All of it, in @format. The caller frees to->text. -ENOMEM. */
int meter_write(const struct meter *m, enum exposition_format format,
		struct exposition *to);

void meter_close(struct meter *m);

#endif /* _SERVE_METER_H */
