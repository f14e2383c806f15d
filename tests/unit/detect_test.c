// SPDX-License-Identifier: GPL-2.0
/* Which model a CPU gets, and what is said where none is made for it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/detect.h"
#include "counts/sample.h"
#include "model/model.h"
#include "unit.h"

struct row {
	const char *name;
	const char *vendor;
	unsigned int family;
	unsigned int model;
	const char *pmu;
	const char *choice;
	const char *want;	/* the model, NULL: none */
	const char *said;
};

#define INTEL(_model) "GenuineIntel", 6, (_model), "intel_metrics"
#define PLAIN(_model) "GenuineIntel", 6, (_model), "plain"
#define AMD(_family, _model) "AuthenticAMD", (_family), (_model), "plain"
#define ARM(_model) "ARM", 8, (_model), "plain"
#define SPR "sapphirerapids"
#define SPR_PLAIN "sapphirerapids_plain"
#define ANY "intel_metrics"
#define NO_MODEL(_cpu) "tdacct: no model for " _cpu "; using 'intel_metrics', which has only the first two levels; tdacct doctor tells more\n"
#define REFUSED(_cpu) "tdacct: no model for " _cpu "; give one with --model, a file or one of: alderlake_atom arrowlake_lowpower basic broadwell gracemont icelake icelake_plain intel_metrics lunarlake_atom meteorlake_atom neoverse_n1 neoverse_n2 neoverse_n2_r0p0 neoverse_n3 neoverse_v1 neoverse_v2 sapphirerapids sapphirerapids_plain sierraforest skylake three_level zen2 zen3 zen4 zen5; tdacct doctor tells more\n"

