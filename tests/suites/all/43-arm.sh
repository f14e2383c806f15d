#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Events that a CPU of arm64 cannot count, alone or beside others: they are refused,
# with numbers that people know, whichever numbers the kernel has for counters.
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
	row "$kernel: the laws hold" same 0 "$vm_status"
done
tap_end
