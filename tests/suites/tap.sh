# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# What the suites share: how they report, and what they run.

# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tap_failed=0

# A suite does not stop at the first failure; its status tells of them all.
tap_end()
{
	exit $((tap_failed > 0))
}

# skip NAME REASON
skip()
{
	echo "ok - $1 # SKIP $2"
}

# row NAME COMMAND...: it holds when the command succeeds.
row()
{
	local name=$1
	shift

	if "$@"; then
		echo "ok - $name"
	else
		echo "not ok - $name"
		tap_failed=$((tap_failed + 1))
	fi
}

# same EXPECTED GOT: says both when they differ.
same()
{
	[ "$1" = "$2" ] && return
	printf 'expected: %s\ngot:      %s\n' "$1" "$2"
	return 1
}

# has FILE PATTERN: says how the file ends when no line of it matches.
has()
{
	grep -qaE -- "$2" "$1" && return
	printf 'no line matches: %s\nthe last ones are:\n' "$2"
	tail -n 15 "$1"
	return 1
}

# In a file that is not there nothing is found, but that proves nothing.
has_not()
{
	local status=0

	grep -naE -- "$2" "$1" || status=$?
	[ "$status" = 1 ]
}

# vm OPTIONS... -- COMMANDS: run a guest. Sets vm_status; what it printed is
# in $vm_out, what was said on the way in $vm_err, and the console and the
# emulator's file in $vm_console and $vm_emulator. The log has what it took.
vm()
{
	local TIMEFORMAT='it took %0R s, and %0U + %0S s of the processors' all="$*"

	vm_out=$scratch/out vm_err=$scratch/err vm_status=0
	echo "guest: ${all%% -- *}"
	time "$top/tests/vm/run" "$@" >"$vm_out" 2>"$vm_err" || vm_status=$?
	vm_console=$(sed -n 's/^console: //p' "$vm_err")
	vm_emulator=$(sed -n 's/^emulator: //p' "$vm_err")
	cat "$vm_err"
}

# The guest ended with status 0. If not, what was said of it: it may be far above.
ended_well()
{
	[ "$vm_status" = 0 ] && return
	echo "the guest ended with status $vm_status"
	grep -vE '^(console|emulator): ' "$vm_err" | head -n 20
	return 1
}

# at_once COMMANDS...: side by side, each with a scratch directory of its own. What
# they say comes one after the other.
at_once()
{
	local i parts=()

	for i in $(seq $#); do
		part "$scratch/part-$i" "${!i}" >"$scratch/said-$i" 2>&1 &
		parts+=($!)
	done
	for i in $(seq $#); do
		part_ends "${!i}" "$scratch/said-$i" "${parts[i - 1]}"
	done
}

# In a shell of its own.
part()
{
	scratch=$1 tap_failed=0
	mkdir -p "$scratch"
	eval "$2"
	tap_end
}

# Status 1 is that of a part of which a row failed; it may also have died.
part_ends()
{
	local status=0 failed

	wait "$3" || status=$?
	cat "$2"
	failed=$(grep -c '^not ok ' "$2" || true)
	tap_failed=$((tap_failed + failed))
	[ "$status" = 0 ] || [ "$failed" != 0 ] ||
		row "$1: came to its end" same 0 "$status"
}
