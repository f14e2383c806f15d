#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Events that a CPU of arm64 cannot count, alone or beside others: they are refused,
# with numbers that people know, whichever numbers the kernel has for counters. And
# CPUs with fewer counters, as hosts leave them to virtual machines, or with one more.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

# Six counters: the seventh event is left out. CHAIN, 0x1e, makes one of two.
seven=0x8,0x3a,0x3b,0x3d,0x3e,0x10,0x12

for kernel in 6.1 6.12; do
	vm --small --kernel $kernel --cpu neoverse-n3 --timeout 600 -- "
		tdacct events use 0x1e 2>&1
		rmmod tdacct
		insmod /lab/tdacct.ko events=0x1e 2>&1
		insmod /lab/tdacct.ko events=$seven && tdacct status
		dmesg | grep -a 'tdacct: events'
		tdacct check"
	row "$kernel: CHAIN is refused where a set is asked for" \
		has "$vm_out" '^tdacct: .*is CHAIN, .* counts nothing by itself'
	row "$kernel: and when the module is loaded" \
		has "$vm_out" 'events\[0\]=0x1e is CHAIN, .* counts nothing by itself'
	row "$kernel: a seventh event is left out, and who has the counters is said" \
		has "$vm_out" 'events\[6\]=0x12 is left out: .* 0x8 on counter 0, 0x3a on counter 1, .*0x10 on counter 5$'
	row "$kernel: no event has a number that nobody gave" \
		has_not "$vm_out" '0x[0-9a-f]*:0x1'
	row "$kernel: the laws hold" ended_well
done

# with_pmu OPTIONS COMMANDS: a CPU of another kind; the commands insert the module.
with_pmu()
{
	vm --small --kernel 6.12 --cpu neoverse-n3 --pmu "$1" --no-module \
		--append "$alone" --timeout 600 \
		--add "$top/build/arm64/kmod/6.12/tdacct.ko" -- \
		"module=/usr/local/bin/tdacct.ko
		$2"
}

# PMUv3p9 may have a counter of instructions, which newer kernels use: so there is
# room for one event more. These all count something.
seven=0x8,0x3a,0x3b,0x3d,0x3e,0x23,0x3f
with_pmu ,fixed=2 "insmod \$module && tdacct status
	laws 'at rest' 'totals' 'fork'; s=\$?
	laws --hw
	rmmod tdacct
	insmod \$module events=$seven && dmesg | grep -a 'tdacct: events'
	tdacct status; tdacct check && laws --hw && rmmod tdacct && exit \$s"
results 'a counter of instructions'
hardware 'a counter of instructions'
row 'a counter of instructions: it is the one that counts them' \
	has "$vm_emulator" '"event":"PMICNTR"'
row 'a counter of instructions: seven events beside cycles are not too many' \
	has_not "$vm_out" 'is left out'
row 'a counter of instructions: the laws hold with them' ended_well

with_pmu ,counters=5 "insmod \$module && tdacct status
	dmesg | grep -a 'tdacct: events'
	tdacct run -- tdload 03 200000 2>&1
	tdacct check && rmmod tdacct"
row 'five counters: instructions are left out, and that is said' \
	has "$vm_out" 'events.5.=0x8 is left out: it competes for counters with 0x3e '
row 'five counters: the tree is there' has "$vm_out" '^backend_bound +9[0-9]\.'
row 'five counters: the laws hold' ended_well

with_pmu ,counters=4 "insmod \$module 2>&1
	dmesg | grep -a tdacct:
	tdacct doctor
	insmod \$module counters=basic && tdacct status
	tdacct check && rmmod tdacct"
row 'four counters: they are too few, by the number that the CPU tells' \
	has "$vm_out" 'too few general counters: 4, .*PMCR_EL0\.N'
row 'four counters: instructions and cycles can be counted' \
	has "$vm_out" '^module .*, counters basic$'
row 'four counters: and obey the laws' ended_well
tap_end
