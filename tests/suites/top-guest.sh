#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# tdacct top with the real module, in tmux. It keeps running while counting is paused
# and while the module is not loaded, and filters by what /proc tells. For busybox's
# sh.

servers=0
cgroups=/sys/fs/cgroup

mkdir -p /lib/terminfo/s /usr/lib/locale/C.utf8
cp "$(command -v screen)" /lib/terminfo/s/
cp "$(command -v LC_CTYPE)" /usr/lib/locale/C.utf8/
export LC_ALL=C.UTF-8

tmx() { tmux -f /dev/null -S /tmp/top.$servers "$@"; }

keys() { tmx send-keys -t top "$@"; }

# begin COMMAND: in a new terminal.
begin()
{
	tmx kill-server 2>/dev/null
	servers=$((servers + 1))
	tmx new-session -d -s top -x 100 -y 24 \
		"export TERM=screen; $1; echo ended with \$?; sleep 9999"
}

# has TEXT...: the screen has a line that matches each of them, and none that matches
# one with a ! before it.
has()
{
	tmx capture-pane -p -t top >/tmp/screen || return 1
	for text; do
		case $text in
		!*) grep -q -e "${text#!}" /tmp/screen && return 1 ;;
		*) grep -q -e "$text" /tmp/screen || return 1 ;;
		esac
	done
	return 0
}

# shows NAME TEXT...: within two minutes.
shows()
{
	name=$1 tries=0
	shift
	until has "$@"; do
		tries=$((tries + 1))
		if [ $tries = 600 ]; then
			sed 's/^/# /' /tmp/screen
			tdacct status 2>&1 | sed 's/^/# /'
			echo "not ok - live: $name"
			return
		fi
		sleep 0.2
	done
	echo "ok - live: $name"
}

# dimmed TEXT: a line that matches has the escape code 2, which is "faint".
dimmed()
{
	tmx capture-pane -ep -t top | grep -e "$1" |
		grep -q "$(printf '\033')\[\([0-9]*;\)*2[;m]"
}

# shows_dimmed NAME TEXT: after some reading, each of which a key asks for.
shows_dimmed()
{
	tries=0
	until dimmed "$2"; do
		tries=$((tries + 1))
		if [ $tries = 60 ]; then
			tmx capture-pane -p -t top | sed 's/^/# /'
			echo "not ok - live: $1"
			return
		fi
		keys Space
		sleep 1
	done
	echo "ok - live: $1"
}

# use SET: by another program than the one on the screen.
use()
{
	tdacct events use "$1" >/tmp/use 2>&1 && return
	sed 's/^/# /' /tmp/use
	echo "not ok - live: events use $1"
}

# It is in use for as long as it answers a question.
remove_module()
{
	until rmmod tdacct 2>/tmp/rmmod; do
		grep -q 'temporarily unavailable' /tmp/rmmod || {
			echo "not ok - live: $(cat /tmp/rmmod)"
			return
		}
		sleep 0.1
	done
}

# ---- what comes and goes

# Rounding may add or take away a tenth of a percent, and so may what is charged
# while the totals are read.
whole='= \(99[.]9\|100[.][01]\) % of'

sleep 9999 &
older=$!
tdload l2_bound 1000000000000 >/dev/null &
load=$!
begin 'tdacct top -i 500ms'
shows 'a task that runs' "$load tdload .*---"
shows 'its interval' 'processes, in [0-9.]* s, by slots'
shows 'live, ended, idle and untracked are all slots of the CPUs' "$whole"
tdacct pause
shows 'a pause' '2 of 2 CPUs do not count, see tdacct doctor: CPU 0 is paused'
shows 'in a pause there are no slots' 'no slots were counted'
tdacct resume
shows 'counting again' "$load tdload .*---" "$whole"
remove_module
shows 'the module was removed' \
	'the module is not loaded; waiting for it; tdacct doctor tells more$'
insmod /lab/tdacct.ko
shows 'the module is back' "$load tdload .*---" "$whole" '!waiting for it'
keys Enter
shows 'its tree' "process $load tdload" 'memory_bound *9'
use memory
shows 'other events: the tree has what they measure' 'l2_bound *[0-9]'
remove_module
shows 'the tree stays while there is no module' \
	'the module is not loaded; waiting for it' "process $load tdload"
