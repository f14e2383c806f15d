#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A machine of arm64 with two core types: each counts by values of its own, and all
# adds up. Of four CPUs the odd ones are Neoverse V2, the others Neoverse N2. The machine
# has one PMU node for both, so perf knows of no difference.
set -eu
# shellcheck source=tests/suites/core_types.sh
. "$(dirname "$0")/../core_types.sh"
# shellcheck source=tests/suites/arm.sh
. "$(dirname "$0")/../arm.sh"

# mixed COMMANDS WORDS: they insert the module.
mixed()
{
	vm --kernel "$kernel" --cpu neoverse-n2 --no-module \
		--append "$alone" --timeout "$patience" \
		--add "$modules/$kernel/tdacct.ko" "${@:2}" -- "$1"
}

slices=60
mixed "mkfifo /tmp/stay
	insmod /usr/local/bin/tdacct.ko || exit 2
	dmesg | grep tdacct:
	tdacct status
	tdacct status --json | sed 's/^/json status /'
	tdacct doctor | tr -s '\\n ' '  '; echo
	laws 'at rest' 'totals' 'fork'; s=\$?
	storm fork 200 --parallel 8 --markers 05:20 || s=2
	storm thread 200 --parallel 8 --markers 01:20 || s=2
	$(all_classes 'N2' "$level1" '--cpu 2')
	$(all_classes 'V2' "$level1" '--cpu 3')
	$wanders
	tdacct list -n 3 | sed 's/^/list: /'
	tdacct metrics | sed 's/^/metrics: /'
	$goes
	tdacct check && echo all holds
	tdacct pause; tdacct check && echo all holds to the unit; tdacct resume
	laws --hw
	rmmod tdacct || s=2
	exit \$s" --small --smp 4 --pmu ,small=v2,atom=a
results 'N2 and V2'
row 'N2 and V2: it is said which CPUs are of the second type' \
	has "$vm_out" 'tdacct: CPUs 1,3 are cores of a second type: plain counters, 8 values of their own; sets of events are not counted there$'
row 'N2 and V2: all CPUs count' \
	has "$vm_out" 'tdacct: counting 8 values on 4 of 4 CPUs'
row 'N2 and V2: the second type has values of its own' \
	has "$vm_out" '^values slots, cycles, other.slots, other.cycles, other.r3e, .*, other.instructions, r3e, '
row 'N2 and V2: the core that is told is that of the first type' \
	has "$vm_out" '^CPU ARM, family 8, model 0xd4903: Neoverse N2'
row 'N2 and V2: and beside it that of the second' \
	has "$vm_out" '^other cores ARM, model 0xd4f01: Neoverse V2$'
row 'N2 and V2: status says which CPU has which' test \
	"$(grep -cE '^ +([02] counting .* plain, Neoverse N2|[13] counting .* plain, Neoverse V2)$' "$vm_out")" = 4
row 'N2 and V2: so does JSON' test \
	"$(grep -cE '^json status  +"cores": "Neoverse [NV]2",$' "$vm_out")" = 4
row 'N2 and V2: doctor says that sets are counted on the first' \
	has "$vm_out" 'another type, Neoverse V2, are counted by values of their own; sets of events are counted on Neoverse N2 only'
row 'N2 and V2: who ran on both has both trees' \
	has "$vm_out" '^Neoverse V2: [0-9.]+ . slots; '
row 'N2 and V2: and their sum' \
	has "$vm_out" '^both, of the slots of both: .*backend_bound'
row 'N2 and V2: it was counted all the time' \
	has "$vm_out" '^CPU time .*, coverage (100|99)\.'
row 'N2 and V2: a list shows both in one column' \
	has "$vm_out" '^list: .* 100\.0 % '
row 'N2 and V2: metrics of one' \
	has "$vm_out" '^metrics: .* can be computed\. Source: Arm Neoverse N2'
row 'N2 and V2: and of the other' \
	has "$vm_out" '^metrics: .* can be computed\. Source: Arm Neoverse V2'
row 'N2 and V2: one of the second type goes' has "$vm_out" '^away 1 +1 offline'
row 'N2 and V2: the others count meanwhile' \
	has "$vm_out" '^away 1 +3 counting'
