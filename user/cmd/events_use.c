// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "collect/active_set.h"
#include "collect/machine.h"
#include "collect/session.h"
#include "kernel/ask.h"
#include "view/print.h"
#include "boot.h"
#include "events.h"

/* Leaves out the events that the module counts in any case. */
static int choose(struct chosen *to, unsigned int *nr,
		  const struct set_schedule *a)
{
	*nr = 0;
	for (unsigned int i = a->first; i < a->nr; i++) {
		if (*nr == CHOSEN_MAX) {
			fprintf(stderr, "tdacct: these are more events than there are counters\n");
			return -E2BIG;
		}
		to[*nr].config = a->event[i].config;
		to[(*nr)++].config1 = a->event[i].config1;
	}
	return 0;
}

/* NULL where it stays as it is. */
static void tell_boot(struct printer *out, const struct boot *boot)
{
	if (boot && boot->removes)
		print_string(out, "boot", "no longer counted when the module is loaded: there is no %s\n",
			     print_is_json(out) ? NULL : boot->file);
	else if (boot)
		print_string(out, "boot", "counted again whenever the module is loaded: %s\n",
			     boot->file);
}

/* Says that the file was written, where no module is loaded. */
static int tell_boot_alone(const struct boot *boot, bool json)
{
	struct printer out = print_to(stdout, json, NULL, false);

	print_open(&out, NULL, '{');
	tell_boot(&out, boot);
	print_close(&out, '}');
	return print_end(&out);
}

/* As it is now, not as it was asked for: without a set there may be one, too. */
static int tell(struct session *s, const struct event_data *sets,
		const struct boot *boot, bool json)
{
	struct printer out = print_to(stdout, json, NULL, false);
	int err = ask_info(&s->client, &s->info);
	char name[64];
	bool named;
	unsigned int nr = 0;

	if (err) {
		client_complain(&s->client, err, "what is counted");
		return err;
	}
	for (unsigned int i = 0; i < s->info.nr_values; i++)
		nr += s->info.value[i].of_set;
	named = (sets && active_set_among(name, sizeof(name), sets, &s->info)) ||
		active_set_name(name, sizeof(name), &s->info);
	print_open(&out, NULL, '{');
	print_count(&out, "events", "counting %u event", nr);
	print_words(&out, "%s%s", nr == 1 ? "" : "s", named ? " (" : "");
	if (named || json)
		print_string(&out, "set", "%s)", named ? name : NULL);
	print_count(&out, "epoch", ", epoch %" PRIu64 "\n", s->info.epoch);
	tell_boot(&out, boot);
	print_close(&out, '}');
	return print_end(&out);
}

static int switch_to(struct session *s, const struct set_schedule *a, bool lease)
{
	struct chosen chosen[CHOSEN_MAX];
	unsigned int nr = 0;
	int err = a ? choose(chosen, &nr, a) : 0;

	if (err)
		return err;
	/* Without it nobody would see that somebody else was faster. */
	if (!s->info.epoch) {
		fprintf(stderr, "tdacct: the loaded module is older than this tool, and takes events only when it is loaded; see tdacct events show --load\n");
		return -EOPNOTSUPP;
	}
	if (sample_has(s->info.have, TDACCT_A_EVENTS_MAX) &&
	    nr > s->info.events_max) {
		fprintf(stderr, "tdacct: these are %u events, and at most %u can be counted beside what is counted in any case; name fewer events or one set, or see with 'tdacct events fit' which of them go together\n",
			nr, s->info.events_max);
		return -E2BIG;
	}
	err = ask_set_events(&s->client, chosen, nr, s->info.epoch, lease);
	if (err)
		client_complain(&s->client, err, "these events");
	if (err == -EBUSY && s->info.state == TDACCT_STATE_COUNTING &&
	    !(lease && sample_has(s->info.have, TDACCT_A_LEASE)))
		fprintf(stderr, "tdacct: the events were not changed; 'tdacct events fit' shows which fit together, and 'tdacct doctor' who else holds counters\n");
	return err;
}

int events_switch(struct session *s, const struct set_schedule *a)
{
	return switch_to(s, a, false);
}

int events_lend(struct session *s, const struct set_schedule *a)
{
	return switch_to(s, a, true);
}

static int use_now(const struct set_schedule *a, const struct event_data *sets,
		   struct boot *boot, bool json)
{
	static const struct source kernel = { .replay = NULL };
	struct session s;
	int err = session_open_plain(&s, &kernel);

	if (err)
		return err;
	err = events_switch(&s, a);
	if (!err && boot)
		err = boot_commit(boot);
	if (!err)
		err = tell(&s, sets, boot, json);
	session_close(&s);
	return err;
}

int events_use(const struct set_schedule *a, const struct event_data *sets,
	       struct boot *boot, bool json)
{
	int err;

	if (!boot || fact_exists(FACT_PATH(machine_root(), "/sys/module/tdacct")))
		return use_now(a, sets, boot, json);
	err = boot_commit(boot);
	if (err)
		return err;
	return tell_boot_alone(boot, json);
}
