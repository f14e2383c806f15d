#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# top-terminal.sh TDACCT: the rows of 33-top.sh, in a root that has tmux. Each row
# waits for what the screen must come to show, for a minute if need be.
set -u

tdacct=$(realpath "$1")
scratch=$(mktemp -d)
socket=$scratch/socket
servers=0
trap 'end; rm -rf "$scratch"' EXIT

tmx() { tmux -f /dev/null -S "$socket" "$@"; }

# The next terminal has another server, since this one may take time to end.
end()
{
	tmx kill-server 2>/dev/null
	servers=$((servers + 1))
	socket=$scratch/socket.$servers
}

screen() { tmx capture-pane -p -t top >"$scratch/screen" 2>/dev/null; }

colours() { tmx capture-pane -ep -t top; }

# begin WIDTHxHEIGHT RECORDING OPTIONS...: run it in a new terminal. Its interval
# is a day, so that only the key Space makes it read once more.
begin()
{
	local size=$1 rec=build/top/$2.rec
	shift 2

	end
	cat >"$scratch/go" <<END
sh -c 'echo \$\$ >$scratch/pid; exec $tdacct top -i 24h --replay $rec $*'
echo "ended with \$?"
exec sleep 1000
END
	tmx new-session -d -s top -x "${size%x*}" -y "${size#*x}" \
		"env ${env:-LC_ALL=C.UTF-8} bash $scratch/go"
}

keys() { tmx send-keys -t top "$@"; }

has_all()
{
	local text

	screen
	for text; do
		grep -qe "$text" "$scratch/screen" || return 1
	done
}

# within COMMAND...: it succeeds within a minute.
within()
{
	local try

	for try in $(seq 600); do
		! "$@" || return 0
		sleep 0.1
	done
	echo "# this never held, in $try tries: $*"
	return 1
}

# holds NAME COMMAND...: it succeeds; if not, what was on the screen is printed.
holds()
{
	local name=$1
	shift

	if "$@"; then
		echo "ok - $name"
	else
		sed 's/^/# /' "$scratch/screen"
		echo "not ok - $name"
	fi
}

# shows NAME TEXT...: within a minute, a line of the screen matches each of them.
shows()
{
	local name=$1
	shift

	holds "$name" within has_all "$@"
}

misses() { ! grep -qe "$1" "$scratch/screen"; }

# lacks NAME TEXT: no line matches, on the screen that shows() saw last.
lacks() { holds "$1" misses "$2"; }

first_row() { sed -n '5s/^ *[0-9-]* \([a-z]*\).*/\1/p' "$scratch/screen"; }

is_first() { screen; [ "$(first_row)" = "$1" ]; }

# first NAME COMMAND: within a minute, the first row is that command.
first() { holds "$1" within is_first "$2"; }

no_wider() { [ "$(wc -L <"$scratch/screen")" -le "$1" ]; }

fills_from() { [ "$(sed 1,2d "$scratch/screen" | wc -L)" -ge "$1" ]; }

# Escapes of colours, which are 30 to 37 and 40 to 47.
coloured() { colours | grep -q $'\033\[[0-9;]*[34][0-7][;m]'; }

# The row of a command has the escape code 2, which is "faint", before it.
dimmed() { colours | grep "$1" | grep -q $'\033\[\([0-9]*;\)*2[;m]'; }

undimmed() { ! dimmed "$1"; }

# ---- what it shows

begin 100x24 few
shows 'the first reading: since counting began' \
	'tdacct: 5 processes, since counting began' '101 retirer *400 M'
shows 'the totals add up to the CPUs' \
	'^live 79.3 + ended 0.0 + idle 20.3 + untracked 0.4 = 100.0 % of 2.46 G slots$'
keys Space
shows 'the second reading: in the interval' 'tdacct: 6 processes, in 86400.00 s'
shows 'what has ended is in the totals' \
	'live 77.6 + ended 2.0 + idle 20.0 + untracked 0.4 = 100.0 % of'
shows 'a bar has the four shares' '104 loader *1 G =####-------------------'
shows 'the bottleneck by name' 'guesser.* branch_mispredicts' \
	'fetcher.* fetch_latency'
shows 'one that came in the interval' '107 newcomer *40 M'
shows 'one that ended in it, with its final counts' '106 leaver *50 M'
holds 'it is dimmed' within dimmed leaver
holds 'the others are not' undimmed newcomer
holds 'in colours' coloured
keys Space
shows 'one interval later it is gone' 'tdacct: 5 processes, in'
lacks 'and is no row any more' leaver
lacks 'who did nothing is no row' sleeper
keys z
shows 'unless that is wanted' '105 sleeper *0'
keys z b
shows 'since counting began' 'since counting began' '104 loader *3 G'
keys b

