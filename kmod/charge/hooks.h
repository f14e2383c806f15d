/* SPDX-License-Identifier: GPL-2.0 */
/* Attach to the scheduler and let go of it again. */
#ifndef _TDA_HOOKS_H
#define _TDA_HOOKS_H

int tda_hooks_init(void);
void tda_hooks_exit(void);

#endif /* _TDA_HOOKS_H */
