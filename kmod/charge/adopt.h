/* SPDX-License-Identifier: GPL-2.0 */
/* Find the tasks that have no record, and give them one. */
#ifndef _TDA_ADOPT_H
#define _TDA_ADOPT_H

void tda_adopt_init(void);
int tda_adopt(void);
void tda_adopt_stop(void);

#endif /* _TDA_ADOPT_H */