# ---- terminals that are wide, and such as are none

begin 200x24 few
shows 'wide: the first row' '101 retirer *400 M'
holds 'wide: what there is fills it' fills_from 150

env='LC_ALL=C.UTF-8 TERM=dumb'
begin 100x24 few
shows 'a terminal that moves no cursor: is named' \
	"the terminal 'dumb' cannot move its cursor, which top needs" 'ended with 1'
env='LC_ALL=C.UTF-8 TERM=nosuch'
begin 100x24 few
shows 'a terminal that is not known: is named' \
	"the terminal 'nosuch' is not known; set TERM to one that is" 'ended with 1'
env=

begin 100x24 threads --threads
shows 'a thread that will end' '106 leaver'
holds 'it is not dimmed while it lives' undimmed leaver
keys Space
shows 'a thread that ended in the interval' 'threads, in' '106 leaver *50 M'
holds 'a thread that ended is dimmed' within dimmed leaver
holds 'the other threads are not' undimmed newcomer
keys Space
shows 'the next interval has other threads only' 'tdacct: 5 threads, in'
lacks 'a thread that ended is no row any more' leaver
begin 100x24 cgroups --cgroups
shows 'a cgroup that will be removed' '^    brief *50 M'
holds 'it is not dimmed while it is there' undimmed brief
keys Space
shows 'a cgroup that was removed in the interval' 'cgroups, in' '^    brief *50 M'
holds 'a cgroup that was removed is dimmed' within dimmed brief
holds 'the other cgroups are not' undimmed system.slice
keys Space
shows 'the next interval has other cgroups only' 'tdacct: 4 cgroups, in'
lacks 'a cgroup that was removed is no row any more' brief

# ---- two core types, whose slots are of different events

begin 110x24 hybrid
shows 'P-cores and E-cores: a task that ran on one' '88 tdload *1.17 G =* *#* *fetch_latency'
shows 'P-cores and E-cores: the totals are of both' \
	'^live 74.2 + ended 25.6 + idle 0.2 + untracked 0.0 = 100.0 % of 1.87 G slots$'
begin 110x24 hybrid --cpus
shows 'P-cores and E-cores: CPUs of both' 'CPU 1 *1.10 G' 'CPU 0 *190 M'
begin 110x24 mixed
shows 'two types of Arm: a task that ran on both' \
	'142 tdload *65.7 M =* *-* *backend_bound *331 ms'
shows 'two types of Arm: the totals are of both' \
	'^live 75.2 + ended 17.3 + idle 7.5 + untracked 0.0 = 100.0 % of 235 M slots$'
begin 110x24 mixed --cpus
shows 'two types of Arm: CPUs of both' 'CPU 0 *62.8 M .* backend_bound' \
	'CPU 1 *61.5 M .* backend_bound'

# ---- order and filters

begin 100x24 few
shows 'processes once more' '104 loader'
keys Space Space
shows 'in the third reading' 'tdacct: 5 processes, in'

complaints() { stat -Lc %s "/proc/$(cat "$scratch/pid")/fd/2"; }

nothing_kept() { [ "$(complaints)" = 0 ]; }

keys N
first 'sorted by process id, from the smallest up' retirer
keys I
first 'reversed' newcomer
keys I F6 slots Enter
first 'by slots' loader
keys '>'
shows 'by the column to the right' ', by cpu_time$'
keys '<'
shows 'by the column to the left' ', by slots$'
shows 'it is one of those on the screen' '^PID.* SLOTS'
lacks 'and another is not' '^PID.*BAD'
keys F6 bad_speculation Enter
first 'by a column that is not shown' guesser
shows 'it is shown then' '^PID.* BAD ' 'guesser.* 50.0 %'
keys F6 colour Enter
shows 'no such column' "no column 'colour'"
holds 'a complaint that was shown is not kept' within nothing_kept
shows 'the order stays' ', by bad_speculation$'
keys F6 slots Enter "\\" etch Enter
shows 'only some commands' 'tdacct: 1 processes' '103 fetcher'
keys F4 Enter
shows 'all of them again' 'tdacct: 5 processes'
keys m 300000000 Enter
shows 'only what has so many slots' 'tdacct: 3 processes'
lacks 'what has less is no row' fetcher
keys m Enter u root Enter
shows 'a recording knows no users' 'a recording does not tell who owned'
keys e
shows 'nor other events' 'a recording has the events that were counted then'
keys w /user.slice Enter
shows 'nor where processes are' 'a recording does not tell in which cgroup'
keys / guess Enter Enter
shows 'a search, and its row opened' '^process 102 guesser' 'NODE  *SHARE  *+-' \
	'branch_mispredicts  *25.0 %'
