#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Run the unit tests: check.sh TDACCT PROGRAM... Prints a line a row; the last
# line is "N passed, N failed". A program that dies is a failure of its own.
set -eu

tdacct=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
passed=0
failed=0

run() {
	local output status=0

	output=$("$@" 2>&1) || status=$?
	printf '%s\n' "$output"
	passed=$((passed + $(grep -c '^ok ' <<<"$output" || true)))
	failed=$((failed + $(grep -c '^not ok ' <<<"$output" || true)))
	if [ "$status" != 0 ] && ! grep -q '^not ok ' <<<"$output"; then
		echo "not ok - ${1##*/}: ended with status $status"
		failed=$((failed + 1))
	fi
}

for program; do
	run "$program"
done
run "$here/cli.sh" "$tdacct"
run "$here/doctor.sh" "$tdacct"
run "$here/silicon.py" "$tdacct"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
