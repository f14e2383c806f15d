#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What perf can count where tdacct gives nothing (share=tdacct): tests/neighbours.txt,
# line by line; and that a pause gives perf all of it. And that whoever asks is given
# counters otherwise.
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

# Wait until nothing is given any more, and say so.
# shellcheck disable=SC2016
back='for i in $(seq 12); do
	sleep 1
	tdacct status | grep -q "others need" || break
done
tdacct status | grep -q "others need" || echo "taken back"
tdacct check >/dev/null'

# Whoever asks for counters has them: perf counts EVENTS, of all CPUs and of one
# command; and all is taken back behind that. perf tries a pinned event but once, so
# time is left between making it and enabling it, or this would depend on pace.
# shellcheck disable=SC2016
ask_given='ask() {
	delay= load="sleep 4"
	case $2 in *:*D) delay="-D 2000" ;; esac
	[ "$1" ] || load="sleep ${delay:+2}1; exec tdload 04 300000000"
	echo "asked $1 $2"
	perf stat -x, $delay $1 -e "$2" -- sh -c "$load" 2>&1 >/dev/null
	echo "asked nothing"
}
while read -r events; do
	ask -a "$events"
	ask "" "$events"
done <<"END"
EVENTS
END
'

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
	echo "$2, less than $1"
	return 1
}

# Samples of a command, of all CPUs, and on a screen, which perf top draws each second
# if nothing is typed.
# shellcheck disable=SC2016
ask_samples='record() {
	for try in 1 2 4; do	# in a slow guest the load may be over before it is seen
		perf record -q $1 -e cycles -c 1000000 -o /tmp/perf.data -- \
			sh -c "sleep $try; exec tdload 04 6000000" >/dev/null 2>&1
		nr=$(perf script -i /tmp/perf.data -F comm 2>/dev/null | grep -c tdload)
		[ "$nr" -ge 20 ] && break
	done
	echo "record$1 $nr"
}
record
record -a
tdacct list --json -o comm,known,retiring >/tmp/list.json 2>/tmp/list.said
tdacct list -o comm,known,retiring --sort slots -n 1 2>&1 | sed "s/^/list /"
echo "list says $(cat /tmp/list.said)"
(while :; do tdload 04 100000 >/dev/null; done) &
loads=$!
for try in 1 2 4 8; do	# a slow guest takes long to begin
	sleep $((5 * try + 1)) | timeout $((5 * try)) perf top --stdio -d 1 -e cycles -c 1000000 >/tmp/top 2>&1
	grep -q "%  *tdload" /tmp/top && break
done
kill $loads
grep -a "%  *tdload" /tmp/top | sed "s/^/top /;q"
'

# Where perf writes the fields of PERF_METRICS back at each switch, they stand still for
# long, and more than all slots are in them. One task of another class runs beside, on
# the same CPU, before and behind that.
# shellcheck disable=SC2016
ask_restored='taskset -c 1 tdload 04 300000000000 >/dev/null &
beside=$!
sleep 1
taskset -c 1 perf stat -x, -e "EVENTS" -- tdload 05 100000000 2>&1 >/dev/null |
	sed "s/^/restored /"
for i in $(seq 12); do
	sleep 1
	tdacct status | grep -q "others need" || break
done
sleep 1
tdacct show --pid $beside --json | tr -d " \n" | sed "s/^/beside /"; echo
kill $beside
'

# beside NODE: a number of that task.
beside()
{
	sed -n '/^beside /p' "$vm_out" | grep -o '"counts":{[^}]*' | head -n 1 |
		tr -s '{,' '[\n*]' | sed -n "s/^\"$1\"://p"
}

# All slots of that task are heavy operations, except those that the kernel spends for it.
judge_restored()
{
	row "$1: perf has restored PERF_METRICS" has "$vm_emulator" \
		'"restores":[1-9]'
	row "$1: so its four classes are more than all slots" more_than_all
	row "$1: what runs beside is right before and behind that" \
		at_least 98 "$(part_of heavy_operations)"
	row "$1: and has nothing of what perf wrote" \
		same 0 "$(part_of bad_speculation)"
	row "$1: all of it is classified" same 0 "$(part_of unclassified)"
}

more_than_all()
{
	awk -F'[ ,]' '/^restored [0-9]/ { if ($4 == "slots") all = $2; else sum += $2 }
		END { print sum " of " all; exit !(all && sum > 1.02 * all) }' \
		"$vm_out"
}

