#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What the tool says that fits, the kernel finds counters for, and nothing else: all
# pairs of the events of a family's table, and 2,000 sets at random, with and
# without the NMI watchdog.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

# admit NAME CPU [OPTION...]: one boot without the module, OPTIONS of the program.
# The watchdog is on until it is switched off.
admit()
{
	local name=$1 cpu=$2 options=
	shift 2

	[ $# = 0 ] || options=$(printf ' %q' "$@")
	vm --kernel 6.1 --cpu "$cpu" --small --smp 1 --no-module \
		--timeout 900 -- \
		"s=0
		grep -qx 1 /proc/sys/kernel/nmi_watchdog || exit 2
		echo '# with the watchdog'
		admission$options || s=1
		echo 0 >/proc/sys/kernel/nmi_watchdog
		echo '# without'
		admission$options || s=1
		exit \$s"
	sed -i '/^# with the watchdog$/,/^# without$/s/ - admission: / - with the watchdog: /
		s/ - admission: / - without the watchdog: /' "$vm_out"
	results "$name"
}

# Different values for the registers that tell some events what to count.
registers()
{
	local value

	for value in 0x10001 0x10002 0x10004; do
		printf 'cpu/event=%s,umask=0x1,offcore_rsp=%s/,' "$1" $value
	done
	for value in 0x11 0x12; do
		printf 'cpu/event=0xc6,umask=0x1,frontend=%s/,' $value
	done
	printf 'cpu/event=0xcd,umask=0x1,ldlat=0x3/,'
	printf 'cpu/event=0xcd,umask=0x1,ldlat=0x10/'
}

admit 'Sapphire Rapids' sapphirerapids --among "$(registers 0x2a)"
admit 'Ice Lake' icelake-sp --among "$(registers 0xb7)"
admit 'Skylake' skylake-sp --among "$(registers 0xb7)"
admit 'Broadwell' broadwell
# The module counts these four in any case, so they are in every set.
admit 'Sierra Forest' sierraforest --beside \
	TOPDOWN_FE_BOUND.ALL_P,TOPDOWN_RETIRING.ALL_P,TOPDOWN_BAD_SPECULATION.ALL_P,TOPDOWN_BE_BOUND.ALL_P
tap_end
