#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Machines that the module cannot count on: it is refused, and says why.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

# refused NAME TEXT OPTIONS...: the module does not go in, with "No such
# device" and a line of dmesg that says TEXT.
refused()
{
	local name=$1 text=$2
	shift 2

	vm --no-module --add "$top/build/kmod/6.1/tdacct.ko" "$@" -- \
		'insmod /usr/local/bin/tdacct.ko 2>&1 && echo inserted
		 dmesg | grep tdacct:; lsmod'
	row "$name: not inserted" has "$vm_out" 'No such device'
	row "$name: says why" has "$vm_out" "tdacct: no CPU can count: .*$text"
	row "$name: nothing is left" has_not "$vm_out" '^tdacct '
	row "$name: the kernel goes on" same 0 "$vm_status"
}

refused "no emulated PMU at all" "no performance counters" --pmu none
refused "a virtual machine without a PMU" "no performance counters" \
	--pmu ,nopmu=1
refused "counters, but no PERF_METRICS" "PERF_METRICS" --pmu ,nometrics=1
refused "counters of 40 bits" "48 bits" --pmu ,width=40
refused "an Intel CPU before Ice Lake" "Ice Lake" \
	--cpu Skylake-Server --pmu ,model=skx
refused "another vendor" "not an Intel CPU" --cpu EPYC --pmu none

# Wrong parameters are refused before anything is done.
wrong()
{
	local name=$1 text=$2 args=$3

	vm --no-module --add "$top/build/kmod/6.1/tdacct.ko" -- \
		"insmod /usr/local/bin/tdacct.ko $args 2>&1 && echo inserted
		 dmesg | grep -E 'tdacct[:\`]'"
	row "$name: not inserted" has "$vm_out" 'Invalid (argument|parameter)'
	row "$name: says why" has "$vm_out" "$text"
}

wrong "an event without a code" "event code 0" events=0x100
wrong "a threshold that is no number" "invalid for parameter" clear_slots=many
tap_end
