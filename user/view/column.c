// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "counts/unit.h"
#include "model/eval.h"
#include "tasks/cgroup_tree.h"
#include "text/decimal.h"
#include "text/near.h"
#include "text/units.h"
#include "column.h"
#include "json.h"

static struct cell cell(enum cell_type type, double number)
{
	return (struct cell){
		.type = isnan(number) ? CELL_UNKNOWN : type, .number = number,
	};
}

static struct cell text(const char *known)
{
	return (struct cell){
		.type = known ? CELL_TEXT : CELL_UNKNOWN, .text = known,
	};
}

static double count(const struct row *r, const struct counts *c, size_t index)
{
	return index == COUNTS_NR ? NAN :
	       count_everywhere(r->result->plan->info, c, (unsigned int)index);
}

#define GET(_name) \
	static struct cell _name(const struct row *r, \
				 const struct column *c __attribute__((unused)))
#define GET_CELL(_name, _type, _number) \
	static struct cell get_##_name(const struct row *r, \
		const struct column *c __attribute__((unused))) \
	{ \
		return cell(CELL_##_type, _number); \
	}
#define GET_TEXT(_name, _text) \
	static struct cell get_##_name(const struct row *r, \
		const struct column *c __attribute__((unused))) \
	{ \
		return text(_text); \
	}

/* A number as the module told it. */
GET(get_told)
{
	const void *at = (const char *)r->sample + c->told.offset;

	if (!sample_has(r->sample->have, c->told.attr))
		return cell(CELL_UNKNOWN, NAN);
	return cell(c->told.type, c->told.wide ?
		    (double)*(const uint64_t *)at : *(const uint32_t *)at);
}

/* clang-format off */
GET_TEXT(comm, *r->sample->comm ? r->sample->comm : NULL)
GET_TEXT(kind, sample_kind_name(r->sample->kind))
GET_TEXT(cgroup, r->cgroup)
GET_TEXT(user, r->proc ? r->proc->user : NULL)
GET_TEXT(command, r->proc ? r->proc->command : NULL)
GET_TEXT(unit, r->cgroup ? unit_of(r->cgroup) : NULL)
GET_TEXT(container, r->cgroup ? unit_container(r->cgroup) : NULL)
GET_CELL(ppid, NUMBER, r->proc ? r->proc->ppid : NAN)
GET_CELL(cpu, NUMBER, sample_is_machine(r->sample) ? r->sample->cpu : NAN)
GET_CELL(busy, TIME, sample_is_machine(r->sample) && r->sample->busy.known ?
		     (double)r->sample->busy.ns : NAN)
GET_CELL(idle, SHARE, sample_is_machine(r->sample) ?
		      count(r, &r->sample->idle, c->index) /
		      count(r, &r->sample->counts, c->index) : NAN)
GET_CELL(own_slots, COUNT, sample_has(r->sample->have, TDACCT_A_OWN) ?
			   count(r, &r->sample->own, c->index) : NAN)
GET_CELL(count, COUNT, count(r, &r->sample->counts, c->index))
GET_CELL(coverage, SHARE, sample_coverage(r->sample))
GET_CELL(ipc, RATIO, count_ratio(r->result->plan->info, &r->sample->counts,
				 "instructions", "cycles"))
/* clang-format on */

GET(get_name)
{
	return r->sample->kind == SAMPLE_CGROUP ?
	       text(cgroup_name(r->sample->path)) : get_comm(r, c);
}

GET(get_who)
{
	return r->sample->kind == SAMPLE_CGROUP ? get_cgroup(r, c) :
						  get_comm(r, c);
}

/* The time of a task or cgroup has something to be compared with only in an interval. */
GET(get_used)
{
	if (sample_is_machine(r->sample))
		return cell(CELL_SHARE, busy_share(&r->sample->busy));
	return cell(CELL_SHARE, r->interval > 0 &&
		    sample_has(r->sample->have, TDACCT_A_CPU_NS) ?
		    (double)r->sample->cpu_ns / 1e9 / r->interval : NAN);
}

GET(get_state)
{
	uint32_t flags = r->sample->flags;

	if (r->sample->kind == SAMPLE_CGROUP)
		return text(r->sample->cgroup_flags & TDACCT_CGROUP_REMOVED ?
			    "removed" : "there");
	if (!sample_has(r->sample->have, TDACCT_A_TASK_FLAGS))
		return cell(CELL_UNKNOWN, NAN);
	return text(flags & TDACCT_TASK_DEAD ? "dead" :
		    flags & TDACCT_TASK_RUNNING ? "running" : "waiting");
}

