#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every allocation made to fail in turn. A load has a thousand, and takes two
# seconds each time. But nearly eight hundred fill the reserves and are all the
# same: of these each sixteenth.
set -eu
# shellcheck source=tests/suites/faults.sh
. "$(dirname "$0")/../faults.sh"

# Half of the long ones' are kmemleak's and those of the debug objects, which have
# a reserve for that: all caches but theirs are to fail.
debuggers=kmemleak_object,debug_objects_cache
reserves=tdacct_task,tdacct_process,tdacct_group
spare='echo Y >/sys/kernel/debug/failslab/cache-filter'

# Few guests: each takes a minute to begin and to end.
each_but_reserves()
{
	local words="slub_debug=A;-,$debuggers,$reserves"

	faults debug "shortage GET_ dump SUBSCRIBE PAUSE RESUME \\
			fork mkdir move memory || s=1
		$spare
		shortage 'a CPU that' unload 'all of a load' || s=1"
}

each_sixteenth_reserve()
{
	local words="slub_debug=A,$reserves"

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
		shortage GET_ SUBSCRIBE PAUSE "CPU that goes" || s=1
		kill $hogs'
}

each_but_reserves
each_sixteenth_reserve
beside_hogs
tap_end
