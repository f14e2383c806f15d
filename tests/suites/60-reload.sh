#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The module is taken out and put in again while tasks are born, run, exec and
# end on two CPUs. The guest fails when its kernel finds anything wrong.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

# kernel, and how often
rows='
6.1	20
7.2	20
debug	5'

# Runs in the guest, which counts what it could do in a line.
load='
weather()
{
	while :; do
		storm fork 40 --parallel 4 --markers 03:20
		storm thread 80 --parallel 8 --markers 01:20
		storm exec 10 --parallel 2 --markers 02:20
		pingpong 200 --slice 10
	done >/dev/null
}
weather & weather & weather &
done=0
for i in $(seq TIMES); do
	rmmod tdacct && insmod /lab/tdacct.ko && done=$((done + 1))
	usleep 200000
	tdacct list --json >/dev/null || echo "no list"
done
echo "$done reloads"
tdacct check >/tmp/check || cat /tmp/check
rmmod tdacct && echo "gone while they run"'

while read -r kernel times; do
	[ -n "$kernel" ] || continue
	vm --kernel "$kernel" --timeout 600 -- "${load/TIMES/$times}"
	row "$kernel: reloaded $times times, checked and removed under load" \
		same "$times reloads|gone while they run|" \
		"$(tr '\n' '|' <"$vm_out")"
	row "$kernel: nothing to complain of" same 0 "$vm_status"
done <<<"$rows"
tap_end
