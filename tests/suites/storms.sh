# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154,SC2034
# Storms in guests: what runs there, and what becomes of what it says. Programs
# say "tried: WHAT | HOW OFTEN"; a suite adds the kernel, how it ended and how
# long it took, and scripts/reliability.sh makes a table of that.

# tried KEY BEGUN FAILED: what was tried in the last guest, which began then,
# when so many rows had failed.
tried()
{
	local result='no finding'

	[ "$vm_status" = 0 ] && [ "$tap_failed" = "$3" ] || result='FAILED'
	sed -n "s/^\(tried: .*\) | \([0-9]*\)$/\1 | $1 | \2 | $result | $((SECONDS - $2)) s/p" \
		"$vm_out"
}

# Ends a storm's line, so that it cannot fail unseen.
storm_commands='
failed=0
fails()
{
	echo "failed: $1"
	failed=1
}

# storming KIND COUNT: COUNT lives, and what the program says it did.
storming()
{
	storm $1 $2 --parallel 8 --markers 04:10 >/tmp/said 2>&1 ||
		{ cat /tmp/said; fails "storm $1"; return; }
	sed -n "s/^lives=\([0-9]*\) kind=\([a-z]*\) .*/tried: lives in a storm of \2 | \1/p" \
		/tmp/said
}

# judged WHAT COMMAND...: the laws are held to the unit all the time meanwhile,
# from before it begins.
judged()
{
	what=$1
	shift
	rm -f /tmp/over /tmp/over.begun
	judge /tmp/over >/tmp/judged 2>&1 &
	judge=$!
	n=0
	while [ ! -e /tmp/over.begun ] && [ $n -lt 600 ]; do
		n=$((n + 1))
		sleep 0.1
	done
	[ $n -lt 600 ] || fails "nobody judges $what"
	"$@"
	>/tmp/over
	wait $judge || fails "the laws during $what: $(cat /tmp/judged)"
	grep -qE "^tried: .* [|] ([2-9]|[1-9][0-9])" /tmp/judged ||
		fails "the laws during $what were compared only once"
	sed "s/meanwhile/during $what/" /tmp/judged
}

weather()
{
	while :; do
		storm fork 40 --parallel 4 --markers 03:20
		storm thread 80 --parallel 8 --markers 01:20
		storm exec 10 --parallel 2 --markers 02:20
	done >/dev/null
}

# hotplugs COUNT: CPUs go and come in turn, while tasks come and go. The first
# cannot.
hotplugs()
{
	weather & one=$!
	weather & two=$!
	n=0 others=$(($(nproc) - 1))
	while [ $n -lt $1 ]; do
		cpu=/sys/devices/system/cpu/cpu$((n % others + 1))/online
		echo 0 >$cpu && echo 1 >$cpu || break
		n=$((n + 1))
	done
	kill $one $two
	wait $one $two
	[ $n = $1 ] || fails "hotplug, time $n"
	echo "tried: a CPU taken offline and online under load | $n"
}

# changes COUNT: other events are counted, while tasks come and go.
changes()
{
	weather & one=$!
	weather & two=$!
	change $1 || fails "changes of the events"
	kill $one $two
	wait $one $two
}

# Many tasks need many numbers; a kernel for small machines has fewer of them.
room()
{
	echo 4000000 2>/dev/null >/proc/sys/kernel/pid_max ||
		echo 32768 >/proc/sys/kernel/pid_max
	echo 1000000 >/proc/sys/kernel/threads-max
	echo 1000000 >/proc/sys/vm/max_map_count
}

must()
{
	"$@" || fails "$*"
}
'

# reloads KEY TIMES: as reload(), and told as tried.
reloads()
{
	local begun=$SECONDS failed=$tap_failed

	reload "$1" "$2"
	sed -n 's/^reload: \([0-9]*\) times$/tried: module taken out and put in under load | \1/p' \
		"$vm_out" >"$scratch/reloads"
	mv "$scratch/reloads" "$vm_out"
	tried "$1" "$begun" "$failed"
}

# Storms that take half a minute, and how many lines of what was tried these are.
few_storms='
judged forks storming fork 2000
judged threads storming thread 5000
judged hotplugs hotplugs 10
judged changes changes 10
must mutate 5000 1
must crowd 2000 2
must deaf storm fork 500 --parallel 4'
nr_few_storms=13

# What is to be seen of the last guest: everything that was begun was tried.
storm_rows()
{
	local key=$1 count=$2

	row "$key: storms: all $count were tried" \
		same "$count" "$(grep -c '^tried: ' "$vm_out" || true)"
	row "$key: storms: nothing failed" has_not "$vm_out" '^failed: '
	row "$key: storms: the kernel has nothing to complain of" ended_well
}

# storms KEY COMMANDS COUNT VM-OPTIONS...: run them in a guest where nobody else
# has counters, and compare these with the hardware at the end. COUNT lines of
# what was tried are due. KEY may be a kernel and words, "6.1 with 16 CPUs".
storms()
{
	local key=$1 commands=$2 count=$3 begun=$SECONDS failed=$tap_failed
	shift 3

	vm --small --kernel "${key%% *}" --append "$alone" --timeout 3000 "$@" -- \
		"$storm_commands
		$commands
		must judge >/tmp/last
		laws --hw
		exit \$failed"
	grep -v '^hw ' "$vm_out" || true
	storm_rows "$key" "$count"
	hardware "$key: storms"
	tried "$key" "$begun" "$failed"
}
