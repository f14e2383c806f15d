#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# All of theft, sampling, hotplug and faults on the oldest kernel, on the newest and on
# one that finds mistakes; PERF_METRICS that overflow all the time; a CPU without.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

all_of_it()
{
	vm --kernel "$1" --pmu ,pmi=1 --timeout 600 -- 's=0; export BRIEFLY=1
		for p in theft sampling hotplug faults; do $p || s=1; done
		exit $s'
	results "$1"
}

# Likewise where everything takes ten times as long, but for perf record, which
# takes minutes there. That kernel cannot sleep.
all_of_it_slowly()
{
	vm --kernel "$1" --pmu ,pmi=1 --timeout 1800 -- 'export SLOWLY=1; s=0
		theft || s=1
		sampling overflow || s=1
		hotplug "a CPU" || s=1
		faults || s=1
		exit $s'
	results "$1"
}

# overflowing KERNEL COMMANDS
overflowing()
{
	vm --kernel "$1" --append "$alone" --pmu ,pmi=1,metrics_overflow=100000 \
		-- "$2"
}

# The handler of the kernel zeroes both registers without telling anybody. That
# perf loses some itself when it takes a counter off just then, is its own: the
# hardware is compared where counting goes on to the end.
overflows()
{
	overflowing "$1" 'export OVERFLOWS=1; laws'
	results "$1, metrics that overflow"
	overflowing "$1" 'storm fork 300 --parallel 4 --markers 04:20
		storm thread 600 --parallel 8 --markers 01:20
		laws --hw'
	hardware "$1, metrics that overflow"
}

# The kernel sees that when it starts the second CPU, and gives them up.
one_is_bare()
{
	vm --no-module --kernel "$1" --pmu ,bare=2 \
		--add "$top/build/kmod/$1/tdacct.ko" -- \
		'insmod /usr/local/bin/tdacct.ko 2>&1 && tdacct status
		 dmesg | grep tdacct:'
	row "$1, a CPU without metrics: no harm" ended_well
	row "$1, a CPU without metrics: says so" \
		has "$vm_out" 'PERF_METRICS|cannot count'
}

all_of_it "$(kernel_keys kind=image | head -n 1)"
all_of_it "$(kernel_keys kind=image | tail -n 1)"
each_kernel all_of_it_slowly kind=source for=whole
each_kernel overflows kind=image
each_kernel one_is_bare kind=image
tap_end
