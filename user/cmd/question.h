/* SPDX-License-Identifier: GPL-2.0 */
/* Asks on the last line of `tdacct top`, and takes the answers. */
#ifndef _QUESTION_H
#define _QUESTION_H

#include "top.h"

/* "sort by column: " */
const char *question_text(enum action a);

void question_ask(struct top *t, enum action a);

/* A key while there is a question: edit the answer, or take it. */
void question_key(struct top *t, int key);

/* Search once more for the last text that was searched for. */
void question_search(struct top *t);

#endif /* _QUESTION_H */
