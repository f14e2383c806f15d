#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What dkms.conf says of kernels that somebody made up. DKMS itself is tried by
# all/90-dkms.sh.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

headers=$scratch/headers
version=$(sed -n 's/.* TDA_VERSION[^"]*"\(.*\)"$/\1/p' "$top/kmod/version.h")

# kernel OPTION...: headers of a kernel that has these, and PERF_METRICS.
kernel()
{
	rm -rf "$headers"
	mkdir -p "$headers/arch/x86/include/asm"
	echo '#define INTEL_PMC_IDX_METRIC_BASE 48' \
		>"$headers/arch/x86/include/asm/perf_event.h"
	printf 'CONFIG_%s=y\n' "$@" >"$headers/.config"
}

# conf NAME: what dkms.conf leaves in a variable, as DKMS would read it on $machine.
conf()
{
	arch=${machine:-x86_64} kernelver=1.2.3 kernel_source_dir=$headers \
		bash -euc ". '$top/dkms.conf'; echo \"\${$1:-}\"" \
		2>"$scratch/said"
}

fit()
{
	row "$1: fit" same '' "$(conf BUILD_EXCLUSIVE_KERNEL)"
	row "$1: nothing is said" has_not "$scratch/said" .
}

unfit()
{
	row "$1: left out" same '^none' "$(conf BUILD_EXCLUSIVE_KERNEL)"
	row "$1: for this reason" has "$scratch/said" \
		"^tdacct: not for kernel 1.2.3: .*$2"
}

kernel X86_64 PERF_EVENTS TRACEPOINTS NET
fit "a kernel that has all"
row "the version is the module's" same "$version" "$(conf PACKAGE_VERSION)"
row "the tool is of the same" has \
	<("$top/scripts/in-root" bookworm build/bookworm/user/tdacct --version) \
	" ${version//./\\.}\$"
row "make dkms installs the tool, too" has \
	<("$top/scripts/in-root" bookworm make -n -C /src dkms) \
	'/usr/local/bin/tdacct$'
machine=riscv64 unfit "another processor" 'x86-64 and arm64 only'
machine=aarch64 unfit "a kernel for x86-64 on arm64" 'x86-64 and arm64 only'
rm "$headers/.config"
fit "a kernel whose configuration is not known"
rm -r "$headers/arch"
fit "a kernel whose perf is not known"
kernel PERF_EVENTS TRACEPOINTS NET
unfit "a kernel for 32 bits" 'x86-64 and arm64 only'
kernel ARM64 PERF_EVENTS TRACEPOINTS NET
unfit "a kernel for arm64 on x86-64" 'x86-64 and arm64 only'
: >"$headers/arch/x86/include/asm/perf_event.h"
machine=aarch64 fit "a kernel for arm64, whatever its perf knows of Intel"
kernel ARM64 PERF_EVENTS NET
machine=aarch64 unfit "one of these without tracepoints" CONFIG_TRACEPOINTS
kernel X86_64 TRACEPOINTS NET
unfit "no perf" CONFIG_PERF_EVENTS
kernel X86_64 PERF_EVENTS NET
unfit "no tracepoints" CONFIG_TRACEPOINTS
kernel X86_64 PERF_EVENTS TRACEPOINTS
unfit "no network" CONFIG_NET
kernel X86_64 PERF_EVENTS TRACEPOINTS NET
: >"$headers/arch/x86/include/asm/perf_event.h"
unfit "older than PERF_METRICS" 'came with 5.10'
kernel X86_64 PERF_EVENTS TRACEPOINTS NET
mkdir "$scratch/common"
mv "$headers/arch" "$scratch/common/"
: >"$scratch/common/arch/x86/include/asm/perf_event.h"
echo "include $scratch/common/Makefile" >"$headers/Makefile"
unfit "the same where headers are split" 'came with 5.10'

# What it is made with: HEADER LINE.
all='linux/security.h LOCKDOWN_PERF,
linux/sched.h u64 start_boottime;
net/genetlink.h genl_dumpit_info(struct netlink_callback *cb)
uapi/linux/capability.h #define CAP_PERFMON 38'
put_headers()
{
	while read -r header line; do
		mkdir -p "$headers/include/$(dirname "$header")"
		echo "$line" >"$headers/include/$header"
	done <<<"$all"
}