GET(get_node)
{
	const struct node *n = &r->result->plan->model->node[c->index];
	struct cell share = cell(n->unit == UNIT_NUMBER ? CELL_NUMBER : CELL_SHARE,
				 result_shown(r->result, c->index));

	share.partly = share.type != CELL_UNKNOWN &&
		       result_known(r->result, c->index) < KNOWN_WHOLE;
	return share;
}

static bool is_class(const struct model *m, size_t node)
{
	return m->node[node].level == 1 && !m->node[node].standalone;
}

double column_known(const struct row *r)
{
	const struct result *result = r->result;
	const struct model *m = result->plan->model;
	double known = NAN;

	if (!(result_busiest(result)->weight > 0))
		return NAN;
	for (size_t i = 0; i < m->nr_nodes; i++)
		if (is_class(m, i) && result->node[i].formula)
			known = fmin(known, result_known(result, i));
	return known;
}

GET_CELL(known, SHARE, column_known(r))

const char *column_bottleneck(const struct row *row, char *to, size_t size)
{
	const struct result *r = result_busiest(row->result);
	const struct model *m = r->plan->model;
	char part[UNITS_SIZE];
	size_t i = 0;

	while (i < m->nr_nodes && !r->node[i].deepest)
		i++;
	if (i < m->nr_nodes)
		snprintf(to, size, r->node[i].known < KNOWN_WHOLE ? "(%.18s)" : "%s",
			 m->node[i].name);
	else if (column_known(row) < KNOWN_WHOLE)
		snprintf(to, size, "(known for %s)",
			 units_share(part, column_known(row)));
	else
		*to = 0;
	return to;
}

/* A share of few slots is little, however bad it is. */
GET_CELL(node_slots, COUNT, result_shown(r->result, c->index) *
				count(r, &r->sample->counts, c->slots))

#define TASKS (ROWS_PROCESSES | ROWS_THREADS)
#define GROUPS (ROWS_PROCESSES | ROWS_CGROUPS)
#define NO_CPUS (TASKS | ROWS_CGROUPS)
#define ANY (NO_CPUS | ROWS_CPUS)

/* A column is the number @_member, which comes with the attribute @_attr. */
#define TOLD(_attr, _member, _type) \
	.get = get_told, .told = { \
		TDACCT_A_##_attr, _type, offsetof(struct sample, _member), \
		sizeof(((struct sample *)NULL)->_member) == sizeof(uint64_t), \
	}

