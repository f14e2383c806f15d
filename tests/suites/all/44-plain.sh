#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Plain counters: on the newest kernel, see tests/suites/44-plain.sh; and what else is
# asked of PERF_METRICS, in guests whose host hides it.
set -eu
# shellcheck source=tests/suites/plain.sh
. "$(dirname "$0")/../plain.sh"
# shellcheck source=tests/suites/storms.sh
. "$(dirname "$0")/../storms.sh"

# hidden KERNEL WORDS COMMANDS: as the module is loaded there without being told how.
# The commands use "try"; WORDS are more options of the emulated PMU.
hidden()
{
	vm --kernel "$1" --pmu ",nometrics=1$2" --timeout 900 -- "s=0; export BRIEFLY=1
		try() { \"\$@\" || s=1; }
		tdacct status | grep '^module'
		$3
		exit \$s"
	results "$1, hidden metrics"
	row "$1, hidden metrics: plain counters are chosen" \
		has "$vm_out" '^module .*, counters plain$'
}

# each PROGRAM...: commands that try these, one by one.
each()
{
	printf 'try %s\n' "$@"
}

# Two levels take all eight counters, so the watchdog has none.
truthful()
{
	vm --kernel 6.1 --pmu ,nometrics=1 --append "$alone" \
		--module-args events=0x8a4,0x600019c,0x10a4,0x1c2 --timeout 900 -- 'tdacct status; truth'
	results '6.1, hidden metrics, two levels'
	row '6.1, hidden metrics, two levels: plain counters are chosen' \
		has "$vm_out" '^module .*, counters plain$'
	row '6.1, hidden metrics, two levels: the second one is counted' \
		has "$vm_out" '^events level2,'
}

# What is asked of Zen 4's plain counters in 44-amd.sh, and what knows the events.
everything()
{
	plain 7.2
	hidden 6.1 '' "$(each lifecycle abi permissions sharing sets notices \
		moves dumps cgroup cgroups reload)"
	hidden 6.1 ,pmi=1 "try theft
		try sampling record
		try hotplug"
	truthful
}

oldest()
{
	hidden 5.10 '' "$(each lifecycle abi sets roll)"
}

# What finds mistakes that others only suffer.
slowly_hidden()
{
	vm --kernel debug --pmu ,nometrics=1 --timeout 2400 -- "export SLOWLY=1; s=0
		sets || s=1
		$watchers | sed 's/^/# /'
		exit \$s"
	results 'debug, hidden metrics'
	row 'debug, hidden metrics: what looks for mistakes is at work' \
		has "$vm_out" '^# debug_locks: *1'
}

stormy()
{
	storms '6.1 with hidden metrics' "$few_storms" "$nr_few_storms" \
		--pmu ,nometrics=1 --timeout 900
}

everything
oldest
slowly_hidden
stormy
tap_end
