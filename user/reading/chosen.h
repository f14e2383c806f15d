/* SPDX-License-Identifier: GPL-2.0 */
/* Which of the sets that the tool knows by name is counted. */
#ifndef _CHOSEN_H
#define _CHOSEN_H

#include <stdbool.h>
#include <stddef.h>

struct info;

/* Its name; false if it has none, or nothing is counted on request. */
bool chosen_name(char *to, size_t size, const struct info *info);

#endif /* _CHOSEN_H */
