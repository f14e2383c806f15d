// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "event_machine.h"
#include "midr.h"

/* As lscpu has them. */
static const struct {
	uint32_t code;
	const char *name;
} makers[] = {
	{ 0x41, "ARM" }, { 0x43, "Cavium" }, { 0x46, "Fujitsu" },
	{ 0x48, "HiSilicon" }, { 0x4e, "NVIDIA" }, { 0x51, "Qualcomm" },
	{ 0x61, "Apple" }, { 0x6d, "Microsoft" }, { 0xc0, "Ampere" },
};

#define NR_MAKERS (sizeof(makers) / sizeof(*makers))

/*
 * A core, and the chips that have it. Who sells one of them only is known by the name
 * that the firmware has for it; in clouds there is no other hint.
 */
static const struct core {
	const char *maker;
	uint32_t part;
	const char *name;
	struct {
		const char *firmware;
		const char *chip;
	} sold[3];
	const char *chips;	/* of all makers; NULL: what is said of it is all */
} cores[] = {
	{ "ARM", 0xd0c, "Neoverse N1",
	  { { "Amazon EC2", "Graviton2" }, { "Google", "Ampere Altra" },
	    { "Microsoft Corporation", "Ampere Altra" } },
	  "Graviton2, Ampere Altra" },
	{ "ARM", 0xd40, "Neoverse V1",
	  { { "Amazon EC2", "Graviton3" } }, "Graviton3" },
	{ "ARM", 0xd49, "Neoverse N2",
	  { { "Alibaba Cloud", "Yitian 710" } }, "Yitian 710" },
	{ "ARM", 0xd4f, "Neoverse V2",
	  { { "Amazon EC2", "Graviton4" }, { "Google", "Axion" },
	    { "NVIDIA", "Grace" } }, "Graviton4, Grace, Axion" },
	{ "ARM", 0xd8e, "Neoverse N3", { }, NULL },
	{ "ARM", 0xd84, "Neoverse V3", { }, NULL },
	{ "Microsoft", 0xd49, "Neoverse N2 of Microsoft: Cobalt 100", { },
	  NULL },
	{ "Ampere", 0xac3, "AmpereOne", { }, NULL },
	{ "Ampere", 0xac4, "AmpereOne A", { }, NULL },
	{ "HiSilicon", 0xd01, "TaiShan v110: Kunpeng 920", { }, NULL },
	{ "Fujitsu", 0x001, "A64FX", { }, NULL },
};

#define NR_CORES (sizeof(cores) / sizeof(*cores))

void arm_implementer(uint32_t code, char *to, size_t size)
{
	snprintf(to, size, "%#x", code);
	for (size_t i = 0; i < NR_MAKERS; i++)
		if (makers[i].code == code)
			snprintf(to, size, "%s", makers[i].name);
}

bool arm_is(const struct event_machine *m)
{
	for (size_t i = 0; i < NR_MAKERS; i++)
		if (!strcmp(makers[i].name, m->vendor))
			return true;
	return !strncmp(m->vendor, "0x", 2);
}

static const struct core *find_core(const char *vendor, uint32_t model)
{
	for (size_t i = 0; i < NR_CORES; i++)
		if (!strcmp(cores[i].maker, vendor) &&
		    cores[i].part == model >> 8)
			return &cores[i];
	return NULL;
}

const char *arm_core(const char *vendor, uint32_t model)
{
	const struct core *c = find_core(vendor, model);

	return c ? c->name : NULL;
}

/* NULL: the firmware does not tell. */
static const char *find_chip(const struct core *c, const char *firmware)
{
	for (size_t i = 0; i < sizeof(c->sold) / sizeof(*c->sold); i++)
		if (c->sold[i].chip &&
		    !strncmp(firmware, c->sold[i].firmware,
			     strlen(c->sold[i].firmware)))
			return c->sold[i].chip;
	return NULL;
}

static void put_chip(const struct core *c, const char *firmware, char *to,
		     size_t size)
{
	const char *chip = find_chip(c, firmware);

	if (chip)
		snprintf(to, size, " (%s)", chip);
	else if (c->chips)
		snprintf(to, size, " (as in %s)", c->chips);
	else
		*to = 0;
}

void arm_name(const struct event_machine *m, const char *firmware, char *to,
	      size_t size)
{
	unsigned int variant = m->model >> 4 & 0xf, revision = m->model & 0xf;
	const struct core *c = find_core(m->vendor, m->model);
	char chip[64];

	if (!c) {
		snprintf(to, size, "a core of %s, part %#x r%up%u", m->vendor,
			 m->model >> 8, variant, revision);
		return;
	}
	put_chip(c, firmware, chip, sizeof(chip));
	snprintf(to, size, "%s r%up%u%s", c->name, variant, revision, chip);
}

void arm_name_below(const struct event_machine *m, const char *root, char *to,
		    size_t size)
{
	char path[4096], firmware[128] = "";
	int len = snprintf(path, sizeof(path),
			   "%s/sys/class/dmi/id/sys_vendor", root ? root : "");
	FILE *f = root && len > 0 && (size_t)len < sizeof(path) ?
		  fopen(path, "re") : NULL;

	if (f && fgets(firmware, sizeof(firmware), f))
		firmware[strcspn(firmware, "\n")] = 0;
	if (f)
		fclose(f);
	arm_name(m, firmware, to, size);
}
