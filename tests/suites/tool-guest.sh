#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In a guest with the module: what the tool says, and how it ends. busybox's sh.
# In the environment: MARKER, the slots of one (600); LEVELS, of metrics (2);
# SLOWLY, if set: a kernel that looks for mistakes takes its time, and executes so
# much itself that a program's slots tell little of its markers.

out=/tmp/tool.out err=/tmp/tool.err
marker=${MARKER:-600}
least="100000 * $marker" most="110000 * $marker"
core=core_bound heavy=heavy_operations
[ "${LEVELS:-2}" != 1 ] || core=backend_bound heavy=retiring

# row NAME STATUS TEXT COMMAND...: so it ends, and some line it prints matches.
row()
{
	name=$1 status=$2 text=$3
	shift 3
	"$@" >$out 2>$err
	got=$?
	if [ $got = "$status" ] && cat $out $err | grep -q -e "$text"; then
		echo "ok - $name"
		return
	fi
	echo "# want status $status and '$text', got $got and:"
	cat $out $err | sed 's/^/# /'
	echo "not ok - $name"
}

# within NAME KEY LOW HIGH FILE: the first number under this key of the JSON.
# LOW and HIGH may be sums and products.
within()
{
	number=$(sed -n "s/.*\"$2\": \([-0-9.e]*\).*/\1/p" "$5" | head -n 1)
	if awk "BEGIN { exit !(\"$number\" != \"\" && \
			$3 <= ${number:-0} && ${number:-0} <= $4) }"; then
		echo "ok - $1"
	else
		echo "# $2 is '$number', expected $3 to $4"
		echo "not ok - $1"
	fi
}

# marked NAME KEY LOW HIGH FILE: the same, of what little but markers did.
marked()
{
	if [ -n "${SLOWLY:-}" ]; then
		echo "ok - $1 # SKIP this kernel executes much itself"
	else
		within "$@"
	fi
}

# without NAME TEXT COMMAND...: it succeeds, prints something, and no line matches.
without()
{
	name=$1 text=$2
	shift 2
	if "$@" >$out 2>$err && [ -s $out ] && ! grep -q -e "$text" $out; then
		echo "ok - $name"
		return
	fi
	echo "# '$text' is not wanted, or something went wrong:"
	cat $out $err | sed 's/^/# /'
	echo "not ok - $name"
}

# node NAME NODE LOW HIGH FILE: the share of a node.
node()
{
	sed -n "/\"name\": \"$2\"/,/share/p" "$5" >/tmp/tool.node
	marked "$1" share "$3" "$4" /tmp/tool.node
}

# first_of KEY FILE: the first number under this key of the JSON.
first_of()
{
	sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" "$2" | head -n 1
}

# between KEY: how much more of it is in last.json than in first.json.
between()
{
	echo "$(first_of "$1" /tmp/last.json) - $(first_of "$1" /tmp/first.json)"
}

# The children of the command, of the run that is in run.json.
children()
{
	sed -n '/"children": {/,$p' /tmp/run.json >/tmp/children.json
}

# A task that has done its markers and waits: its id. hold OPTIONS...
hold()
{
	rm -f /tmp/tool.ready
	mkfifo /tmp/tool.ready 2>/dev/null
	: >/tmp/tool.held
	tdload "$@" --hold </tmp/tool.ready >/tmp/tool.held &
	exec 9>/tmp/tool.ready
	tries=0
	until grep -q ready /tmp/tool.held; do
		tries=$((tries + 1))
		if [ $tries = 4000 ] || ! kill -0 $!; then
			echo "not ok - tdload $* does its markers and waits"
			break
		fi
		sleep 0.05
	done
	held=$(sed -n 's/^task=0 tid=\([0-9]*\).*/\1/p' /tmp/tool.held)
}

release()
{
	exec 9>&-
	wait
}

# wait_for_text TEXT COMMAND...: again and again until it prints that.
wait_for_text()
{
	expected=$1 tries=0
	shift
	until "$@" >/tmp/tool.wait 2>&1; grep -e "$expected" /tmp/tool.wait; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || return 1
		sleep 0.2
	done
}

# ---- a process, a thread, a CPU, the system ----
hold 03 100000
tdacct show --pid "$held" --json >/tmp/show.json
node 'core bound markers are core bound' "$core" 0.9 1 /tmp/show.json
marked 'the markers are counted' slots "$least" "$most" /tmp/show.json
row 'a process by text' 0 "^process $held tdload" tdacct show --pid "$held"
row 'its only thread' 0 "^thread $held tdload" tdacct show --task "$held"
row 'the same for an interval' 0 '^in [0-9]*\.[0-9]* s: CPU time 0 ns' \
	tdacct show --pid "$held" --interval 0.2
tdacct show --pid "$held" --interval 0.2 --json >/tmp/show.json
within 'in which it did nothing' slots 0 0 /tmp/show.json
row 'a CPU' 0 '^CPU 1' tdacct show --cpu 1
row 'a CPU that is not there' 1 'there is no CPU 99' tdacct show --cpu 99
row 'the system' 0 '^system of 2 CPUs' tdacct show --system --interval 0.2
# What is in an interval is less than between a reading before and one behind it.
tdacct show --system --json >/tmp/first.json
tdacct show --system --json --interval 0.2 >/tmp/show.json
tdacct show --system --json >/tmp/last.json
within 'in an interval it is that long on both' cpu_ns 2*0.2e9 \
	"$(between cpu_ns)" /tmp/show.json
