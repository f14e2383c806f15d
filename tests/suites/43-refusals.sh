#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Machines that the module cannot count on: it is refused, and says why.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

# refused NAME TEXT OPTIONS...: the module does not go in, with "No such
# device" and a line of dmesg that says TEXT. $args are parameters of it.
refused()
{
	local name=$1 text=$2
	shift 2

	vm --small --no-module --add "$top/build/kmod/6.1/tdacct.ko" "$@" -- \
		"insmod /usr/local/bin/tdacct.ko ${args:-} 2>&1 && echo inserted
		 dmesg | grep tdacct:; lsmod"
	row "$name: not inserted" has "$vm_out" 'No such device'
	row "$name: says why" has "$vm_out" "tdacct: no CPU can count: .*$text"
	row "$name: says who tells more" has "$vm_out" "tdacct: run 'tdacct doctor'"
	row "$name: nothing is left" has_not "$vm_out" '^tdacct '
	row "$name: the kernel goes on" ended_well
}

refused "no emulated PMU at all" "no performance counters" --pmu none
refused "a virtual machine without a PMU" "no performance counters" \
	--pmu ,nopmu=1
refused "counters of 40 bits" "48 bits" --pmu ,width=40
refused "an Intel CPU before Broadwell" "none of those whose events tdacct knows: Broadwell, Skylake" \
	--cpu Haswell --pmu ,model=skx
refused "a virtual machine with three general counters" \
	"too few general counters: 3, and .* takes 4 beside 4 fixed.* host may hide some" \
	--pmu ,nometrics=1,counters=3
refused "Skylake with three general counters" \
	"too few general counters: 3, and .* takes 4 beside 3 fixed" \
	--cpu skylake-sp --pmu ,counters=3
filtered='stands still: the host of this virtual machine .* filters events'
refused "Skylake in a virtual machine whose host filters events" \
	"event r2c2 $filtered" --cpu skylake-sp --pmu ,deny=19c+2c2+10e+10d
refused "Sapphire Rapids in such a virtual machine without PERF_METRICS" \
	"event r2c2 $filtered" --pmu ,nometrics=1,deny=19c+2a4+2c2
refused "Sierra Forest in such a virtual machine" "event r72 $filtered" \
	--cpu sierraforest --pmu ,deny=71+72+73+74
refused "Alder Lake in a virtual machine that hides of which sort its cores are" \
	"CPUID does not say whether this is a P-core or an E-core .*host may hide it" \
	--cpu SapphireRapids,model=151 --pmu ,nometrics=1
refused "Zen 4 with four counters" \
	"too few general counters: 4, and .* takes 5 beside 0 fixed.*0x80000022" \
	--cpu zen4 --pmu ,counters=4
refused "another vendor" "neither an Intel nor an AMD CPU" \
	--cpu qemu64,vendor=CentaurHauls --pmu none

row "another vendor: nothing can be asked for" has_not "$vm_out" 'with the parameter counters='

# Instructions and cycles are counted where no more is known, but only on request.
args=counters=basic refused "another vendor, and counters=basic" \
	"no driver for the PMU of this CPU" --cpu EPYC --pmu none
vm --small --cpu Haswell --pmu ,model=skx --no-module \
	--add "$top/build/kmod/6.1/tdacct.ko" -- \
	'insmod /usr/local/bin/tdacct.ko 2>&1; dmesg | grep tdacct:
	insmod /usr/local/bin/tdacct.ko counters=basic events=0xc4 && tdacct status
	tdacct run -- tdload 03 300000 2>&1; tdacct list | head -n 3
	storm fork 200 --parallel 4 && laws --hw'
row "before Broadwell: says what can be asked for" has "$vm_out" \
	'with the parameter counters=basic'
row "before Broadwell, instructions and cycles: are counted" has "$vm_out" \
	'counters basic$'
row "before Broadwell, instructions and cycles: instructions a cycle are shown" \
	has "$vm_out" '[0-9] instructions a cycle'
row "before Broadwell, instructions and cycles: says that there is no tree" \
	has "$vm_out" '^note: .*there is no tree'
row "before Broadwell, instructions and cycles: the laws hold" ended_well

# A machine without PERF_METRICS has plain counters: as most virtual machines do.
vm --small --no-module --add "$top/build/kmod/6.1/tdacct.ko" --pmu ,nometrics=1 -- \
	'insmod /usr/local/bin/tdacct.ko && tdacct status
	tdacct run -- tdload 03 300000 2>&1; dmesg | grep tdacct:
	rmmod tdacct
	insmod /usr/local/bin/tdacct.ko counters=intel_metrics 2>&1
	dmesg | tail -n 2; lsmod'
row "no PERF_METRICS: plain counters are taken" has "$vm_out" 'counters plain$'
row "no PERF_METRICS: says so, and why" has "$vm_out" \
	'counting with plain, as there is no intel_metrics: .*PERF_METRICS'
row "no PERF_METRICS: the top level is shown" has "$vm_out" \
	'^backend_bound +9[0-9]\.'
row "no PERF_METRICS, and these were wanted: says why" has "$vm_out" \
	'tdacct: no CPU can count: intel_metrics: .*PERF_METRICS'
row "no PERF_METRICS, and these were wanted: nothing is left" has_not "$vm_out" \
	'^tdacct '

