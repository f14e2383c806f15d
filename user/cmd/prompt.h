/* SPDX-License-Identifier: GPL-2.0 */
/* Asks on the last line of `tdacct top`, and takes the answers. */
#ifndef _PROMPT_H
#define _PROMPT_H

#include "top.h"

/* "sort by column: " */
const char *prompt_text(enum action a);

void prompt_open(struct top *t, enum action a);

/* A key while there is a question: edit the answer, or take it. */
void prompt_key(struct top *t, int key);

/* Search once more for the last text that was searched for. */
void prompt_search(struct top *t);

#endif /* _PROMPT_H */
