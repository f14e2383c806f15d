#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Whom a question interrupts: CPUs that run something, and neither idle ones nor
# isolated ones. And CPUs that are left out altogether.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

# How often a CPU was charged for a reader. CPU 1 is busy, 2 idle, 3 isolated and
# busy. Even an idle CPU runs something now and then, on a machine that is busy itself
# most of the time, and is asked then; but nothing of what asks, which stays on CPU 0. An
# isolated one is charged once a minute.
questions='taskset -p -c 0 $$ >/dev/null
# busy CPU: and wait until it is
busy()
{
	taskset -c $1 sh -c "while :; do :; done" &
	until [ "$(cut -d" " -f2,3,39 /proc/$!/stat)" = "(sh) R $1" ]; do
		sleep 0.1
	done
}
folds()
{
	tdacct status --json | awk -v cpu="$1" "
		/\"cpu\": /   { now = \$2 + 0 }
		/\"folds\": / { if (now == cpu) { print \$2 + 0; exit } }"
}
# told NAME CPU TIMES COMMAND...: what so many questions do to it
told()
{
	name=$1 cpu=$2 times=$3 before=$(folds $2) i=0
	shift 3
	while [ $i -lt $times ]; do
		"$@" >/dev/null
		i=$((i + 1))
	done
	after=$(folds $cpu)
	[ -n "$before$after" ] && echo "$name $((after - before))"
}
# asleep NAME CPU COMMAND...: are there five questions in which it sleeps once?
asleep()
{
	got= tries=0 what=$1 where=$2
	shift 2
	while [ $tries -lt 20 ]; do
		got=$(told $what $where 5 "$@")
		[ "${got#* }" -lt 5 ] && break
		tries=$((tries + 1))
	done
	echo "$got"
}
busy 1; one=$!
busy 3; three=$!
told busy 1 20 tdacct list
asleep idle 2 tdacct list
asleep threads 2 tdacct list --threads
asleep totals 2 tdacct check
told isolated 3 20 tdacct list
told even-so 3 20 tdacct list --isolated
told one-thread 3 20 tdacct show --task $three
told one-process 1 20 tdacct show --pid $one
told other-process 1 20 tdacct show --pid $three
told other-thread 1 20 tdacct show --task $three
tdacct check
kill $one $three'

# between NAME LOW HIGH: the number behind this name
between()
{
	local got
	got=$(sed -n "s/^$1 \([0-9]*\)$/\1/p" "$vm_out")
	[ -n "$got" ] && [ "$got" -ge "$2" ] && [ "$got" -le "$3" ] && return
	echo "$1: expected $2 to $3, got '$got'"
	tail -n 20 "$vm_out"
	return 1
}

vm --small --smp 4 --append nohz_full=3 --timeout 600 -- "$questions"
row "a CPU that runs something is asked each time" between busy 20 99
row "an idle CPU is left asleep by a list" between idle 0 4
row "an idle CPU is left asleep by a list of threads" between threads 0 4
row "an idle CPU is left asleep by the totals" between totals 0 4
row "an isolated CPU is left alone" between isolated 0 3
row "an isolated CPU is asked where that is wanted" between even-so 20 99
row "an isolated CPU is asked for a single thread" between one-thread 20 99
row "a CPU that runs the process is asked" between one-process 20 99
row "a CPU that runs another process is left alone" \
	between other-process 0 3
row "a CPU that runs another thread is left alone" between other-thread 0 3
row "the laws hold over CPUs that were not asked" ended_well

vm --small --smp 4 --module-args cpus=0,3 -- 'dmesg | grep tdacct:; tdacct status
	storm fork 50 >/dev/null; tdacct pause; tdacct resume
	tdacct status --json | grep -c "\"left-out\""; tdacct check'
row "left out: said in one line" has "$vm_out" \
	'CPUs 1-2 do not count: not chosen by cpus='
row "left out: the others count" has "$vm_out" \
	'counting [0-9]* values on 2 of 4 CPUs'
row "left out: status shows it" has "$vm_out" \
	'^ *[12] +left-out .*not chosen by cpus='
row "left out: still so after a pause" has "$vm_out" '^2$'
row "left out: the laws hold" ended_well
tap_end
