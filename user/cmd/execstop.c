// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "execstop.h"

/* As siginfo_t has a stop: its event, above the signal. */
#define STOP(_event) ((_event) << 8 | SIGTRAP)

/* Whoever may debug everybody keeps from no command what its file gives it. */
static bool may_debug(void)
{
	struct __user_cap_header_struct who = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct has[_LINUX_CAPABILITY_U32S_3];

	return !syscall(SYS_capget, &who, has) &&
	       has[0].effective & 1U << CAP_SYS_PTRACE;
}

/* A script is not: what its interpreter may do is not looked for. */
static bool is_elf(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char magic[4] = "";
	ssize_t len;

	if (fd < 0)
		return false;
	len = read(fd, magic, sizeof(magic));
	close(fd);
	return len == sizeof(magic) && !memcmp(magic, "\177ELF", sizeof(magic));
}

bool execstop_may_give_rights(const char *program)
{
	struct stat st;

	return stat(program, &st) || st.st_mode & (S_ISUID | S_ISGID) ||
	       getxattr(program, "security.capability", NULL, 0) >= 0 ||
	       !is_elf(program);
}

bool execstop_set(pid_t pid, const char *program)
{
	if (!program || (!may_debug() && execstop_may_give_rights(program)))
		return false;
	return !ptrace(PTRACE_SEIZE, pid, NULL, (long)PTRACE_O_TRACEEXEC);
}

/* What stopped it goes on as if nobody had looked. */
static void go_on(pid_t pid, int stop)
{
	long signal = stop & 0xff;
	int event = stop >> 8;

	if (event == PTRACE_EVENT_STOP && signal != SIGTRAP)
		ptrace(PTRACE_LISTEN, pid, NULL, 0L);
	else
		ptrace(PTRACE_CONT, pid, NULL, event ? 0L : signal);
}

/* The next time that it stops or ends, which is left to be told again. */
static int next_stop(pid_t pid, siginfo_t *si)
{
	int err;

	do
		err = waitid(P_PID, (id_t)pid, si, WEXITED | WSTOPPED | WNOWAIT);
	while (err && errno == EINTR);
	return err;
}

bool execstop_wait(pid_t pid)
{
	siginfo_t si = { .si_pid = 0 };

	while (!next_stop(pid, &si) && si.si_code == CLD_TRAPPED) {
		if (si.si_status == STOP(PTRACE_EVENT_EXEC))
			return true;
		go_on(pid, si.si_status);
	}
	return false;
}

void execstop_end(pid_t pid)
{
	ptrace(PTRACE_DETACH, pid, NULL, 0L);
}
