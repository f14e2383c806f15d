#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# curve.sh [FILE]: measure how far the shares of tasks are from the truth, by
# threshold of the adaptive clear, length of slices and rounding of the CPU,
# and write it as a table into FILE (Documentation/curve.rst). Takes a few
# minutes.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"

file=${1:-$top/Documentation/curve.rst}
thresholds="0 105000 210000 420000 840000"
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT

commands='rmmod tdacct
for t in THRESHOLDS; do
	insmod /lab/tdacct.ko clear_slots=$t && truth table && rmmod tdacct ||
		exit 1
done'

# Each line of "truth table" with the rounding in front.
measure()
{
	say "$me: measuring with fields that are rounded: $1"
	"$top/tests/vm/run" --timeout 900 --append "nowatchdog nmi_watchdog=0" \
		--pmu ",round=$1" -- "${commands//THRESHOLDS/$thresholds}" \
		2>/dev/null | sed -n "s/^curve /$1 /p" >>"$lines"
}

# table ROUNDING JITTER COLUMN...: a row a length, a column a threshold; the
# greatest of the columns of the measurement.
table()
{
	awk -v round="$1" -v jitter="$2" -v columns="$3" -v ts="$thresholds" '
	BEGIN { n = split(ts, t, " "); m = split(columns, column, " ") }
	$1 == round && $4 == jitter {
		worst = 0
		for (i = 1; i <= m; i++)
			if ($column[i] > worst)
				worst = $column[i]
		cell[$3, $2] = worst
		if (!($3 in seen)) { seen[$3] = 1; slice[++rows] = $3 }
	}
	function rule(c, s) {
		s = "========"
		for (c = 1; c <= n; c++)
			s = s " ========"
		print s
	}
	END {
		rule()
		printf "%8s", "slice"
		for (c = 1; c <= n; c++)
			printf " %8d", t[c]
		print ""
		rule()
		for (r = 1; r <= rows; r++) {
			printf "%8d", slice[r]
			for (c = 1; c <= n; c++)
				printf " %8.2f", cell[slice[r], t[c]]
			print ""
		}
		rule()
	}' "$lines"
}

head_of()
{
	cat <<END
.. SPDX-License-Identifier: GPL-2.0
.. Written by tests/bench/curve.sh; not to be edited.

How far shares are from the truth
=================================

How far can a share be from the truth, and what does more precision cost? Each field
of PERF_METRICS has eight bits: it is a share of the slots since the last clear, so
its steps grow with these slots. A clear makes the fields fine again, but a clear at
every context switch is expensive. So a clear is due when the slots since the last
clear, plus six times the slots of the run that just ended, exceed \`\`clear_slots\`\`. The
default is 420,000. It is the largest threshold of these tables at which no share is off by
more than a point, if tasks run 60,000 slots or more at a time, however the
CPU rounds; by more than half a point, if it rounds all fields alike.

The tables are measured on the emulated PMU, where the truth is known. By default it does
what is known of silicon: fields are cut off and add up to a whole, so one of them, here
Backend Bound, has what the others are cut off (accounting.rst). Five tasks
take turns on one CPU for 1,200 slices each. A row is the length of a slice in
slots, a column is the threshold in slots. Each task runs instructions of one class
or of two; four combinations of classes were tried. A number is the error of the
worst share of the worst task of all combinations, in percentage points, after the
tool's correction. Slices that are called jittered differ by up to half of their
length.

Regular slices are the worst case: their rounding errors fall in step with the
clears and add up instead of cancelling out.
END
}

section()
{
	printf '\n%s\n%s\n\n' "$1" "${1//?/-}"
}

for_rounding()
{
	section "$2: first level, regular slices"
	table "$1" 0 "5"
	section "$2: second level, regular slices"
	table "$1" 0 "6"
	section "$2: both levels, jittered slices"
	table "$1" 50 "5 6"
}

write_all()
{
	head_of
	for_rounding silicon "As on silicon"
	for_rounding nearest "A CPU that rounds to the nearest"
	for_rounding truncate "A CPU that cuts all fields off"
	section "Clears for each context switch, regular slices"
	table silicon 0 "8"
	section "The bound that is printed beside retiring, in points"
	table silicon 0 "7"
}

need_root
"$top/scripts/build-lab" 6.1
measure silicon
measure nearest
measure truncate
wanted=$((3 * 24 * $(wc -w <<<"$thresholds")))
[ "$(wc -l <"$lines")" = $wanted ] ||
	die "$(wc -l <"$lines") loads were measured, not $wanted" \
	    "see the newest console in build/vm/logs"
if grep -q ' outside$' "$lines"; then
	grep ' outside$' "$lines" >&2
	die "errors beyond the bound that is printed"
fi
mkdir -p "$(dirname "$file")"
write_all >"$file"
say "$me: wrote $file"