# part_of NUMBER: of the slots of that task, in whole percent.
part_of()
{
	awk -v part="$(beside "$1")" -v all="$(beside slots)" \
		'BEGIN { print part == "" || !all ? "nothing" : int(100 * part / all) }'
}

# given CPU KERNEL EVENTS...: and, if $sampled, whoever asks for samples has them, too;
# if $restored, fields that perf writes back stand still.
given()
{
	local cpu=$1 kernel=$2 events

	shift 2
	vm --kernel "$kernel" --cpu "$cpu" --append nmi_watchdog=0 \
		${sampled:+--pmu ,pmi=1} ${restored:+--pmu ,restore=sticky} -- \
		"${ask_given/EVENTS/$(printf '%s\n' "$@")}
		${sampled:+$ask_samples} ${restored:+${ask_restored/EVENTS/$1}} $back"
	for events; do
		row "$cpu $kernel: perf stat -a -e $events" \
			at_least 90 "$(least -a "$events")"
		row "$cpu $kernel: perf stat -e $events COMMAND" \
			at_least 90 "$(least '' "$events")"
	done
	[ -z "${sampled:-}" ] || judge_samples "$cpu $kernel"
	[ -z "${restored:-}" ] || judge_restored "$cpu $kernel"
	row "$cpu $kernel: all is taken back" \
		grep -qx 'taken back' "$vm_out"
	row "$cpu $kernel: the laws hold" ended_well
}

# With share=tdacct there is not one.
judge_samples()
{
	row "$1: perf record COMMAND has samples of it" \
		at_least 20 "$(sed -n 's/^record //p' "$vm_out")"
	row "$1: perf record -a, too" \
		at_least 20 "$(sed -n 's/^record-a //p' "$vm_out")"
	row "$1: perf top shows who is busy" has "$vm_out" '^top .*%  *tdload'
	row "$1: a list shows meanwhile what is known for a part only" \
		has "$vm_out" '^list .* [0-9]+[.][0-9] % +[(][0-9]+[.][0-9] %[)]$'
	row "$1: and says so to people" \
		has "$vm_out" '^list tdacct: a share in [(][)] is known for a part of the slots only'
	row "$1: and nothing to programs" grep -qx 'list says ' "$vm_out"
}

# The part of the time that an interval of an agent (perf stat -I) has its event on a
# counter, on average from second $1 on.
agent_has()
{
	awk -F, -v from="$1" '
	/^agent /	{ sub("^agent *", ""); if ($1 > from) { sum += $6; n++ } }
	END		{ print n ? int(sum / n) : "nothing" }' "$vm_out"
}

# The same of tdacct: of what CPUs were online since then.
tdacct_has()
{
	awk '$1 == "then" || $1 == "now" { cpu[$1] = $2; lost[$1] = $3 }
	END { all = cpu["now"] - cpu["then"]
	      part = all ? (lost["now"] - lost["then"]) / all : 1
	      print all ? int(100 * (1 - part)) : "nothing" }' "$vm_out"
}

# agent CPU KERNEL PATIENCE SECONDS: somebody counts all CPUs and does not stop. After
# PATIENCE both have it in turns.
# shellcheck disable=SC2016
spent='spent() {
	echo # for perf may be in the midst of a line
	echo "$1" $(tdacct show --system --json | tr -d "\n" |
		sed "s/.*\"cpu_ns\": \([0-9]*\), *\"lost_ns\": \([0-9]*\).*/\1 \2/")
}'
agent()
{
	vm --kernel "$2" --cpu "$1" --append nmi_watchdog=0 --timeout 900 \
		--module-args "share_after=$3" -- "$spent
		(while :; do tdload 04 100000 >/dev/null; done) &
		perf stat -x, -I 2000 -a -e cycles,instructions \
			-- sleep $4 2>&1 | sed 's/^/agent /' &
		sleep $(($3 + 4)); spent then
		tdacct list -i 2 --count 2 -o comm,retiring -n 1 2>&1 | sed 's/^/list /'
		sleep $(($4 - $3 - 12)); spent now
		for i in \$(seq 20); do
			tdacct status | grep 'others need.*in turns' && break
			sleep 0.3
		done
		wait %2; kill %1
		$back"
	row "$1, an agent of $4 s: it has 45 % after $3 s" \
		at_least 45 "$(agent_has "$(($3 + 4))")"
	row "$1, an agent of $4 s: so has tdacct" at_least 45 "$(tdacct_has)"
	row "$1, an agent of $4 s: lists of two intervals say once what () means" \
		same 1 "$(grep -c '^list tdacct: a share in () ' "$vm_out")"
	row "$1, an agent of $4 s: status says who it is, and of the turns" \
		has "$vm_out" 'others need .*perf [0-9]+, for [0-9]+ s, in turns'
	row "$1, an agent of $4 s: all is taken back" \
		grep -qx 'taken back' "$vm_out"
	row "$1, an agent of $4 s: the laws hold" ended_well
}

