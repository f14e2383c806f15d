# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# On CPUs other than the laboratory's usual one, events that perf counts are those of
# the markers, to the unit.
# shellcheck source=tests/suites/kselftest.sh
. "${BASH_SOURCE[0]%/*}/kselftest.sh"

# Of one class; and of class 00 where each of the other fifteen has twice as many
# as the one before.
marks=20000 fewest=5

marks()
{
	"$top/scripts/in-root" bookworm python3 /src/tests/suites/marks.py "$@"
}

# marked CPU WORDS: what the guest does with each group of events, behind these words,
# all classes in one load. perf would estimate what a counter of the other CPU would
# have had.
marked()
{
	local group load

	load=$(marks "$1" "$fewest" load)
	while read -r group; do
		echo "$2 perf stat -x, -e '$group' tdload $load 2>&1 >/dev/null"
	done < <(marks "$1")
}

# judge_marks CPU: what became of it, in $vm_out.
judge_marks()
{
	local status=0

	marks "$1" "$fewest" <"$vm_out" >"$scratch/marks" || status=$?
	cat "$scratch/marks"
	tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/marks" || true)))
	row "$1: counts were judged" same 0 "$status"
}

# amd CPU KERNEL VERSION: where counters interrupt, as perf's driver wants them to.
amd()
{
	vm --no-module --kernel "$2" --cpu "$1" --pmu ,pmi=1 \
		--append "$alone" -- "$(marked "$1" '')
		echo 0 >/proc/sys/kernel/perf_cpu_time_max_percent
		perf stat -x, -e msr/aperf/,msr/mperf/,msr/irperf/ tdload 03 $marks 2>&1
		perf record -o /tmp/cycles -e cycles:u -c 100000 tdload 03 $marks 2>&1
		dmesg | grep -iE 'uhhuh|dazed' || true"
	row "$1: the AMD driver of $2 comes up" \
		has "$vm_console" 'Fam17h\+ core perfctr, AMD PMU driver'
	row "$1: it finds version $3" has "$vm_console" "\.\.\. version: +$3"
	row "$1: and six counters" \
		has "$vm_console" '\.\.\. generic (registers|counters): +6'
	row "$1: they have 48 bits" has "$vm_console" '\.\.\. bit width: +48'
	judge_marks "$1"
	row "$1: what always runs has run" test \
		"$(grep -cE '^[0-9]{5,},,msr/[ami]r?perf/' "$vm_out")" = 3
	row "$1: perf record has a sample each 100,000 cycles" \
		has "$vm_out" '\((19|20|21) samples\)'
	row "$1: no interrupt comes for nothing" has_not "$vm_out" 'Uhhuh|Dazed'
}

# Six counters and that of cycles, as kernels of arm64 tell of them.
arm_counters()
{
	case $1 in
	6.1)	echo '7 counters available' ;;
	*)	echo '7 \(0,8000003f\) counters available' ;;
	esac
}

# arm CPU KERNEL SLOTS [WORDS]: what the guest does besides.
arm()
{
	vm --no-module --kernel "$2" --cpu "$1" --pmu ,pmi=1 -- "$(marked "$1" '')
		echo slots \$(cat /sys/bus/event_source/devices/armv8_pmuv3*/caps/slots)
		echo 0 >/proc/sys/kernel/perf_cpu_time_max_percent
		perf record -o /tmp/cycles -e cycles:u -c 100000 tdload 03 $marks 2>&1
		${4:-}"
	row "$1: the driver of $2 finds seven counters" \
		has "$vm_console" "PMU driver.* $(arm_counters "$2")"
	row "$1: sysfs has as many slots as it counts" \
		has "$vm_out" "^slots $3\$"
	judge_marks "$1"
	row "$1: perf record has a sample each 100,000 cycles" \
		has "$vm_out" '\((19|20|21) samples\)'
}

# CPU 0 is a P-core, CPU 1 an E-core.
hybrid()
{
	vm --no-module --kernel "$1" --cpu alderlake --append "$alone" -- \
		"cd /sys/devices; grep -H . cpu_core/cpus cpu_atom/cpus
		$(marked alderlake_p 'taskset -c 0')
		echo E-cores
		$(marked alderlake_e 'taskset -c 1')
		echo metrics
		perf stat -x, -e cpu_core/slots/,cpu_core/topdown-mem-bound/ \
			tdload 0b 300000 --cpu 0 2>&1 >/dev/null"
	row "$1, alderlake: the driver of hybrids comes up" \
		has "$vm_console" 'Alder ?lake Hybrid events.* Intel PMU driver'
	row "$1, alderlake: CPU 0 is a P-core" has "$vm_out" '^cpu_core/cpus:0$'
	row "$1, alderlake: CPU 1 is an E-core" has "$vm_out" '^cpu_atom/cpus:1$'
	cp "$vm_out" "$scratch/hybrid"
	sed '/^E-cores$/,$d' "$scratch/hybrid" >"$vm_out"
	judge_marks alderlake_p
	sed '1,/^E-cores$/d; /^metrics$/,$d' "$scratch/hybrid" >"$vm_out"
	judge_marks alderlake_e
	row "$1, alderlake: PERF_METRICS are of the P-core" memory_bound
}

# 300,000 markers, and less than a hundredth of that besides.
memory_bound()
{
	sed '1,/^metrics$/d' "$scratch/hybrid" | awk -F, '
	$3 ~ /slots/		{ slots = $1 }
	$3 ~ /mem-bound/	{ bound = $1 }
	END			{ exit !(slots > 180e6 && bound > 0.98 * slots) }'
}