# Wrong parameters are refused before anything is done: NAME | PARAMETERS | TEXT, a
# line each.
wrongs='an event without a code | events=0x100 | event code 0
a threshold that is no number | clear_slots=many | invalid for parameter
a slack below the least | metrics_slack=2 | metrics_slack= takes a number from 3 to 127
a slack above the most | metrics_slack=128 | metrics_slack= takes a number from 3 to 127
a bit that perf would ignore | events=0x101b7 | bits that a raw event .*: 0x10000\b
a bit above all fields | events=0x1b7,0x10000001b7 | events.1.=.*: 0x1000000000\b
twice the same event | events=0x1b7,0x2b7,0x1b7 | events.2.=0x1b7 is events.0. again
words for CPUs | cpus=some | cpus=some is not a list of CPUs
a range backwards | cpus=1-0 | cpus=1-0 is not a list of CPUs
a CPU that there is not | cpus=0,7 | cpus=0,7 names a CPU .*it has 0-1
a CPU beyond all | cpus=99999 | cpus=99999 names a CPU
no CPU | cpus= | cpus= names no CPU
another kind of counters | counters=amd | counters=amd is no kind of counters
no kind of counters | counters= | counters= is no kind of counters; there are intel_metrics, plain, basic$
a CPU that is offline | cpus=1 | none of the CPUs in cpus= is online'
vm --small --no-module --add "$top/build/kmod/6.1/tdacct.ko" -- \
	"$(sed -n 's/^[^|]*| \([^|]*\) |.*/\1/p' <<<"$wrongs" |
		sed 's|.*|[ "&" != "cpus=1" ] \|\| echo 0 >/sys/devices/system/cpu/cpu1/online; dmesg -c >/dev/null; insmod /usr/local/bin/tdacct.ko & 2>\&1; echo "& ended \$?: \$(dmesg \| grep -a tdacct)"|')
	 lsmod"
while IFS='|' read -r name args text; do
	args=${args# } args=${args% } text=${text# }
	row "${name% }: not inserted" has "$vm_out" "^$args ended [1-9]"
	row "${name% }: says why" has "$vm_out" "$text"
done <<<"$wrongs"
row "wrong parameters leave nothing behind" has_not "$vm_out" '^tdacct '

# Older modules knew sets by name: what is lost, and what to do, is said. The line that
# the tool writes counts the set from load on.
vm --small --no-module --add "$top/build/kmod/6.1/tdacct.ko" -- \
	'conf=/etc/modprobe.d/tdacct-events.conf
	mkdir -p /etc/modprobe.d
	echo "options tdacct set=memory" >/etc/modprobe.d/tdacct.conf
	insmod /usr/local/bin/tdacct.ko set=memory; dmesg | grep tdacct:
	tdacct doctor | tr -s " \n" " "; echo
	tdacct events use memory --boot
	rmmod tdacct
	insmod /usr/local/bin/tdacct.ko $(sed -n "s/^options tdacct //p" $conf)
	tdacct status | sed "s/^/loaded: /"; tdacct check || exit 2
	tdacct pause; tdacct events use core --boot && exit 3
	ls /etc/modprobe.d | sed "s/^/refused: /"; tdacct resume
	sed "s/^/kept: /" $conf; tdacct events use none --boot
	tdacct status | sed "s/^/none: /"; [ ! -e $conf ]'
row "set=memory: the kernel's log says that it is ignored" has "$vm_out" \
	"tdacct: unknown parameter 'set' ignored"
row "set=memory: doctor says what to do" has "$vm_out" \
	'to do: sudo tdacct events use memory --boot, and take set= out of that file'
row "a set from boot on: is counted now" has "$vm_out" '^counting 7 events .memory., epoch 2$'
row "a set from boot on: is said" has "$vm_out" \
	'^counted again whenever the module is loaded: /etc/modprobe.d/tdacct-events.conf$'
row "a set from boot on: is counted from load on" has "$vm_out" \
	'^loaded: events memory, epoch 1$'
row "a set from boot on: nothing is written where the module refuses another" \
	has "$vm_out" '^kept: options tdacct events=0x10ad,'
row "a set from boot on: and no draft is left" has_not "$vm_out" '^refused: .*conf[.]'
row "a set from boot on: that it ends is said" has "$vm_out" \
	'^no longer counted when the module is loaded: there is no /etc/modprobe.d/'
row "a set from boot on: none" has "$vm_out" '^none: events none, epoch'
row "a set from boot on: the laws hold, and the file is gone" ended_well

# Events of this sort have four counters: the fifth would keep all from counting.
five=0x143,0x243,0x443,0x843,0x1043
vm --small --module-args "events=0x1b7,$five" -- \
	'dmesg | grep tdacct:; tdacct status; tdacct check'
row "five events for four counters: one is left out" has "$vm_out" \
	'events.5.=0x1043 is left out: it competes'
row "five events for four counters: with whom it competes" has "$vm_out" \
	'with 0x143 on counter [0-3], 0x243 on counter [0-3], 0x443 on counter [0-3], 0x843 on counter [0-3]$'
row "five events for four counters: the others count" has "$vm_out" \
	'counting [0-9]* values on 2 of 2 CPUs'
row "five events for four counters: nobody else is blamed" has_not "$vm_out" \
	'somebody else'
row "five events for four counters: the laws hold" ended_well
tap_end
