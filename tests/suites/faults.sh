# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Allocations that fail, in the debug kernel, which can do that.
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "${BASH_SOURCE[0]}")/kselftest.sh"
# shellcheck source=tests/suites/storms.sh
. "$top/tests/suites/storms.sh"

# faults COMMANDS. Without the NMI watchdog: 6.1 loses its event whenever a CPU
# that comes is turned back, and that would look like a leak of ours. $words are
# more for its command line.
words=
faults()
{
	local begun=$SECONDS failed=$tap_failed

	vm --kernel debug --append "nmi_watchdog=0 $words" --shortage \
		--timeout 3000 -- "$1"
	results debug
	row 'debug: shortage: nothing was skipped' has_not "$vm_out" '# SKIP'
	tried debug "$begun" "$failed"
}

# guest NUMBER COMMANDS
guest()
{
	scratch=$scratch/guest-$1
	mkdir "$scratch"
	faults "$2" | sed -E "s/^(not )?ok - debug: /&guest $1: /"
}

# faults_at_once COMMANDS...: in guests of their own.
faults_at_once()
{
	local i

	for i in $(seq $#); do
		guest "$i" "${!i}" >"$scratch/said-$i" 2>&1 &
	done
	wait
	for i in $(seq $#); do
		cat "$scratch/said-$i"
		tap_failed=$((tap_failed +
			$(grep -c '^not ok ' "$scratch/said-$i" || true)))
		rm -r "$scratch/guest-$i"
	done
}