# Of a command that sleeps between its halves: 2 x 200,000 markers of 400 slots.
pinned()
{
	vm --kernel "$2" --cpu "$1" --append nmi_watchdog=0 -- \
		"perf stat -x, -D 1000 -e r2c2:D sh -c \
		'sleep 3; tdload 04 200000; sleep 1; tdload 04 200000' 2>&1 >/dev/null |
		sed -n 's/^\([0-9]*\),,r2c2.*/pinned \1/p'
		tdacct check >/dev/null"
	row "$1 $2: a pinned event of a command that sleeps is what it did" \
		nearly 160000000 "$(sed -n 's/^pinned //p' "$vm_out")"
	row "$1 $2, pinned: the laws hold" ended_well
}

# At most 2 % more, which are the shell's and the kernel's.
nearly()
{
	echo "${2:-nothing}, not $1"
	[ "${2:-0}" -ge "$1" ] && [ "$2" -le "$(($1 * 51 / 50))" ]
}

# perf comes and goes by the hundred, in all its ways, while tasks come and go.
perf_storm()
{
	vm --kernel "$2" --cpu "$1" --append nmi_watchdog=0 --timeout 900 -- '
		storm fork 300 --parallel 4 --markers 04:20 || exit 1
		laws=0
		for i in $(seq '"$3"'); do
			perf stat -a -e cycles,instructions true &
			perf stat -e cycles:D true &
			perf stat -e cycles,instructions,branches true &
			perf stat -C 1 -e "{cycles,instructions}" true &
			storm fork 20 --parallel 4 --markers 01:20 || laws=1
			wait
		done >/dev/null 2>&1
		'"$back"' && exit $laws'
	row "$1 $2, perf by the hundred: all is taken back" \
		grep -qx 'taken back' "$vm_out"
	row "$1 $2, perf by the hundred: the laws hold" ended_well
}

# Once a minute it is looked at what is there; that is nobody's wish.
calm()
{
	vm --small --kernel "$2" --cpu "$1" --append "nowatchdog nmi_watchdog=0" -- \
		'sleep 130; tdacct status --json | tr -d " \n" |
		grep -o "\"stops\":[0-9]*" | sort | uniq -c | sed "s/^ */stops /"'
	row "$1 $2: in two minutes in which nobody wants any, none is given" \
		same 'stops 3 "stops":0' "$(grep -a ^stops "$vm_out")"
}

usual=cycles,instructions
for kernel in ${KERNELS:-6.1}; do
	vm --kernel "$kernel" --smp 2 --module-args share=tdacct -- "$ask"
	judge "$kernel"
done
if [ -z "${KERNELS:-}" ]; then
	vm --kernel 6.1 --cpu zen4 --append 'nmi_watchdog=0' \
		--module-args share=tdacct -- "$ask_amd"
	judge_amd
	sampled=1 given zen4 6.1 $usual cycles:D cycles:GD
	given skylake-sp 6.1 $usual
	restored=1 given sapphirerapids 6.1 "$metrics"
	agent skylake-sp 6.1 4 24
	tap_end
fi

# What takes longer is for check-all: each family, and kernels that look for mistakes.
for kernel in $KERNELS; do
	given zen4 "$kernel" cycles $usual cycles:D '{cycles,instructions,branches}'
done
for cpu in broadwell icelake-sp sierraforest alderlake-n zen2 zen3 zen5 \
	   neoverse-n1 neoverse-n2 neoverse-n3 neoverse-v1 neoverse-v2; do
	given "$cpu" 6.1 $usual
done
calm sapphirerapids 6.1
calm zen4 6.1
pinned skylake-sp 6.1
agent zen4 6.1 60 180
perf_storm zen4 6.1 100
perf_storm neoverse-n2 6.1 25
for kernel in debug kcsan rt; do
	perf_storm zen4 $kernel 10
done
tap_end
