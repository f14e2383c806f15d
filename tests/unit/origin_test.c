// SPDX-License-Identifier: GPL-2.0
/* Whose a task is: what paths of cgroups tell, and lists of CPUs. */
#include <stdio.h>
#include <string.h>

#include "counts/unit.h"
#include "text/ranges.h"
#include "unit.h"

#define ID "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

struct path_row {
	const char *name;
	const char *path;
	const char *unit;
	const char *container;
};

/* clang-format off */
static const struct path_row path_rows[] = {
	{ "the root", "/", NULL, NULL },
	{ "a cgroup of nobody", "/mine/yours", NULL, NULL },
	{ "a service", "/system.slice/sshd.service", "sshd.service", NULL },
	{ "below a service", "/system.slice/a.service/worker", "a.service", NULL },
	{ "a scope below a service is the inner one", "/user.slice/user-0.slice/user@0.service/app.slice/x.scope", "x.scope", NULL },
	{ "only slices", "/user.slice/user-0.slice", "user-0.slice", NULL },
	{ "a slice beside something", "/user.slice/rest/", "user.slice", NULL },
	{ "what only ends like one", "/.service/.scope", NULL, NULL },
	{ "docker by systemd", "/system.slice/docker-" ID ".scope", "docker-" ID ".scope", "0123456789ab" },
	{ "docker by itself", "/docker/" ID, NULL, "0123456789ab" },
	{ "podman", "/machine.slice/libpod-" ID ".scope/container", "libpod-" ID ".scope", "0123456789ab" },
	{ "containerd in a pod", "/kubepods.slice/kubepods-pod1.slice/cri-containerd-" ID ".scope", "cri-containerd-" ID ".scope", "0123456789ab" },
	{ "a monitor of podman's", "/machine.slice/libpod-conmon-" ID ".scope", "libpod-conmon-" ID ".scope", NULL },
	{ "a monitor of CRI-O's", "/kubepods.slice/crio-conmon-" ID ".scope", "crio-conmon-" ID ".scope", NULL },
	{ "podman within a service", "/system.slice/web.service/libpod-payload-" ID, "web.service", "0123456789ab" },
	{ "podman by itself", "/libpod_parent/libpod-" ID, NULL, "0123456789ab" },
	{ "podman of a user", "/user.slice/user-1.slice/user@1.service/user.slice/libpod-" ID ".scope/container", "libpod-" ID ".scope", "0123456789ab" },
	{ "CRI-O", "/kubepods.slice/kubepods-burstable.slice/crio-" ID ".scope/container", "crio-" ID ".scope", "0123456789ab" },
	{ "CRI-O by itself", "/kubepods/besteffort/pod1/crio-" ID, NULL, "0123456789ab" },
	{ "containerd by itself in a pod", "/kubepods/burstable/pod1/" ID, NULL, "0123456789ab" },
	{ "containerd with systemd's names", "/system.slice/containerd.service/kubepods-burstable-pod1.slice:cri-containerd:" ID, "containerd.service", "0123456789ab" },
	{ "nerdctl", "/system.slice/nerdctl-" ID ".scope", "nerdctl-" ID ".scope", "0123456789ab" },
	{ "a container in a container is the inner one", "/docker/" ID "/kubepods/pod1/fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210", NULL, "fedcba987654" },
	{ "an overlay's mount", "/system.slice/var-lib-docker-overlay2-" ID "-merged.mount", "var-lib-docker-overlay2-" ID "-merged.mount", NULL },
	{ "a mount of a container", "/system.slice/docker-" ID ".mount", "docker-" ID ".mount", NULL },
	{ "a service with so many digits", "/system.slice/job-" ID ".service", "job-" ID ".service", NULL },
	{ "a scope of somebody else", "/system.slice/run-" ID ".scope", "run-" ID ".scope", NULL },
	{ "so many digits of anybody's", "/mine/" ID, NULL, NULL },
	{ "a pod", "/machine.slice/machine-libpod_pod_" ID ".slice", "machine-libpod_pod_" ID ".slice", NULL },
	{ "more behind the number", "/system.slice/docker-" ID "-1.scope", "docker-" ID "-1.scope", NULL },
	{ "more before the runtime", "/system.slice/my-docker-" ID ".scope", "my-docker-" ID ".scope", NULL },
	{ "a virtual machine", "/machine.slice/machine-qemu\\x2d1\\x2dweb.scope", "machine-qemu\\x2d1\\x2dweb.scope", NULL },
	{ "what watches a container of LXC", "/lxc.monitor.web", NULL, NULL },
	{ "fewer digits", "/docker/0123456789abcdef", NULL, NULL },
	{ "more digits", "/docker/" ID "0", NULL, NULL },
	{ "more letters", "/docker/" ID "x", NULL, NULL },
	{ "LXC", "/lxc.payload.web/system.slice/cron.service", "cron.service", "web" },
	{ "nspawn", "/machine.slice/systemd-nspawn@web.service/payload", "systemd-nspawn@web.service", "web" },
	{ "a machine with a dash", "/machine.slice/machine-a\\x2db.scope", "machine-a\\x2db.scope", "a-b" },
	{ "no name", "/lxc.payload.", NULL, NULL },
	{ "an escape of one digit", "/machine.slice/machine-a\\x2.scope", "machine-a\\x2.scope", "a\\x2" },
	{ "an escape of a digit and something else", "/machine.slice/machine-a\\x2-b.scope", "machine-a\\x2-b.scope", "a\\x2-b" },
	{ "an escape of no digit", "/lxc.payload.a\\x", NULL, "a\\x" },
	{ "an escape that would end the text", "/lxc.payload.a\\x00b", NULL, "a\\x00b" },
};
/* clang-format on */

