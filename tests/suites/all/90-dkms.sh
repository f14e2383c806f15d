#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The module by DKMS on machines that have never met it: installed, loaded,
# built for kernels that come later, upgraded and removed; and kernels that it
# is not for. "make dkms" and "make install" are in 90-install.sh.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/clean.sh
. "$(dirname "$0")/../clean.sh"

version=$(sed -n 's/.* TDA_VERSION[^"]*"\(.*\)"$/\1/p' "$top/kmod/version.h")
next=$version.1
tried=0

# What it says goes to $scratch/said, and here.
said()
{
	local status=0

	"$@" >"$scratch/said" 2>&1 || status=$?
	cat "$scratch/said"
	return "$status"
}

status_is()
{
	same "$1" "$(inside dkms status tdacct | sed 's/ (.*//' | sort)"
}

installed()
{
	printf 'tdacct/%s, %s, x86_64: installed\n' "$1" "$2"
}

# ---- one kernel after the other ------------------------------------------------

# The first by hand; the others as if their headers came later.
install_for()
{
	local key=$1 kernel
	kernel=$(release "$1")

	if [ "$key" = "$first" ]; then
		row "$key: dkms.sh installs it" \
			inside /src/scripts/dkms.sh "$kernel"
	else
		row "$key: comes with the headers of another kernel" \
			inside /etc/kernel/header_postinst.d/dkms "$kernel"
	fi
	row "$key: it is of this version" \
		same "$version" "$(module_says "$kernel" version)"
	row "$key: and for this kernel" \
		has <(module_says "$kernel" vermagic) "^${kernel//+/\\+} "
	row "$key: DKMS has signed it" \
		has <(module_says "$kernel" signer) 'DKMS'
	row "$key: it is where the kernel looks" \
		take_module "$kernel" "$scratch/$key.ko"
	counts "$key" "$key" "$scratch/$key.ko"
	tried=$((tried + 1))
}

# ---- the next version ----------------------------------------------------------

next_tree()
{
	mkdir -p "$root/root/next"
	cp -r "$top"/{kmod,user,include,scripts,dkms.conf,COPYING} \
		"$root/root/next"
	sed -i "s/\"$version\"/\"$next\"/" "$root/root/next/kmod/version.h"
}

upgrade()
{
	local name=$1 kernel
	shift
	# shellcheck disable=SC2046
	set -- $(for key; do release "$key"; done)
	next_tree
	row "$name: an upgrade" inside /root/next/scripts/dkms.sh "$@"
	row "$name: leaves only the new version" status_is \
		"$(for kernel; do installed "$next" "$kernel"; done | sort)"
	row "$name: and only its sources" same "$root/usr/src/tdacct-$next" \
		"$(echo "$root"/usr/src/tdacct-*)"
	for kernel; do
		row "$name: the new one is what $kernel loads" \
			same "$next" "$(module_says "$kernel" version)"
	done
}

for name in bookworm trixie; do
	fresh_root "$name"
	files >"$scratch/before"
	keys=$(keys_inside)
	first=${keys%%[!0-9.]*}
	for key in $keys; do
		install_for "$key"
	done
	# shellcheck disable=SC2086
	upgrade "$name" $keys
	row "$name: it is removed" inside /root/next/scripts/boot/uninstall
	row "$name: and nothing is left" left_nothing "$scratch/before"
done
row "three kernels or more were tried" test "$tried" -ge 3

# ---- kernels that it is not for --------------------------------------------------

fake=6.1.0-tiny
headers=/usr/src/linux-headers-$fake

# A kernel like the first that is there, and something about it is changed.
fabricate()
{
	local real
	real=$(release "$(keys_inside | head -n 1)")

	rm -rf "${root:?}$headers"
	mkdir -p "$root/lib/modules/$fake"
	cp -a "$root/usr/src/linux-headers-$real" "$root$headers"
	ln -sfn "$headers" "$root/lib/modules/$fake/build"
}

without()
{
	sed -i "s/^$1=y/# $1 is not set/" "$root$headers/.config" \
		"$root$headers/include/config/auto.conf"
}

old_perf()
{
	mkdir -p "$root$headers/arch/x86/include/asm"
	echo '/* an old one */' >"$root$headers/arch/x86/include/asm/perf_event.h"
}

# refused NAME TEXT COMMAND...: the kernel that COMMAND made of a good one.
refused()
{
	local name=$1 text=$2
	shift 2

	fabricate
	"$@"
	row "$name: refused" ends 77 inside /src/scripts/dkms.sh "$fake"
	row "$name: the reason is told" has "$scratch/said" \
		"^tdacct: not for kernel $fake: .*$text"
	row "$name: nothing is built" test ! -e "$root/lib/modules/$fake/updates"
}

# DKMS before 3.0.11 takes what is left out for a failure.
lets_others_in()
{
	row "$1: its own installation goes on" said \
		inside /etc/kernel/header_postinst.d/dkms "$fake"
	row "$1: and tells the reason" has "$scratch/said" \
		"^tdacct: not for kernel $fake"
}

# ends STATUS COMMAND...: 77 is DKMS's for a kernel that is left out.
ends()
{
	local status=0 wanted=$1
	shift

	said "$@" || status=$?
	same "$wanted" "$status"
}

# Without DKMS the makefile says it.
refused_by_make()
{
	rm -rf "${root:?}/root/tree"
	cp -r "$top/kmod" "$root/root/tree"
	row "$1 without DKMS: refused" ends 2 inside make -C /root/tree \
		KERNELDIR="$headers" modules
	row "$1 without DKMS: the reason is told" has "$scratch/said" "tdacct .*$2"
}

fresh_root bookworm
refused "DKMS of Debian 12: no perf" CONFIG_PERF_EVENTS \
	without CONFIG_PERF_EVENTS

fresh_root trixie
refused "no perf" CONFIG_PERF_EVENTS without CONFIG_PERF_EVENTS
refused_by_make "no perf" CONFIG_PERF_EVENTS
lets_others_in "no perf"
refused "no tracepoints" CONFIG_TRACEPOINTS without CONFIG_TRACEPOINTS
refused_by_make "no tracepoints" CONFIG_TRACEPOINTS
refused "no network" CONFIG_NET without CONFIG_NET
refused "not x86-64" 'x86-64 and arm64 only' without CONFIG_X86_64
refused_by_make "not x86-64" x86-64
refused "older than PERF_METRICS" 'came with 5.10' old_perf
row "no headers: refused" ends 1 inside /src/scripts/dkms.sh 6.1.0-none
row "no headers: says which" has "$scratch/said" \
	'the headers of kernel 6.1.0-none are not installed'
tap_end
