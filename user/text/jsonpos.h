/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds where a value stands in a JSON text, when something is to be said about
 * it: values of jansson do not remember where they came from.
 */
#ifndef _JSONPOS_H
#define _JSONPOS_H

struct position {
	unsigned int line;	/* from 1 */
	unsigned int column;	/* from 1, in bytes */
};

/*
 * @path: keys and indices divided by '/', such as "nodes/3/formula"; what of
 * it does not exist is ignored. @within: so many bytes into the string that
 * is found, as it reads after its escapes are resolved. @text must be valid.
 */
struct position json_position(const char *text, const char *path,
			      unsigned int within);

#endif /* _JSONPOS_H */
