/* SPDX-License-Identifier: GPL-2.0 */
/* The line of modprobe.d by which the module counts events from its load on. */
#ifndef _CMD_BOOT_H
#define _CMD_BOOT_H

#include "doctor/facts.h"

struct boot {
	char file[FACT_PATH_SIZE];
	char draft[FACT_PATH_SIZE];	/* becomes the file; "": there is none */
	bool removes;			/* the file goes */
};

/*
 * Prepares the file so that nothing but boot_commit() is missing. @parameters: of the
 * module, or "" for a file that is to go. Tells what is wrong, and returns an errno.
 */
int boot_prepare(struct boot *b, const char *root, const char *parameters);

/* Either ends it: puts the file in its place, or leaves the old one there. */
int boot_commit(struct boot *b);
void boot_drop(struct boot *b);

#endif /* _CMD_BOOT_H */