within 'and what was before is left out' slots 1 "$(between slots)" \
	/tmp/show.json
row 'a list' 0 "^ *$held tdload" tdacct list
row 'a list by threads' 0 "^ *$held *$held tdload" tdacct list --threads
row 'a list of one process' 0 "^ *$held tdload" tdacct list --pid "$held"
without 'and of no other' ' init ' tdacct list --pid "$held"
row 'its threads' 0 "^ *$held *$held tdload" \
	tdacct list --threads --pid "$held"
without 'and nobody else'"'"'s' ' init ' tdacct list --threads --pid "$held"
row 'two processes together' 0 "^processes 1,$held together, threads: 2" \
	tdacct show -p "1,$held"
row 'two threads in an interval' 0 '^in [0-9]*\.[0-9]* s: CPU time' \
	tdacct show -t "1,$held" -I 200 --count 1
row 'a list of two processes' 0 '^3$' sh -c "tdacct list -p 1,$held | wc -l"
tdacct show --cpu 1 --json --interval 0.3 >/tmp/show.json
within 'an interval is as long as it was, not as was asked' interval_s \
	0.3000001 60 /tmp/show.json
generation=$(tdacct list --json |
	sed -n 's/.*"generation": \([0-9]*\).*/\1/p')
row 'who ran since is listed' 0 ' tdacct ' tdacct list --since "$generation"
without 'who did not run since is left out' tdload \
	tdacct list --since "$generation"
without 'nor is a thread of his listed' tdload \
	tdacct list --threads --since "$generation"
release

hold --share 03,04 --slice 60000 --slices 20 --threads
pid=$(sed -n 's/^process //p' /tmp/tool.held)
pid=${pid:-$(awk '/^Tgid/ { print $2 }' "/proc/$held/status")}
row 'a thread that bears the number of its process' 0 \
	"this is only one of the 3 threads of its process; --pid $pid" \
	tdacct show --task "$pid"
row 'a thread taken for a process' 1 \
	"$held is a thread of process $pid; use --pid $pid or --task $held" \
	tdacct show --pid "$held"
release

# ---- ids that are not there, and such as go away ----
row 'an unknown process' 1 '^tdacct: process 99999: no' tdacct show --pid 99999
row 'an unknown thread' 1 '^tdacct: thread 99999: no' tdacct show --task 99999
patience=10
[ -z "${SLOWLY:-}" ] || patience=20

# waits: until the tool sleeps in ppoll(), which is number 271 of the system calls.
waits()
{
	tries=0
	until grep -q '^271 ' "/proc/$(pidof tdacct)/syscall" 2>/dev/null ||
	      [ $tries = 1000 ]; do
		tries=$((tries + 1))
		sleep 0.05
	done
}

# Its child ends while the tool waits.
sacrifice()
{
	sleep 1000 &
	echo $! >/tmp/victim
	waits
	kill -9 $!
	wait
}

# show_victim OPTION...: of such a child.
show_victim()
{
	rm -f /tmp/victim
	sacrifice &
	until [ -s /tmp/victim ]; do sleep 0.05; done
	victim=$(cat /tmp/victim)
	wait_for_text "^process $victim sleep" \
		tdacct show --pid "$victim" --isolated >/dev/null
	tdacct show --pid "$victim" "$@"
	wait
}

# stopped SIGNAL COMMAND...: by it while the command waits.
stopped()
{
	signal=$1
	shift
	"$@" &
	waits
	kill "-$signal" $!
	wait $!
}

row 'a process that ends in an interval' 0 \
	'^note: it has ended: these are its final counts' \
	show_victim --interval $patience
row 'a process until it ends' 0 \
	'^note: it has ended: these are its final counts' show_victim --until-end
# Nobody reads what it prints until a pipe is full. stuck SIGNAL COMMAND...
stuck()
{
	signal=$1
	shift
	rm -f /tmp/stuck
	mkfifo /tmp/stuck
	sh -c 'exec sleep 1000' </tmp/stuck &
	sleeper=$!
	"$@" >/tmp/stuck &
	writer=$!
	# asleep in write(1, ...), which is call 64 on arm64
	wait_for_text '^\(1\|64\) 0x1 ' cat "/proc/$writer/syscall" \
		>/dev/null || signal=KILL
	kill "-$signal" $writer
	wait $writer
	status=$?
	kill $sleeper
	wait $sleeper
	echo 'nobody read'
	return $status
}

row 'where nobody reads, TERM ends a series' 143 '^nobody read$' \
	stuck TERM tdacct list --threads --zeros --json -I 10
row 'and so does Ctrl-C' 130 '^nobody read$' \
	stuck INT tdacct status -I 10
row 'Ctrl-C shows what there is' 130 '^in [0-9]*\.[0-9]* s: online' \
	stopped INT tdacct show --system --interval 600
row 'so does TERM, of a list in a series' 143 '^in [0-9]*\.[0-9]* s:' \
	stopped TERM tdacct list -I 600000
two_states()
{
	tdacct status --interval 0.1 --count 2 --csv >/tmp/states || return
	grep -cE '^[0-9]+\.[0-9]+,[0-9]*\.?[0-9]+,1,counting' /tmp/states
}

