#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Arm's cores: the sets that repeat metrics, those of the other cores, the module on
# other kernels, storms on four CPUs, the PMU shared with others who find no counter
# free, and the module that goes under load; see tests/suites/44-arm.sh.
set -eu
# shellcheck source=tests/suites/arm.sh
. "$(dirname "$0")/../arm.sh"
# shellcheck source=tests/suites/storms.sh
. "$(dirname "$0")/../storms.sh"

# sets NAME CPU WIDTH LINES: one after the other.
sets()
{
	vm --small --kernel "$kernel" --cpu "$2" --no-module --append "$alone" \
		--timeout "$patience" --add "$modules/$kernel/tdacct.ko" -- \
		"$load
		load
		$(slices=60 each_set "$4")
		rmmod tdacct"
	row "$1, sets: the kernel has nothing to complain of" ended_well
	vendor=${2#neoverse-} judge_classes "$1, sets" "$3" 0.05 \
		"$(how_many "$4")"
}

others()
{
	local n1_sets

	sets 'Neoverse N3, more' neoverse-n3 5 "$n3_again"
	sets 'Neoverse N2' neoverse-n2 5 "$neoverse_sets
$n3_again"
	sets 'Neoverse V2' neoverse-v2 8 "$neoverse_sets"
	sets 'Neoverse V1' neoverse-v1 8 "$neoverse_sets"
	n1_sets=$(grep -vE '^(topdown-l1|stalls) ' <<<"$neoverse_sets")
	sets 'Neoverse N1' neoverse-n1 4 "${n1_sets/,sve_all_percentage/}"
	for core in n2 v1 v2; do
		row "Neoverse ${core^^}: each metric is in a set" \
			same '' "$(without_truth "neoverse_$core" "$neoverse_sets")"
	done
}

# on KERNEL: laws, storms and the first level there.
on()
{
	local kernel=$1

	core "Neoverse N3, $kernel" neoverse-n3 5 1 "load
		$(all_classes 'one level' "$level1")
		unload"
}

kernels()
{
	on 6.1
	on 7.2
	for core in n3 n1; do
		fits "Neoverse ${core^^}" "neoverse-$core" ''
	done
}

# On four CPUs. Other events are counted while tasks come and go in a boot of their own,
# see fits: the events of the first level go and come with them here, and what they
# counted cannot be compared with the hardware. No other storm has flushes.
stormy()
{
	storms '6.12 on Neoverse N3' '
judged forks storming fork 2000
judged threads storming thread 4000
judged execs storming exec 500
judged hotplugs hotplugs 12
must storm fork 200 --parallel 4 --markers 05:20
must deaf storm fork 200 --parallel 4' 10 --cpu neoverse-n3 --smp 4
	vm --small --kernel 6.12 --cpu neoverse-n3 --smp 4 --timeout 1500 -- \
		"${reload_commands/TIMES/10}"
	reload_rows 'Neoverse N3' 10
	row 'Neoverse N3: nothing to complain of while reloading' ended_well
}

shared()
{
	programs 6.12 'shared' "try lifecycle; try abi; try permissions; try sharing
		try sets; try sampling record
		try theft 'slots, and' again written 'switched off'
		try hotplug"
	programs 6.12 'the rest' "try roll; try dumps; try cgroup; try cgroups; try moves
		try notices; try reload"
	programs 6.1 '6.1' "try lifecycle; try abi; try sharing; try sets
		try theft 'slots, and' again 'switched off'"
}

# The module's pure suites, as ordinary programs that arm64's compiler makes. All other
# suites are tried by 30-kunit-arm.
pure()
{
	local programs='delta arm64 arm64_older' add=() i

	row 'KUnit: the pure suites are built' env TDACCT_ARCH=arm64 \
		"$top/scripts/in-root" trixie make -s -C tests/kunit \
		CC=aarch64-linux-gnu-gcc CFLAGS='-O2 -static' \
		BUILD=/src/build/arm64/pure programs="$programs"
	for i in $programs; do
		add+=(--add "$top/build/arm64/pure/${i}_test")
	done
	vm --small --no-module --kernel 7.2 --cpu neoverse-n3 "${add[@]}" -- \
		"s=0; for i in $programs; do \${i}_test || s=1; done; exit \$s"
	sed -n 's/^\(not \)\{0,1\}ok - /&KUnit: /p' "$vm_out"
	row 'KUnit: the pure suites hold' ended_well
}

row 'the modules are built' env TDACCT_ARCH=arm64 "$top/scripts/build-lab"
others
shared
kernels
stormy
pure
tap_end
