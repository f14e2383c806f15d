/* SPDX-License-Identifier: GPL-2.0 */
/* Files that the binary carries, so that it works alone. */
#ifndef _EMBEDDED_H
#define _EMBEDDED_H

#include <stddef.h>

struct embedded {
	const char *name;	/* NULL ends the table */
	const char *text;
	size_t len;
};

extern const struct embedded embedded_advice[];
extern const struct embedded embedded_families[];
extern const struct embedded embedded_laws[];
extern const struct embedded embedded_page[];	/* the page, and its policy */

#endif /* _EMBEDDED_H */