row 'two intervals of the state' 0 '^2$' two_states
row 'parents, users and command lines' 0 "^ *1 *0 root " \
	tdacct list -o pid,ppid,user,command
row 'CPUs' 0 '^CPU 1 ' tdacct list --cpus
row 'cores' 0 '^S[0-9]*-D[0-9]*-C[0-9]* ' tdacct list --per-core

# ---- run ----
row 'run: a command that succeeds' 0 '^process .* true' tdacct run true
row 'run: a status is passed on' 7 '^process .* sh' tdacct run -- sh -c 'exit 7'
row 'run: a signal is passed on' 137 '^process .* sh' \
	tdacct run sh -c 'kill -9 $$'
row 'run: no such command' 127 "cannot run 'nonsense': No such file" \
	tdacct run nonsense
row 'run: no program' 126 "cannot run '/etc': Permission denied" \
	tdacct run /etc
row 'run: a report that cannot be written' 1 "cannot write '/no/file'" \
	tdacct run -o /no/file true
tdacct run -o /tmp/report echo hello >/tmp/said 2>&1
row 'run: the output is that of the command' 0 '^hello$' cat /tmp/said
row 'run: the report goes to its file' 0 '^process .* echo' cat /tmp/report
tdacct run --json -o /tmp/run.json tdload 03 100000 >/dev/null
marked 'run: the last slot is there' slots "$least" "$most" /tmp/run.json
node 'run: the tree is that of the markers' "$core" 0.9 1 /tmp/run.json
within 'run: the status is in the JSON' exit_status 0 0 /tmp/run.json
tdacct run --json -o /tmp/run.json sh -c \
	'sleep 0.5 | tdload 04 100000 --hold >/dev/null; true'
children
within 'run: the children of a command' processes 2 2 /tmp/children.json
marked 'run: what they were charged' slots "$least" "$least * 7 / 6" /tmp/children.json
node 'run: and what that was' "$heavy" 0.85 1 /tmp/children.json
tdacct run --json -o /tmp/run.json storm fork 200 --markers 03:2000 >/dev/null
children
within 'run: of 200 short lives none is missing' processes 200 200 \
	/tmp/children.json
marked 'run: nor is a marker: 200 x 2000 of them' \
	backend_bound "4 * $least - 500000" "4 * $least + 500000" \
	/tmp/children.json
tdacct run --json -o /tmp/run.json sh -c \
	'for i in 1 2 3 4 5 6 7 8 9 10; do sh -c "tdload 03 500; :"; done; :' >/dev/null
children
within 'run: nor a child of a child that went first' processes 20 20 \
	/tmp/children.json
row 'run: in words' 0 '^children: 20 processes, CPU time' \
	tdacct run storm exec 20
row 'run: times, and both together' 0 '^elapsed .*, user .*, system ' \
	tdacct run storm exec 2
row 'run: the command and its children in one tree' 0 \
	'^total: process [0-9]* storm and its children, CPU time' \
	tdacct run storm exec 2
tdacct run --json -o /tmp/run.json sh -c 'tdload 03 20000; tdload 04 20000' >/dev/null
sed -n '/"total": {/,$p' /tmp/run.json >/tmp/total.json
marked 'run: the total has the children' slots "$least * 4 / 10" "$most" \
	/tmp/total.json
tdacct run --json -r 3 -o /tmp/run.json tdload 03 20000 >/tmp/said
row 'run: as often as was asked' 0 '^3$' grep -c '^task=0' /tmp/said
sed -n '/"runs": {/,$p' /tmp/run.json >/tmp/runs.json
within 'run: and so it says' number 3 3 /tmp/runs.json
sed -n '/"slots": {/,$p' /tmp/runs.json >/tmp/mean.json
marked 'run: the mean of the runs' mean "$least / 5" "$least * 7 / 30" /tmp/mean.json
marked 'run: all of them together' slots "$least * 3 / 5" "$least * 7 / 10" \
	/tmp/run.json
row 'run: the first that fails decides, and does not end it' 3 '^2 RUNS' \
	tdacct run -r 2 sh -c 'exit 3'

# The lines of intervals have a time; those of the report do not.
tdacct run -I 200 -x, -o /tmp/laps sh -c \
	'tdload 03 20000; sleep 1; tdload 04 20000; sleep 0.5' >/dev/null
row 'run: intervals go on to its end' 0 '^many$' awk -F, \
	'$3 == "total" && $6 == "retiring" && $1 { nr++ }
	END { print (nr > 4 ? "many" : nr) }' /tmp/laps
row 'run: intervals add up to the report, to the unit' 0 '^equal$' awk -F, \
	'$3 == "total" && $6 == "retiring" { if ($1) sum += $13; else all = $13 }
	END { print (all > 0 && sum == all ? "equal" : sum " and " all) }' /tmp/laps
row 'run: what no child ended in has none of it' 0 '^some$' awk -F, \
	'$3 == "children" && $6 == "retiring" && $1 && !$13 { print "some"; exit }' \
	/tmp/laps
row 'run: so many intervals' 0 '^2$' sh -c \
	'tdacct run -I 100 --count 2 -j sleep 1 2>&1 | grep -c time_ns..1'
