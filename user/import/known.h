/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which CPUs a vendor's file is for. Vendors have names of their own for the families
 * that the tool knows; its tables list them as "known_as".
 */
#ifndef _KNOWN_H
#define _KNOWN_H

struct event_data;

/*
 * By the name of the file, else by what it says of its CPU, else by a folder that it
 * is in. @path may be a name alone. 0 and NULL: the file says which CPU it is for,
 * and there is no table for that. -ENOENT: nothing tells.
 */
int known_file(struct event_data **out, const char *path);

#endif /* _KNOWN_H */
