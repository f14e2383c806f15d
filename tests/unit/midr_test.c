// SPDX-License-Identifier: GPL-2.0
/*
 * Arm's cores, from what the kernel says of MIDR_EL1 and of who sold the machine: what
 * each is called, and which formulas it has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/detect.h"
#include "counts/sample.h"
#include "events/event_machine.h"
#include "events/families.h"
#include "events/midr.h"
#include "model/model.h"
#include "unit.h"

struct row {
	const char *name;
	uint32_t midr;
	const char *firmware;
	const char *want;
	const char *model;	/* NULL: it has none */
};

/* clang-format off */
static const struct row rows[] = {
	{ "Graviton2", 0x413fd0c1, "Amazon EC2",
	  "Neoverse N1 r3p1 (Graviton2)", "neoverse_n1" },
	{ "Altra at Google", 0x413fd0c1, "Google",
	  "Neoverse N1 r3p1 (Ampere Altra)", "neoverse_n1" },
	{ "Altra at Microsoft", 0x413fd0c1, "Microsoft Corporation",
	  "Neoverse N1 r3p1 (Ampere Altra)", "neoverse_n1" },
	{ "a Neoverse N1 of nobody who is known", 0x413fd0c1, "GIGABYTE",
	  "Neoverse N1 r3p1 (as in Graviton2, Ampere Altra)", "neoverse_n1" },
	{ "a Neoverse N1 whose firmware says nothing", 0x413fd0c1, "",
	  "Neoverse N1 r3p1 (as in Graviton2, Ampere Altra)", "neoverse_n1" },
	{ "Graviton3", 0x411fd401, "Amazon EC2",
	  "Neoverse V1 r1p1 (Graviton3)", "neoverse_v1" },
	{ "a Neoverse V1 of somebody", 0x411fd402, "QEMU",
	  "Neoverse V1 r1p2 (as in Graviton3)", "neoverse_v1" },
	{ "Graviton4", 0x410fd4f1, "Amazon EC2",
	  "Neoverse V2 r0p1 (Graviton4)", "neoverse_v2" },
	{ "Axion", 0x410fd4f1, "Google",
	  "Neoverse V2 r0p1 (Axion)", "neoverse_v2" },
	{ "Grace", 0x410fd4f0, "NVIDIA",
	  "Neoverse V2 r0p0 (Grace)", "neoverse_v2" },
	{ "Grace, sold by somebody else", 0x410fd4f0, "Supermicro",
	  "Neoverse V2 r0p0 (as in Graviton4, Grace, Axion)", "neoverse_v2" },
	{ "Yitian 710", 0x410fd490, "Alibaba Cloud",
	  "Neoverse N2 r0p0 (Yitian 710)", "neoverse_n2_r0p0" },
	{ "a Neoverse N2", 0x410fd493, "",
	  "Neoverse N2 r0p3 (as in Yitian 710)", "neoverse_n2" },
	{ "Cobalt 100", 0x6d0fd490, "Microsoft Corporation",
	  "Neoverse N2 of Microsoft: Cobalt 100 r0p0", "neoverse_n2_r0p0" },
	{ "a Neoverse N2 of Arm's at Microsoft is none", 0x410fd490,
	  "Microsoft Corporation",
	  "Neoverse N2 r0p0 (as in Yitian 710)", "neoverse_n2_r0p0" },
	{ "Neoverse N3", 0x410fd8e1, "", "Neoverse N3 r0p1", "neoverse_n3" },
	{ "Neoverse V3", 0x410fd840, "Amazon EC2", "Neoverse V3 r0p0", NULL },
	{ "AmpereOne", 0xc00fac30, "", "AmpereOne r0p0", NULL },
	{ "AmpereOne A", 0xc00fac40, "", "AmpereOne A r0p0", NULL },
	{ "Kunpeng 920", 0x481fd010, "Huawei",
	  "TaiShan v110: Kunpeng 920 r1p0", NULL },
	{ "A64FX", 0x461f0010, "FUJITSU", "A64FX r1p0", NULL },
	{ "Cortex-A72", 0x410fd083, "", "a core of ARM, part 0xd08 r0p3", NULL },
	{ "of a maker that nobody knows", 0x771f1232, "",
	  "a core of 0x77, part 0x123 r1p2", NULL },
};
/* clang-format on */

/* As the kernel has it in /proc/cpuinfo. */
static int read_machine(struct event_machine *m, uint32_t midr)
{
	char path[] = "/tmp/midr-XXXXXX";
	int err, fd = mkstemp(path);

	if (fd < 0)
		return -1;
	dprintf(fd, "CPU implementer\t: 0x%02x\nCPU architecture: 8\n"
		"CPU variant\t: 0x%x\nCPU part\t: 0x%03x\nCPU revision\t: %u\n",
		midr >> 24, midr >> 20 & 0xf, midr >> 4 & 0xfff, midr & 0xf);
	close(fd);
	err = event_machine_read(m, path);
	unlink(path);
	return err;
}

static void find_model(const struct event_machine *m, const char *want)
{
	struct info info = { .pmu = "plain", .family = m->family,
			     .model = m->model };
	struct model *model = NULL;

	snprintf(info.vendor, sizeof(info.vendor), "%s", m->vendor);
	EXPECT_INT(0, detect_cpu(&model, &info));
	EXPECT_TEXT(want ? want : "none", model ? model->name : "none");
	model_free(model);
}

static void try(const void *arg)
{
	const struct row *row = arg;
	struct event_machine m = { 0 };
	char name[160];

	EXPECT_INT(0, read_machine(&m, row->midr));
	EXPECT(arm_is(&m));
	arm_name(&m, row->firmware, name, sizeof(name));
	EXPECT_TEXT(row->want, name);
	find_model(&m, row->model);
}

int main(void)
{
	UNIT_RUN("midr", rows, try);
	return unit_end();
}