row 'run: and the report below them' 0 '^from the beginning to the end:$' \
	tdacct run -i 0.2 sleep 0.5

# ended_by SIGNAL NAME: who is sent it has a report still, and left nobody.
ended_by()
{
	rm -f /tmp/report
	{
		wait_for_text 'root  *sleep 1234$' ps >/dev/null
		kill "-$1" "$(pidof tdacct)"
	} &
	tdacct run -o /tmp/report sleep 1234
	ended=$?
	wait
	row "run: $1 is the status" 0 "^$2$" echo $ended
	row "run: $1 leaves a report" 0 '^process .* sleep' cat /tmp/report
	row "run: $1 leaves nobody behind" 0 '^nobody$' \
		sh -c "ps | grep '[s]leep 1234' || echo nobody"
}
ended_by TERM 143
ended_by INT 130
row 'run: nothing is run where the report cannot be written' 1 'cannot write' \
	tdacct run -o /no/file touch /tmp/never
row 'run: indeed' 1 . ls /tmp/never
row 'run: an orphan is not waited for' 0 '^process .* sh' \
	timeout 100 tdacct run sh -c '(sleep 1000 &)'
row 'a process that had children' 0 '^note: [0-9]* processes that it started' \
	tdacct show --pid $$

# ---- a list is a sum ----
# slots_of COMMAND...: the sum over all rows, or the first of one tree.
slots_of()
{
	"$@" --json | sed -n 's/.*"slots": \([0-9]*\).*/\1/p' |
		awk '{ sum += $1 } END { printf "%.0f", sum }'
}

system_slots()
{
	tdacct show --system --json |
		sed -n 's/.*"slots": \([0-9]*\).*/\1/p' | head -n 1
}

# sum NAME LOW NUMBER HIGH
sum()
{
	echo "\"sum\": $3" >/tmp/sum.json
	within "$1" sum "$2" "$4" /tmp/sum.json
}

storm fork 1000000 >/dev/null 2>&1 &
storm=$!
for what in --processes --threads; do
	before=$(system_slots)
	all=$(slots_of tdacct list $what -o slots 2>/dev/null)
	sum "list $what: in a storm its sum is the system's" "$before" "$all" \
		"$(system_slots)"
	# On a slow machine what is asked before and behind takes long, too.
	for interval in 2 10 50; do
		before=$(system_slots)
		all=$(slots_of tdacct list $what -o slots --interval $interval \
			2>/dev/null)
		after=$(system_slots)
		[ $((2 * (after - before))) -gt $((3 * all)) ] || break
	done
	sum "list $what: that of an interval, too" "($after - $before) * 2 / 3" \
		"$all" "$after - $before"
done
row 'list: what ended, by command' 0 '\[exited\] storm' \
	tdacct list --interval 1
kill $storm
wait $storm

# Each process of a tree has at least what its threads have, in FILE.
smaller()
{
	awk -F'[:,]' '/"kind":/ { kind = $2 }
	/"slots"/ && kind ~ /process/ { whole = $2; parts = 0 }
	/"slots"/ && kind ~ /thread/ { parts += $2; if (parts > whole) n++ }
	END { print "smaller than their threads:", n + 0 }' "$1"
}

(while :; do :; done) &
busy=$!
for _ in 1 2 3 4 5; do
	tdacct list --tree --sort tid --json -o tid,slots 2>/dev/null
done >/tmp/tree.json
kill $busy
wait $busy
row 'list --tree: no process is smaller than its threads' 0 'threads: 0$' \
	smaller /tmp/tree.json

# ---- cgroups ----
cgroups=/sys/fs/cgroup

# in_cgroup DIRECTORY COMMAND...
in_cgroup()
{
	directory=$cgroups/$1
	shift
	# shellcheck disable=SC2016
	sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$directory" "$@" \
		>/dev/null
}

mkdir -p $cgroups/a/b
in_cgroup a/b tdload 03 100000
in_cgroup a tdload 04 100000
tdacct show --cgroup a --json >/tmp/show.json
node 'a cgroup has what is below it too: half' "$core" 0.4 0.55 \
	/tmp/show.json
node 'and half of its own' "$heavy" 0.4 0.55 /tmp/show.json
marked 'all the markers are counted' slots "2 * $least" "2 * $most" /tmp/show.json
tdacct show --cgroup a --own --json >/tmp/show.json
marked 'its own are half of them' slots "$least" "$most" /tmp/show.json
node 'and of one kind' "$heavy" 0.9 1 /tmp/show.json
row 'a cgroup by its directory' 0 '^cgroup /a/b, all below it included' \
	tdacct show --cgroup $cgroups/a/b
row 'a cgroup for an interval' 0 '^in [0-9]*\.[0-9]* s: CPU time' \
	tdacct show --cgroup a --interval 0.2
tdacct show --cgroup a --interval 0.2 --json >/tmp/show.json
within 'in which nothing ran in it' slots 0 0 /tmp/show.json
row 'a list of cgroups' 0 '^/a/b ' tdacct list --cgroups
row 'their tree' 0 '^  `-b ' tdacct list --cgroups --tree
in_cgroup a/b sleep 1000 &
row 'where a thread is' 0 '^sleep */a/b$' \
	wait_for_text '^sleep */a/b$' tdacct list --threads -o comm,cgroup
