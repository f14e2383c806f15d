// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>

#include "finding.h"

struct finding *finding_add(struct doctor *d, const char *subject,
		     enum finding_state state, const char *todo,
		     const char *format, ...)
{
	struct finding *f = &d->finding[d->nr < FINDINGS_MAX - 1 ? d->nr++ :
					d->nr];
	va_list args;

	f->subject = subject;
	f->state = state;
	snprintf(f->todo, sizeof(f->todo), "%s", todo ? todo : "");
	va_start(args, format);
	vsnprintf(f->text, sizeof(f->text), format, args);
	va_end(args);
	return f;
}

size_t doctor_count(const struct doctor *d, enum finding_state state)
{
	size_t nr = 0;

	for (size_t i = 0; i < d->nr; i++)
		nr += d->finding[i].state == state;
	return nr;
}
