#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The same load by perf stat, in a guest without the module, and by tdacct run.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"
# shellcheck source=tests/suites/perf.sh
. "$(dirname "$0")/perf.sh"

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

# The metrics that perf has formulas for on this CPU, by perf and, from those
# same formulas, by tdacct, with the set that measures them. perf counts one
# metric at a time: nothing is multiplexed.
pairs='00 tma_retiring tma_light_operations
01 tma_bad_speculation tma_machine_clears
02 tma_frontend_bound tma_fetch_bandwidth
03 tma_backend_bound tma_core_bound
04 tma_retiring tma_heavy_operations
05 tma_bad_speculation tma_branch_mispredicts
06 tma_frontend_bound tma_fetch_latency
08 tma_memory_bound tma_l1_bound
09 tma_memory_bound tma_l2_bound
0a tma_memory_bound tma_l3_bound
0b tma_memory_bound tma_mem_bandwidth
0c tma_memory_bound tma_mem_latency
0d tma_memory_bound tma_store_bound'

vm --no-module --smp 1 -- "while read -r class metrics; do
	echo class \$class
	for metric in \$metrics; do
		perf stat -x, -M \$metric tdload \$class $markers 2>&1 >/dev/null
	done
done <<-END
$pairs
END"
cp "$vm_out" "$scratch/perf"
vm --smp 1 --no-module --add "$top/build/kmod/6.1/tdacct.ko" -- "
use() {
	rmmod tdacct 2>/dev/null
	insmod /usr/local/bin/tdacct.ko \$(tdacct events show \$1 --load |
		sed -n 's/^options tdacct //p') || exit 2
}
perf list --details metric >/tmp/list 2>/dev/null
awk '$to_json' /tmp/list >/tmp/perf.json
while read -r class metrics; do
	echo class \$class
	case \$class in
	00) use memory ;;
	0c) use memory-latency ;;
	0d) use memory ;;
	esac
	tdacct run --json --metrics /tmp/perf.json -- tdload \$class $markers 2>&1 >/dev/null | tr -d ' \n'
	echo
done <<-END
$pairs
END"
cp "$vm_out" "$scratch/tdacct"

metric_by_perf()
{
	awk -F, -v class="class $1" -v name="$2" '
	/^class/	{ on = $0 == class }
	on && $NF ~ " " name " *$"	{ print $(NF - 1); exit }' \
		"$scratch/perf"
}

metric_by_tdacct()
{
	sed -n "/^class $1\$/{n;p}" "$scratch/tdacct" |
		grep -o "\"name\":\"$2\",\"share\":[0-9.e-]*" | head -n 1 |
		awk -F: '{ printf "%.1f", 100 * $3 }'
}

# Either is much, and they agree.
agree_on_much()
{
	agree "$1" "$2" && worth_it "$1" "$2"
}

while read -r class metrics; do
	for metric in $metrics; do
		row "perf -M: class $class, $metric agrees within half a point" \
			agree_on_much "$(metric_by_perf "$class" "$metric")" \
			"$(metric_by_tdacct "$class" "$metric")"
	done
done <<<"$pairs"

# What a command is billed that does nothing. perf stat begins in the middle of the
# exec, where the old program is gone, and ends in the middle of the exit; tdacct run
# begins when the exec is over, and ends with the exit, also where somebody traces the
# command, which costs it more. The least of five, since interrupts are not its own.
least()
{
	sort -n | head -n 1
}

vm --icount -- 'billed() {
	"$@" tdacct run --json true 2>&1 |
		sed -n "s/.*\"instructions\": \([0-9]*\).*/\1/p" | head -n 1
}
for i in 1 2 3 4 5; do
	perf stat -x, -e instructions true 2>&1 | sed "s/^/perf /"
	echo "tdacct $(billed)"
	echo "traced $(billed strace -f -o /dev/null -e trace=none)"
done
tdacct explain machine_clears --pid 1 |
	sed -n "s/^ *perf record -e \([^ ]*\) .*/\1/p" |
	while read -r event; do
		perf stat -x, -e "${event%pp}" true 2>&1
	done | sed "s/^/explained /"'
row 'perf takes the events that explain names' has "$vm_out" \
	'^explained [0-9]+,,MACHINE_CLEARS.COUNT,'
perf=$(sed -n 's/^perf \([0-9]*\),.*/\1/p' "$vm_out" | least)
ours=$(sed -n 's/^tdacct \([0-9]*\)$/\1/p' "$vm_out" | least)
traced=$(sed -n 's/^traced \([0-9]*\)$/\1/p' "$vm_out" | least)

# between WHAT NUMBER PERF LEAST MOST: more than perf's by so many.
between()
{
	echo "perf stat $3 instructions, $1 $2"
	[ "${3:-0}" -gt 0 ] && [ -n "$2" ] &&
		[ $(($2 - $3)) -ge "$4" ] && [ $(($2 - $3)) -le "$5" ]
}
row 'run: neither the fork nor the exec is billed to the command' \
	between 'tdacct run' "$ours" "$perf" 0 110000
row 'run: where it may not stop the command, the fork is not billed' \
	between 'tdacct run, traced' "$traced" "$perf" 110000 550000
tap_end
