// SPDX-License-Identifier: GPL-2.0
/* Do the steps. */
#include <kunit/test.h>
#include <linux/jiffies.h>

#include "charge/counter.h"
#include "cpus/pause.h"
#include "record/task.h"
#include "script.h"

/* ---- steps that come at a bad moment ------------------------------------ */

static void nmi_reads(void *counter)
{
	fake_perf_reads((unsigned long)counter);
}

static void nmi_at_read(unsigned long n, unsigned int nth)
{
	fake.hook = (struct fake_hook){
		.at	= FAKE_READ,
		.reg	= fake_place(fake.event[n]),
		.nth	= nth,
		.run	= nmi_reads,
		.data	= (void *)n,
	};
}

static u64 *register_of(const struct perf_event *event)
{
	return fake_register(fake_place(event));
}

/* Let so many events happen at once, which is years in small steps. */
static void skip(unsigned int n, u64 events)
{
	*register_of(fake.event[n]) += events;
	fake.total.val[tda_value_on(fake_c(), n)] += events;
	fake.running->truth.val[tda_value_on(fake_c(), n)] += events;
	fake_fold();
}

/* Let the counter be @left events away from its overflow. */
static void near_overflow(unsigned int n, u64 left)
{
	u64 mask = fake_perf_mask(fake.event[n]), step = (mask >> 7) + 1;
	u64 *reg = register_of(fake.event[n]);

	while (((-left - *reg) & mask) > step)
		skip(n, step);
	skip(n, (-left - *reg) & mask);
}

/* ---- all steps ---------------------------------------------------------- */

void script_begin(struct kunit *test, struct script *s)
{
	unsigned int i;

	s->task[0] = fake.running;
	for (i = 1; i < SCRIPT_TASKS; i++)
		s->task[i] = NULL;
}

static struct fake_task *task_of(struct script *s, unsigned int n)
{
	if (!s->task[n])
		s->task[n] = fake_fork();
	return s->task[n];
}

static void exit_task(struct script *s, unsigned int n)
{
	fake_exit(s->task[n]);
	s->task[n] = NULL;
}

static void do_perf(const struct step *step)
{
	const struct perf_event *event = fake.event[step->n];

	/* What is not on a counter is not touched. */
	if (!event || event->state != PERF_EVENT_STATE_ACTIVE)
		return;
	switch (step->kind) {
	case STEP_PERF_READS:
		fake_perf_reads(step->n);
		break;
	case STEP_PERF_RESTARTS:
		fake_perf_restarts(step->n);
		break;
	case STEP_PERF_MOVES:
		fake_perf_moves(step->n, step->m);
		break;
	case STEP_PERF_ERROR:
		fake_perf_error(step->n);
		break;
	case STEP_NEAR_OVERFLOW:
		near_overflow(step->n, step->m);
		break;
	case STEP_SET:
		*register_of(event) = step->m;
		break;
	case STEP_NMI_READ:
		nmi_at_read(step->n, step->m);
		break;
	default:
		break;
	}
}

void script_do(struct kunit *test, struct script *s, const struct step *step)
{
	switch (step->kind) {
	case STEP_RUN:
		fake_run(step->n, step->mix);
		break;
	case STEP_TO:
		fake_switch(task_of(s, step->n));
		break;
	case STEP_IDLE:
		fake_switch(fake.idle);
		break;
	case STEP_FOLD:
		fake_fold();
		break;
	case STEP_FORK:
		s->task[step->n] = fake_fork();
		break;
	case STEP_THREAD:
		s->task[step->n] = fake_thread(s->task[step->m]);
		break;
	case STEP_EXIT:
		exit_task(s, step->n);
		break;
	case STEP_INJECTS:
		task_of(s, step->n)->task.flags = PF_KTHREAD | PF_IDLE;
		break;
	case STEP_METRICS_OVERFLOW:
	case STEP_CTRL_OFF:
	case STEP_CTRL_ON:
	case STEP_NMI_EARLY:
	case STEP_NMI_LATE:
		fake_step(step);
		break;
	case STEP_CLEAR_AT:
		fake_c()->clear_at = step->n;
		break;
	case STEP_PAUSE:
		tda_cpus_pause(0);
		break;
	case STEP_RESUME:
		tda_cpus_resume();
		break;
	case STEP_WAIT:
		fake_wait(step->n * HZ);
		break;
	case STEP_DRY:
	case STEP_WET:
		fake.fail_all[FAKE_OBJECTS] = step->kind == STEP_DRY;
		break;
	default:
		do_perf(step);
	}
}

void script_run(struct kunit *test, struct script *s, const struct step *steps)
{
	for (; steps->kind != STEP_END; steps++)
		script_do(test, s, steps);
}
