/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events as people write them:
 *
 *	INST_RETIRED.ANY		a name of the data, in any case
 *	A.B:c4  A.B:c4:e1  A.B:cmask=4	with modifiers: c, e, i, u, and what
 *					ocr_msr_val= says
 *	cpu/event=0xd1,umask=0x2,cmask=1/	as perf
 *	cpu/A.B,cmask=1/		as perf; @ for /, backslashes are ignored
 *	cpu_atom/event=0x71/		as perf, of the E-cores of a hybrid CPU
 *	armv8_pmuv3_0/event=0x23/	as perf, of a core of Arm's
 *	{A.B,cycles}:W  A.B:ppp		as perf; how to sample changes nothing
 *	r1a8  0x1a8			a raw config of perf
 *	0x1b7:0x10001			with the value of the extra register
 *	cycles  slots			a value of the module
 *	PERF_METRICS.RETIRING		so is this
 */
#ifndef _EVENT_PARSE_H
#define _EVENT_PARSE_H

#include "data.h"

/*
 * @data may be NULL: no names are known then. -EINVAL and @why, -ENOENT and
 * @why where there is no such name.
 */
int event_parse(struct event *out, const struct event_data *data,
		const char *text, struct event_error *why);

/*
 * The value of the module that such a name means in a formula of a vendor's or of
 * perf's, whichever CPU that is for; NULL: none.
 */
const char *event_value(const char *name);

/* The length of the first event of a list with commas. */
size_t events_length(const char *text);

/*
 * Several, separated by commas, none of them in a cpu/.../. At most @room;
 * -E2BIG and @why. The number goes to *@nr.
 */
int events_parse(struct event *out, unsigned int room, unsigned int *nr,
		 const struct event_data *data, const char *text,
		 struct event_error *why);

#endif /* _EVENT_PARSE_H */
