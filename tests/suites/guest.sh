# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# What suites share that run programs of tests/kselftest in guests.

# results PREFIX: what the programs said in $vm_out, as rows of this suite.
# ($tap_failed is tap.sh's.)
results()
{
	local planned told

	sed -E "s/^(not )?ok [0-9]+ - /\\1ok - $1: /; /^TAP version/d" "$vm_out"
	planned=$(awk -F'\\.\\.' '/^1\.\.[0-9]+$/ { n += $2 } END { print n + 0 }' \
		"$vm_out")
	told=$(grep -cE '^(not )?ok [0-9]+ - ' "$vm_out" || true)
	tap_failed=$((tap_failed + $(grep -c '^not ok ' "$vm_out" || true)))
	row "$1: all $planned rows were run" all_run "$planned" "$told"
	row "$1: the kernel has nothing to complain of" complained_not
}

# all_run PLANNED TOLD: a program that died has planned more rows than it told
# of; one whose words name no row has planned none, which is a mistake as well.
all_run()
{
	if [ "$1" = 0 ] || grep -qx '1\.\.0' "$vm_out"; then
		echo "a program, or all of them, planned no row"
		return 1
	fi
	same "$1" "$2"
}

# Status 1 is that of a program of which a row failed. It is also that of one
# that died before its plan, or is not there: then no row tells of it.
complained_not()
{
	[ "$vm_status" = 0 ] && return
	if [ "$vm_status" = 1 ]; then
		grep -q '^not ok ' "$vm_out" && return
		echo "a program failed, but none of its rows"
	fi
	ended_well
}

# hardware PREFIX [MOST]: what the module counted on each CPU ("hw" lines) beside
# what the emulated hardware did; see hardware.py.
hardware()
{
	local status=0

	{ grep '^hw ' "$vm_out" || true
	  grep '^{' "$vm_emulator" || true
	} | "$top/scripts/in-root" bookworm python3 \
		/src/tests/suites/hardware.py "${@:2}" >"$scratch/hardware" ||
		status=$?
	sed -E "s/^(not )?ok - /&$1: /" "$scratch/hardware"
	tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/hardware" || true)))
	row "$1: the module and the hardware were compared" same 0 "$status"
}