keys Space
shows 'the tree is that of the last interval' '300 M slots' '^process 102'
keys Enter
shows 'with every node' 'icache_misses  *- '
keys Enter
shows 'folded once more' '^~ frontend_bound'
lacks 'without what is below its thresholds' icache_misses
keys Escape
shows 'closed again' '101 retirer'
keys F4 ä€
shows 'a text of other letters' 'only names with this text (no pattern): ä€_$'
keys BSpace
shows 'which are taken back one by one' 'only names with this text (no pattern): ä_$'
keys Escape
keys / nobody Enter
shows 'a search in vain' "no row has 'nobody' in its name"
keys o pid,comm,ipc Enter
shows 'columns by choice' '^PID COMMAND *SLOTS *IPC$'
keys o +ppid,threads Enter
shows 'columns besides' 'BOTTLENECK .* PPID'
keys o +colour Enter
shows 'of which one is not there' "no column 'colour'"
shows 'the columns stay' 'BOTTLENECK .* PPID'
keys o Enter
shows 'the usual columns' 'BOTTLENECK'
lacks 'and no others' PPID

# ---- views

keys H Space
shows 'threads' 'threads, in' 'TID COMMAND'
keys w /user.slice/app Enter
shows 'threads of a cgroup' 'tdacct: 2 threads' '103 fetcher' '104 loader'
keys w Enter t Space
shows 'the tree of cgroups' '^/ *1.9[0-9] G' '^  user.slice *1.90 G' \
	'^    app *1.20 G' '^  system.slice'
keys I
below_root() { screen; sed -n 6p "$scratch/screen" | grep -q "^  $1 "; }
holds 'the tree reversed' within below_root system.slice
keys I C Space
shows 'CPUs' 'tdacct: 2 CPUs, in' '^CPU 0 ' '^CPU 1 '
keys '?'
shows 'help' 'Keys of top:' 'Up, k *choose the row above'
keys End
shows 'the end of the help' '?, h, F1 *show these keys'
keys q
shows 'the help is closed by q' '^CPU 0 '
keys Z
shows 'paused' '^tdacct: PAUSED, '
keys Z
keys Space Space Space Space Space Space
shows 'a recording ends' 'the recording has no more'
keys q
shows 'q ends it well' '^ended with 0'

# ---- what is chosen from the beginning

begin 130x24 few -o +ppid
shows 'columns besides those of the view' 'BOTTLENECK .* COVERAGE *PPID *SWITCHES *INSTRUCTIONS$'
keys H
shows 'and of the next view' '^TID .* PID COVERAGE *PPID *SWITCHES *INSTRUCTIONS$'
begin 100x24 few -p 101,104
shows 'some processes' '101 retirer' '104 loader'
lacks 'and no others' guesser
begin 100x24 few --threads -t 102
shows 'a thread' 'threads, since' '102 guesser'
lacks 'and no other' loader
begin 100x24 few -c gues?er
shows 'commands by a pattern' '102 guesser'
lacks 'no others' loader
begin 100x24 few --threads -G user.slice/app,system.slice
shows 'threads of two cgroups' '103 fetcher' '104 loader'
lacks 'and of no other' guesser
begin 100x24 few --min-slots 1000000000
shows 'what has so many slots' '104 loader'
lacks 'what has less is no row from the beginning' guesser
begin 100x24 few -C 1
shows 'a CPU' 'CPUs, since' 'CPU 1'
lacks 'without the other one' 'CPU 0'

# ---- sizes

begin 40x12 few
shows '40 columns: totals' '^L 79.3 + E 0.0 + I 20.3 + U 0.4 = 100.0$'
shows '40 columns: a bar' '104 loader *1 G ##------$'
holds '40 columns: nothing is wider' no_wider 40
keys Right Right
shows '40 columns: further right' '104 loader *memory_bound'
keys Left Left
shows '40 columns: and back' '104 loader *1 G ##------'
keys F4 retirer
shows '40 columns: the end of what is typed' 'this text (no pattern): retirer_$'
keys Escape
tmx resize-window -t top -x 90 -y 30
shows 'wider: more columns, and the last line is the last' 'BOTTLENECK' 'q quit'
tmx resize-window -t top -x 12 -y 3
shows '12 columns of 3 lines' '^tdacct: 5'
tmx resize-window -t top -x 80 -y 24
shows 'and large again' 'BOTTLENECK' '104 loader'
keys q
shows 'it has outlived that' '^ended with 0'

