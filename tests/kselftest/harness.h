/* SPDX-License-Identifier: GPL-2.0 */
/*
 * TAP for programs that need the module. A case is a named row of a table; it
 * runs in a child of its own, so that a crash is one failure, and whatever it
 * leaves running is killed when it ends.
 *
 *	static const struct row rows[] = {
 *		{ "fork: child is counted from its first slot", fork_counts },
 *	};
 *	int main(int argc, char **argv)
 *	{
 *		return harness(rows, N_ROWS(rows), argc, argv);
 *	}
 *
 * Arguments choose the rows whose names contain one of them.
 */
#ifndef _HARNESS_H
#define _HARNESS_H

#include <stdbool.h>
#include <stddef.h>

struct row {
	const char *name;
	void (*run)(void);
	unsigned int seconds;	/* at most so long; 0: 240 */
};

#define N_ROWS(rows)	(sizeof(rows) / sizeof(*(rows)))

int harness(const struct row *rows, size_t n, int argc, char **argv);

/* For checks outside of any case: they say on stderr what failed. */
void harness_alone(void);

/* End the case as failed, saying why, unless @cond holds. */
#define check(cond, ...) do {						\
	if (!(cond))							\
		case_fails(__FILE__, __LINE__, #cond, __VA_ARGS__);	\
} while (0)

void case_fails(const char *file, int line, const char *cond,
		const char *format, ...)
	__attribute__((noreturn, format(printf, 4, 5)));

/* End the case as not possible here. */
void skip(const char *format, ...)
	__attribute__((noreturn, format(printf, 1, 2)));

/*
 * How often to do what is to be done @n times: a fifth of that when BRIEFLY is set
 * in the environment, for what every change must pass; and when SLOWLY is set, for
 * kernels in which everything takes ten times as long. Rows may take longer there.
 */
unsigned int often(unsigned int n);
bool slowly(void);	/* is it set? */

/* A line for people. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* _HARNESS_H */