# changed HEADER LINE: that one is of an older kernel.
changed()
{
	put_headers
	echo "$2" >"$headers/include/$1"
}

kernel ARM64 PERF_EVENTS TRACEPOINTS NET
put_headers
machine=aarch64 fit "a kernel for arm64 with all that is needed"
echo 'genl_info_dump(struct netlink_callback *cb)' >"$headers/include/net/genetlink.h"
machine=aarch64 fit "a newer one"
changed linux/sched.h 'u64 real_start_time;'
machine=aarch64 unfit "5.4 for arm64" 'start_boottime in include/linux/sched.h, which came with 5.5'
rm -r "$headers/include"
machine=aarch64 fit "headers that cannot be looked at"
kernel X86_64 PERF_EVENTS TRACEPOINTS NET
put_headers
fit "a kernel for x86-64 with all that is needed"
changed linux/sched.h 'u64 real_start_time;'
unfit "RHEL 8, whose perf knows PERF_METRICS" start_boottime
changed uapi/linux/capability.h '#define CAP_AUDIT_READ 37'
unfit "no CAP_PERFMON" 'CAP_PERFMON in .*which came with 5.8'
changed net/genetlink.h 'genlmsg_new(size_t payload, gfp_t flags)'
unfit "dumps that do not parse attributes" 'genl_dumpit_info in'
changed linux/security.h LOCKDOWN_NONE,
unfit "no lockdown of perf" 'LOCKDOWN_PERF in'

# ---- the compiler: whose options the kernel's configuration has

# told OPTION...: what the kernel's makefile is told of it.
told()
{
	# shellcheck disable=SC2016
	echo 'modules clean:; @echo "LLVM=$(LLVM) CC=$(CC)"' >"$headers/Makefile"
	make -s --no-print-directory -C "$top/kmod" KERNELDIR="$headers" "$@"
}

# The same by the command of dkms.conf.
told_by_dkms()
{
	local command

	told >/dev/null
	command=$(conf MAKE)
	(cd "$top" && eval "${command/make/make -s --no-print-directory}")
}

kernel X86_64 CC_IS_GCC
row "gcc built it: gcc builds the module" same 'LLVM= CC=cc' "$(told)"
kernel X86_64 CC_IS_CLANG
row "clang built it: LLVM=1 by itself" same 'LLVM=1 CC=cc' "$(told)"
row "clang built it: LLVM=1 to clean, too" same 'LLVM=1 CC=cc' "$(told clean)"
row "clang built it: DKMS, too" same 'LLVM=1 CC=cc' "$(told_by_dkms)"
row "clang built it: another LLVM is believed" same 'LLVM=-18 CC=cc' "$(told LLVM=-18)"
row "clang built it: a compiler that is named is believed" same 'LLVM= CC=gcc' "$(told CC=gcc)"
row "clang built it: no LLVM is believed" same 'LLVM= CC=cc' "$(told LLVM=)"
mkdir -p "$headers/include/config"
mv "$headers/.config" "$headers/include/config/auto.conf"
row "clang built it: headers without .config" same 'LLVM=1 CC=cc' "$(told)"
echo '# CONFIG_CC_IS_CLANG is not set' >"$headers/include/config/auto.conf"
row "clang did not build it" same 'LLVM= CC=cc' "$(told)"
"$top/scripts/in-root" bookworm make -C /src/kmod KERNELDIR=/nowhere \
	>"$scratch/said" 2>&1 && echo made >>"$scratch/said"
row "no headers: make says where they are missing, and which package has them" \
	has "$scratch/said" 'needs the headers of the kernel .*, which are not in /nowhere: apt install linux-headers-'
row "no headers: and does not go on" has_not "$scratch/said" '^made'
for headers in "$cache"/roots/*/usr/src/linux-headers-*-amd64; do
	row "${headers##*/}: fit" same '' "$(conf BUILD_EXCLUSIVE_KERNEL)"
done
tap_end