env='NO_COLOR=1 LC_ALL=C.UTF-8' begin 100x24 few
shows 'NO_COLOR: the same bars' '104 loader *1 G =####----'
holds 'NO_COLOR: none' eval '! coloured'

begin 100x24 waiting
shows 'a CPU that waits is told on top' \
	'1 of 2 CPUs do not count, see tdacct doctor: CPU 1 is waiting: slots is held by another'

# The picture for README.md: of an interval of a second, which does not go on.
begin 100x24 few
shows 'for a picture' '104 loader'
keys Z d 1s Enter Space d 24h Enter Z
shows 'a picture' 'tdacct: 6 processes, in 1.00 s, by slots$' 'q quit'
tmx capture-pane -eNp -t top >build/top/screen.txt

begin 100x24 many --threads
shows 'a hundred thousand threads' 'tdacct: 100005 threads' 'loader'
keys End
shows 'the last one of them' 'sleeper[0-9]* *10 M'
keys Space
shows 'those that slept in the interval are hidden' 'tdacct: 6 threads, in'

# ---- how it ends, and comes back

end
tmx new-session -d -s top -x 80 -y 24 "env HISTFILE= LC_ALL=C.UTF-8 bash --norc"
keys "$tdacct top -i 24h --replay build/top/few.rec" Enter
shows 'by a shell' '104 loader'
keys C-z
shows 'stopped by Ctrl-Z' 'Stopped'
keys fg Enter
shows 'and in the foreground again' '104 loader' 'q quit'
keys C-z
shows 'stopped once more' 'Stopped'
tmx resize-window -t top -x 60 -y 15
keys fg Enter
shows 'back in a terminal that is smaller by now' '^tdacct: 5' '^L 79.3' \
	'104 loader *1 G ##------ ' '^? keys'
holds 'it fits' no_wider 60
tmx resize-window -t top -x 80 -y 24
keys C-c
shows 'Ctrl-C gives the terminal back' '^bash-'
keys 'echo status $?' Enter
shows 'and is no failure' '^status 0$'
keys 'clear' Enter "$tdacct top -i 24h --replay build/top/few.rec" Enter
shows 'by a shell once more' '104 loader'
keys "C-\\"
shows 'Ctrl-\ gives the terminal back, too' '^bash-'
keys 'echo quit $?' Enter
shows 'and ends it well' '^quit 0$'
keys "$tdacct top --replay build/top/few.rec | cat" Enter
shows 'not without a terminal' 'top needs a terminal'
keys "TERM=nonsense $tdacct top --replay build/top/few.rec" Enter
shows 'nor with an unknown one' "the terminal 'nonsense' is not known"

gone() { ! kill -0 "$1" 2>/dev/null; }

begin 80x24 few
shows 'it runs' '104 loader'
pid=$(cat "$scratch/pid")
kill -TERM "$pid"
shows 'a signal ends it well' '^ended with 0'
begin 80x24 few
shows 'it runs once more' '104 loader'
pid=$(cat "$scratch/pid")
end
holds 'a terminal that dies ends it' within gone "$pid"
# hung_up: the other end of its terminal is closed, and no signal tells of it.
hung_up()
{
	python3 - "$tdacct" <<'END'
import os, pty, subprocess, sys
main, end = pty.openpty()
tool = subprocess.Popen([sys.argv[1], "top", "-i", "24h", "--replay", "build/top/few.rec"],
                        stdin=end, stdout=end, env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8"})
os.close(end)
os.read(main, 100)
os.close(main)
sys.exit(tool.wait(timeout=60) not in (0, 1))
END
}
holds 'a terminal that dies without a signal ends it' hung_up
# unread: nobody reads what its terminal is sent, which is drawn anew until the
# terminal has no more room; it ends by the signal all the same.
unread()
{
	python3 - "$tdacct" <<'END'
import os, pty, signal, subprocess, sys, time
main, end = pty.openpty()
tool = subprocess.Popen([sys.argv[1], "top", "-i", "24h", "--replay", "build/top/few.rec"],
                        stdin=end, stdout=end, env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8"})
os.close(end)
for _ in range(300):
    os.write(main, b"\f")
    time.sleep(0.02)
tool.send_signal(signal.SIGTERM)
sys.exit(tool.wait(timeout=60) != -signal.SIGTERM)
END
}
holds 'a signal ends it where nobody reads its terminal' unread
echo '# the end'
