/* SPDX-License-Identifier: GPL-2.0 */
/* A folder of recordings: a new one now and then, and the oldest are removed. */
#ifndef _ROTATION_H
#define _ROTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rotation {
	uint64_t keep_bytes;	/* all recordings together have at most so many, */
	double keep_s;		/* and none is older than this; 0: however old */
};

bool rotation_is_folder(const char *path);

/* The path of a recording that begins now; it sorts behind those before. */
void rotation_path(char *to, size_t size, const char *folder);

/*
 * Removes recordings in @folder, the oldest first, until the limits hold. The newest one
 * stays. Says what could not be removed.
 */
void rotation_trim(const struct rotation *r, const char *folder);

/* Lists the recordings, the oldest first, with paths to be freed. Returns how many, or -errno. */
int rotation_list(const char *folder, char ***paths);

#endif /* _ROTATION_H */
