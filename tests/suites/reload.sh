# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# The module is taken out and put in again while tasks are born, run, exec and
# end on two CPUs. The guest fails when its kernel finds anything wrong.

# Runs in the guest, which says in lines of its own what it could do.
reload_commands='
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
	tdacct list --json >/dev/null || echo "reload: no list"
done
echo "reload: $done times"
if tdacct check >/tmp/check 2>&1 && grep -q "^all laws hold" /tmp/check; then
	echo "reload: all laws hold"
else
	sed "s/^/reload: /" /tmp/check
fi
rmmod tdacct && echo "reload: gone while they run"'

# reload_rows KEY TIMES: what the last guest did of it.
reload_rows()
{
	row "$1: reloaded $2 times, checked and removed under load" \
		same "$2 times|all laws hold|gone while they run|" \
		"$(sed -n 's/^reload: //p' "$vm_out" | tr '\n' '|')"
}

# reload KEY TIMES
reload()
{
	vm --small --kernel "$1" --timeout 1500 -- "${reload_commands/TIMES/$2}"
	reload_rows "$1" "$2"
	row "$1: nothing to complain of while reloading" ended_well
}
