// SPDX-License-Identifier: GPL-2.0
/*
 * Mistakes that the tools must see: what finds nothing here did not look.
 * Nothing builds this. It includes nothing, so that it can be read as a part of
 * the tool and of the module.
 */
int canary(int x)
{
	int bird[2];

	if(x)
		__builtin_memset(bird, 0, sizeof(&bird));
	return bird[2];
}
