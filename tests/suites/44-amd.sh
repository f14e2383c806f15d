#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# AMD's CPUs from Zen 2 on: laws, storms, the truth of 16 classes at once by each set
# of events, what the hardware counted, and what there is beside the watchdog.
set -eu
# shellcheck source=tests/suites/amd.sh
. "$(dirname "$0")/amd.sh"
# shellcheck source=tests/suites/storms.sh
. "$(dirname "$0")/storms.sh"

zen4_values='slots, cycles, r1000001a0, r100001ea0, r7aa, rc1, instructions, slots_without'

family 'Zen 4' zen4 "" 6 0.05 6 "$(both zen4)"
row 'Zen 4: plain counters are taken' has "$vm_out" '^module .*, counters plain$'
row 'Zen 4: cycles, four events and instructions' \
	has "$vm_out" "^values $zen4_values"
row 'Zen 4: what is counted without a set has a name' \
	has "$vm_out" '^events level1, epoch 1$'
row 'Zen 4: instructions a cycle are shown' has "$vm_out" '[0-9] instructions a cycle'
row 'Zen 4: the other hardware thread of the core is told of' \
	has "$vm_out" '^note: slots are 6 times the cycles of the hardware thread'
fits 'Zen 4' zen4 ""

family 'Zen 5' zen5 "" 8 0.05 6 "$(both zen5)"
row 'Zen 5: cycles, four events and instructions' \
	has "$vm_out" "^values $zen4_values"

family 'Zen 3' zen3 "" 6 0.05 2 "
	load
	$(all_classes 'what retired and what did not' retiring,bad_speculation,op_queue_empty)
	tdacct show --system
	unload
	$(with zen3 stalls 'full queues' op_queue_empty,load_queue_stalls,store_queue_stalls)"
row 'Zen 3: says that no event counts slots that were lost' \
	has "$vm_out" '^note: no event of a Zen 3 counts slots that were lost'

family 'Zen 2' zen2 "" 6 0.05 2 "
	load
	$(all_classes 'what retired and what did not' retiring,bad_speculation,op_queue_empty)
	unload
	$(with zen2 stalls 'full queues' op_queue_empty,load_queue_stalls,store_queue_stalls)"
row 'Zen 2: has six counters' \
	has "$vm_out" '^values slots, cycles, rc1, rffaa, instructions, ra9, rc3, '

# The watchdog takes one of six counters: of the first level nothing is missing.
vm --small --kernel 6.1 --cpu zen4 --no-module \
	--add "$top/build/kmod/6.1/tdacct.ko" -- \
	'cat /proc/sys/kernel/nmi_watchdog
	insmod /usr/local/bin/tdacct.ko && tdacct status
	tdacct run -- tdload 03 300000 2>&1
	dmesg -r | sed -n "s/^<5>.*tdacct: .*=0xc0 is left out.*/said as a notice/p"
	dmesg -c | grep tdacct:
	tdacct doctor
	tdacct events use level2 2>&1
	tdacct events use backend && tdacct run -- tdload 09 300000 2>&1
	tdacct events use none
	tdacct status | sed -n "s/^values/with it/p"
	echo 0 >/proc/sys/kernel/nmi_watchdog
	tdacct events use none
	tdacct status | sed -n "s/^values/without it/p"
	rmmod tdacct'
row 'Zen 4 with the watchdog: it is on' has "$vm_out" '^1$'
row 'Zen 4 with the watchdog: says that instructions are left out' has "$vm_out" \
	'events.4.=0xc0 is left out: it competes for counters with 0x1000001a0 '
row 'Zen 4 with the watchdog: that is no error' has "$vm_out" '^said as a notice'
row 'Zen 4 with the watchdog: the first level is shown' \
	has "$vm_out" '^backend_bound +9[0-9]\.'
row 'Zen 4 with the watchdog: nothing of it is approximate' has_not "$vm_out" '^~ '
row 'Zen 4 with the watchdog: the doctor knows the formulas' \
	has "$vm_out" 'formulas of zen4'
row 'Zen 4 with the watchdog: five events do not fit' \
	has "$vm_out" 'cannot count 0xa2d6 with the others'
row 'Zen 4 with the watchdog: four do' has "$vm_out" '-memory_bound +9[0-9]\.'
row 'Zen 4 with the watchdog: back to the first level' \
	has "$vm_out" '^with it slots, cycles, r1000001a0, r100001ea0, r7aa, rc1, slots_'
row 'Zen 4, the watchdog is stopped: instructions are back' \
	has "$vm_out" "^without it $zen4_values"

# All classes there, by what fits.
vm --kernel 6.1 --cpu zen4 --no-module --timeout 600 \
	--add "$top/build/kmod/6.1/tdacct.ko" -- "$load
	$(beside zen4)"
judge_classes 'Zen 4 with the watchdog' 6 0.05 4
row 'Zen 4 with the watchdog: no harm' ended_well

# Counters move while tasks come and go: those of the watchdog, and perf's.
vm --kernel 6.1 --cpu zen4 --pmu ,pmi=1 --timeout 600 -- "$storm_commands
	toggles()
	{
		weather & one=\$!
		weather & two=\$!
		n=0
		while [ \$n -lt \$1 ]; do
			n=\$((n + 1))
			echo \$((n % 2)) >/proc/sys/kernel/nmi_watchdog
			perf stat -a -e branches:D sleep 0.1 >/dev/null 2>&1
		done
		kill \$one \$two
		wait \$one \$two
		echo \"tried: the watchdog off and on under load | \$1\"
	}
	judged 'the watchdog off and on' toggles 10
	tdacct status --json | tr ',' '\n' | grep -m 1 resyncs
	exit \$failed"
row 'Zen 4, the watchdog off and on under load: it was done' \
	has "$vm_out" '^tried: the watchdog off and on under load '
row 'Zen 4, the watchdog off and on under load: counters were programmed anew' \
	has "$vm_out" 'resyncs.: *[1-9]'
row 'Zen 4, the watchdog off and on under load: the laws hold to the unit' \
	has_not "$vm_out" '^failed: '
row 'Zen 4, the watchdog off and on under load: no harm' ended_well

# basic FAMILY: instructions and cycles, which any of them has.
vm --small --kernel 6.1 --cpu zen3 --no-module \
	--add "$top/build/kmod/6.1/tdacct.ko" -- \
	'insmod /usr/local/bin/tdacct.ko counters=basic && tdacct status
	tdacct run -- tdload 03 300000 2>&1
	storm fork 200 --parallel 4 && laws --hw'
row 'AMD, instructions and cycles only: are counted' has "$vm_out" 'counters basic$'
row 'AMD, instructions and cycles only: instructions a cycle are shown' \
	has "$vm_out" '[0-9] instructions a cycle'
row 'AMD, instructions and cycles only: the laws hold' ended_well

tap_end
