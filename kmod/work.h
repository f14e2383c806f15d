/* SPDX-License-Identifier: GPL-2.0 */
/* The queue of everything that the module does later. */
#ifndef _TDA_WORK_H
#define _TDA_WORK_H

#include <linux/workqueue.h>

/* Set before anything is queued, destroyed after everything has ended. */
extern struct workqueue_struct *tda_wq;

#endif /* _TDA_WORK_H */
