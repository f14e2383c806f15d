#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every allocation made to fail in turn. A load has a thousand, and takes two
# seconds each time. But nearly eight hundred fill the reserves and are all the
# same: of these each sixteenth. Of the others two guests have half each, and
# both have some in the middle, as no two loads are alike.
set -eu
# shellcheck source=tests/suites/faults.sh
. "$(dirname "$0")/../faults.sh"

# Half of the long ones' are kmemleak's and those of the debug objects, which have
# a reserve for that: all caches but theirs are to fail.
debuggers=kmemleak_object,debug_objects_cache
reserves=tdacct_task,tdacct_process,tdacct_group
spare='echo Y >/sys/kernel/debug/failslab/cache-filter'

# Few guests: each takes a minute to begin and to end.
words="slub_debug=A;-,$debuggers,$reserves"

questions_and_half_of_a_load()
{
	faults debug "shortage GET_ dump SUBSCRIBE PAUSE RESUME \\
			fork mkdir move memory || s=1
		$spare
		export LAST=130
		shortage 'all of a load' || s=1"
}

lifecycle_and_the_other_half()
{
	faults "debug, lifecycle" "$spare
		shortage 'a CPU that' unload || s=1
		export FIRST=81
		shortage 'all of a load' || s=1"
}

each_sixteenth_reserve()
{
	words="slub_debug=A,$reserves"
	faults "debug, reserves" "$spare
		export STEP=16
		shortage 'reserves of a load' || s=1"
}

# A busy machine is no fault: each step waits for its turn here.
beside_hogs()
{
	faults 'debug, beside four hogs' 'hogs=
		for i in 1 2 3 4; do
			while :; do :; done & hogs="$hogs $!"
		done
		export STEP=39
		shortage GET_ dump SUBSCRIBE PAUSE RESUME "CPU that goes" || s=1
		kill $hogs'
}

at_once 'questions_and_half_of_a_load; each_sixteenth_reserve' \
	'lifecycle_and_the_other_half; beside_hogs'
tap_end
