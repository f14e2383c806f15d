#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Files of metrics and events as they are published: all of perf's that the sources
# of the lab's kernels contain, and, where the environment variable TDACCT_VENDOR
# names a directory, those of Intel and Arm that are there.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"

# vendors KIND NAME FOLDER: the rows that vendors.py prints, and that it ended well.
vendors()
{
	local what=build/bookworm/user/tdacct

	[ "$1" != tables ] || what=user/models/events
	row "$1 $2: was read to its end" "$top/scripts/in-root" bookworm \
		python3 tests/suites/vendors.py "$what" "$2" "$1" "$3"
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
	vendors tables "$kernel" "/kernels/$arch"
done

if [ -d "${TDACCT_VENDOR:-}" ]; then
	mkdir -p "$top/build/vendors"
	cp "$TDACCT_VENDOR"/*.json "$top/build/vendors/"
	vendors vendor published build/vendors
	rm -r "$top/build/vendors"
else
	skip 'vendor published: was read to its end' \
		'TDACCT_VENDOR names no directory'
fi
tap_end