/* clang-format off */
static const struct row rows[] = {
	{ "Sapphire Rapids", INTEL(0x8f), NULL, SPR, "" },
	{ "Emerald Rapids", INTEL(0xcf), NULL, SPR, "" },
	{ "Granite Rapids X", INTEL(0xad), NULL, SPR, "" },
	{ "Granite Rapids D", INTEL(0xae), NULL, SPR, "" },
	{ "Sapphire Rapids, plain counters", PLAIN(0x8f), NULL, SPR_PLAIN, "" },
	{ "Emerald Rapids, plain counters", PLAIN(0xcf), NULL, SPR_PLAIN, "" },
	{ "Granite Rapids X, plain counters", PLAIN(0xad), NULL, SPR_PLAIN, "" },
	{ "Granite Rapids D, plain counters", PLAIN(0xae), NULL, SPR_PLAIN, "" },
	{ "Ice Lake-SP, plain counters", PLAIN(0x6a), NULL, "icelake_plain", "" },
	{ "Tiger Lake, plain counters", PLAIN(0x8c), NULL, "icelake_plain", "" },
	{ "Skylake-SP, Cascade Lake", PLAIN(0x55), NULL, "skylake", "" },
	{ "Broadwell-EP", PLAIN(0x4f), NULL, "broadwell", "" },
	{ "Sierra Forest", PLAIN(0xaf), NULL, "sierraforest", "" },
	{ "Grand Ridge", PLAIN(0xb6), NULL, "sierraforest", "" },
	{ "Alder Lake, E-cores alone", PLAIN(0x97), NULL, "alderlake_atom", "" },
	{ "Raptor Lake S, E-cores alone", PLAIN(0xbf), NULL, "alderlake_atom", "" },
	{ "Alder Lake-N", PLAIN(0xbe), NULL, "gracemont", "" },
	{ "Meteor Lake, E-cores alone", PLAIN(0xaa), NULL, "meteorlake_atom", "" },
	{ "Arrow Lake-U, E-cores alone", PLAIN(0xb5), NULL, "meteorlake_atom", "" },
	{ "Arrow Lake-H, E-cores alone", PLAIN(0xc5), NULL, "lunarlake_atom", "" },
	{ "Lunar Lake, E-cores alone", PLAIN(0xbd), NULL, "lunarlake_atom", "" },
	{ "Knights Landing, plain counters", PLAIN(0x57), NULL, NULL, REFUSED("GenuineIntel family 6 model 0x57 with counters 'plain'") },
	{ "Genoa", AMD(25, 0x11), NULL, "zen4", "" },
	{ "Bergamo", AMD(25, 0xa0), NULL, "zen4", "" },
	{ "the last model of Zen 4", AMD(25, 0xaf), NULL, "zen4", "" },
	{ "the number behind", AMD(25, 0xb0), NULL, NULL, REFUSED("AuthenticAMD family 25 model 0xb0 with counters 'plain'") },
	{ "Milan", AMD(25, 0x01), NULL, "zen3", "" },
	{ "Vermeer", AMD(25, 0x21), NULL, "zen3", "" },
	{ "Turin, whose model is 0", AMD(26, 0x00), NULL, "zen5", "" },
	{ "Granite Ridge", AMD(26, 0x44), NULL, "zen5", "" },
	{ "Zen 6", AMD(26, 0x50), NULL, NULL, REFUSED("AuthenticAMD family 26 model 0x50 with counters 'plain'") },
	{ "Rome", AMD(23, 0x31), NULL, "zen2", "" },
	{ "Van Gogh", AMD(23, 0x90), NULL, "zen2", "" },
	{ "Naples", AMD(23, 0x01), NULL, NULL, REFUSED("AuthenticAMD family 23 model 0x1 with counters 'plain'") },
	{ "Neoverse N3", ARM(0xd8e00), NULL, "neoverse_n3", "" },
	{ "Neoverse N3, a later revision", ARM(0xd8e11), NULL, "neoverse_n3", "" },
	{ "Neoverse N2", ARM(0xd4903), NULL, "neoverse_n2", "" },
	{ "Neoverse N2 before r0p3", ARM(0xd4902), NULL, "neoverse_n2_r0p0", "" },
	{ "Cobalt 100", "Microsoft", 8, 0xd4900, "plain", NULL, "neoverse_n2_r0p0", "" },
	{ "Neoverse V2: Graviton4, Grace, Axion", ARM(0xd4f01), NULL, "neoverse_v2", "" },
	{ "Neoverse V1: Graviton3", ARM(0xd4011), NULL, "neoverse_v1", "" },
	{ "Neoverse N1: Graviton2, Altra", ARM(0xd0c31), NULL, "neoverse_n1", "" },
	{ "Neoverse V3", ARM(0xd8400), NULL, NULL, REFUSED("ARM family 8 model 0xd8400 with counters 'plain'") },
	{ "AmpereOne, with a number of Arm's", "Ampere", 8, 0xd4f01, "plain", NULL, NULL, REFUSED("Ampere family 8 model 0xd4f01 with counters 'plain'") },
	{ "AmpereOne, instructions and cycles only", "Ampere", 8, 0xac301, "basic", NULL, "basic", "" },
	{ "Genoa, instructions and cycles only", "AuthenticAMD", 25, 0x11, "basic", NULL, "basic", "" },
	{ "Sapphire Rapids, counters of a module to come", "GenuineIntel", 6, 0x8f, "others", NULL, NULL, REFUSED("GenuineIntel family 6 model 0x8f with counters 'others'") },
	{ "Ice Lake-SP", INTEL(0x6a), NULL, "icelake", "" },
	{ "Ice Lake D", INTEL(0x6c), NULL, "icelake", "" },
	{ "Tiger Lake", INTEL(0x8d), NULL, "icelake", "" },
	{ "Rocket Lake", INTEL(0xa7), NULL, "icelake", "" },
	{ "Alder Lake", INTEL(0x97), NULL, SPR, "" },
	{ "Alder Lake, mobile", INTEL(0x9a), NULL, SPR, "" },
	{ "Raptor Lake", INTEL(0xb7), NULL, SPR, "" },
	{ "Raptor Lake, mobile", INTEL(0xba), NULL, SPR, "" },
	{ "Raptor Lake S", INTEL(0xbf), NULL, SPR, "" },
	{ "Meteor Lake", INTEL(0xaa), NULL, ANY, NO_MODEL("GenuineIntel family 6 model 0xaa") },
	{ "the number before Sapphire Rapids", INTEL(0x8e), NULL, ANY, NO_MODEL("GenuineIntel family 6 model 0x8e") },
	{ "the number before Emerald Rapids", INTEL(0xce), NULL, ANY, NO_MODEL("GenuineIntel family 6 model 0xce") },
	{ "the number before Granite Rapids", INTEL(0xac), NULL, ANY, NO_MODEL("GenuineIntel family 6 model 0xac") },
	{ "the number behind Granite Rapids", INTEL(0xaf), NULL, ANY, NO_MODEL("GenuineIntel family 6 model 0xaf") },
	{ "another family with the same number", "GenuineIntel", 19, 0x8f, "intel_metrics", NULL, ANY, NO_MODEL("GenuineIntel family 19 model 0x8f") },
	{ "another vendor with the same numbers", "CentaurHauls", 6, 0x8f, "intel_metrics", NULL, ANY, NO_MODEL("CentaurHauls family 6 model 0x8f") },
	{ "Haswell, instructions and cycles only", "GenuineIntel", 6, 0x3f, "basic", NULL, "basic", "" },
	{ "Sapphire Rapids, instructions and cycles only", "GenuineIntel", 6, 0x8f, "basic", NULL, "basic", "" },
	{ "other counters", "AuthenticAMD", 25, 0x11, "amd_slots", NULL, NULL, REFUSED("AuthenticAMD family 25 model 0x11 with counters 'amd_slots'") },
	{ "a kernel that does not tell", "", 0, 0, "", NULL, NULL, REFUSED("a CPU of unknown vendor family 0 model 0x0 with counters ''") },
	{ "a choice", INTEL(0x8f), ANY, ANY, "" },
	{ "a choice where none fits", "AuthenticAMD", 25, 0x11, "amd_slots", SPR, SPR, "" },
	{ "one whose events a site would have to name", INTEL(0x8f), "three_level", "three_level", "" },
	{ "half a name", INTEL(0x8f), "sapphire", NULL, "tdacct: cannot read the model 'sapphire': No such file or directory; did you mean 'sapphirerapids'?\n" },
};
/* clang-format on */

static void attempt(const void *arg)
{
	const struct row *row = arg;
	struct info info = { .family = row->family, .model = row->model };
	FILE *real = stderr;
	struct model *m = NULL;
	char *said = NULL;
	size_t size;
	int err;

	snprintf(info.vendor, sizeof(info.vendor), "%s", row->vendor);
	snprintf(info.pmu, sizeof(info.pmu), "%s", row->pmu);
	stderr = open_memstream(&said, &size);
	err = detect_model(&m, &info, row->choice, NULL);
	fclose(stderr);
	stderr = real;
	EXPECT_INT(row->want ? 0 : -ENOENT, err);
	EXPECT_TEXT(row->want, m ? m->name : NULL);
	EXPECT_TEXT(row->said, said);
	free(said);
	model_free(m);
}

int main(void)
{
	UNIT_RUN("detect", rows, attempt);
	return unit_end();
}
