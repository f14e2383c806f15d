# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154,SC2034
# What a guest does with the events of a family of CPUs, and what is expected of it.
# shellcheck source=tests/suites/classes.sh
. "$(dirname "${BASH_SOURCE[0]}")/classes.sh"

# load FAMILY SET [OPTION]: the module, with a set of a family; or, without any of
# these, with what it counts by itself. Without its parameter a set that was asked for
# would silently be the latter, too.
load='load()
{
	line=
	if [ $# != 0 ]; then
		line=$(tdacct events show "$2" --family "$1" $3 --load |
			sed -n "s/^options tdacct //p")
		[ -n "$line" ] || exit 2
	fi
	insmod /usr/local/bin/tdacct.ko $line || exit 2
}
unload()
{
	laws --hw
	rmmod tdacct || exit 2
}
# The module counts each set that the tool says fits on this machine.
use_all()
{
	tdacct events list | while read -r set nr fits rest; do
		[ "$fits" = yes ] || continue
		tdacct events use $set
		tdacct status | grep -q "^events $set," &&
			echo "counts set $set" || echo "refuses set $set"
	done
	tdacct events use none
}'

# with FAMILY SET CASE NODES [OPTION]: what the guest does with one set. OPTION is for
# the tool, which must know how many counters this machine has.
with()
{
	echo "load $1 '$2' ${5:-}
	$(all_classes "$3" "$4")
	unload"
}

# The kernel in which families are tried, and for how long a guest may run.
kernel=6.1 patience=600

# family NAME CPU PMU WIDTH POINTS CASES COMMANDS: one boot, PMU are options of the
# emulated one.
family()
{
	vm --kernel "$kernel" --cpu "$2" ${3:+--pmu ",$3"} --no-module \
		--append "$alone" --timeout "$patience" \
		--add "$top/build/kmod/$kernel/tdacct.ko" -- \
		"$load
		load
		tdacct status
		laws; s=\$?
		storm fork 300 --parallel 4 --markers 04:20 || s=2
		storm thread 600 --parallel 8 --markers 01:20 || s=2
		unload
		$7
		exit \$s"
	results "$1"
	hardware "$1"
	judge_classes "$1" "$4" "$5" "$6"
}

# fits NAME CPU PMU: a boot for itself, since what is counted of a set that is
# changed again cannot be compared with the hardware.
fits()
{
	vm --kernel 6.1 --cpu "$2" ${3:+--pmu ",$3"} --no-module --append "$alone" \
		--add "$top/build/kmod/6.1/tdacct.ko" -- \
		"$load
		load
		tdacct status
		use_all"
	row "$1: sets fit" has "$vm_out" '^counts set '
	row "$1: all sets that fit are counted" has_not "$vm_out" '^refuses set '
}
