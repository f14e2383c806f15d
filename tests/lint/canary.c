// SPDX-License-Identifier: GPL-2.0
/*
 * Mistakes that the tools must see: what finds nothing here did not look.
 * Nothing builds this.
 */
#include <string.h>

int canary(int x)
{
	int bird[2];

	if(x)
		memset(bird, 0, sizeof(&bird));
	return bird[2];
}
