# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154,SC2034
# Machines with several core types, for suites: of four CPUs the odd ones are not of the
# first.
# shellcheck source=tests/suites/families.sh
. "${BASH_SOURCE[0]%/*}/families.sh"

# A task that goes to the next CPU twenty times, and what became of it.
wanders='tdload 0b 400000 --slice 12000000 --wander --hold </tmp/stay >/tmp/wanders &
	exec 8>/tmp/stay
	until grep -q ready /tmp/wanders || ! kill -0 $!; do sleep 0.1; done
	tid=$(sed -n "s/^task=.* tid=\([0-9]*\) .*/\1/p" /tmp/wanders)
	sed "s/^task=/wanders=/" /tmp/wanders
	tdacct show --task $tid
	tdacct show --task $tid --json | sed "s/^/wandered /"
	exec 8>&-
	wait $!'

# CPUs of each core type go and come back while tasks run everywhere.
goes='for cpu in 1 2 3 1; do
		storm fork 100 --parallel 4 --markers 01:20 &
		echo 0 >/sys/devices/system/cpu/cpu$cpu/online
		tdacct status | sed "s/^/away $cpu /"
		echo 1 >/sys/devices/system/cpu/cpu$cpu/online
		wait $! || s=2
	done'

# part CASE NAME WIDTH POINTS: the part of a log that is about one core type.
part()
{
	local all=$vm_out

	awk -v want="$1" '/^case / { of = $2 } of == want' "$all" >"$scratch/part"
	vm_out=$scratch/part judge_classes "$2, $1" "$3" "$4" 1
}

# wandered MOST COUNT WIDTH COUNT WIDTH ...: see hybrid.py.
wandered()
{
	"$top/scripts/in-root" bookworm python3 /src/tests/suites/hybrid.py "$@" \
		<"$vm_out"
}
