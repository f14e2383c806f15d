# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The programs of tests/kselftest in guests, kernel by kernel. Few boots: only
# what must be told apart gets one of its own.
# shellcheck source=tests/suites/tap.sh
. "$(dirname "${BASH_SOURCE[0]}")/tap.sh"
# shellcheck source=tests/suites/guest.sh
. "$(dirname "${BASH_SOURCE[0]}")/guest.sh"
# shellcheck source=tests/suites/reload.sh
. "$(dirname "${BASH_SOURCE[0]}")/reload.sh"

alone='nowatchdog nmi_watchdog=0'

# Nobody else has counters here, so that they can be compared. Where the machine is
# busy, one long slice behind a counter that was programmed anew is much of all.
laws()
{
	vm --small --kernel "$1" --append "$alone" -- 'laws; s=$?; laws --hw; exit $s'
	results "$1"
	hardware "$1" 40
}

# All but laws, which want the counters for themselves, and truth.
first='lifecycle abi'
others='permissions sharing sets roll dumps cgroup cgroups moves notices'
programs="$first $others reload"

# lives KEY [BRIEFLY=1]: with that, what is repeated is so a fifth as often as in
# "make check-all".
lives()
{
	vm --kernel "$1" --timeout 900 -- "s=0; ${2:+export $2}
		for p in $programs lockdown; do \$p || s=1; done
		exit \$s"
	results "$1"
}

# Reference cycles, which are counted on request only.
reference()
{
	vm --small --kernel "$1" --no-module --append "$alone" \
		--add "$top/build/kmod/$1/tdacct.ko" -- \
		'insmod /usr/local/bin/tdacct.ko ref_cycles=1 || exit 1
		storm fork 100 --parallel 2 && laws --hw'
	row "$1, reference cycles: no harm" ended_well
	hardware "$1, reference cycles"
	row "$1, reference cycles: they were counted" \
		has "$scratch/hardware" '^ok - CPU 1 counted as many ref_cycles'
}

# What tells most of a kernel in a minute.
brief()
{
	laws "$1"
	vm --small --kernel "$1" -- 's=0; lifecycle || s=1; abi || s=1; exit $s'
	results "$1"
}

# Lockdep gives up at its first complaint, and KCSAN can be off.
watchers='grep -hsE "^ *(debug_locks|setup_watchpoints|data_races):" \
	/proc/lockdep_stats /sys/kernel/debug/kcsan | sed "s/^ *//"'

# slowly KEY OPTION COMMANDS PROGRAM...: one boot of a kernel that looks at
# everything it does, and takes its time. COMMANDS come behind the programs.
slowly()
{
	vm --kernel "$1" "$2" --timeout 2400 -- "export SLOWLY=1; s=0
		for p in ${*:4}; do \$p || s=1; done
		$3
		$watchers | sed 's/^/# /'
		exit \$s"
	results "$1"
	row "$1: what looks for mistakes is at work" has "$vm_out" \
		'^# (debug_locks: *1|setup_watchpoints: *[1-9])'
}

# At the default threshold, and clearing always.
truth()
{
	vm --kernel "$1" --pmu ",round=$2" -- "export ROUND=$2; truth; s=\$?
		rmmod tdacct && insmod /lab/tdacct.ko clear_slots=0 || exit 1
		truth || s=1
		exit \$s"
	sed -i 's/^\(.*ok [0-9]* - truth:\)/\1 '"$2,"'/' "$vm_out"
	awk '/^1\.\./ { n++ } / ok|^ok/ && n == 2 { sub("truth:", "truth: cleared always,") } 1' \
		"$vm_out" >"$scratch/named"
	mv "$scratch/named" "$vm_out"
	results "$1"
}

# The first of the kernels that are tested as a whole, and the others.
first_whole()
{
	kernel_keys kind=image for=whole | head -n 1
}

other_whole()
{
	kernel_keys kind=image for=whole | tail -n +2
}

# What a change must pass: every row, on one kernel.
kselftest()
{
	laws "$1"
	reference "$1"
	lives "$1" BRIEFLY=1
	truth "$1" silicon
}

# The other kernels have less of what the PMU does and not the kernel.
kselftest_again()
{
	laws "$1"
	lives "$1" BRIEFLY=1
}

# These take long, so brief() leaves them out.
rest()
{
	lives "$1" BRIEFLY=1
	truth "$1" truncate
}

# And what kselftest_again() does.
rest_again()
{
	reference "$1"
	truth "$1" truncate
}

# What comes first, where nothing goes unseen, and the module that goes and comes
# at last; and what comes behind that.
watched()
{
	# shellcheck disable=SC2086
	slowly "$1" --small "${reload_commands/TIMES/5}" laws $first
	reload_rows "$1" 5
}

watched_rest()
{
	# shellcheck disable=SC2086
	slowly "$1" --perf : $others
}

# each_kernel COMMAND COLUMN=VALUE...: for the lines of scripts/kernels where
# columns say so.
each_kernel()
{
	local command=$1 key
	shift

	for key in $(kernel_keys "$@"); do
		"$command" "$key"
	done
}
