/* SPDX-License-Identifier: GPL-2.0 */
/*
 * TDA_FAULT(n): is the fault with this number switched on? Every source of the
 * copy that `make mutants` builds includes this, by option of the compiler.
 *
 * In the module the number is a word that is written into the file before it is
 * inserted, so that a test that takes the module out and puts it in again has
 * the same fault, whatever parameters it gives. In a program it is TDACCT_FAULT
 * of the environment.
 */
#ifndef _TDA_FAULT_H
#define _TDA_FAULT_H

#ifdef __KERNEL__
struct tda_fault {
	char	magic[16];	/* by which it is found in the file */
	int	number;
};

extern volatile struct tda_fault tda_fault;

#define TDA_FAULT(n)	(tda_fault.number == (n))
#else
char *getenv(const char *name);
int atoi(const char *text);

static inline int tda_fault_is(int n)
{
	static int number = -1;

	if (number < 0) {
		const char *given = getenv("TDACCT_FAULT");

		number = given ? atoi(given) : 0;
	}
	return number == n;
}

#define TDA_FAULT(n)	tda_fault_is(n)
#endif

#endif /* _TDA_FAULT_H */