row 'N2 and V2: one of the first type goes' has "$vm_out" '^away 2 +2 offline'
row 'N2 and V2: the laws hold in the end' has "$vm_out" '^all holds$'
row 'N2 and V2: to the unit, too' has "$vm_out" '^all holds to the unit$'

hardware 'N2 and V2'
vendor=n2 part N2 'N2 and V2' 5 0.05
vendor=v2 part V2 'N2 and V2' 8 0.05
row 'N2 and V2: a task that wandered was charged what it ran' \
	wandered 0.0005 r3d 5 other.r3d 8

# What does not count, and says so; and what others do to the counters.
why='a core of another type than those that count, which have MIDR 0x410fd493; its slots are not theirs'
# shellcheck disable=SC2016
mixed "$changing"'
	module=/usr/local/bin/tdacct.ko
	here() { taskset -c $1 tdacct run -o /tmp/ran -- tdload 03 20000 >/dev/null
		grep coverage /tmp/ran | sed "s/^/$2 on $1: /"; }
	echo 0 >/sys/devices/system/cpu/cpu1/online
	insmod $module || exit 2
	echo 1 >/sys/devices/system/cpu/cpu1/online
	tdacct status | sed "s/^/late: /"
	here 0 late; here 1 late
	tdacct check; echo "check late $?"
	rmmod tdacct; insmod $module counters=plain
	tdacct status | sed "s/^/plain: /"
	rmmod tdacct; insmod $module cpus=1
	tdacct status | sed "s/^/alone: /"
	rmmod tdacct; insmod $module counters=basic
	dmesg | tail -n 1
	here 0 basic; here 1 basic
	tdacct check; echo "check basic $?"
	rmmod tdacct; insmod $module || exit 2
	for i in 0 1; do here $i again
		perf stat -C $i -e cycles:D,r23:D -- sleep 1 2>/dev/null
		tdload 0b 20000 --cpu $i >/dev/null
	done
	tdacct check; echo "check shared $?"
	tdacct events use topdown-l1 && tdacct status | sed "s/^/with a set: /"
	changing 2
	tdacct pause; tdacct check; echo "check set $?"
	rmmod tdacct' --pmu ,small=v2,atom=2
row 'the kernel has nothing to complain of' ended_well
row 'first seen later: it does not count, and says why' \
	has "$vm_out" "^late: +1 cannot .* MIDR 0x410fd4f1: $why\$"
row 'first seen later: what runs on the other has whole coverage' \
	has "$vm_out" '^late on 0: .*coverage (100|99)\.'
row 'first seen later: what runs on it has next to none' \
	has "$vm_out" '^late on 1: .*coverage ([0-9]\.|-)'
row 'first seen later: the laws hold' has "$vm_out" '^check late 0$'
row 'said how: the first type counts, and the other says why not' \
	has "$vm_out" "^plain: +1 cannot .* MIDR 0x410fd4f1: $why\$"
row 'only the second: it is the first then' \
	has "$vm_out" '^alone: CPU ARM, family 8, model 0xd4f01: Neoverse V2'
row 'only the second: there is no other' has_not "$vm_out" '^alone: .*other'
row 'basic: instructions and cycles are counted on both' \
	has "$vm_out" 'counting 2 values on 2 of 2 CPUs'
row 'basic: what runs on one has whole coverage' \
	has "$vm_out" '^basic on 0: .*coverage (100|99)\.'
row 'basic: and on the other' \
	has "$vm_out" '^basic on 1: .*coverage (100|99)\.'
row 'basic: the laws hold' has "$vm_out" '^check basic 0$'
row 'again: what runs on one has whole coverage' \
	has "$vm_out" '^again on 0: .*coverage (100|99)\.'
row 'again: and on the other' \
	has "$vm_out" '^again on 1: .*coverage (100|99)\.'
row 'shared with perf: the laws hold' has "$vm_out" '^check shared 0$'
row 'a set: the first type counts a set' \
	has "$vm_out" '^with a set: events topdown-l1, '
row 'a set: what the second counts stays as it is' \
	has "$vm_out" '^with a set: values .*, other.r3e, .*, r3f, '
row 'a set: laws hold while the events change' \
	has "$vm_out" "$judged_changes"
row 'a set: the laws hold to the unit' has "$vm_out" '^check set 0$'
tap_end
