/* SPDX-License-Identifier: GPL-2.0 */
/* What came of a question, besides its messages. */
#ifndef _OUTCOME_H
#define _OUTCOME_H

#include <stdbool.h>

struct outcome {
	bool interrupted;	/* the dump is not of one moment */
	double asked;		/* when, in seconds since boot; NAN: not known */
	char text[288];		/* what was said of a failure */
};

#endif /* _OUTCOME_H */
