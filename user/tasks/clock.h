/* SPDX-License-Identifier: GPL-2.0 */
/* The time by which we wait, in seconds. */
#ifndef _CLOCK_H
#define _CLOCK_H

double clock_now(void);

/* From now to then; 0 where that is over. */
double clock_until(double when);

#endif /* _CLOCK_H */