/* Texts are aligned to the left; they, and ids, are sorted from the smallest up. */
/* clang-format off */
static const struct column fixed[] = {
	{ "pid", "PID", "process id",
	  false, true, TASKS, TOLD(PID, pid, CELL_NUMBER) },
	{ "ppid", "PPID", "process id of its parent",
	  false, true, TASKS, .get = get_ppid, .asks = ASKS_USER },
	{ "tid", "TID", "thread id",
	  false, true, ROWS_THREADS, TOLD(TID, tid, CELL_NUMBER) },
	{ "comm", "COMMAND", "name of the command",
	  true, true, ANY, .get = get_comm },
	{ "user", "USER", "name of the user",
	  true, true, TASKS, .get = get_user, .asks = ASKS_USER },
	{ "command", "COMMAND-LINE", "command line",
	  true, true, TASKS, .get = get_command, .asks = ASKS_USER | ASKS_COMMAND },
	{ "state", "STATE", "running, waiting, dead; of a cgroup: there, removed",
	  true, true, ROWS_THREADS | ROWS_CGROUPS, .get = get_state },
	{ "kind", "KIND", "thread, process, cgroup, exited, idle or untracked",
	  true, true, ANY, .get = get_kind },
	{ "cgroup", "CGROUP", "path of the cgroup that it is in, or in which it ended",
	  true, true, NO_CPUS, .get = get_cgroup, .asks = ASKS_PLACE },
	{ "name", "NAME", "of a cgroup, the last part of its path; otherwise comm",
	  true, true, ANY, .get = get_name },
	{ "who", "WHO", "of a cgroup, its path; otherwise comm",
	  true, true, ANY, .get = get_who },
	{ "unit", "UNIT", "unit of systemd, from the path of the cgroup",
	  true, true, NO_CPUS, .get = get_unit, .asks = ASKS_PLACE },
	{ "container", "CONTAINER", "name or number of the container, from the cgroup's path",
	  true, true, NO_CPUS, .get = get_container, .asks = ASKS_PLACE },
	{ "cpu", "CPU", "of CPUs: its number, or the first one",
	  false, true, ROWS_CPUS, .get = get_cpu },
	{ "idle", "IDLE-SLOTS", "of CPUs: the part of slots that idle tasks were charged",
	  false, false, ROWS_CPUS, .get = get_idle },
	{ "busy", "BUSY", "of CPUs: time in which they did not idle, since boot",
	  false, false, ROWS_CPUS, .get = get_busy },
	{ "used", "%CPU", "CPU time, of the interval; of CPUs: busy, of all time",
	  false, false, ANY, .get = get_used },
	{ "cgroup_id", "CGROUP-ID", "number of the cgroup, the inode of its directory",
	  false, true, NO_CPUS, TOLD(CGROUP, cgroup, CELL_NUMBER) },
	{ "own_slots", "OWN-SLOTS", "of a cgroup: slots of its own tasks, not of any below",
	  false, false, ROWS_CGROUPS, .get = get_own_slots },
	{ "threads", "THR", "threads that have not ended, or not been waited for",
	  false, false, GROUPS, TOLD(THREADS, threads, CELL_NUMBER) },
	{ "exited", "EXITED", "threads that have ended",
	  false, false, GROUPS, TOLD(EXITED_THREADS, exited_threads, CELL_NUMBER) },
	{ "cpu_time", "CPU-TIME", "CPU time since module load or its start; of CPUs: online",
	  false, false, ANY, TOLD(CPU_NS, cpu_ns, CELL_TIME) },
	{ "coverage", "COVERAGE", "the part of cpu_time in which the counters ran",
	  false, false, ANY, .get = get_coverage },
	{ "age", "AGE", "how old the numbers are at most; -: as of last switch",
	  false, false, TASKS, TOLD(AGE_NS, age_ns, CELL_TIME) },
	{ "born", "BORN", "time between boot and its start",
	  false, true, TASKS, TOLD(BORN_NS, born_ns, CELL_TIME) },
	{ "id", "ID", "number of the record, never used again",
	  false, true, NO_CPUS, TOLD(ID, id, CELL_NUMBER) },
	{ "slots", "SLOTS", "pipeline slots",
	  false, false, ANY, .get = get_count },
	{ "unclassified", "UNCLASSIFIED", "slots of which the classes could not be read",
	  false, false, ANY, .get = get_count },
	{ "instructions", "INSTRUCTIONS", "instructions retired",
	  false, false, ANY, .get = get_count },
	{ "cycles", "CYCLES", "cycles",
	  false, false, ANY, .get = get_count },
	{ "ref_cycles", "REF-CYCLES", "cycles at the reference frequency (with ref_cycles=1)",
	  false, false, ANY, .get = get_count },
	{ "slots_without_events", "WITHOUT-EVENTS", "slots in which an event or ref_cycles was not counted",
	  false, false, ANY, .get = get_count },
	{ "known", "KNOWN", "the part of slots for which the classes are known",
	  false, false, ANY, .get = get_known },
	{ "ipc", "IPC", "instructions per cycle",
	  false, false, ANY, .get = get_ipc },
	{ "switches", "SWITCHES", "how often it left a CPU",
	  false, false, ANY, .get = get_count },
};
/* clang-format on */

#define NR_FIXED (sizeof(fixed) / sizeof(*fixed))

/* The four that every table has, in four letters at most. */
static const struct {
	const char *name, *heading;
} headings[] = {
	{ "retiring", "RET" }, { "bad_speculation", "BAD" },
	{ "frontend_bound", "FE" }, { "backend_bound", "BE" },
	{ "frontend_stalled_cycles", "FE-STALL" },
	{ "backend_stalled_cycles", "BE-STALL" },
};

static const char *without_prefix(const char *name)
{
	return name + (strncmp(name, "tma_", 4) ? 0 : 4);
}

static void node_column(struct column *to, const struct model *model,
			size_t node)
{
	const char *name = model->node[node].name;
	const char *heading = name;
	size_t i;

	for (i = 0; i < sizeof(headings) / sizeof(*headings); i++)
		if (!strcasecmp(headings[i].name, without_prefix(name)))
			heading = headings[i].heading;
	*to = (struct column){
		.get = get_node, .index = node, .kinds = ANY,
		.help = model->node[node].title,
	};
	snprintf(to->name, sizeof(to->name), "%s", name);
	for (i = 0; i < sizeof(to->heading) - 1 && heading[i]; i++)
		to->heading[i] = heading[i] == '_' ? '-' :
				 (char)toupper((unsigned char)heading[i]);
}

