/* SPDX-License-Identifier: GPL-2.0 */
/* What the paths of cgroups tell of who made them. */
#ifndef _UNIT_H_
#define _UNIT_H_

/*
 * The innermost unit of systemd, such as "sshd.service", and the innermost
 * container by its name, or by the first twelve digits of its number. NULL
 * where there is none. The texts stay as long as the program runs.
 */
const char *unit_of(const char *path);
const char *container_of_path(const char *path);

#endif /* _UNIT_H_ */
