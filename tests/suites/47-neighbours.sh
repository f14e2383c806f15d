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

# Whoever asks for counters has them: perf counts EVENTS, of all CPUs and of one
# command; and all is taken back behind that.
# shellcheck disable=SC2016
ask_given='ask() {
	echo "asked $1 $2"
	perf stat -x, $1 -e "$2" -- tdload 04 300000000 2>&1 >/dev/null
	echo "asked nothing"
}
while read -r events; do
	ask -a "$events"
	ask "" "$events"
done <<"END"
EVENTS
END
for i in 1 2 3 4 5 6 7 8; do
	sleep 1
	tdacct status | grep -q "others need" || break
done
tdacct status | grep -q "others need" || echo "taken back"
tdacct check >/dev/null'

# least WAY EVENTS: the smallest part of the time that one of the events was on a
# counter, in percent.
least()
{
	awk -F, -v asked="asked $1 $2" '
	/^asked /	{ on = $0 == asked; next }
	!on || NF < 5	{ next }
	$1 !~ /^[0-9]+$/ { $5 = 0 }
	!seen++ || $5 < least	{ least = $5 + 0 }
	END	{ print seen ? int(least) : "nothing" }' "$vm_out"
}

at_least()
{
	[ "$2" != nothing ] && [ "$2" -ge "$1" ] && return
	echo "$2 % of the time, less than $1"
	return 1
}

# given CPU KERNEL EVENTS...
given()
{
	local cpu=$1 kernel=$2 events

	shift 2
	vm --kernel "$kernel" --cpu "$cpu" --append nmi_watchdog=0 \
		--module-args share=fair -- \
		"${ask_given/EVENTS/$(printf '%s\n' "$@")}"
	for events; do
		row "$cpu $kernel, share=fair: perf stat -a -e $events" \
			at_least 90 "$(least -a "$events")"
		row "$cpu $kernel, share=fair: perf stat -e $events COMMAND" \
			at_least 90 "$(least '' "$events")"
	done
	row "$cpu $kernel, share=fair: all is taken back" \
		grep -qx 'taken back' "$vm_out"
	row "$cpu $kernel, share=fair: the laws hold" ended_well
}

for kernel in ${KERNELS:-6.1}; do
	vm --kernel "$kernel" --smp 2 -- "$ask"
	judge "$kernel"
done
if [ -z "${KERNELS:-}" ]; then
	vm --kernel 6.1 --cpu zen4 --append 'nmi_watchdog=0' -- "$ask_amd"
	judge_amd
	given zen4 6.1 cycles,instructions cycles:D
else
	for kernel in $KERNELS; do
		given zen4 "$kernel" cycles cycles,instructions cycles:D \
			'{cycles,instructions,branches}'
	done
	given sapphirerapids 6.1 "$metrics"
fi
tap_end
