// SPDX-License-Identifier: GPL-2.0
/*
 * The whole tool, as by main(): the first line is the command line, the rest
 * is the recording that answers it. "run" is left out, for it would run what
 * the input says.
 */
#include <argp.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <sanitizer/lsan_interface.h>

#include "cmd/cmd.h"
#include "fuzz.h"

enum { WORDS_MAX = 32 };

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "show", cmd_show },
	{ "list", cmd_list },
	{ "status", cmd_status },
	{ "events", cmd_events },
	{ "metrics", cmd_metrics },
	{ "check", cmd_check },
	{ "explain", cmd_explain },
	{ "watch", cmd_watch },
	{ "pause", cmd_pause },
	{ "resume", cmd_resume },
};

/*
 * argp ends the program when the command line is wrong. Here it comes back,
 * and what it had allocated is lost, which is no leak of the tool.
 */
static jmp_buf refused;

void __wrap_argp_error(const struct argp_state *state, const char *format,
		       ...);
void __wrap_argp_error(const struct argp_state *state, const char *format, ...)
{
	(void)state;
	(void)format;
	longjmp(refused, 1);
}

/* So does what says that an option was mistyped, and nobody else who exits. */
static bool in_command;

void __real_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status)
{
	if (in_command)
		longjmp(refused, 1);
	__real_exit(status);
}

error_t __real_argp_parse(const struct argp *argp, int argc, char **argv,
			  unsigned int flags, int *index, void *input);
error_t __wrap_argp_parse(const struct argp *argp, int argc, char **argv,
			  unsigned int flags, int *index, void *input);
error_t __wrap_argp_parse(const struct argp *argp, int argc, char **argv,
			  unsigned int flags, int *index, void *input)
{
	error_t err = __real_argp_parse(argp, argc, argv,
					flags | ARGP_NO_EXIT, index, input);

	if (err)
		longjmp(refused, 1);
	__lsan_enable();
	return err;
}

/* No file gets what the input says. */
int __wrap_output_to(const char *path);
int __wrap_output_to(const char *path)
{
	(void)path;
	return 0;
}

static void run(int (*command)(int argc, char **argv), int argc, char **argv)
{
	__lsan_disable();
	in_command = true;
	if (setjmp(refused))
		__lsan_enable();
	else
		command(argc, argv);
	in_command = false;
}

static int split(char *line, char **argv)
{
	int argc = 0;
	char *word;

	while (argc < WORDS_MAX && (word = strsep(&line, " ")))
		argv[argc++] = word;
	return argc;
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *line = fuzz_line(&data, &size);
	char *argv[WORDS_MAX + 3];
	int argc = split(line, argv);

	argv[argc++] = "--replay";
	argv[argc++] = (char *)fuzz_file(0, data, size);
	argv[argc] = NULL;
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (!strcmp(argv[0], commands[i].name))
			run(commands[i].run, argc, argv);
	free(line);
}
