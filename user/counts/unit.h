/* SPDX-License-Identifier: GPL-2.0 */
/* The paths of cgroups tell which unit or container made them. */
#ifndef _UNIT_H_
#define _UNIT_H_

/*
 * The innermost unit of systemd, such as "sshd.service", and the innermost
 * container by its name, or by the first twelve digits of its number. NULL
 * where there is none. The texts stay until unit_forget().
 */
const char *unit_of(const char *path);
const char *unit_container(const char *path);

/*
 * Before a reading, when nobody has such a text: units come and go while top or
 * watch runs for weeks. Frees them when there are many. Returns how many are left.
 */
unsigned int unit_forget(void);

#endif /* _UNIT_H_ */
