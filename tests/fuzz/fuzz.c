// SPDX-License-Identifier: GPL-2.0
/* Between libFuzzer and the fuzzers. */
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/detect.h"
#include "fuzz.h"
#include "message.h"

static int stderr_copy = STDERR_FILENO;

/* What the tool prints is thrown away; what a fuzzer found shall be seen. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	stderr_copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_one(data, size);
	return 0;
}

void fuzz_expect(bool holds, const char *what, ...)
{
	va_list args;

	if (holds)
		return;
	dprintf(stderr_copy, "this does not hold: ");
	va_start(args, what);
	vdprintf(stderr_copy, what, args);
	va_end(args);
	dprintf(stderr_copy, "\n");
	abort();
}

static void *allocate(size_t size)
{
	void *p = calloc(1, size);

	fuzz_expect(p, "there is memory for %zu bytes", size);
	return p;
}

void *fuzz_bytes(const uint8_t *data, size_t size)
{
	void *copy = allocate(size);

	if (size)
		memcpy(copy, data, size);
	return copy;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
	char *copy = allocate(size + 1);

	if (size)
		memcpy(copy, data, size);
	copy[size] = 0;
	return copy;
}

char *fuzz_line(const uint8_t **data, size_t *size)
{
	const uint8_t *end = *size ? memchr(*data, '\n', *size) : NULL;
	size_t len = end ? (size_t)(end - *data) : *size;
	char *line = fuzz_text(*data, len);

	len += end != NULL;
	*data += len;
	*size -= len;
	return line;
}

/* In memory; opened by name, such a file is read from its beginning. */
const char *fuzz_file(unsigned int which, const uint8_t *data, size_t size)
{
	static struct {
		int fd;
		char path[32];
	} files[FUZZ_FILES];
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	fuzz_expect(fd >= 0 && write(fd, data, size) == (ssize_t)size,
		    "an input can be made a file");
	if (files[which].fd)
		close(files[which].fd);
	files[which].fd = fd;
	snprintf(files[which].path, sizeof(files[which].path),
		 "/proc/self/fd/%d", fd);
	return files[which].path;
}

double fuzz_number(const char *name)
{
	static const double odd[] = {
		NAN, 0, -0.0, 1, -1, 0.5, 3, 1e-300, 1e308, -1e308, 255, 1e19,
	};
	uint32_t hash = 2166136261;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619;
	return odd[hash % (sizeof(odd) / sizeof(*odd))];
}

const struct info *fuzz_info(void)
{
	static struct info info;

	if (!info.nr_values)
		default_info(&info);
	return &info;
}

const struct model *fuzz_model(void)
{
	static struct model *model;

	if (!model)
		fuzz_expect(!detect_model(&model, fuzz_info(), NULL, NULL),
			    "the machine of the fuzzers has a model");
	return model;
}
