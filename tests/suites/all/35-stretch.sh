#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# However many threads and cgroups there are, the module adds no long stretch in
# which a CPU can do nothing else; and what loading it and moving a process take.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"

found=$top/build/stretch/found-by-check
mkdir -p "$(dirname "$found")"
status=0
"$top/tests/stretch/measure" 1000 10000 >"$found" || status=$?
row "the guest came to its end" same 0 "$status"
"$top/scripts/in-root" bookworm tests/stretch/stretch.py check \
	"build/stretch/found-by-check" | tee "$scratch/rows"
tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/rows" || true)))

# ---- instructions of the kernel, with many threads in one process

# shellcheck disable=SC2016
many='sleepers() {
	rm -f /tmp/out
	many $1 >/tmp/out &
	process=$!
	until grep -qs ready /tmp/out; do
		kill -0 $process || exit 2
		sleep 0.5
	done
}
taken() {
	what=$1
	shift
	perf stat -x, -a -e instructions:k "$@" 2>&1 |
		sed -n "s/^\([0-9]*\),,instructions:k.*/taken $what \1/p"
}
echo 400000 >/proc/sys/kernel/threads-max
echo 1000000 >/proc/sys/kernel/pid_max
echo 1000000 >/proc/sys/vm/max_map_count'

# many_vm MEMORY OPTION... -- COMMANDS
many_vm()
{
	local memory=$1
	shift

	vm --kernel 6.1 --smp 1 --memory "$memory" --timeout 900 \
		--append 'nowatchdog nmi_watchdog=0' "$@"
}

taken()
{
	awk -v what="$1" '$1 == "taken" && $2 == what { n = $3 } END { print n + 0 }' "$2"
}

# at_most TIMES A B: A is at most so many times B.
at_most()
{
	echo "$2, and $3: at most $1 times"
	awk -v times="$1" -v a="$2" -v b="$3" 'BEGIN { exit !(b > 0 && a <= times * b) }'
}

many_vm 9000 --no-module --add "$top/build/kmod/6.1/tdacct.ko" -- "$many"'
for n in 50000 100000 200000; do
	sleepers $n
	taken load$n insmod /usr/local/bin/tdacct.ko
	tdacct check | tail -n 1
	rmmod tdacct
	kill -9 $process
	wait
done'
half=$(($(taken load100000 "$vm_out") - $(taken load50000 "$vm_out")))
whole=$(($(taken load200000 "$vm_out") - $(taken load100000 "$vm_out")))
row "loading: 100,000 threads more take twice what 50,000 more do" \
	at_most 2.4 "$whole" "$half"
row "loading: the laws hold with 200,000 threads" \
	same 3 "$(grep -c '^all laws hold' "$vm_out")"

# With the controllers that a machine has whose systemd looks after it.
# shellcheck disable=SC2016
moves="$many"'
mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null
for c in cpu memory pids; do
	echo +$c >/sys/fs/cgroup/cgroup.subtree_control
done
mkdir /sys/fs/cgroup/a /sys/fs/cgroup/b
sleepers 10000
for g in a b a b a b; do
	taken move sh -c "echo $process >/sys/fs/cgroup/$g/cgroup.procs; sleep 1"
	taken nothing sh -c "sleep 1"
done'
moved()
{
	echo $(($(taken move "$vm_out") - $(taken nothing "$vm_out")))
}
many_vm 2000 --no-module -- "$moves"
without=$(moved)
many_vm 2000 -- "$moves"
row "a process of 10,000 threads moves in at most 1.3 times what the kernel takes" \
	at_most 1.3 "$(moved)" "$without"
tap_end
