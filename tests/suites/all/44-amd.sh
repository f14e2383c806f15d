#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# AMD's CPUs: the sets of numbers beside the tree, the module on other kernels, and the
# PMU shared with others who find no counter free; see tests/suites/44-amd.sh.
set -eu
# shellcheck source=tests/suites/amd.sh
. "$(dirname "$0")/../amd.sh"

# numbered NAME CPU WIDTH CASES COMMANDS
numbered()
{
	family "$1" "$2" '' "$3" 0.05 "$4" "$5"
}

sets()
{
	numbered 'Zen 4, numbers' zen4 6 10 "$(numbers zen4; more zen4)"
	numbered 'Zen 5, numbers' zen5 8 10 "$(numbers zen5; more zen5)"
}

older_sets()
{
	fits 'Zen 5' zen5 ''
	fits 'Zen 3' zen3 ''
	numbered 'Zen 3, numbers' zen3 6 4 "$(numbers zen3)"
	numbered 'Zen 2, numbers' zen2 6 4 "$(numbers zen2)"
}

# on KERNEL NAME CPU NODES: laws, storms and the first level there. The version of the
# PMU is 1 before 6.1 knew PerfMonV2.
on()
{
	local kernel=$1

	row "$kernel: the module is built" "$top/scripts/build-lab" "$kernel"
	family "$2, $kernel" "$3" '' 6 0.05 1 "load
		$(all_classes 'one level' "$4")
		unload"
}

kernels()
{
	on 5.10 'Zen 4' zen4 "$l1"
	on 7.2 'Zen 4' zen4 "$l1"
	on 6.12 'Zen 2' zen2 retiring,bad_speculation,op_queue_empty
}

debug()
{
	local patience=2400

	on debug 'Zen 4' zen4 "$l1"
}

# others NAME COMMANDS: programs of tests/kselftest where all six counters are the
# module's; the commands use "try".
others()
{
	vm --kernel 6.1 --cpu zen4 --pmu ,pmi=1 --append "$alone" \
		--timeout 1200 -- "s=0; export BRIEFLY=1
		try() { \"\$@\" || s=1; }
		tdacct status | grep '^module'
		$2
		exit \$s"
	results "Zen 4, $1"
	row "Zen 4, $1: plain counters are chosen" \
		has "$vm_out" '^module .*, counters plain$'
}

shared()
{
	others 'shared' "try lifecycle; try abi; try permissions; try sharing; try sets
		try sampling record
		try theft 'slots, and' again written 'switched off'
		try hotplug"
	others 'the rest' "try roll; try dumps; try cgroup; try cgroups; try moves
		try notices; try faults 'stand still'; try reload"
}

# APERF, MPERF and IRPERF beside counters: what Documentation/methods-amd.rst says of
# them. The module is no part of this.
always_module()
{
	kernel_row 6.1
	# shellcheck disable=SC2154
	(cd "$top" && scripts/in-root "$row_root" make -s -C tests/bench always \
		HEADERS="$(cat "$cache/kernels/6.1/headers")" \
		OUT=../../build/bench/6.1/always)
}

# agrees WHEN REGISTER EVENT: both counted the same, but for the few instructions between
# two readings.
agrees()
{
	awk -v when="$1:" -v register="$2" -v event="$3" '
	/always: / && $(NF - 2) == when && $(NF - 1) == register { a = $NF }
	/always: / && $(NF - 2) == when && $(NF - 1) == event { b = $NF }
	END {
		print when, register, a, event, b
		exit !(a > 0 && b > 0 && a - b < 100 && b - a < 100)
	}' "$vm_out"
}

# mostly WHEN PART WHOLE: at least nine tenths of it.
mostly()
{
	awk -v when="$1:" -v part="$2" -v whole="$3" '
	/always: / && $(NF - 2) == when && $(NF - 1) == part { a = $NF }
	/always: / && $(NF - 2) == when && $(NF - 1) == whole { b = $NF }
	END { exit !(b > 0 && a >= 0.9 * b) }' "$vm_out"
}

always()
{
	local name='Zen 4, what always runs' when

	row "$name: the module that asks is built" always_module
	vm --small --kernel 6.1 --cpu zen4 --no-module --append "$alone" \
		--add "$top/build/bench/6.1/always/always.ko" -- '
		taskset -c 0 insmod /usr/local/bin/always.ko when=idle
		rmmod always
		tdload 03 4000000000 --cpu 0 >/dev/null 2>&1 &
		sleep 1
		taskset -c 0 insmod /usr/local/bin/always.ko when=busy
		kill $!
		dmesg | grep always:'
	grep 'always:' "$vm_out" | sed 's/^/# /' || true
	row "$name: RDPMC takes four instructions" \
		has "$vm_out" 'always: RDPMC takes 4\.00 instructions'
	row "$name: RDPRU does, too" \
		has "$vm_out" 'always: RDPRU of APERF takes 4\.00 instructions'
	row "$name: so does RDMSR" \
		has "$vm_out" 'always: RDMSR of IRPERF takes (4\.00|3\.99) instr'
	for when in idle busy; do
		row "$name: APERF is cycles of both modes, $when" \
			agrees "$when" APERF cycles
		row "$name: IRPERF is instructions of both modes, $when" \
			agrees "$when" IRPERF instructions
	done
	row "$name: a program ran meanwhile" mostly busy instructions:u IRPERF
}

sets
shared
kernels
older_sets
always
debug
tap_end
