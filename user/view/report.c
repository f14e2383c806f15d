// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "model/plan.h"
#include "report.h"

void report_note(struct report *r, const char *format, ...)
{
	va_list args;

	if (r->nr_notes == REPORT_NOTES)
		return;
	va_start(args, format);
	vsnprintf(r->note[r->nr_notes++], sizeof(r->note[0]), format, args);
	va_end(args);
}

void report_state(struct report *r, const struct info *info)
{
	const char *note = r->result->plan->model->note;

	if (note)
		report_note(r, "%s", note);
	if (info->state != TDACCT_STATE_COUNTING)
		report_note(r, "nothing is counted now: %s; tdacct doctor tells why",
			    state_name(info->state));
}

double report_count(const struct report *r, const char *name,
		    unsigned int core_type)
{
	const struct info *info = r->result->plan->info;
	int index = count_of_type(info, core_type, name);

	return index < 0 ? NAN : count_number(info, &r->sample->counts,
					      (unsigned int)index);
}
