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
tap_end
