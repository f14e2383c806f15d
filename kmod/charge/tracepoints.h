/* SPDX-License-Identifier: GPL-2.0 */
/* Attach to the scheduler and let go of it again. */
#ifndef _TDA_TRACEPOINTS_H
#define _TDA_TRACEPOINTS_H

int tda_tracepoints_init(void);
void tda_tracepoints_exit(void);

#endif /* _TDA_TRACEPOINTS_H */