kill $!
wait $!
# As systemd and Docker call them.
docker=docker-$(printf '0123456789ab%.0s' 1 2 3 4 5)cdef.scope
mkdir -p $cgroups/system.slice/x.service $cgroups/system.slice/"$docker"
in_cgroup system.slice/x.service sleep 1000 &
in_service=$!
in_cgroup system.slice/"$docker" sleep 1000 &
row 'in which unit a thread is' 0 '^sleep *x[.]service *-$' \
	wait_for_text '^sleep *x[.]service *-$' \
	tdacct list --threads -o comm,unit,container
row 'in which container' 0 "^sleep *$docker *0123456789ab$" \
	wait_for_text "^sleep *$docker *0123456789ab$" \
	tdacct list --threads -o comm,unit,container
row 'and a process' 0 '^sleep *x[.]service *-$' \
	tdacct list -o comm,unit,container
for directory in x.service "$docker"; do
	kill "$(cat "$cgroups/system.slice/$directory/cgroup.procs")"
done
wait $in_service $!
rmdir $cgroups/system.slice/x.service $cgroups/system.slice/"$docker" \
	$cgroups/system.slice
mkdir $cgroups/a/c
in_cgroup a/c sleep 1000 &
row 'two cgroups together' 0 '^cgroups a/b,a/c together, all below them included' \
	wait_for_text '^cgroups' tdacct show -G a/b,a/c
kill $!
wait $!
row 'a cgroup is not added again' 0 'cgroup a/b is below a, whose counts already include it' \
	tdacct show -G a,a/b
row 'a list of a cgroup says what it lacks' 0 \
	'of the slots that were charged in there are in no row' \
	tdacct list -G a
row 'the laws of cgroups hold' 0 '^ok *cgroup-is-its-parts' tdacct check
row 'no such cgroup' 1 "there is no cgroup 'x/y' below $cgroups" \
	tdacct show --cgroup x/y
mkdir $cgroups/idle
row 'a cgroup in which nothing ran' 1 'cgroup idle: nothing ran in it' \
	tdacct show --cgroup idle
row 'no cgroup but a directory' 1 "'/proc' is not the directory of a cgroup" \
	tdacct show --cgroup /proc
mkdir /tmp/v1
mount -t cgroup -o none,name=v1 none /tmp/v1
row 'a cgroup of version 1' 1 "'/tmp/v1' is a cgroup of version 1" \
	tdacct show --cgroup /tmp/v1
umount /tmp/v1
id=$(stat -c %i $cgroups/a/b)
row 'a cgroup by its number' 0 '^cgroup /a/b,' tdacct show --cgroup "id:$id"
umount $cgroups
row 'no cgroup2 is mounted' 1 'no cgroup2 file system is mounted' \
	tdacct show --cgroup nowhere
row 'a path that tdacct shows needs no mount' 0 '^cgroup /a,' tdacct show --cgroup /a
row 'its number needs no mount' 0 '^cgroup /a/b,' tdacct show --cgroup "id:$id"
mount -t cgroup2 none $cgroups

# ---- what it means, and what may be wrong ----
row 'a node is explained with numbers' 0 '^pid 1 init: .* %' \
	tdacct explain retiring --pid 1
row 'show explains the same' 0 '^  = .* / ' \
	tdacct show --pid 1 --explain Retiring
row 'what each node means' 0 '^backend_bound: Backend Bound$' \
	tdacct show --pid 1 --describe
row 'the doctor: the module' 0 '^fine    module: *version [0-9.]* is loaded, as' \
	tdacct doctor
row 'the doctor: the counters' 0 '^fine    counting: *[0-9]* values are counted' \
	tdacct doctor
tdacct pause >/dev/null
row 'the doctor: a pause' 1 '^problem counting: *it is paused' tdacct doctor
tdacct resume >/dev/null
row 'the doctor: no permission' 1 '^problem permissions: *you have neither' \
	su -s /bin/sh nobody -c 'tdacct doctor'

# ---- watch ----
# watch OPTIONS...: begin it, and go on when it is told of what ends.
watch()
{
	tdacct watch --timeout 900 "$@" >/tmp/watch.out 2>/tmp/watch.err &
	watcher=$!
	wait_for_text 'subscribers  *1$' tdacct status >/dev/null
}

# A queue that is full stays so until it is read: then all that ends is missed.
# Asking ends processes too, so that the number comes, and by then what ended
# before was told of. fill_up NUMBER
fill_up()
{
	missed=0 tries=0
	while [ "$missed" -lt "$1" ] && [ $tries -lt 300 ]; do
		missed=$(tdacct status | sed -n 's/^notices_missed *//p')
		tries=$((tries + 1))
	done
}

ends()
{
	wait "$1"
	status=$?
	echo "ended with $status"
	return $status
}

# The line of a watch as the other JSON is.
lines()
{
	sed 's/":/": /g' /tmp/watch.out >/tmp/watch.json
}

watch --json --comm 'tdl*' --min-slots $((100000 * marker)) --count 1
tdload 03 1000 >/dev/null
tdload 03 100000 >/dev/null
row 'watch: ends after so many lines' 0 '^ended with 0$' ends $watcher
lines
marked 'watch: every slot is in the last counts' slots "$least" "$most" \
	/tmp/watch.json
