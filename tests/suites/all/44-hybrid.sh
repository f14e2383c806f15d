#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Arrow Lake-H, of which one CPU of four is an E-core and one a low-power E-core: laws,
# storms, the shares of all classes on each core type, and CPUs that go and come back.
set -eu
# shellcheck source=tests/suites/core_types.sh
. "$(dirname "$0")/../core_types.sh"

vm --small --kernel 7.2 --cpu arrowlake-h --smp 4 --no-module --append "$alone" \
	--timeout 900 --add "$top/build/kmod/7.2/tdacct.ko" -- \
	"$changing
	mkfifo /tmp/stay
	insmod /usr/local/bin/tdacct.ko || exit 2
	dmesg | grep tdacct:
	laws; s=\$?
	storm fork 300 --parallel 8 --markers 04:20 || s=2
	storm thread 200 --parallel 8 --markers 01:20 || s=2
	$(all_classes 'P-core' "$level1" '--cpu 2')
	$(all_classes 'E-core' "$level1" '--cpu 1')
	$(all_classes 'low-power' "$level1" '--cpu 3')
	$wanders
	tdacct status --json | sed 's/^/told /'
	tdacct doctor | tr -s '\\n ' '  '; echo
	tdacct list -n 3 | sed 's/^/list: /'
	tdacct metrics | sed 's/^/metrics: /'
	changing 4 || s=2
	laws || s=\$?
	$goes
	tdacct check && echo all holds
	laws --hw
	rmmod tdacct || s=2
	exit \$s"
results 'Arrow Lake-H'
row 'Arrow Lake-H: it is said which CPUs are of the second type' \
	has "$vm_out" 'tdacct: CPUs 1 are cores of a second type: plain counters, 7 values'
row 'Arrow Lake-H: and which of the third' \
	has "$vm_out" 'tdacct: CPUs 3 are cores of a third type: plain counters, 7 values'
row 'Arrow Lake-H: all CPUs count' \
	has "$vm_out" 'tdacct: counting 11 values on 4 of 4 CPUs'
row 'Arrow Lake-H: JSON says which CPU is of which type' test \
	"$(grep -cE '^told  +"cores": "(P-cores|E-cores|low-power E-cores)",$' "$vm_out")" = 4
row 'Arrow Lake-H: doctor tells of E-cores' \
	has "$vm_out" 'CPUs 1 are E-cores: plain counters'
row 'Arrow Lake-H: and of low-power ones' \
	has "$vm_out" 'CPUs 3 are low-power E-cores: plain counters'
row 'Arrow Lake-H: laws hold while the events change' \
	has "$vm_out" "$judged_changes"
row 'Arrow Lake-H: a list shows all of them in one column' \
	has "$vm_out" '^list: .* 100\.0 % '
for cores in 'Any Intel CPU' E-cores 'Low-power E-cores'; do
	row "Arrow Lake-H: metrics of $cores" \
		has "$vm_out" "^metrics: .* can be computed\. Source: $cores"
done
row 'Arrow Lake-H: an E-core goes' has "$vm_out" '^away 1 +1 offline'
row 'Arrow Lake-H: a low-power one goes' has "$vm_out" '^away 3 +3 offline'
row 'Arrow Lake-H: the laws hold in the end' has "$vm_out" '^all holds$'

hardware 'Arrow Lake-H'
part P-core 'Arrow Lake-H' 8 1
part E-core 'Arrow Lake-H' 8 0.05
part low-power 'Arrow Lake-H' 6 0.05
row 'Arrow Lake-H: a task that wandered was charged what it ran' \
	wandered 0.005 backend_bound 8 atom.r74 8 lowpower.r74 6

vm --small --kernel 7.2 --cpu arrowlake-h --smp 4 --no-module --append "$alone" \
	--add "$top/build/kmod/7.2/tdacct.ko" -- \
	"insmod /usr/local/bin/tdacct.ko cpus=1,3 || exit 2
	tdacct status
	tdload 0b 100000 --cpu 1
	tdacct show --cpu 1
	tdacct check && echo all holds"
row 'E-cores alone: the kernel goes on' ended_well
row 'E-cores alone: those of the first CPU count' \
	has "$vm_out" '^ *1 counting '
row 'E-cores alone: the low-power ones say why they do not' \
	has "$vm_out" '^ *3 cannot .* an E-core of another type'
row 'E-cores alone: there is a tree' has "$vm_out" '^backend_bound +[0-9.]+ %'
row 'E-cores alone: the laws hold' has "$vm_out" '^all holds$'
tap_end
