/* SPDX-License-Identifier: GPL-2.0 */
/* Charge what runs, because somebody asks for its numbers. */
#ifndef _TDA_QUESTION_H
#define _TDA_QUESTION_H

#include <linux/types.h>

struct cred;
struct tda_process;
struct tda_task;

void tda_question_ask(const struct tda_task *only, bool isolated);
void tda_question_ask_process(const struct tda_process *p, bool isolated);
void tda_question_ask_user(const struct cred *cred);
void tda_question_all(bool idle);

#endif /* _TDA_QUESTION_H */