marked 'watch: and what they were' "$core" 0.9 1 /tmp/watch.json
row 'watch: it sums up' 0 '^tdacct: 1 shown of [0-9]* notices, 0 missed$' \
	cat /tmp/watch.err

mkdir $cgroups/a/b/c
watch --cgroup a -o kind,who,cgroup,slots --count 3
tdload 03 1000 >/dev/null
in_cgroup a/b/c tdload 03 1000
# A cgroup that is gone when the tool asks for its name is only a number.
wait_for_text ' tdload ' cat /tmp/watch.out >/dev/null
rmdir $cgroups/a/b/c
mkdir $cgroups/a/late
in_cgroup a/late tdload 03 1000
wait $watcher
row 'watch: a process of the cgroup' 0 ' process tdload  /a/b/c ' \
	cat /tmp/watch.out
row 'watch: a cgroup that is removed' 0 ' cgroup  /a/b/c  */a/b/c ' \
	cat /tmp/watch.out
row 'watch: a process of a cgroup that came later' 0 ' process tdload  /a/late ' \
	cat /tmp/watch.out

sleep 1000 &
victim=$!
watch -p $victim -o kind,pid,who
wait_for_text '^TIME' cat /tmp/watch.out >/dev/null
tdload 03 1000 >/dev/null
kill $victim
wait $victim
row 'watch: of one process ends with it' 0 '^ended with 0$' ends $watcher
row 'watch: and shows no other' 0 '^tdacct: 1 shown of' cat /tmp/watch.err
row 'watch: of one that is not there' 1 '^tdacct: process 99999: no' \
	tdacct watch -p 99999

sleep 1000 &
victim=$!
watch --processes --buffer 4K
wait_for_text '^TIME' cat /tmp/watch.out >/dev/null
kill -STOP $watcher
storm fork 20 >/dev/null
fill_up 1
kill $victim
wait $victim
fill_up $((missed + 30))
kill -CONT $watcher
row 'watch: it says how many it missed' 0 \
	'[0-9][0-9]* notices were missed: they came faster' \
	wait_for_text 'they came faster' cat /tmp/watch.err
row 'watch: it says who ended unseen' 0 "process $victim sleep ended unseen" \
	wait_for_text 'ended unseen' cat /tmp/watch.err
kill -TERM $watcher
row 'watch: a signal ends it well' 0 '^ended with 0$' ends $watcher
row 'watch: and it sums up' 0 'notices, [1-9][0-9]* missed; [1-9][0-9]* that .* unseen' \
	cat /tmp/watch.err
watch --threads
kill -INT $watcher
row 'watch: an interrupt ends it' 0 '^tdacct: [0-9]* shown of' \
	wait_for_text 'shown of' cat /tmp/watch.err
row 'watch: and well' 0 '^ended with 0$' ends $watcher
row 'watch: it ends after a time' 0 'shown of' tdacct watch --timeout 100ms
{
	tdacct watch --timeout 900 2>/tmp/watch.err
	echo "status $?" >/tmp/watch.status
} | head -n 1 >/dev/null
row 'watch: its reader goes away' 0 'the output: Broken pipe' \
	cat /tmp/watch.err
row 'watch: which is a failure' 0 '^status 1$' cat /tmp/watch.status

# ---- laws, pause, resume ----
row 'the laws hold' 0 '^all laws hold; counting is running' tdacct check
row 'pause for a time' 0 '^paused, resumes in \(3600.000\|35[0-9][0-9]\..*\) s' \
	tdacct pause --for 3600
row 'paused is what the status says' 0 '^state paused, resumes in' tdacct status
row 'the laws hold to the unit' 0 'equal to the unit' tdacct check
row 'so do those of cgroups' 0 '^ok *cgroups-are-what-tasks-did' tdacct check
row 'pausing again is no error' 0 '^paused$' tdacct pause
row 'a tree while paused says so' 0 'nothing is counted now: paused' \
	tdacct show --pid 1
row 'a list while paused says so' 0 'nothing is counted now: paused' \
	tdacct list
row 'run: while paused it says so' 0 '^tdacct: nothing is counted now: paused' \
	tdacct run true
row 'resume' 0 '^counting$' tdacct resume
row 'resuming again is no error' 0 '^counting$' tdacct resume

# ---- other events ----

across()
{
	tdacct list -i 5 >/dev/null 2>/tmp/across &
	sleep 1
	tdacct events use r1ad >/dev/null
	wait $!
	cat /tmp/across
}
one_of_four='0x1d1 0x2d1 0x4d1 0x8d1 0x10d1'
row 'events: chosen by their codes' 0 '^counting 2 events, epoch [2-9]' \
	tdacct events use --events 'r1ad,cpu/event=0xc2,umask=2/'
row 'events: the status has them' 0 'cycles, r1ad, r2c2, slots_without_events$' \
	tdacct status
row 'events: the status knows no name' 0 '^events of no named set, epoch 2$' \
	tdacct status
# shellcheck disable=SC2086
row 'events: what does not fit' 1 'CPU 0 cannot count 0x[0-9a-f]* with the others: it competes for counters with' \
	tdacct events use $one_of_four
# shellcheck disable=SC2086
row 'events: and who else holds counters, doctor tells' 1 "and 'tdacct doctor' who else holds counters" \
	tdacct events use $one_of_four
