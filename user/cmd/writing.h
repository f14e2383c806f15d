/* SPDX-License-Identifier: GPL-2.0 */
/*
 * While output is written, which takes as long as its reader likes: SIGINT or
 * SIGTERM, before it or within, lets it be written to its end. But where nobody
 * reads, so that the write does not go on, the signal ends the program as ever.
 */
#ifndef _WRITING_H
#define _WRITING_H

struct stop;

/* Between the two, signals are not read from @s but come at once. */
void writing_begin(const struct stop *s);
void writing_end(struct stop *s);

#endif /* _WRITING_H */
