#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A machine of arm64 with cores of two sorts: those of one are counted, and the others
# say why not. It has one PMU node for both, so perf knows of no difference.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

why='MIDR 0x410fd4f1: a core of another sort than those that count, which have MIDR 0x410fd493; its slots are not theirs'

# shellcheck disable=SC2016
vm --small --kernel 6.12 --cpu neoverse-n2 --pmu ,small=v2,atom=2 --timeout 600 -- '
	dmesg | grep tdacct:
	tdacct status
	for i in 0 1; do
		taskset -c $i tdacct run -o /tmp/ran -- tdload 03 20000 >/dev/null
		grep coverage /tmp/ran | sed "s/^/on $i: /"
	done
	tdacct check; echo "check $?"
	tdacct pause; tdacct check; echo "check paused $?"; tdacct resume
	tdacct doctor
	for i in 0 1; do taskset -c $i tdacct status | sed "s/^/asked on $i: /"; done
	echo 0 >/sys/devices/system/cpu/cpu1/online
	echo 1 >/sys/devices/system/cpu/cpu1/online
	tdacct status | sed "s/^/again: /"
	rmmod tdacct; insmod /lab/tdacct.ko counters=basic
	dmesg | tail -n 1
	tdacct check; echo "check basic $?"'
row "the kernel has nothing to complain of" same 0 "$vm_status"
row "the module names the CPU, its core and that of the others" \
	has "$vm_out" "tdacct: CPU 1 does not count: $why\$"
row "and counts on the other" has "$vm_out" 'counting 8 values on 1 of 2 CPUs'
row "status says the same" has "$vm_out" "^ *1 cannot +0\.0 % .* $why\$"
row "so does doctor" has "$vm_out" 'note +counting: +CPU 1: cannot, MIDR'
row "what runs on that has whole coverage" has "$vm_out" '^on 0: .*coverage (100|99)\.'
row "what runs on the other has next to none" has "$vm_out" '^on 1: .*coverage ([0-9]\.|-)'
row "the core that is told is the one that counts, on whichever the question comes" \
	same 2 "$(grep -c '^asked on .: CPU ARM, family 8, model 0xd4903' "$vm_out")"
row "it goes and comes back, and says so again" \
	has "$vm_out" "^again: +1 cannot .* $why\$"
row "the laws hold" has "$vm_out" '^check 0$'
row "to the unit, too" has "$vm_out" '^check paused 0$'
row "instructions and cycles are counted on both" \
	has "$vm_out" 'counting 2 values on 2 of 2 CPUs'
row "and obey the laws" has "$vm_out" '^check basic 0$'
tap_end