static size_t index_of(const struct info *info, const char *name)
{
	int index = count_index(info, name);

	return index < 0 ? COUNTS_NR : (size_t)index;
}

/* Vendors write Retiring or tma_retiring: the usual columns are there, too. */
static int find_node(const struct model *m, const char *name)
{
	int node = model_find_node(m, name);

	for (size_t i = 0; node < 0 && i < m->nr_nodes; i++) {
		if (!strcasecmp(without_prefix(m->node[i].name), name))
			node = (int)i;
	}
	return node;
}

/* Looks among the columns that rows of @kinds have. */
static const char *find_near(char hint[NEAR_SIZE], const char *name,
			     const struct plan *plan, unsigned int kinds)
{
	const struct model *m = plan->model;
	struct near near;

	near_begin(&near, name);
	for (size_t i = 0; i < NR_FIXED; i++)
		if (fixed[i].kinds & kinds)
			near_try(&near, fixed[i].name);
	for (size_t i = 0; i < m->nr_nodes; i++)
		near_try(&near, m->node[i].name);
	return near_hint(&near, hint);
}

int column_is_of(const struct column *c, const struct plan *plan,
		 unsigned int kinds)
{
	static const char *const names[] = {
		"processes", "threads", "cgroups", "CPUs",
	};
	char hint[NEAR_SIZE];
	bool more = false;

	if (c->kinds & kinds)
		return 0;
	fprintf(stderr, "tdacct: no row here has a '%s', which is of ", c->name);
	for (unsigned int i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (c->kinds >> i & 1) {
			fprintf(stderr, "%s%s", more ? " and " : "", names[i]);
			more = true;
		}
	fprintf(stderr, " only%s\n", find_near(hint, c->name, plan, kinds));
	return -EINVAL;
}

/* -ENOENT: there is none. */
static int look_up(struct column *to, const char *name,
		   const struct plan *plan)
{
	int node = find_node(plan->model, name);

	for (size_t i = 0; i < NR_FIXED; i++) {
		if (strcmp(fixed[i].name, name))
			continue;
		*to = fixed[i];
		/* columns of counts have the name of theirs, except for two */
		to->index = index_of(plan->info, to->get == get_own_slots ||
				     to->get == get_idle ? "slots" : name);
		return 0;
	}
	if (node >= 0) {
		node_column(to, plan->model, (size_t)node);
		return 0;
	}
	return -ENOENT;
}

int column_find(struct column *to, const char *name, const struct plan *plan)
{
	char hint[NEAR_SIZE];

	if (!look_up(to, name, plan))
		return 0;
	fprintf(stderr, "tdacct: no column '%s'%s\n", name,
		*find_near(hint, name, plan, ~0u) ? hint :
		"; see tdacct list --help");
	return -EINVAL;
}

int column_find_key(struct column *to, const char *name,
		    const struct plan *plan)
{
	size_t len = strlen(name);
	bool share = len && name[len - 1] == '%';
	char copy[sizeof(to->name)];
	int err;

	snprintf(copy, sizeof(copy), "%.*s", (int)(len - share), name);
	err = column_find(to, copy, plan);
	if (!err && share && to->get != get_node) {
		fprintf(stderr, "tdacct: no column '%s': only nodes have a share to sort by\n",
			name);
		return -EINVAL;
	}
	if (err || share || to->get != get_node ||
	    plan->model->node[to->index].unit == UNIT_NUMBER)
		return err;
	to->get = get_node_slots;
	to->slots = index_of(plan->info, "slots");
	return 0;
}

bool column_is_flagged(const struct column *c, const struct row *row)
{
	return c->get == get_node && row->result->node[c->index].flagged;
}

int columns_part(struct plan_part *to, const struct plan *plan,
		 const struct column *c, unsigned int nr)
{
	bool wanted[MODEL_NODES_MAX] = { false };

	for (unsigned int i = 0; i < nr; i++) {
		if (c[i].get == get_node || c[i].get == get_node_slots)
			wanted[c[i].index] = true;
		for (size_t k = 0; c[i].get == get_known &&
		     k < plan->model->nr_nodes; k++)
			wanted[k] |= is_class(plan->model, k);
	}
	return plan_part_make(to, plan, wanted);
}


/* The usual shares are these, */
static const char *const classes[] = {
	"retiring", "bad_speculation", "frontend_bound", "backend_bound",
};

/* or, where the model has none of them, its own first level. */
static void add_first_level(struct columns *to, const struct model *m)
{
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (find_node(m, classes[i]) >= 0)
			return;
	for (size_t i = 0; i < m->nr_nodes && to->nr < COLUMNS_MAX; i++)
		if (is_class(m, i))
			node_column(&to->column[to->nr++], m, i);
}

/* A vendor's file need not have a @usual column; that the user's is unknown is told. */
static int add(struct columns *to, const char *name, const struct plan *plan,
	       bool usual)
{
	struct column *c = &to->column[to->nr];
	int err;

	if (to->nr == COLUMNS_MAX) {
		if (!usual)
			fprintf(stderr, "tdacct: more than %d columns\n",
				COLUMNS_MAX);
		return usual ? 0 : -EINVAL;
	}
	err = usual ? look_up(c, name, plan) : column_find(c, name, plan);
	if (!err)
		to->nr += !columns_have(to, c->name);
	else if (usual && !strcmp(name, classes[0]))
		add_first_level(to, plan->model);
	return usual ? 0 : err;
}

static int add_all(struct columns *to, const char *names,
		   const struct plan *plan, bool usual)
{
	char *copy = strdup(names), *rest = copy, *name;
	int err = copy ? 0 : -ENOMEM;

	while (!err && (name = strsep(&rest, ",")))
		err = add(to, name, plan, usual);
	free(copy);
	return err;
}

int columns_choose(struct columns *to, const char *usual, const char *chosen,
		   const struct plan *plan)
{
	int err;

	to->nr = 0;
	err = add_all(to, usual, plan, true);
	if (err || !chosen)
		return err;
	if (*chosen == '+')
		chosen++;
	else
		to->nr = 0;
	return add_all(to, chosen, plan, false);
}

bool columns_have(const struct columns *c, const char *name)
{
	for (unsigned int i = 0; i < c->nr; i++)
		if (!strcmp(c->column[i].name, name))
			return true;
	return false;
}

char *columns_help(void)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	fprintf(f, "Columns for -o and --sort:\n");
	for (size_t i = 0; i < NR_FIXED; i++)
		fprintf(f, "  %-20s %s\n", fixed[i].name, fixed[i].help);
	fprintf(f, "and the share of each node of the model, such as retiring or memory_bound");
	fclose(f);
	return text;
}

