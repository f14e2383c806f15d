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
# The module counts each set that the tool says fits on this machine; a task that
# sleeps meanwhile keeps its shares of the classes.
classes_of()
{
	tdacct show --pid $1 --level 1 --csv 2>/dev/null | cut -d, -f6,7
}
use_all()
{
	mkfifo /tmp/go
	tdload 03 100000 --hold </tmp/go >/tmp/held &
	exec 9>/tmp/go
	until grep -q ready /tmp/held; do sleep 0.1; done
	held=$(sed -n "s/^task=0 tid=\([0-9]*\).*/\1/p" /tmp/held)
	classes_of $held >/tmp/classes
	sed "s/^/has /" /tmp/classes
	tdacct events list | while read -r set nr fits rest; do
		[ "$fits" = yes ] || continue
		tdacct events use $set
		tdacct status | grep -q "^events $set," &&
			echo "counts set $set" || echo "refuses set $set"
		classes_of $held | cmp /tmp/classes - || echo "forgets by set $set"
	done
	tdacct events use none
	classes_of $held | cmp /tmp/classes - || echo "forgets by no set"
	exec 9>&-
	wait
}'

# with FAMILY SET CASE NODES [OPTION]: what the guest does with one set. OPTION is for
# the tool, which must know how many counters this machine has.
with()
{
	echo "load $1 '$2' ${5:-}
	$(all_classes "$3" "$4")
	unload"
}

# The kernel in which families are tried, for how long a guest may run, where the
# modules are, and what a guest has besides (options --add).
kernel=6.1 patience=600 modules=$top/build/kmod besides=()

# with_set SET CASE NODES: the same of the module that is loaded.
with_set()
{
	echo "tdacct events use $1 || exit 2
	$(all_classes "$2" "$3")"
}

# family NAME CPU PMU WIDTH POINTS CASES COMMANDS: one boot, PMU are options of the
# emulated one.
family()
{
	vm --small --kernel "$kernel" --cpu "$2" ${3:+--pmu ",$3"} \
		--no-module --append "$alone" --timeout "$patience" \
		--add "$modules/$kernel/tdacct.ko" "${besides[@]}" -- \
		"$load
		load
		tdacct status
		laws; s=\$?
		storm fork 100 --parallel 4 --markers 04:20 || s=2
		storm thread 200 --parallel 8 --markers 01:20 || s=2
		unload
		$7
		exit \$s"
	results "$1"
	hardware "$1"
	judge_classes "$1" "$4" "$5" "$6"
}

# truths NAME CPU PMU WIDTH POINTS CASES COMMANDS: the truth only, and what the hardware
# counted, of a CPU whose laws and storms another boot has.
truths()
{
	vm --small --smp 1 --kernel "$kernel" --cpu "$2" ${3:+--pmu ",$3"} \
		--no-module --append "$alone" --timeout "$patience" \
		--add "$top/build/kmod/$kernel/tdacct.ko" -- "$load
		$7"
	row "$1: the kernel has nothing to complain of" ended_well
	hardware "$1"
	judge_classes "$1" "$4" "$5" "$6"
}

# changing TIMES [EVENTS]: other events, so many at a time, while tasks come and go;
# totals are compared meanwhile.
# Where the classes are events like others, they go and come with each change, too.
changing='changing()
{
	judge /tmp/over >/tmp/judged &
	judge=$!
	until [ -e /tmp/over.begun ] || ! kill -0 $judge; do sleep 0.1; done
	storm fork 200 --parallel 4 --markers 03:20 &
	storm=$!
	change $1 $2 && wait $storm && changed=1 || changed=
	>/tmp/over
	wait $judge && [ -n "$changed" ] && cat /tmp/judged
}'
# Compared at the beginning, and at the end, at least.
judged_changes='^tried: totals compared .* [|] ([2-9]|[1-9][0-9]+)$'

# fits NAME CPU PMU [EVENTS]: a boot for itself, since what is counted of a set that is
# changed again cannot be compared with the hardware. So many EVENTS fit beside what
# is counted in any case, if not three.
fits()
{
	vm --small --kernel "$kernel" --cpu "$2" ${3:+--pmu ",$3"} --no-module \
		--append "$alone" --timeout "$patience" \
		--add "$modules/$kernel/tdacct.ko" -- \
		"$load
		$changing
		load
		tdacct status
		use_all
		changing 4 ${4:-}"
	row "$1: the kernel has nothing to complain of" ended_well
	row "$1: laws hold while the events change" \
		has "$vm_out" "$judged_changes"
	row "$1: sets fit" has "$vm_out" '^counts set '
	row "$1: all sets that fit are counted" has_not "$vm_out" '^refuses set '
	row "$1: a task that sleeps has its classes" \
		has "$vm_out" '^has backend_bound,0[.]9'
	row "$1: and keeps them, whatever is counted" has_not "$vm_out" '^forgets '
}
