/* SPDX-License-Identifier: GPL-2.0 */
/* Find the tasks that have no record, and give them one. */
#ifndef _TDA_SCAN_H
#define _TDA_SCAN_H

void tda_scan_init(void);
int tda_scan(void);
void tda_scan_stop(void);

#endif /* _TDA_SCAN_H */
