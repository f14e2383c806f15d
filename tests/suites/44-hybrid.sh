#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# CPUs with several core types: each counts as it can, and all adds up. Of four CPUs the
# odd ones are E-cores, of Arrow Lake-H the last a low-power one.
set -eu
# shellcheck source=tests/suites/core_types.sh
. "$(dirname "$0")/core_types.sh"

# These nodes exist for both core types, so that the columns are sums of both.
nodes=$level1,branch_mispredicts,machine_clears

vm --small --kernel 6.1 --cpu alderlake --smp 4 --no-module --append "$alone" \
	--timeout 600 --add "$top/build/kmod/6.1/tdacct.ko" -- \
	"$changing
	mkfifo /tmp/stay
	insmod /usr/local/bin/tdacct.ko || exit 2
	dmesg | grep tdacct:
	tdacct status
	laws; s=\$?
	storm fork 300 --parallel 8 --markers 04:20 || s=2
	$(all_classes 'P-core' "$nodes" '--cpu 2')
	$(all_classes 'E-core' "$nodes" '--cpu 3')
	$wanders
	tdacct events use memory && echo set was taken
	tdacct events use memory OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD 2>&1 |
		sed 's/^/refused: /'
	storm fork 100 --parallel 8 --markers 0b:20 || s=2
	tdacct events use none
	changing 4 || s=2
	laws || s=\$?
	$goes
	tdacct check && echo all holds
	laws --hw
	rmmod tdacct || s=2
	exit \$s"
results 'Alder Lake'
row 'Alder Lake: P-cores have PERF_METRICS' \
	has "$vm_out" '^module .*, counters intel_metrics$'
row 'Alder Lake: E-cores have values of their own' \
	has "$vm_out" '^values slots, .*, atom.slots, atom.cycles, '
row 'Alder Lake: it is said which CPUs are E-cores' \
	has "$vm_out" 'tdacct: CPUs 1,3 are cores of a second type'
row 'Alder Lake: CPU 0 counts by PERF_METRICS' \
	has "$vm_out" '^ *0 counting .*intel_metrics *$'
row 'Alder Lake: CPU 1 counts by plain counters' \
	has "$vm_out" '^ *1 counting .*plain *$'
row 'Alder Lake: nothing is left uncounted' has_not "$vm_out" \
	'^ *[0-3] (waiting|cannot)'
row 'Alder Lake: P-cores count a set' has "$vm_out" '^set was taken$'
row 'Alder Lake: laws hold while the events change' \
	has "$vm_out" "$judged_changes"
row 'Alder Lake: a set that does not fit names a P-core' \
	has "$vm_out" '^refused: .*CPU [02] cannot count 0x1000820 with the others'
row 'Alder Lake: an E-core goes' has "$vm_out" '^away 1 +1 offline'
row 'Alder Lake: the other CPUs count meanwhile' \
	has "$vm_out" '^away 1 +3 counting'
row 'Alder Lake: the laws hold in the end' has "$vm_out" '^all holds$'
row 'Alder Lake: who ran on both has both trees' has "$vm_out" '^E-cores: '
row 'Alder Lake: and their sum' \
	has "$vm_out" '^both, of the slots of both: .*backend_bound'

hardware 'Alder Lake'

# Each core type has its own slots in a cycle.
part P-core 'Alder Lake' 6 1
part E-core 'Alder Lake' 5 0.05
row 'Alder Lake: a task that wandered was charged what it ran' \
	wandered 0.005 backend_bound 6 atom.r74 5

# Who says how counts P-cores only, and the coverage tells of the rest.
vm --small --kernel 6.1 --cpu alderlake --smp 2 --no-module --append "$alone" \
	--add "$top/build/kmod/6.1/tdacct.ko" -- \
	"mkfifo /tmp/stay
	insmod /usr/local/bin/tdacct.ko counters=intel_metrics || exit 2
	tdacct status
	tdload 0b 60000000 --cpu 1 --hold </tmp/stay >/tmp/stays &
	exec 8>/tmp/stay
	until grep -q ready /tmp/stays || ! kill -0 \$!; do sleep 0.1; done
	tid=\$(sed -n 's/^task=.* tid=\([0-9]*\) .*/\1/p' /tmp/stays)
	tdacct show --task \$tid 2>&1 | sed 's/^/uncounted: /'
	exec 8>&-
	wait \$!
	rmmod tdacct
	insmod /usr/local/bin/tdacct.ko \$(tdacct events show memory --load |
		cut -d' ' -f3-) || exit 4
	tdacct status | sed 's/^/with a set: /'
	tdacct metrics | sed 's/^/metrics: /'
	rmmod tdacct
	insmod /usr/local/bin/tdacct.ko cpus=1 || exit 3
	tdacct status
	tdload 0b 100000 --cpu 1
	tdacct show --cpu 1
	laws --hw"
row 'only by PERF_METRICS: E-cores do not count, and it is said' \
	has "$vm_out" '^ *1 cannot .*an E-core'
row 'only by PERF_METRICS: the coverage of what ran on an E-core says so' \
	has "$vm_out" '^uncounted: .*coverage [0-9]{1,2}[.][0-9] %'
row 'a set at load: P-cores count it, beside what E-cores count' \
	has "$vm_out" '^with a set: values .*atom\.r473, .*r3000347'
row 'metrics of P-cores and of E-cores' \
	has "$vm_out" '^metrics: 6 of 6 metrics can be computed\. Source: E-cores'
row 'only E-cores: they are counted plainly' \
	has "$vm_out" '^module .*, counters plain$'
row 'only E-cores: there is a tree' has "$vm_out" '^backend_bound +[0-9.]+ %'
row 'only E-cores: the kernel goes on' ended_well

# Three core types, of which one has PERF_METRICS; all/44-hybrid.sh tries more of it.
vm --small --kernel 7.2 --cpu arrowlake-h --smp 4 --no-module --append "$alone" \
	--add "$top/build/kmod/7.2/tdacct.ko" -- \
	"mkfifo /tmp/stay
	insmod /usr/local/bin/tdacct.ko || exit 2
	tdacct status
	$wanders
	for cpu in 1 3; do tdload 01 1000 --cpu \$cpu; done
	tdacct check && echo all holds
	laws --hw"
row 'Arrow Lake-H: the kernel has nothing to complain of' ended_well
row 'Arrow Lake-H: low-power E-cores have values of their own' \
	has "$vm_out" '^values slots, .*, atom.slots, .*, lowpower.slots, lowpower.cycles, '
row 'Arrow Lake-H: status says which CPU is of which type' test \
	"$(grep -cE '^ +([02] counting .* intel_metrics, P-cores|1 counting .* plain, E-cores|3 counting .* plain, low-power E-cores)$' "$vm_out")" = 4
row 'Arrow Lake-H: who ran on all of them has three trees' \
	has "$vm_out" '^low-power E-cores: '
row 'Arrow Lake-H: and their sum' \
	has "$vm_out" '^all, of the slots of all: .*backend_bound'
row 'Arrow Lake-H: the laws hold in the end' has "$vm_out" '^all holds$'
hardware 'Arrow Lake-H'
row 'Arrow Lake-H: a task that wandered was charged what it ran' \
	wandered 0.005 backend_bound 8 atom.r74 8 lowpower.r74 6
tap_end
