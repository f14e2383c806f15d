#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What perf can still count while tdacct counts: tests/neighbours.txt, line by
# line. And that a pause gives perf all of it.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

table=$scratch/neighbours
grep -v '^#' "$top/tests/neighbours.txt" >"$table"

# Says for each line of the table, and each way to ask, what perf -x, printed.
# perf lets events take turns at the tick, 4 ms here: what is counted lasts for
# many ticks, or an event whose turn never came looks as if it had no counter.
metrics='{slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound}'
# shellcheck disable=SC2016
ask='ask() {
	echo "asked $1 $2"
	perf stat -x, $1 -e "$2" -- tdload 04 50000000 2>&1 >/dev/null
}
while read -r _ events; do
	ask -a "$events"
	ask "" "$events"
done <<"END"
'$(cat "$table")'
END
tdacct pause
ask -a "'$metrics'"
tdacct resume
tdacct check >/dev/null'

# The fifth field of perf -x, is the part of the time on a counter, in percent.
# result WAY EVENTS [N]: of the Nth time that this was asked.
result()
{
	awk -F, -v asked="asked $1 $2" -v nth="${3:-1}" '
	/^asked /	{ on = $0 == asked && ++n == nth; next }
	!on || NF < 5	{ next }
			{ seen++ }
	$1 !~ /^[0-9]+$/ || $5 + 0 == 0	{ never = 1; next }
	$5 + 0 < 99.9	{ turns = 1 }
	END	{ print !seen ? "nothing" : never && turns ? "BOTH" : \
		      never ? "NEVER" : turns ? "TURNS" : "WHOLE" }' "$vm_out"
}

judge()
{
	local kernel=$1 expected events

	while read -r expected events; do
		row "$kernel: perf stat -a -e $events" \
			same "$expected" "$(result -a "$events")"
		row "$kernel: perf stat -e $events COMMAND" \
			same "$expected" "$(result '' "$events")"
	done <"$table"
	row "$kernel: while paused, perf stat -a has slots and metrics" \
		same WHOLE "$(result -a "$metrics" 2)"
	row "$kernel: the laws hold after all that" ended_well
}

# Where all six counters are general ones, and tdacct has them.
amd=$scratch/amd
grep -v '^#' "$top/tests/neighbours-amd.txt" >"$amd"
# shellcheck disable=SC2016
ask_amd='ask() {
	echo "asked $1 $3 with $2"
	perf stat -x, $1 -e "$3" -- tdload 04 50000000 2>&1 >/dev/null
}
while read -r set _ events; do
	[ "$set" = - ] && set=none
	tdacct events use $set >/dev/null
	ask -a $set "$events"
	ask "" $set "$events"
done <<"END"
'$(cat "$amd")'
END
tdacct check >/dev/null'

judge_amd()
{
	local set expected events

	while read -r set expected events; do
		[ "$set" != - ] || set=none
		row "Zen 4, set $set: perf stat -a -e $events" \
			same "$expected" "$(result -a "$events with $set")"
		row "Zen 4, set $set: perf stat -e $events COMMAND" \
			same "$expected" "$(result '' "$events with $set")"
	done <"$amd"
	row "Zen 4: the laws hold after all that" ended_well
}

for kernel in ${KERNELS:-6.1}; do
	vm --kernel "$kernel" --smp 2 -- "$ask"
	judge "$kernel"
done
if [ -z "${KERNELS:-}" ]; then
	vm --kernel 6.1 --cpu zen4 --append 'nmi_watchdog=0' -- "$ask_amd"
	judge_amd
fi
tap_end