row 'events: then nothing changes' 0 '^events of no named set, epoch 2$' \
	tdacct status
# A question for a number says so beside the number, and nowhere else.
no_more()
{
	tdacct show --pid 1 2>&1 >/dev/null | grep . || echo silent
}
row 'events: and no other command repeats it' 0 '^silent$' no_more
# change_events SET OPTION...: in a series, when it has begun to wait.
change_events()
{
	chosen=$1
	shift
	{
		waits
		tdacct events use "$chosen" >/dev/null
	} &
	"$@"
	ended=$?
	wait
	return $ended
}
row 'events: a list across a change says so' 0 '^tdacct: the events were changed meanwhile' \
	across
row 'events: the laws hold' 0 . tdacct check
if [ "${LEVELS:-2}" = 2 ]; then
	row 'events: by name' 0 '^counting 7 events (memory), epoch' tdacct events use memory
	row 'events: the status has the name' 0 '^events memory, epoch [4-9]' \
		tdacct status
	row 'events: and JSON has it' 0 '"set": "memory"' tdacct status --json
	tdacct events use none >/dev/null
	row 'events: a series goes on with the new ones' 0 \
		'l1_bound  *-*[0-9.]* %' \
		change_events memory tdacct show --system --level 3 \
			--interval $patience --count 2
	sleep 1000 &
	sleep 1
	row 'events: who begins then has all nodes' 0 'l1_bound  *-*[0-9.]* %' \
		tdacct show --pid $! --level 3
	kill $!
	# What a set counted of somebody who sleeps is there when it is not counted.
	tdacct events use memory >/dev/null
	sleep 1000 | tdload 08 20000 --hold >/tmp/held &
	wait_for_text '^ready' cat /tmp/held >/dev/null
	held=$(pidof tdload)
	of_held()
	{
		tdacct show --pid "$held" --level 3
	}
	divides()
	{
		of_held | grep 'divides by zero' || echo nothing
	}
	row 'sets: a task has what was counted of it' 0 'l1_bound  *[5-9][0-9][.]' of_held
	tdacct events use none >/dev/null
	row 'sets: and keeps it without the set' 0 'l1_bound  *[5-9][0-9][.]' of_held
	tdacct events use frontend >/dev/null
	row 'sets: and with another one' 0 'l1_bound  *[5-9][0-9][.]' of_held
	row 'sets: what was not counted divides nothing by zero' 0 '^nothing$' divides
	row 'sets: it is named' 0 'needs ICACHE_DATA.STALLS, not counted while this ran' \
		of_held
	kill "$held" "$(pidof sleep)" 2>/dev/null
	tdacct events use none >/dev/null
	row 'sets: run has one for so long' 0 'l1_bound  *[5-9][0-9][.]' \
		tdacct run --set memory -l 3 -- tdload 08 20000
	row 'sets: then what was before' 0 '^events none, epoch' \
		wait_for_text '^events none, epoch' tdacct status
	row 'sets: who changed it is told' 0 'the events that are counted are changed by pid [0-9]*, uid 0 (tdacct)' \
		dmesg
	row 'sets: and that it is back' 0 'pid [0-9]* (tdacct) has ended: the events from before it are counted again' \
		dmesg
	tdacct list --set memory -i 600 >/dev/null 2>&1 &
	lists=$!
	row 'sets: the status says that it is for a while' 0 'events memory, epoch [0-9]*, for as long as a command with --set lasts' \
		wait_for_text '^events memory' tdacct status
	row 'sets: one at a time' 1 'counts a set of its own until it ends; try again then' \
		tdacct run --set frontend true
	kill -9 $lists
	row 'sets: after kill -9, too, it is what was before' 0 '^events none, epoch' \
		wait_for_text '^events none, epoch' tdacct status
	tdacct list --set memory -i 600 >/dev/null 2>&1 &
	lists=$!
	wait_for_text '^events memory' tdacct status >/dev/null
	kill -9 $lists
	wait $lists
	row 'sets: the second has its own as soon as the first has ended' 0 'icache_misses  *~*[0-9.]* %' \
		tdacct run --set frontend -l 3 -- true
	row 'sets: and behind it there is what was before the first' 0 '^events none, epoch' \
		wait_for_text '^events none, epoch' tdacct status
fi
row 'events: none' 0 '^counting 0 events' tdacct events use none
row 'events: none are left' 0 '^events none, epoch' tdacct status
tdacct pause --for 300ms >/dev/null
row 'it resumes by itself' 0 '^state counting$' \
	wait_for_text '^state counting$' tdacct status

# ---- who may ----
nobody()
{
	su -s /bin/sh nobody -c "$*"
}
row 'no permission to show' 1 'CAP_PERFMON.*try it with sudo' \
	nobody tdacct show --pid 1
row 'no permission to list' 1 'CAP_PERFMON.*try it with sudo' nobody tdacct list
row 'no permission: nothing is run' 1 "'touch' was not run: needs CAP_PERFMON" \
	nobody tdacct run touch /tmp/never-by-nobody
row 'indeed it was not' 1 . ls /tmp/never-by-nobody
row 'no permission to pause' 1 'CAP_PERFMON.*try it with sudo' \
	nobody tdacct pause
