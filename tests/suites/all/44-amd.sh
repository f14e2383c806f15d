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
		--timeout 1200 -- "s=0
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

at_once sets shared
at_once kernels older_sets
debug
tap_end
