#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The same load by perf stat, in a guest without the module, and by tdacct run.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

# perf's name and ours
names='topdown-retiring retiring
topdown-bad-spec bad_speculation
topdown-fe-bound frontend_bound
topdown-be-bound backend_bound
topdown-heavy-ops heavy_operations
topdown-br-mispredict branch_mispredicts
topdown-fetch-lat fetch_latency
topdown-mem-bound memory_bound'
classes='04 05 06 07 03'
# So many that what only one of them sees (perf stat begins after the exec and
# ends before the exit; tdacct has both) is a small part.
markers=3000000

events=slots$(echo "$names" | awk '{ printf ",%s", $1 }')
vm --no-module --smp 1 -- "for class in $classes; do
	echo class \$class
	perf stat -x, -e '{$events}' tdload \$class $markers 2>&1 >/dev/null
done"
cp "$vm_out" "$scratch/perf"
vm --smp 1 -- "for class in $classes; do
	echo class \$class
	tdacct run --json -- tdload \$class $markers 2>&1 >/dev/null | tr -d ' \n'
	echo
done"
cp "$vm_out" "$scratch/tdacct"

# Slots of a class's load in a node, in percent.
by_perf()
{
	awk -F, -v class="class $1" -v name="$2" '
	/^class/	{ on = $0 == class }
	on && $3 == "slots"	{ slots = $1 }
	on && $3 == name	{ node = $1 }
	END		{ if (slots) printf "%.3f", 100 * node / slots }' \
		"$scratch/perf"
}

# The command's own count: it comes before those of its children.
count_of()
{
	sed -n "/^class $1\$/{n;p}" "$scratch/tdacct" |
		grep -o '"counts":{[^}]*}' | head -n 1 |
		sed "s/.*\"$2\":\([0-9]*\).*/\1/"
}

by_tdacct()
{
	awk -v node="$(count_of "$1" "$2")" -v slots="$(count_of "$1" slots)" \
		'BEGIN { if (slots) printf "%.3f", 100 * node / slots }'
}

agree()
{
	awk -v perf="$1" -v tdacct="$2" 'BEGIN {
		print "perf stat " perf " %, tdacct " tdacct " %"
		exit perf == "" || tdacct == "" ||
		     perf - tdacct > 0.5 || tdacct - perf > 0.5
	}'
}

# A share of nearly nothing agrees with whatever is nearly nothing: what a load
# leaves alone is compared only if one of the two says that it does not.
worth_it()
{
	awk -v perf="$1" -v tdacct="$2" \
		'BEGIN { exit !(perf == "" || perf >= 5 || tdacct >= 5) }'
}

for class in $classes; do
	while read -r perf ours; do
		theirs=$(by_perf "$class" "$perf")
		own=$(by_tdacct "$class" "$ours")
		worth_it "$theirs" "$own" || continue
		echo "$ours" >>"$scratch/compared"
		row "perf: class $class, $ours agrees within half a point" \
			agree "$theirs" "$own"
	done <<<"$names"
done
row "perf: every node was compared where it is large" \
	same "$(cut -d' ' -f2 <<<"$names" | sort)" \
	"$(sort -u "$scratch/compared")"

# What a command is billed that does nothing: perf stat leaves out the
# beginning of the exec and the end of the exit. The least of five, since
# interrupts are not its own.
least()
{
	sort -n | head -n 1
}

vm -- 'for i in 1 2 3 4 5; do
	perf stat -x, -e instructions true 2>&1 | sed "s/^/perf /"
	tdacct run --json true 2>&1 | sed -n "s/.*\"instructions\": \([0-9]*\).*/tdacct \1/p" | head -n 1
done'
perf=$(sed -n 's/^perf \([0-9]*\),.*/\1/p' "$vm_out" | least)
ours=$(sed -n 's/^tdacct \([0-9]*\)$/\1/p' "$vm_out" | least)

near()
{
	echo "perf stat $1 instructions, tdacct run $2"
	[ "${1:-0}" -gt 0 ] && [ "${2:-0}" -gt "$1" ] &&
		[ $(($2 - $1)) -lt 350000 ]
}
row 'run: the fork is not billed to the command' near "$perf" "$ours"
tap_end
