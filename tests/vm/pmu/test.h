/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of the emulated PMU that need no QEMU are tested as tables of
 * named rows, one suite a file. A row prints one line of TAP.
 */
#ifndef _PMU_TEST_H
#define _PMU_TEST_H

#include <stdint.h>

#include "options.h"

#define ROWS(table)	(sizeof(table) / sizeof((table)[0]))

void check(const char *name, uint64_t is, uint64_t wanted);
void check_text(const char *name, const char *is, const char *wanted);
/* Options as words, parted by blanks. */
void parse_words(struct options *o, const char *words);

void test_insns(void);
void test_events(void);
void test_registers(void);
void test_amd(void);
void test_arm(void);
void test_hybrid(void);
void test_options(void);
void test_phases(void);
void test_pipeline(void);

#endif /* _PMU_TEST_H */
