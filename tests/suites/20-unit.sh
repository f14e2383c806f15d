#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What needs no kernel: the parts of the tool, the module's arithmetic and the
# emulated PMU, each as ordinary programs, with sanitizers.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

# part ROOT DIRECTORY TARGET [VARIABLE=VALUE]: its own rows, and that it ended
# well, for what cannot be built prints no row.
part()
{
	local root=$1 dir=$2
	shift 2

	row "$dir: all was built and ran to its end" \
		"$top/scripts/in-root" "$root" make -s -C "$dir" "$@"
}

part bookworm tests/unit check BUILD=/src/build/bookworm/unit
part bookworm tests/kunit run
part trixie tests/vm/pmu check
tap_end
