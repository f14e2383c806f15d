// SPDX-License-Identifier: GPL-2.0
/* Which family a vendor's file is for: by its name, its content, its folder. */
#include <errno.h>
#include <string.h>

#include "events/data.h"
#include "import/known.h"
#include "unit.h"

#define FOLDER "vendors/known/skylakex/"

/* clang-format off */
static const struct row {
	const char *name;
	const char *path;	/* '@': below the tests' data */
	const char *want;	/* "": a CPU that has no table; NULL: nothing tells */
} rows[] = {
	{ "a table's own name", "sapphirerapids", "sapphirerapids" },
	{ "a table of plain counters", "sapphirerapids_plain", "sapphirerapids_plain" },
	{ "Intel's name of a file", "/a/icelakex_metrics.json", "icelake" },
	{ "another CPU with the same core", "tigerlake_metrics.json", "icelake" },
	{ "large cores of a hybrid CPU", "alderlake_metrics_goldencove_core.json", "sapphirerapids" },
	{ "small cores of a hybrid CPU", "alderlake_gracemont_core.json", "alderlake_atom" },
	{ "the longest name is meant", "alderlaken_core.json", "gracemont" },
	{ "Arm's name of a file", "neoverse-n2-r0p3.json", "neoverse_n2" },
	{ "a folder of perf's", "/a/amdzen4/pipeline.json", "zen4" },
	{ "the nearest folder", "/skylakex/broadwellde/metrics.json", "broadwell" },
	{ "a folder that is not the file's own", "/skylakex/a/metrics.json", "skylake" },
	{ "a name comes before the folder", "/skylakex/broadwell.json", "broadwell" },
	{ "what Intel's file says comes before the folder", "@" FOLDER "info.json", "icelake" },
	{ "what Arm's file says", "@" FOLDER "core.json", "neoverse_n2_r0p0" },
	{ "a CPU that there is no table for", "@" FOLDER "other.json", "" },
	{ "the folder of a file that says nothing", "@" FOLDER "plain.json", "skylake" },
	{ "perf's name of a file", "/a/spr-metrics.json", "sapphirerapids" },
	{ "perf's name of another CPU's file", "/a/bdwde-metrics.json", "broadwell" },
	{ "what is short must be a word", "/a/sprint.json", NULL },
	{ "a CPU without a table by the name of its file", "/a/lunarlake_metrics.json", "" },
	{ "a CPU without a table by perf's name of the file", "/a/mtl-metrics.json", "" },
	{ "a CPU without a table that nobody has heard of", "/a/fencelake-metrics.json", "" },
	{ "a CPU without a table by the name of a folder", "/a/arrowlake/metrics.json", "" },
	{ "a CPU without a table by a folder above", "/skylakex/amdzen1/l/metrics.json", "" },
	{ "a folder that ends as CPUs do", "/srv/datalake/metrics.json", NULL },
	{ "a folder of somebody at a maker's", "/home/nvidia/a/metrics.json", NULL },
	{ "a folder with a short name", "/a/mtl/metrics.json", NULL },
	{ "a file of a maker's", "/a/nvidia-metrics.json", "" },
	{ "another core of Arm's", "/a/neoverse-v3/metrics.json", "" },
	{ "a folder of perf's for a CPU", "/a/pmu-events/arch/x86/new/metrics.json", "" },
	{ "what ends as CPUs do, alone", "/a/lake/metrics.json", NULL },
	{ "a folder above perf's", "/pmu-events/arch/common/metrics.json", NULL },
	{ "another code name", "@" FOLDER "codenamed.json", "" },
	{ "another processor, said behind its metrics", "@" FOLDER "behind.json", "" },
	{ "what is said is no CPU", "@vendors/example_metrics.json", NULL },
	{ "nothing tells", "/a/metrics.json", NULL },
	{ "no name", "", NULL },
};
/* clang-format on */

static void try(const void *arg)
{
	const struct row *row = arg;
	struct event_data *d;
	int err = known_file(&d, *row->path == '@' ? unit_path(row->path + 1) :
						     row->path);

	EXPECT_INT(row->want ? 0 : -ENOENT, err);
	EXPECT_TEXT(row->want ? row->want : "", d ? d->name : "");
	event_data_close(d);
}

int main(void)
{
	UNIT_RUN("known", rows, try);
	return unit_end();
}
