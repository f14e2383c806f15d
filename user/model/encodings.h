/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a model may ask of the world around it: the encodings of the events
 * that its file only names, and facts about the machine.
 */
#ifndef _ENCODINGS_H
#define _ENCODINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An event: a value that the module has anyhow, or the config for perf. */
struct encoded {
	const char *value;	/* "slots", or NULL */
	uint64_t config;
	uint64_t config1;
	uint64_t counters;	/* as in struct event; 0: not told */
	const char *cannot;	/* why it is counted for no task, or NULL */
};

/* An event that is to be counted, as perf is asked for it. */
struct wanted {
	uint64_t config;
	uint64_t config1;
};

struct encodings {
	/*
	 * An event, in a vendor's or perf's spelling; unknown: false, and why in
	 * @to->cannot where it is not understood.
	 */
	bool (*find)(void *arg, const char *name, struct encoded *to);
	void *arg;

	/* The usual latency of an event that reports it, in cycles. */
	bool (*latency)(void *arg, const char *name, double *cycles);
	/* The sets that count all of these: at most @max names, how many. */
	size_t (*sets)(void *arg, const struct wanted *wanted, size_t nr,
		       const char **name, size_t max);
	/*
	 * A set that counts all of these and does not fit on this machine, and why,
	 * to stand behind "but"; NULL: there is none.
	 */
	const char *(*crowded)(void *arg, const struct wanted *wanted,
			       size_t nr, const char **why);
	/* The site's file that has the events, as the user named it; NULL: none was. */
	const char *site;
	/* " --model FILE ...": how another command gets all this, too; or NULL. */
	const char *again;
	/* Why these cannot be counted at once; NULL: they can, or who knows. */
	const char *(*unfit)(void *arg, const struct wanted *wanted,
			     size_t nr);
	/* perf's name of the counters of these events; NULL: "cpu". */
	const char *device;
	/* The folder that has /sys of the counts' machine; NULL: not known. */
	const char *root;
	/* The kind of counters of the CPUs that a file is for; NULL: it does not tell. */
	const char *supposed;
	bool here;	/* the counts are of this machine: look at it */
};

#endif /* _ENCODINGS_H */
