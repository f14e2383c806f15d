#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In a guest with the module: what the tool says, and how it ends. busybox's sh.

out=/tmp/tool.out err=/tmp/tool.err

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

# node NAME NODE LOW HIGH FILE: the share of a node.
node()
{
	sed -n "/\"name\": \"$2\"/,/share/p" "$5" >/tmp/tool.node
	within "$1" share "$3" "$4" /tmp/tool.node
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
	until grep -q ready /tmp/tool.held; do sleep 0.05; done
	held=$(sed -n 's/^task=0 tid=\([0-9]*\).*/\1/p' /tmp/tool.held)
}

release()
{
	exec 9>&-
	wait
}

# ---- a process, a thread, a CPU, the system ----
hold 03 100000
tdacct show --pid "$held" --json >/tmp/show.json
node 'core bound markers are core bound' core_bound 0.9 1 /tmp/show.json
within 'the markers are counted' slots 60000000 66000000 /tmp/show.json
row 'a process by text' 0 "^process $held tdload" tdacct show --pid "$held"
row 'its only thread' 0 "^thread $held tdload" tdacct show --task "$held"
row 'the same for an interval' 0 '^in 0.2 s: CPU time' \
	tdacct show --pid "$held" --interval 0.2
row 'a CPU' 0 '^CPU 1' tdacct show --cpu 1
row 'a CPU that is not there' 1 'there is no CPU 99' tdacct show --cpu 99
row 'the system' 0 '^system of 2 CPUs' tdacct show --system --interval 0.2
row 'a list' 0 "^ *$held tdload" tdacct list
row 'a list by threads' 0 "^ *$held *$held tdload" tdacct list --threads
row 'a list of one process' 0 tdload tdacct list --threads --pid "$held"
generation=$(tdacct list --json |
	sed -n 's/.*"generation": \([0-9]*\).*/\1/p')
tdacct list --json --since "$generation" >$out
if grep -q tdload $out; then
	echo 'not ok - who did not run since is left out'
else
	echo 'ok - who did not run since is left out'
fi
release

hold --share 03,04 --slice 60000 --slices 20 --threads
pid=$(sed -n 's/^process //p' /tmp/tool.held)
pid=${pid:-$(awk '/^Tgid/ { print $2 }' "/proc/$held/status")}
row 'a thread that bears the number of its process' 0 \
	"this is one thread of 3 of its process; --pid $pid" \
	tdacct show --task "$pid"
row 'a thread taken for a process' 1 \
	"$held is a thread of process $pid; use --pid $pid or --task $held" \
	tdacct show --pid "$held"
release

# ---- ids that are not there, and such as go away ----
row 'an unknown process' 1 '^tdacct: process 99999: no' tdacct show --pid 99999
row 'an unknown thread' 1 '^tdacct: thread 99999: no' tdacct show --task 99999
sleep 100 &
victim=$!
sleep 0.1
(sleep 0.3; kill -9 $victim) &
row 'a process that ends between two readings' 1 \
	"process $victim ended between the two readings" \
	tdacct show --pid $victim --interval 1
wait

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
within 'run: the last slot is there' slots 60000000 66000000 /tmp/run.json
node 'run: the tree is that of the markers' core_bound 0.9 1 /tmp/run.json
within 'run: the status is in the JSON' exit_status 0 0 /tmp/run.json
tdacct run --json -o /tmp/run.json sh -c \
	'sleep 0.5 | tdload 04 100000 --hold >/dev/null; true'
children
within 'run: the children of a command' processes 2 2 /tmp/children.json
within 'run: what they were charged' slots 60000000 70000000 /tmp/children.json
node 'run: and what that was' heavy_operations 0.85 1 /tmp/children.json
tdacct run --json -o /tmp/run.json storm fork 200 --markers 03:2000 >/dev/null
children
within 'run: of 200 short lives none is missing' processes 200 200 \
	/tmp/children.json
within 'run: nor is a marker: 200 x 2000 x 600 slots' \
	backend_bound 239500000 240500000 /tmp/children.json
tdacct run --json -o /tmp/run.json sh -c \
	'for i in 1 2 3 4 5 6 7 8 9 10; do sh -c "tdload 03 500; :"; done; :' >/dev/null
children
within 'run: nor a child of a child that went first' processes 20 20 \
	/tmp/children.json
row 'run: in words' 0 '^children: 20 processes, CPU time' \
	tdacct run storm exec 20
row 'run: an orphan is not waited for' 0 '^process .* sh' \
	timeout 5 tdacct run sh -c '(sleep 20 &)'
row 'a process that had children' 0 '^note: [0-9]* processes that it made' \
	tdacct show --pid $$

# ---- laws, pause, resume ----
row 'the laws hold' 0 '^all laws hold; counting is running' tdacct check
row 'pause for a time' 0 '^paused, resumes in \(30.000\|29\.9.*\) s' tdacct pause --for 30
row 'paused is what the status says' 0 '^state paused, resumes in' tdacct status
row 'the laws hold to the unit' 0 'equal to the unit' tdacct check
row 'pausing again is no error' 0 '^paused$' tdacct pause
row 'a tree while paused says so' 0 'nothing is counted now: paused' \
	tdacct show --pid 1
row 'resume' 0 '^counting$' tdacct resume
row 'resuming again is no error' 0 '^counting$' tdacct resume
tdacct pause --for 300ms >/dev/null
sleep 1
row 'it resumes by itself' 0 '^state counting$' tdacct status

# ---- who may ----
nobody()
{
	su -s /bin/sh nobody -c "$*"
}
row 'no permission to show' 1 'CAP_PERFMON.*try it with sudo' \
	nobody tdacct show --pid 1
row 'no permission to list' 1 'CAP_PERFMON.*try it with sudo' nobody tdacct list
row 'no permission to pause' 1 'CAP_PERFMON.*try it with sudo' \
	nobody tdacct pause
row 'the status is open to all' 0 'CPUs and statistics were refused' \
	nobody tdacct status

# ---- the output, a recording, no module ----
full()
{
	"$@" >/dev/full
}
row 'output that cannot be written' 1 'cannot write the output: No space left' \
	full tdacct status
row 'a recording' 0 . tdacct show --pid 1 --json --record /tmp/tool.rec
cp $out /tmp/first
row 'and its replay' 0 . tdacct show --pid 1 --json --replay /tmp/tool.rec
cp $out /tmp/second
row 'are the same' 0 same sh -c 'cmp /tmp/first /tmp/second && echo same'
rmmod tdacct
row 'no module' 1 'the module is not loaded; try: modprobe tdacct' tdacct list
row 'no module: a command is not even started' 1 'not loaded' \
	tdacct run touch /tmp/never
row 'and a recording goes on' 0 . tdacct show --pid 1 --replay /tmp/tool.rec
echo '# the end'
