#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# top-guest.sh THREADS: tdacct top with the real module, in tmux. It goes on while
# counting is paused and while the module is away; and of so many threads that
# sleep it shows what it must for a part of what top -H takes. busybox's sh.

servers=0
mkdir -p /lib/terminfo/s
cp "$(command -v screen)" /lib/terminfo/s/
mkdir -p /usr/lib/locale/C.utf8
cp "$(command -v LC_CTYPE)" /usr/lib/locale/C.utf8/
export LC_ALL=C.UTF-8

tmx() { tmux -f /dev/null -S /tmp/top.$servers "$@"; }

# begin COMMAND: in a terminal of its own.
begin()
{
	tmx kill-server 2>/dev/null
	servers=$((servers + 1))
	tmx new-session -d -s top -x 100 -y 24 "$1; echo ended with \$?; sleep 9999"
}

# shows NAME TEXT: the screen comes to have such a line.
shows()
{
	tries=0
	until tmx capture-pane -p -t top >/tmp/screen &&
	      grep -q -e "$2" /tmp/screen; do
		tries=$((tries + 1))
		if [ $tries = 600 ]; then
			sed 's/^/# /' /tmp/screen
			echo "not ok - $1"
			return
		fi
		sleep 0.2
	done
	echo "ok - $1"
}

# A tenth of a percent may be missing or too much: rounded off, or charged while
# the totals were read.
whole='= \(99[.]9\|100[.][01]\) % of'

tdload retiring 1000000000 >/dev/null &
load=$!
begin 'tdacct top -i 500ms'
shows 'a task that runs' "$load tdload .*###"
shows 'its interval' 'processes, in [0-9.]* s, by slots'
shows 'live, ended, idle and untracked are the CPUs' "$whole"
tdacct pause
shows 'a pause is told on top' 'CPUs do not count\|nothing is counted now: paused'
tdacct resume
shows 'and its end, for it is counted again' "$load tdload .*###"
rmmod tdacct
shows 'a module that went is waited for' 'the module does not answer; waiting for it'
insmod /lab/tdacct.ko
shows 'and found when it is back' "$load tdload .*###"
shows 'with its totals' "$whole"
tmx send-keys -t top q
shows 'q ends it' 'ended with 0'
kill $load

# ---- the price, beside top -H; final counts are those of a notice

echo $((2 * $1 + 1000)) >/proc/sys/kernel/threads-max
echo $((2 * $1 + 1000)) >/proc/sys/kernel/pid_max
mkfifo /tmp/said
many "$1" >/tmp/said &
read -r _ </tmp/said
tdacct watch --processes -o comm,instructions,cpu_time --json --count 4 \
	--comm 't[do][ap]*' >/tmp/ends &
watcher=$!
sleep 1

# price COMMAND: to its end; what the watch says of it is the next line.
price()
{
	begin "$1"
	shows "to its end: $1" 'ended with 0'
}
readings=6
tmx kill-server
price "tdacct top --threads -i 100ms -n $readings"
price "tdacct top --threads -i 100ms -n 1"
price "top -H -d 0.1 -n $readings"
price "top -H -d 0.1 -n 1"
wait $watcher

instructions() { sed -n "$1s/.*\"instructions\": *\([0-9]*\).*/\1/p" /tmp/ends; }

mine=$((($(instructions 1) - $(instructions 2)) / (readings - 1)))
theirs=$((($(instructions 3) - $(instructions 4)) / (readings - 1)))
echo "# $1 threads, a reading: tdacct top $mine instructions," \
	"top -H $theirs, $((100 * mine / theirs)) %"
if [ $mine -gt 0 ] && [ $((5 * mine)) -le $theirs ]; then
	echo 'ok - a reading takes at most a fifth of that of top -H'
else
	cat /tmp/ends
	echo 'not ok - a reading takes at most a fifth of that of top -H'
fi
tmx kill-server
kill %1 2>/dev/null
echo '# the end'
