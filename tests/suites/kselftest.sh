# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The programs of tests/kselftest in guests with one kernel. Few boots: only
# what must be told apart gets one of its own.
# shellcheck source=tests/suites/tap.sh
. "$(dirname "${BASH_SOURCE[0]}")/tap.sh"
# shellcheck source=tests/suites/guest.sh
. "$(dirname "${BASH_SOURCE[0]}")/guest.sh"

alone='nowatchdog nmi_watchdog=0'

# Nobody else has counters here, so that they can be compared.
laws()
{
	vm --kernel "$1" --append "$alone" -- 'laws; s=$?; laws --hw; exit $s'
	results "$1"
	hardware "$1"
}

lives()
{
	vm --kernel "$1" --timeout 600 -- 's=0
		for p in lifecycle roll reload abi permissions sharing; do
			$p || s=1
		done
		exit $s'
	results "$1"
}

# At the default threshold, and clearing always.
truth()
{
	vm --kernel "$1" --pmu ",round=$2" -- 'truth; s=$?
		rmmod tdacct && insmod /lab/tdacct.ko clear_slots=0 || exit 1
		truth || s=1
		exit $s'
	sed -i 's/^\(.*ok [0-9]* - truth:\)/\1 '"$2,"'/' "$vm_out"
	awk '/^1\.\./ { n++ } / ok|^ok/ && n == 2 { sub("truth:", "truth: cleared always,") } 1' \
		"$vm_out" >"$scratch/named"
	mv "$scratch/named" "$vm_out"
	results "$1"
}

kselftest()
{
	laws "$1"
	lives "$1"
	truth "$1" nearest
	truth "$1" truncate
	tap_end
}
