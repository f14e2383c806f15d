#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The PMU shared with others whose counters interrupt, who were there first, or
# who know no perf; CPUs that go and come or cannot count; a machine that sleeps.
# What every change must pass; all/46-sharing.sh has all of it, on each kernel.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

# sharing KERNEL COMMANDS: "try PROGRAM ROWS..." in a guest whose PMU interrupts.
sharing()
{
	vm --kernel "$1" --pmu ,pmi=1,restore=sticky -- "s=0; try() { \"\$@\" || s=1; }
		$2
		exit \$s"
	results "$1"
}

sharing 6.1 'try sampling cycles instructions overflow
	try theft "slots, and" reference instructions raw written
	try hotplug goes frozen "all but" "moved" "other CPUs"
	try faults RDMSR "RDPMC of PERF_METRICS on" "empty since" "still on one"'
tap_end
