/* SPDX-License-Identifier: GPL-2.0 */
/* When a reading was taken, and of how long a time it tells. */
#ifndef _STAMP_H
#define _STAMP_H

struct stamp {
	double time;		/* seconds since 1970; NAN: a recording */
	double interval;	/* seconds, as measured; 0: all up to now */
};

#endif /* _STAMP_H */
