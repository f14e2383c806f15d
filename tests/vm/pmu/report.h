/* SPDX-License-Identifier: GPL-2.0 */
/* What really happened, as one JSON object on one line. */
#ifndef _PMU_REPORT_H
#define _PMU_REPORT_H

#include <stdio.h>

#include "options.h"
#include "vcpu.h"

struct report {
	FILE *out;
	const struct options *o;
};

void report_begin(const struct report *r);
void report_vcpu(const struct report *r, unsigned int index,
		 const struct vcpu *v);
/* Between the vCPUs and the phases, and at the end. */
void report_middle(const struct report *r);
void report_phases(const struct report *r, unsigned int index,
		   const struct vcpu *v, bool *any);
void report_end(const struct report *r);

#endif /* _PMU_REPORT_H */
