/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the fuzzers share. Each of them is one function that hands an input to
 * one reader of the tool: sanitizers tell when memory is used wrongly, and
 * fuzz_expect() when what came out is no possible answer.
 */
#ifndef _FUZZ_H
#define _FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct info;
struct model;

void fuzz_one(const uint8_t *data, size_t size);

/* Tells and dies unless @holds. */
void fuzz_expect(bool holds, const char *what, ...)
	__attribute__((format(printf, 2, 3)));

/* A copy that ends with the input, or with a NUL behind it, to be freed. */
void *fuzz_bytes(const uint8_t *data, size_t size);
char *fuzz_text(const uint8_t *data, size_t size);

/* The first line of the input, taken off its front, to be freed. */
char *fuzz_line(const uint8_t **data, size_t *size);

enum { FUZZ_FILES = 2 };

/* A file that holds the input, until the same one is asked for again. */
const char *fuzz_file(unsigned int which, const uint8_t *data, size_t size);

/* What a name stands for: always the same, now and then not known or huge. */
double fuzz_number(const char *name);

/* Of an ordinary machine, and the model of it; both stay. */
const struct info *fuzz_info(void);
const struct model *fuzz_model(void);

#endif /* _FUZZ_H */
