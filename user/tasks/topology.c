// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>

#include "topology.h"

/* -1 is what kernels write where a machine has none of these, or tells of none. */
static int read_number(uint32_t *to, const char *root, uint32_t cpu,
		       const char *name)
{
	char path[512];
	FILE *f;
	int number, err = 0;

	snprintf(path, sizeof(path),
		 "%s/sys/devices/system/cpu/cpu%u/topology/%s", root, cpu,
		 name);
	f = fopen(path, "re");
	if (!f)
		return -errno;
	if (fscanf(f, "%d", &number) != 1)
		err = -EINVAL;
	else
		*to = number < 0 ? 0 : (uint32_t)number;
	fclose(f);
	return err;
}

/* Old kernels know no dies. */
int topology_read(struct topology *to, const char *root, uint32_t cpu)
{
	int err = read_number(&to->socket, root, cpu, "physical_package_id");

	if (!err)
		err = read_number(&to->core, root, cpu, "core_id");
	if (err || read_number(&to->die, root, cpu, "die_id"))
		to->die = 0;
	return err;
}
