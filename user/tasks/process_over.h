/* SPDX-License-Identifier: GPL-2.0 */
/* A process that has ended and was not waited for: nothing more is charged to it. */
#ifndef _PROCESS_OVER_H
#define _PROCESS_OVER_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/client.h"

/* Have all threads of @pid left their CPUs for good? Silent. */
int process_over(struct client *client, uint32_t pid, bool *over);

#endif /* _PROCESS_OVER_H */
