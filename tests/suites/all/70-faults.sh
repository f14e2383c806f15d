#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every allocation made to fail in turn. A load has more than a thousand, and
# takes two seconds each time: two guests have half of them each. But nearly
# eight hundred fill the reserves and are all the same; of these each sixteenth.
set -eu
# shellcheck source=tests/suites/faults.sh
. "$(dirname "$0")/../faults.sh"

# Half of the long ones' are kmemleak's and those of the debug objects, which have
# a reserve for that: all caches but theirs are to fail.
debuggers=kmemleak_object,debug_objects_cache
reserves=tdacct_task,tdacct_process,tdacct_group
spare='echo Y >/sys/kernel/debug/failslab/cache-filter'

questions()
{
	words="slub_debug=A;-,$debuggers"
	faults debug 'shortage GET_ dump SUBSCRIBE PAUSE RESUME \
		fork mkdir move memory'
}

lifecycle()
{
	words="slub_debug=A;-,$debuggers"
	faults debug "$spare; shortage 'a CPU that' unload 'load, ev'"
}

# every_other_load FIRST: of the allocations of a load.
every_other_load()
{
	words="slub_debug=A;-,$debuggers,$reserves"
	faults "debug, from $1" \
		"$spare; export STEP=2 OFFSET=$1; shortage 'all of a load'"
}

# shellcheck disable=SC2034
each_sixteenth_reserve()
{
	words="slub_debug=A,$reserves"
	faults "debug, reserves" \
		"$spare; export STEP=16 OFFSET=1; shortage 'reserves of a load'"
}

at_once questions lifecycle
at_once 'every_other_load 1' 'every_other_load 2; each_sixteenth_reserve'
tap_end
