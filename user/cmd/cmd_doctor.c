// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "doctor/doctor.h"
#include "kernel/client.h"
#include "text/file.h"
#include "view/print.h"
#include "cmd.h"
#include "options.h"

enum { INDENT = 24 };	/* of what is said of each */

enum { KEY_ROOT = OPTION_OWN, KEY_REPLAY };

struct line {
	const char *root;
	const char *replay;
	bool json;
};

static const struct option_row options[] = {
	OPT_FLAG("json", 'j', struct line, json, "print JSON"),
	OPT_TEXT("root", KEY_ROOT, "DIR", struct line, root, "look at the files below this directory, such as a copy of /proc, /sys and /boot of another machine; no module is asked then"),
	OPT_FILE("replay", KEY_REPLAY, "FILE", struct line, replay, "take the module's answers from this recording"),
	OPT_END,
};

static const struct command doctor = {
	.options = options,
	.doc = "Look at everything that decides whether and how well counting works on this machine, and say what to do: CPU, virtualisation, counters and who holds them, kernel, module, permissions, cgroups.\v"
	       "The exit status is 1 when there is a problem.",
};

static const char *state_text(enum finding_state state)
{
	static const char *const names[] = {
		[FINDING_FINE] = "fine", [FINDING_NOTE] = "note",
		[FINDING_PROBLEM] = "problem",
	};

	return names[state];
}

static void put_finding(struct printer *p, const struct finding *f)
{
	char head[64], safe[PRINT_SAFE_SIZE];

	if (print_is_json(p)) {
		json_open(&p->json, NULL, '{');
		json_text(&p->json, "subject", f->subject);
		json_text(&p->json, "state", state_text(f->state));
		json_text(&p->json, "text", f->text);
		json_text(&p->json, "todo", *f->todo ? f->todo : NULL);
		json_close(&p->json, '}');
		return;
	}
	snprintf(head, sizeof(head), "%-8s%s:", state_text(f->state),
		 f->subject);
	print_wrapped(p->to, head, INDENT, print_safe(safe, f->text));
	if (*f->todo)
		print_wrapped(p->to, "        to do:", INDENT,
			      print_safe(safe, f->todo));
}

static int print(const struct doctor *d, bool json)
{
	struct printer p = print_to(stdout, json, NULL, false);
	size_t problems = doctor_count(d, FINDING_PROBLEM);
	size_t notes = doctor_count(d, FINDING_NOTE);

	print_open(&p, NULL, '{');
	print_member(&p, json_count, "problems", problems);
	print_open(&p, "findings", '[');
	for (size_t i = 0; i < d->nr; i++)
		put_finding(&p, &d->finding[i]);
	print_close(&p, ']');
	print_close(&p, '}');
	print_words(&p, "\n%zu problem%s, %zu note%s\n", problems,
		    problems == 1 ? "" : "s", notes, notes == 1 ? "" : "s");
	return print_end(&p);
}

int cmd_doctor(int argc, char **argv)
{
	static struct doctor d;
	struct line l = { .root = NULL };
	struct client c;

	options_parse(&doctor, argc, argv, &l);
	d.root = l.root ? l.root : "";
	d.version = VERSION;
	doctor_look(&d);
	/* the module of this machine, where it is loaded; else a recording of one */
	if (l.replay || (!l.root && d.loaded)) {
		if (client_open(&c, l.replay, NULL))
			return EXIT_FAILED;
		doctor_ask(&d, &c);
		if (client_close(&c))
			return EXIT_FAILED;
	}
	if (print(&d, l.json))
		return EXIT_FAILED;
	return doctor_count(&d, FINDING_PROBLEM) ? EXIT_FAILED : EXIT_FINE;
}