static void try_path(const void *arg)
{
	const struct path_row *row = arg;

	EXPECT_TEXT(row->unit, unit_of(row->path));
	EXPECT_TEXT(row->container, unit_container(row->path));
	EXPECT(unit_of(row->path) == unit_of(row->path));
}

/* Whoever forgets before each of many readings keeps few texts. */
static const struct flood_row {
	const char *name;
	unsigned int units;	/* that come and go */
	unsigned int most;	/* texts that are kept at last */
} flood_rows[] = {
	{ "few units are kept", 100, 100 },
	{ "many are forgotten", 35000, 10000 },
};

static void try_flood(const void *arg)
{
	const struct flood_row *row = arg;
	unsigned int most = 0;

	for (unsigned int i = 0; i < row->units; i++) {
		unsigned int kept = unit_forget();
		char path[96], name[64];

		snprintf(name, sizeof(name), "run-%u.scope", i);
		snprintf(path, sizeof(path), "/a.slice/%s", name);
		EXPECT_TEXT(name, unit_of(path));
		most = kept > most ? kept : most;
	}
	EXPECT(most <= row->most);
	EXPECT(unit_forget() > 0);
}

struct range_row {
	const char *name;
	const char *text;
	int err;
	int64_t only;
	const char *have;	/* of the first ten */
};

static const struct range_row range_rows[] = {
	{ "one", "3", 0, 3, "...x......" },
	{ "some", "0-3,8", 0, -1, "xxxx....x." },
	{ "one of itself", "4-4", 0, 4, "....x....." },
	{ "twice", "1,1", 0, -1, ".x........" },
	{ "nothing", "", -22, -1, NULL },
	{ "a comma", "1,", -22, -1, NULL },
	{ "no end", "1-", -22, -1, NULL },
	{ "down", "3-1", -22, -1, NULL },
	{ "a sign", "+1", -22, -1, NULL },
	{ "a word", "all", -22, -1, NULL },
	{ "something behind", "1 ", -22, -1, NULL },
	{ "too large", "4294967296", -22, -1, NULL },
};

static void try_range(const void *arg)
{
	const struct range_row *row = arg;
	char have[11] = "";
	struct ranges r;

	EXPECT_INT(row->err, ranges_parse(&r, row->text));
	if (row->err)
		return;
	for (uint32_t i = 0; i < 10; i++)
		strcat(have, ranges_have(&r, i) ? "x" : ".");
	EXPECT_TEXT(row->have, have);
	EXPECT_INT(row->only, ranges_only(&r));
}

struct many_row {
	const char *name;
	unsigned int nr;	/* of numbers: 0,2,4 and so on */
	int err;
};

static const struct many_row many_rows[] = {
	{ "every other CPU of a large machine", 128, 0 },
	{ "of the largest", RANGES_MAX, 0 },
	{ "and one more", RANGES_MAX + 1, -22 },
};

static void try_many(const void *arg)
{
	const struct many_row *row = arg;
	static char text[RANGES_MAX * 8];
	static struct ranges r;
	size_t len = 0;

	for (unsigned int i = 0; i < row->nr; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%u",
					i ? "," : "", 2 * i);
	EXPECT_INT(row->err, ranges_parse(&r, text));
	EXPECT(row->err || ranges_have(&r, 2 * row->nr - 2));
	EXPECT(!ranges_have(&r, 2 * row->nr - 1));
}

int main(void)
{
	fflush(stdout);
	UNIT_RUN("many units", flood_rows, try_flood);
	UNIT_RUN("many ranges", many_rows, try_many);
	UNIT_RUN("path of a cgroup", path_rows, try_path);
	UNIT_RUN("ranges", range_rows, try_range);
	return unit_end();
}
