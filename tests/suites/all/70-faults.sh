#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every allocation made to fail in turn. A load has more than a thousand, and
# takes two seconds each time: two guests have half of them each.
set -eu
# shellcheck source=tests/suites/faults.sh
. "$(dirname "$0")/../faults.sh"

# Half of the long ones' are kmemleak's and those of the debug objects, which have
# a reserve for that: all caches but theirs are to fail.
# shellcheck disable=SC2034
words='slub_debug=A;-,kmemleak_object,debug_objects_cache'
spare='echo Y >/sys/kernel/debug/failslab/cache-filter'

questions()
{
	faults debug 'shortage GET_ dump SUBSCRIBE PAUSE RESUME \
		fork mkdir move memory'
}

lifecycle()
{
	faults debug "$spare; shortage 'a CPU that' unload 'load, ev'"
}

# every_other_load FIRST: of the allocations of a load.
every_other_load()
{
	faults "debug, from $1" \
		"$spare; export STEP=2 OFFSET=$1; shortage 'all of a load'"
}

at_once questions lifecycle
at_once 'every_other_load 1' 'every_other_load 2'
tap_end
