/* SPDX-License-Identifier: GPL-2.0 */
/*
 * TDA_FAULT(n): is the fault with this number switched on? Every source of the
 * copy that `make mutants` builds includes this, by option of the compiler.
 *
 * In the module the number is a word that is written into the file before it is
 * inserted, so that a test that takes the module out and puts it in again has
 * the same fault, whatever parameters it gives. In a program it is TDACCT_FAULT
 * of the environment.
 *
 * Whose switch was come to is kept: in the module it is what the parameter "seen"
 * says, and a program writes the numbers into the file TDACCT_FAULT_SEEN.
 */
#ifndef _TDA_FAULT_H
#define _TDA_FAULT_H

#ifdef __KERNEL__
struct tda_fault {
	char	magic[16];	/* by which it is found in the file */
	int	number;
	bool	seen[1001];
};

extern volatile struct tda_fault tda_fault;

#define TDA_FAULT(n)	(tda_fault.seen[n] = true, tda_fault.number == (n))
#else
#include <stdio.h>
#include <stdlib.h>

static inline void tda_fault_seen(int n)
{
	static unsigned char seen[2001];
	const char *to = getenv("TDACCT_FAULT_SEEN");
	FILE *file;

	if (seen[n]++ || !to)
		return;
	file = fopen(to, "ae");
	if (file) {
		fprintf(file, "%d\n", n);
		fclose(file);
	}
}

static inline int tda_fault_is(int n)
{
	static int number = -1;

	if (number < 0) {
		const char *given = getenv("TDACCT_FAULT");

		number = given ? atoi(given) : 0;
	}
	if (!number)
		tda_fault_seen(n);
	return number == n;
}

#define TDA_FAULT(n)	tda_fault_is(n)
#endif

#endif /* _TDA_FAULT_H */
