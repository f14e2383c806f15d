#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# unit.sh FILE: where the tool is built, in the copy of the tree, try one fault after
# the other in the tool's own tests. FILE has a line for each: number, "unit", and the
# programs of tests/unit. Printed is, for each,
#
#	NUMBER noticed ROW | NUMBER survived
#
# and for number 0, which is none, "seen PROGRAM SECONDS: NUMBER...": the faults whose
# places were come to.
set -eu
cd "$(dirname "$0")/../.."
out=$PWD/build/unit/obj

# The copy is built without sanitizers: what only they see is not counted.
make -s -C tests/unit all BUILD="$PWD/build/unit" sanitize= cflags=-O1 \
	CC="gcc -include $PWD/tests/mutants/fault.h" >&2

# A program that is not there would notice everything.
command_of()
{
	[ -x "tests/unit/$1.sh" ] || [ -x "$out/$1_test" ] ||
		{ echo "there is no program $1_test" >&2; kill $$; }
	if [ -x "tests/unit/$1.sh" ]; then
		echo "tests/unit/$1.sh $out/user/tdacct"
	else
		echo "$out/$1_test"
	fi
}

# try NUMBER PROGRAM...
try()
{
	local number=$1 program status said=$out/said row begun
	shift

	for program; do
		status=0 begun=$SECONDS
		: >"$out/seen"
		# A file: a pipe would be waited for until all that the program
		# has left behind had ended.
		# shellcheck disable=SC2046
		TDACCT_FAULT=$number TDACCT_FAULT_SEEN=$out/seen timeout 300 \
			$(command_of "$program") >"$said" 2>&1 || status=$?
		row=$(grep -a -m 1 '^not ok' "$said") || row=
		if [ -n "$row" ]; then
			echo "$number noticed ${row#not ok - }"
			return
		elif [ "$status" != 0 ]; then
			echo "$number noticed $program ended with status $status"
			return
		fi
		[ "$number" != 0 ] || echo "seen $program $((SECONDS - begun)): $(
			sort -nu "$out/seen" | tr '\n' ' ')"
	done
	echo "$number survived"
}

while read -r number _ programs; do
	# shellcheck disable=SC2086
	try "$number" $programs </dev/null
done <"$1"