int cell_compare(const struct cell *a, const struct cell *b, bool rises)
{
	int order;

	if (a->type == CELL_UNKNOWN || b->type == CELL_UNKNOWN)
		return (a->type == CELL_UNKNOWN) - (b->type == CELL_UNKNOWN);
	if (a->type == CELL_TEXT)
		order = strcmp(a->text, b->text);
	else
		order = (a->number > b->number) - (a->number < b->number);
	return rises ? order : -order;
}

const char *cell_text(char *to, const struct cell *c)
{
	double x = c->number;
	char text[CELL_SIZE];

	if (c->partly) {
		snprintf(to, CELL_SIZE, "(%.*s)", CELL_SIZE - 3,
			 cell_text(text, &(struct cell){
				.type = c->type, .number = c->number,
			 }));
		return to;
	}
	switch (c->type) {
	case CELL_NUMBER:
		/* of what is not whole, people read four digits, as in a tree */
		if (x >= 0 && x < 1e15 && x == floor(x))
			*decimal_count(to, (uint64_t)x) = 0;
		else
			snprintf(to, CELL_SIZE, x == floor(x) ? "%.15g" : "%.4g", x);
		return to;
	case CELL_RATIO:
		snprintf(to, CELL_SIZE, "%.2f", x);
		return to;
	case CELL_COUNT:
		return units_count(to, x);
	case CELL_TIME:
		return units_time(to, x);
	case CELL_SHARE:
		return units_share(to, x);
	case CELL_TEXT:
		return c->text;
	default:
		return "-";
	}
}

void cell_json(struct json *j, const struct cell *c)
{
	if (c->type == CELL_UNKNOWN)
		json_put_text(j, NULL);
	else if (c->type == CELL_TEXT)
		json_put_text(j, c->text);
	else if (c->type != CELL_SHARE && fabs(c->number) < 0x1p63 &&
		 c->number == (double)(int64_t)c->number)
		json_put_count(j, (uint64_t)(int64_t)c->number);
	else
		json_put_known(j, c->number);
}
