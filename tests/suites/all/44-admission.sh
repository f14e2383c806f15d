#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What the tool says that fits, the kernel finds counters for, and nothing else: all
# pairs of the events of a family's table, and 2,000 sets at random, with and
# without the NMI watchdog.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

# admit NAME CPU PMU [OPTION...]: one boot without the module, PMU are options of
# the emulated one, OPTIONS of the program. The watchdog is on until it is switched
# off; the counters of a code do not depend on it.
admit()
{
	local name=$1 cpu=$2 pmu=$3 options=
	shift 3

	[ $# = 0 ] || options=$(printf ' %q' "$@")
	vm --kernel 6.1 --cpu "$cpu" ${pmu:+--pmu ",$pmu"} --small --smp 1 \
		--no-module --timeout 900 -- \
		"s=0
		grep -qx 1 /proc/sys/kernel/nmi_watchdog || exit 2
		echo '# with the watchdog'
		admission$options pairs three random decides || s=1
		echo 0 >/proc/sys/kernel/nmi_watchdog
		echo '# without'
		admission$options pairs three random code || s=1
		exit \$s"
	sed -i '/^# with the watchdog$/,/^# without$/s/ - admission: / - with the watchdog: /
		s/ - admission: / - without the watchdog: /' "$vm_out"
	results "$name"
}

# registers CODE OTHER: different values for the registers that tell some events what
# to count; those of the two codes are the same two registers.
registers()
{
	local value

	for value in 0x10001 0x10002 0x10004; do
		printf 'cpu/event=%s,umask=0x1,offcore_rsp=%s/,' "$1" $value
	done
	for value in 0x10001 0x10002; do
		printf 'cpu/event=%s,umask=0x1,offcore_rsp=%s/,' "$2" $value
	done
	printf 'cpu/event=0xcd,umask=0x1,ldlat=0x3/,'
	printf 'cpu/event=0xcd,umask=0x1,ldlat=0x10/'
}

frontend=
for value in 0x11 0x12; do
	frontend="$frontend,cpu/event=0xc6,umask=0x1,frontend=$value/"
done
former=$(registers 0xb7 0xbb)

admit 'Sapphire Rapids' sapphirerapids '' --among "$(registers 0x2a 0x2b)$frontend"
admit 'Ice Lake' icelake-sp '' --among "$former$frontend"
admit 'Skylake' skylake-sp '' --among "$former$frontend"
admit 'Broadwell without hyper-threading' broadwell counters=8 \
	--no-hyper-threading --among "$former"
admit 'Sierra Forest' sierraforest ''
admit 'Alder Lake-N' alderlake-n ''
admit 'Zen 4' zen4 ''
admit 'Zen 2' zen2 ''
tap_end
