#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# As 45-perf, on Arm's cores: whatever perf has a formula for, and a named set counts.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/perf.sh
. "$(dirname "$0")/../perf.sh"

loads="$perf_classes 0e,0f"	# these two have walks of the TLBs

# compared NAME FAMILY: all of its sets.
compared()
{
	same_as_perf "$1" "$2" plain '' "$list_by_json" --kernel 6.12 \
		--cpu "${2/_/-}"
}

"$top/scripts/build-user"
compared 'Neoverse N2' neoverse_n2
compared 'Neoverse N3' neoverse_n3
tap_end
