// SPDX-License-Identifier: GPL-2.0
/* The queues of all work that takes its time. main.c makes them and lets them go. */
#include "work.h"

struct workqueue_struct *tda_wq;
struct workqueue_struct *tda_fill_wq;