kill $older	# so that the module will number the load otherwise
insmod /lab/tdacct.ko
use memory
shows 'and goes on with the module' "process $load tdload" 'l2_bound *[0-9]' \
	'!waiting for it'
use none
keys Escape
shows 'no events any more' "$load tdload .*---" "$whole"

# ---- events, from inside

keys e
shows 'the sets that fit' 'Sets of events that fit' '^  memory  ' '^  none  ' \
	'^count the set: _'
use memory
shows 'somebody else chooses one' '^[*] memory  '
use none
shows 'and none again' '^  memory  '
keys Escape
shows 'nothing was chosen' "$load tdload .*---"
keys e nonsense Enter
shows 'events that nobody knows' "there is no event 'nonsense'"
keys e r01a1,r02a1,r04a1,r08a1,r10a1,r20a1,r40a1,r80a1,r03a1,r05a1 Enter
shows 'more events than there are counters' 'tdacct: these .*events' \
	"$load tdload .*---"
keys e memory Enter
shows 'another set' 'counting memory from now on'
keys e
shows 'which one it is' '^[*] memory  '
keys Escape Enter
shows 'its tree has what they measure' 'l2_bound *[0-9]'
keys Escape e none Enter
shows 'no set' 'counting none from now on' "$load tdload .*---"

# ---- filters

keys u 0 Enter
shows 'the processes of root' "$load tdload .*---"
keys u 4711 Enter
shows 'the processes of nobody' 'tdacct: 0 processes, in'
keys u Enter
shows 'the processes of all users' "$load tdload .*---"
keys o pid,user,ppid,slots,command Enter
shows 'users, parents and command lines' 'USER *PPID' \
	"^ *$load root *[0-9]* .*tdload l2_bound 1000000000000"
keys o pid,slots,cgroup Enter
shows 'a system without cgroups of version 2' "^ *$load .* [/-] *$"
mount -t cgroup2 none $cgroups
mkdir $cgroups/box
echo $load >$cgroups/box/cgroup.procs
keys w /box Enter
shows 'the processes of a cgroup' 'tdacct: 1 processes, in' \
	"^ *$load .* /box *$"
keys o pid,slots,cgroup Enter
shows 'in which cgroup it is' "^ *$load .* /box *$"
keys o Enter
echo $load >$cgroups/cgroup.procs
shows 'a process that left the cgroup' 'tdacct: 0 processes, in'
keys w Enter
shows 'the processes of all cgroups' "$load tdload .*---"
echo $load >$cgroups/box/cgroup.procs
keys t
shows 'the tree of cgroups' 'cgroups, in' ' box .*---'
keys d 24h Enter
shows 'from now on it reads when it is told to' ' box '
echo $load >$cgroups/cgroup.procs
rmdir $cgroups/box
shows_dimmed 'a cgroup that was removed is dimmed for an interval' ' box .*---'
keys Space
shows 'and gone in the next one' 'cgroups, in' '! box '
keys d 500ms Enter t
shows 'and the processes are there' "$load tdload .*---"
keys q
shows 'q ends it' 'ended with 0'

# ---- a user without privileges

# of_nobody COMMAND
of_nobody() { begin "su -s /bin/sh nobody -c '$1'"; }

of_nobody 'tdacct top -i 500ms'
shows 'who may not read is told what it needs' 'CAP_PERFMON' 'tdacct doctor'
keys q
shows 'and can end it' 'ended with 0'
remove_module
insmod /lab/tdacct.ko own_tasks=1
# shellcheck disable=SC2016 # the shell of nobody is to know it
of_nobody 'tdload l2_bound 1000000000000 >/dev/null & tdacct top -i 500ms; kill $!'
shows 'his own tasks' ' tdload .*---' 'the totals of the CPUs are not known' \
	"!^ *$load " '! init '
keys Enter
shows 'the tree of one of them' '^retiring  *[0-9]'
keys Escape t
shows 'cgroups he may not read' 'CAP_PERFMON' 'tdacct doctor'
keys t
shows 'his own tasks again' ' tdload .*---' "!^ *$load "
keys q
shows 'q ends that, too' 'ended with 0'
kill $load

echo '# the end'
