#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The kernels that are built for more than every change needs: KCSAN, which
# finds data races, and PREEMPT_RT with lockdep. And what "make check" leaves out
# in the debug kernel.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

each()
{
	watched "$1"
	watched_rest "$1"
}

# Without roll and permissions, which take minutes there and are tried in the other two;
# and what came before the module, but not its going and coming under load, which is in
# watched().
left_out()
{
	slowly "$1" --perf 'reload older "while the module" "a CPU goes" || s=1' \
		sharing sets dumps cgroup cgroups moves notices
}

# A realtime task that never lets go of a CPU: whatever the module does later is
# done elsewhere, and nothing of it waits for that CPU's threads. Lockdep tells of
# handlers that may not run in interrupt context.
hogged()
{
	vm --kernel rt --small --timeout 900 \
		--add "$cache/roots/bookworm/usr/bin/chrt" -- '
		untracked()
		{
			tdacct status --json | sed -n \
				"s/.*\"untracked_switches\": \([0-9]*\).*/$1 \1/p" |
				tail -n 1
		}
		echo -1 >/proc/sys/kernel/sched_rt_runtime_us
		chrt -f 80 taskset -c 1 storm fork 600
		untracked realtime
		chrt -f 80 taskset -c 1 sh -c "while :; do :; done" & hog=$!
		sleep 1
		chrt -p $hog | grep FIFO
		taskset -c 0 storm fork 600
		untracked beside
		tdacct check >/dev/null && echo laws hold
		taskset -c 0 timeout 100 rmmod tdacct && echo unloaded
		kill $hog'
	row "rt: the hog is a realtime task" has "$vm_out" SCHED_FIFO
	row "rt: a storm of realtime tasks has records" has "$vm_out" \
		'^realtime 0$'
	row "rt: a storm beside a CPU that is hogged has records" has \
		"$vm_out" '^beside 0$'
	row "rt: the laws hold beside a hog" has "$vm_out" '^laws hold$'
	row "rt: rmmod ends beside a hog" has "$vm_out" '^unloaded$'
	row "rt: no complaint of the kernel about a hog" ended_well
}

each_kernel each for=more
each_kernel left_out kind=source for=whole
hogged
tap_end
