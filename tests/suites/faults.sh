# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Allocations that fail, in the debug kernel, which can do that.
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "${BASH_SOURCE[0]}")/kselftest.sh"
# shellcheck source=tests/suites/storms.sh
. "$top/tests/suites/storms.sh"

# faults NAME COMMANDS. Without the NMI watchdog: 6.1 loses its event whenever a
# CPU that comes is turned back, and that would look like a leak of ours. $words
# are more for its command line. A program that fails sets s.
words=
faults()
{
	local begun=$SECONDS failed=$tap_failed

	vm --small --kernel debug --append "nmi_watchdog=0 $words" --shortage \
		--timeout 3000 -- "s=0
		$2
		exit \$s"
	results "$1"
	row "$1: shortage: nothing was skipped" has_not "$vm_out" '# SKIP'
	tried debug "$begun" "$failed"
}
