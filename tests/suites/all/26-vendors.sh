#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Files of metrics and events as they are published: all of perf's that the sources
# of the lab's kernels contain, and, where the environment variable TDACCT_VENDOR
# names a directory, those of Intel and Arm that are there or below.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"

# vendors KIND NAME FOLDER: the rows that vendors.py prints, and that it ended well.
vendors()
{
	row "$1 $2: was read to its end" "$top/scripts/in-root" bookworm \
		python3 tests/suites/vendors.py build/bookworm/user/tdacct \
		"$2" "$1" "$3"
}

# What reading takes is counted in instructions of a guest: how long these take,
# depends on what else the machine does. 350 M are 50 ms at 3 GHz and 2.3 a cycle.
most=350000000

# few_instructions FILE EVENTS: the formulas and the events that belong to them.
few_instructions()
{
	local nr

	vm --no-module --smp 1 --add "$1" --add "$2" -- \
		"perf stat -x, -e instructions:u tdacct metrics --json \
			--metrics /usr/local/bin/${1##*/} \
			--event-data /usr/local/bin/${2##*/} 2>&1 >/tmp/out
		grep -c formula /tmp/out"
	nr=$(sed -n 's/^\([0-9]*\),,instructions.*/\1/p' "$vm_out")
	echo "${nr:-no} instructions for $(stat -c %s "$1") bytes"
	[ "${nr:-0}" -gt 0 ] && [ "$nr" -le "$most" ] &&
		has "$vm_out" '^[1-9][0-9]*$'
}

"$top/scripts/build-user"
for kernel in debug rt; do
	arch=$kernel/build/tools/perf/pmu-events/arch
	if [ ! -d "$cache/kernels/$arch" ]; then
		skip "perf $kernel: was read to its end" \
			'the sources of this kernel are not there'
		continue
	fi
	vendors perf "$kernel" "/kernels/$arch"
	vendors families "$kernel" "/kernels/$arch"
done

if [ -d "${TDACCT_VENDOR:-}" ]; then
	mkdir -p "$top/build/vendors"
	(cd "$TDACCT_VENDOR" && find . -name '*.json' \
		-exec cp --parents -t "$top/build/vendors" {} +)
	vendors vendor published build/vendors
	large=$(find "$top/build/vendors" -name sapphirerapids_metrics.json)
	events=${large%_metrics.json}_core.json
	if [ -e "$large" ] && [ -e "$events" ]; then
		row "Intel: a file of 523 kB takes at most $most instructions" \
			few_instructions "$large" "$events"
	else
		skip "Intel: a file of 523 kB takes at most $most instructions" \
			'the directory does not have this file'
	fi
	rm -r "$top/build/vendors"
else
	skip 'vendor published: was read to its end' \
		'TDACCT_VENDOR names no directory'
fi
tap_end
