// SPDX-License-Identifier: GPL-2.0
/* The queue of all work that takes its time. main.c makes it and lets it go. */
#include "work.h"

struct workqueue_struct *tda_wq;
