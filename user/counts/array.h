/* SPDX-License-Identifier: GPL-2.0 */
/* Arrays that grow. */
#ifndef _ARRAY_H
#define _ARRAY_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Makes room for one more than @nr elements of @size bytes in *@array, a pointer to
 * elements, of which *@room have room now; NULL and 0 at first. -ENOMEM: nothing changed.
 */
static inline int array_grow(void *array, size_t nr, size_t *room, size_t size)
{
	size_t wanted = *room ? 2 * *room : 64;
	void *now, *more;

	if (nr < *room)
		return 0;
	memcpy(&now, array, sizeof(now));
	more = reallocarray(now, wanted, size);
	if (!more)
		return -ENOMEM;
	memcpy(array, &more, sizeof(more));
	*room = wanted;
	/* cppcheck-suppress memleak ; the caller's pointer has it */
	return 0;
}

#endif /* _ARRAY_H */
