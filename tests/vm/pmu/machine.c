// SPDX-License-Identifier: GPL-2.0
#include "machine.h"
#include "registers.h"

const struct machine *machine_of(const struct model *model)
{
	return model->registers == &registers_arm ? &machine_arm64 :
						    &machine_x86;
}
