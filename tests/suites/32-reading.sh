#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Reading is part of the price: a list of all threads takes at most 53 % of
# what it takes to read /proc/*/task/*/stat, in instructions of a deterministic
# guest; of a hundred thousand threads, 150 MB of memory. And nobody waits for an
# answer: the tool is at its end after ten milliseconds, of 3 million instructions. Reports
# of a day take two seconds and 100 MB.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

kernel=6.1
threads=10000 many=100000 most=$((150 * 1000 * 1000 / 1024))

in_root() { "$top/scripts/in-root" bookworm "$@"; }

# number ROW FIELD: of what cost.py said.
number()
{
	awk -v row="$1" -v field="$2" '$1 == row { print $field }' \
		"$scratch/reading"
}

# at_most PART WHOLE PERCENT
at_most()
{
	awk -v part="$1" -v whole="$2" -v percent="$3" 'BEGIN {
		if (part > 0 && whole > 0 && part <= whole * percent / 100)
			exit 0
		print "at most " percent " % of " whole ", got " part
		exit 1
	}'
}

# memory OPTIONS...: in KiB, of a list by a recording.
memory()
{
	in_root tests/suites/threads.py memory build/bookworm/user/tdacct \
		list --threads "$@" --replay build/bench/threads.rec
}

row "the threads were read" "$top/tests/bench/measure" -k $kernel -g reading \
	reading-suite "$threads"
in_root tests/bench/cost.py reading build/bench/$kernel reading-suite \
	>"$scratch/reading"
cat "$scratch/reading"

scan=$(number scan 4)
row "all of them by the scan" [ "$(number found 2)" -ge "$threads" ]
row "all of them in the table" [ "$(number found 3)" -ge "$threads" ]
row "all of them in JSON" [ "$(number found 4)" -ge "$threads" ]
row "a table takes at most 53 % of the scan" \
	at_most "$(number table 4)" "$scan" 53
row "JSON takes at most 53 % of the scan" \
	at_most "$(number json 4)" "$scan" 53

mkdir -p "$top/build/bench"
in_root tests/suites/threads.py record "$many" tests/fixtures/five-classes.rec \
	build/bench/threads.rec
row "a table of $many threads takes at most 150 MB" \
	at_most "$(memory)" "$most" 100
row "JSON of $many threads takes at most 150 MB" \
	at_most "$(memory --json)" "$most" 100
# Two readings, each with room for what E-cores of two types count, and for events of other sets and
# the slots in which each was counted.
row "an interval of $many threads takes at most 190 MB" \
	at_most "$(memory --interval 1)" "$((most * 190 / 150))" 100
rm -f "$top/build/bench/threads.rec"

# ---- from its start to its end

in_root tests/bench/beginning build/bookworm/user/tdacct tests/fixtures \
	build/bench >"$scratch/beginning" || true
cat "$scratch/beginning"

# begins NAME WHAT
begins()
{
	row "begin: $2 takes at most 30 million instructions" at_most \
		"$(awk -v name="$1" '$1 == name { print $2 }' "$scratch/beginning")" \
		30000000 100
}

begins version 'the version'
begins explain 'a node that is explained'
begins show 'the tree of a process'
begins list 'a list of 100 threads'
begins json 'a list of 100 threads as JSON'
begins processes 'a list of processes'
begins status 'the status'
rm -f "$top/build/bench/hundred.rec"

# Two seconds are 13,800 million at 3 GHz, where 2.3 are executed in a cycle.
in_root make -s -C tests/bench ../../build/bench/sizes
in_root tests/bench/day build/bookworm/user/tdacct build/bench/sizes \
	tests/fixtures/five-classes.rec build/bench >"$scratch/day" || true
cat "$scratch/day"
for what in table heat lines; do
	row "day: a report at 10 s takes at most 13,800 million instructions: $what" \
		at_most "$(awk -v name=$what '$1 == name { print $2 }' "$scratch/day")" \
		13800000000 100
	row "day: and at most 100 MB: $what" \
		at_most "$(awk -v name=$what '$1 == name { print $3 }' "$scratch/day")" \
		$((100 * 1000 * 1000 / 1024)) 100
done
rm -f "$top/build/bench/day.tdrec"

# 350 million are 50 ms at 3 GHz, where 2.3 are executed in a cycle. Of these files
# libjansson takes more than half.
in_root python3 tests/bench/vendor_file.py build/bookworm/user/tdacct \
	build/bench >"$scratch/vendor" || true
cat "$scratch/vendor"
row "vendor: a file of 523 kB takes at most 350 million instructions" at_most \
	"$(awk '$1 == "vendor" { print $2 }' "$scratch/vendor")" 350000000 100
row "vendor: all of its metrics are read" \
	[ "$(awk '$1 == "listed" { print $2 }' "$scratch/vendor")" = 308 ]
tap_end