row 'no permission to watch' 1 'CAP_PERFMON.*try it with sudo' \
	nobody tdacct watch
row 'no permission to show a cgroup' 1 'CAP_PERFMON.*try it with sudo' \
	nobody tdacct show --cgroup a
row 'no permission to list cgroups' 1 'CAP_PERFMON.*try it with sudo' \
	nobody tdacct list --cgroups
row 'virtual machines are not counted' 0 '^virtual machines not counted$' \
	tdacct status
row 'the status is open to all' 0 'CPUs and statistics are not shown' \
	nobody tdacct status

# ---- the output, a recording, no module ----
full()
{
	"$@" >/dev/full
}
closed()
{
	"$@" >&-
}
row 'standard output is closed' 1 'the output: Bad file descriptor' \
	closed tdacct show --pid 1
row 'watch: standard output is closed' 1 'the output: Bad file descriptor' \
	closed tdacct watch --timeout 1
row 'run: standard output is closed, and nobody writes' 0 '^process .* true' \
	closed tdacct run true
row 'run: the command finds it closed' 1 'closed as it was' \
	closed tdacct run sh -c 'test -e /proc/self/fd/1 || echo closed as it was >&2; echo hello'
row 'output that cannot be written' 1 'cannot write the output: No space left' \
	full tdacct status
row 'a recording' 0 . tdacct show --pid 1 --json --record /tmp/tool.rec
grep -v time_ns $out >/tmp/first	# a recording does not tell when it was
row 'and its replay' 0 . tdacct show --pid 1 --json --replay /tmp/tool.rec
grep -v time_ns $out >/tmp/second
row 'are the same' 0 same sh -c 'cmp /tmp/first /tmp/second && echo same'
# ---- CPUs that are not online ----
cpu1=/sys/devices/system/cpu/cpu1/online
offline()
{
	echo 0 >$cpu1
	"$@"
	ended=$?
	echo 1 >$cpu1
	return $ended
}
row 'cores: what a CPU counted that is not online' 0 '^offline ' \
	offline tdacct list --per-core
# gone_in_between COMMAND...: CPU 1 is when the command has begun to wait.
gone_in_between()
{
	{
		waits
		echo 0 >$cpu1
	} &
	"$@"
	ended=$?
	wait
	echo 1 >$cpu1
	return $ended
}
row 'sockets: a CPU goes away in a series' 0 ',socket,S0,' \
	gone_in_between tdacct list --per-socket -i $patience --csv \
		--columns kind,name,slots
row 'sockets: what it did until then' 0 ',cpus,offline,' \
	gone_in_between tdacct list --per-socket -i $patience --csv \
		--columns kind,name,slots

watch
tdacct show --pid $$ --until-end >/tmp/until.out 2>/tmp/until.err &
until=$!
wait_for_text 'subscribers  *2$' tdacct status >/dev/null
rmmod tdacct
row 'until an end: it ends with the module' 1 '^ended with 1$' ends $until
row 'until an end: and says so' 0 ': the module was removed$' cat /tmp/until.err
row 'watch: it ends with the module' 1 '^ended with 1$' ends $watcher
row 'watch: and says so' 0 '^tdacct: the module was removed$' cat /tmp/watch.err
row 'no module' 1 'the module is not loaded; try: modprobe tdacct; tdacct doctor tells more' tdacct list
row 'no module: the doctor says how to have it' 1 '^problem module: ' tdacct doctor
row 'no module: a node is explained' 0 '^What usually causes it$' \
	tdacct explain retiring
row 'no module: nothing to watch' 1 'not loaded' tdacct watch
row 'no module: a command is not even started' 1 'not loaded' \
	tdacct run touch /tmp/never
row 'and a recording goes on' 0 . tdacct show --pid 1 --replay /tmp/tool.rec

# ---- who may read what is his own ----
insmod /lab/tdacct.ko own_tasks=1

# own_end SECONDS OPTION...: of a process of his own, which ends by itself.
own_end()
{
	seconds=$1
	shift
	nobody "sleep $seconds & pid=\$!; sleep 2
		timeout 100 tdacct show --pid \$pid $*; exit \$?"
}
row 'own tasks: an end of which he is not told' 0 \
	'^note: it has ended, or may not be read any more: these are the last' \
	own_end $patience --until-end
row 'own tasks: in an interval' 0 'its final ones are not known$' \
	own_end $patience --interval 60
row 'own tasks: a list of one process' 1 '^tdacct: process [0-9]* ended between' \
	nobody "sleep $patience & pid=\$!; sleep 2; tdacct list -p \$pid -I 1000; exit \$?"
row 'own tasks: a command of his own' 0 \
	'^note: the counts of the processes that it started are not shown' \
	nobody 'tdacct run true'
row 'own tasks: nobody is told who ends' 1 'CAP_PERFMON' nobody tdacct watch
nobody 'tdacct list -I 500 --count 3' >/dev/null 2>/tmp/list.err
row 'own tasks: that there are no totals is said once' 0 '^1$' \
	grep -c 'totals cannot be read' /tmp/list.err
rmmod tdacct

# shellcheck source=tests/suites/serve-guest.sh
. "$(command -v serve-guest.sh)"
# shellcheck source=tests/suites/record-guest.sh
. "$(command -v record-guest.sh)"
echo '# the end'
