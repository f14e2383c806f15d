#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The tool as a whole, over a recording: cli.sh TDACCT. What it prints is
# compared with tests/fixtures/expected/NAME; UPDATE=1 writes these files.
set -eu

tdacct=$1
here=$(cd "$(dirname "$0")" && pwd)
fixtures=$here/../fixtures
recording=$fixtures/five-classes.rec
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
export TDACCT_SITES=$scratch/none	# what this machine's site says is no matter

verdict() {
	if [ "$1" = 0 ]; then
		echo "ok - cli: $2"
	else
		echo "not ok - cli: $2"
	fi
}

# golden NAME ARGUMENT...: the output is that of the file, the status 0.
golden() {
	local name=$1 want=$fixtures/expected/$1 from=${from:-$recording} bad=0

	shift
	"$tdacct" "$@" "${how:---replay}" "$from" >"$scratch/out" \
		2>"$scratch/err" || bad=1
	[ -z "${UPDATE:-}" ] || cp "$scratch/out" "$want"
	diff -u "$want" "$scratch/out" | sed 's/^/# /' || true
	cmp -s "$want" "$scratch/out" || bad=1
	sed 's/^/# /' "$scratch/err"
	verdict "$bad" "$name"
}

# heard NAME ARGUMENT...: the same of the recording of a watch; what it says is
# part of what it prints.
heard() {
	local name=$1 want=$fixtures/expected/$1 bad=0

	shift
	"$tdacct" watch "$@" --replay "$fixtures/watch.rec" \
		>"$scratch/out" 2>&1 || bad=1
	[ -z "${UPDATE:-}" ] || cp "$scratch/out" "$want"
	diff -u "$want" "$scratch/out" | sed 's/^/# /' || true
	cmp -s "$want" "$scratch/out" || bad=1
	verdict "$bad" "$name"
}

# fails NAME STATUS TEXT COMMAND...: so it ends, and says so on stderr.
fails() {
	local name=$1 status=$2 text=$3 got=0 bad=0

	shift 3
	"$@" >"$scratch/out" 2>"$scratch/err" || got=$?
	if [ "$got" != "$status" ] || ! grep -qF -- "$text" "$scratch/err"; then
		bad=1
		echo "# want status $status and '$text', got $got and:"
		sed 's/^/# /' "$scratch/err"
	fi
	verdict "$bad" "$name"
}

# says NAME TEXT COMMAND...: fine, and the text is in the output.
says() {
	local name=$1 text=$2 bad=0

	shift 2
	"$@" >"$scratch/out" 2>&1 || bad=1
	grep -qF -- "$text" "$scratch/out" || bad=1
	[ "$bad" = 0 ] || sed 's/^/# /' "$scratch/out"
	verdict "$bad" "$name"
}

# lacks NAME TEXT COMMAND...: fine, and the text is not in the output.
lacks() {
	local name=$1 text=$2 bad=0

	shift 2
	"$@" >"$scratch/out" 2>&1 || bad=1
	! grep -qF -- "$text" "$scratch/out" || bad=1
	[ "$bad" = 0 ] || sed 's/^/# /' "$scratch/out"
	verdict "$bad" "$name"
}

# terminal NAME COLUMNS ARGUMENT...: what a terminal of this width is sent is
# that of the file.
terminal() {
	local name=$1 want=$fixtures/expected/$1 columns=$2 bad=0

	shift 2
	TERM=xterm script -qec "stty cols $columns; $tdacct $*" /dev/null \
		</dev/null >"$scratch/out" || bad=1
	[ -z "${UPDATE:-}" ] || cp "$scratch/out" "$want"
	diff -u "$want" "$scratch/out" | cat -A | sed 's/^/# /' || true
	cmp -s "$want" "$scratch/out" || bad=1
	verdict "$bad" "$name"
}

tda() {
	"$tdacct" "$@" --replay "$recording"
}

# piped FILE ARGUMENT...: it is what a pipe says.
piped() {
	local file=vendors/$1

	shift
	"$tdacct" "$@" < <(cat "$file")
}

piped_text() {
	local text=$1

	shift
	printf '%s' "$text" | "$tdacct" "$@"
}

redirected() {
	local file=vendors/$1

	shift
	"$tdacct" "$@" - <"$file"
}

fifo() {
	local file=vendors/$1

	shift
	rm -f "$scratch/fifo"
	mkfifo "$scratch/fifo"
	cat "$file" >"$scratch/fifo" &
	"$tdacct" "$@" "$scratch/fifo"
}

to_full() {
	"$tdacct" "$@" --replay "$recording" >/dev/full
}

watch_full() {
	"$tdacct" watch --replay "$fixtures/watch.rec" >/dev/full
}

# The reader is gone before the first line: a pipe that nobody reads.
watch_broken() {
	local out

	exec {out}> >(:)
	wait $!
	local got=0
	"$tdacct" watch --replay "$fixtures/watch.rec" >&"$out" || got=$?
	exec {out}>&-
	return "$got"
}

# What is watched until a signal comes: many notices, more than a pipe has room
# for, so that the watch cannot be done when the first line is read. ended SIGNAL
ended()
{
	local status=0 bad=0 line out got

	mkfifo "$scratch/fifo"
	"$tdacct" watch --json --threads --processes --cgroups \
		--replay "$scratch/many" >"$scratch/fifo" 2>"$scratch/err" &
	exec {out}<"$scratch/fifo"
	read -r line <&"$out"
	kill "-$1" $!
	{ echo "$line"; cat <&"$out"; } >"$scratch/out"
	exec {out}<&-
	wait $! || status=$?
	rm "$scratch/fifo"
	got=$(grep -c '^{.*}$' "$scratch/out")
	[ "$status" = 0 ] || bad=1
	[ "$got" = "$(wc -l <"$scratch/out")" ] || bad=1
	[ "$got" -lt "$(grep -c ^hear "$scratch/many")" ] || bad=1
	grep -q '^tdacct: [0-9]* shown of' "$scratch/err" || bad=1
	[ "$bad" = 0 ] || echo "# ended with $status after $got lines"
	verdict "$bad" "a watch ends well by SIG$1"
}
{
	sed '/^hear/,$d' "$fixtures/watch.rec"
	for _ in $(seq 100); do
		grep ^hear "$fixtures/watch.rec"
	done
} >"$scratch/many"
ended INT
ended TERM

# Nobody opened standard output: what is opened next must not get its number.
closed() {
	"$tdacct" "$@" >&-
}

# A hybrid CPU: two trees and their sum, and columns of both.
from=$fixtures/hybrid.rec
golden hybrid-show show --pid 93
golden hybrid-show-json show --pid 93 --json
golden hybrid-list list -o +ipc,instructions
golden hybrid-status status
golden hybrid-status-json status --json
golden hybrid-check check
golden hybrid-metrics metrics
golden hybrid-metrics-json metrics --json
# Three core types.
from=$fixtures/three.rec
golden three-show show --pid 121
golden three-show-json show --pid 121 --json
golden three-list list -o +ipc,instructions
golden three-status status
golden three-status-json status --json
golden three-metrics metrics
# A machine of arm64 with two core types: the same, by the names of the cores.
from=$fixtures/mixed.rec
golden mixed-show show --pid 142
golden mixed-show-json show --pid 142 --json
golden mixed-list list -o +ipc,instructions
golden mixed-status status
golden mixed-status-json status --json
golden mixed-metrics metrics
golden mixed-metrics-json metrics --json
# Here a nest BESIDE says that core type 2 is of another vendor.
from=$scratch/beside.rec
sed '/^ask GET_INFO/{n;s/$/20003d8008000200020000000b000300416d7065726500000800040000c30a00/}' \
	"$fixtures/mixed.rec" >"$from"
golden beside-status status
golden beside-status-json status --json
cd "$fixtures"
from=hybrid.rec
vendors=(--metrics vendors/example-hybrid.json)
golden metrics-hybrid metrics "${vendors[@]}" --event-data vendors/hybrid-events.json
golden metrics-hybrid-known metrics "${vendors[@]}"
golden show-hybrid show --pid 93 "${vendors[@]}" --event-data vendors/hybrid-events.json
cd - >/dev/null
unset from

# The files of vendors, whose paths are in what is said about them.
cd "$fixtures"
vendors=(--metrics vendors/example_metrics.json)
vendors+=(--event-data vendors/example_core.json)
vendors+=(--event-data vendors/example_retire_latency.json)
from=memory-events.rec
golden metrics-intel metrics "${vendors[@]}"
golden metrics-intel-json metrics "${vendors[@]}" --json
golden metrics-perf metrics --metrics vendors/example-perf.json
golden metrics-amd metrics --metrics vendors/example-amd.json \
	--event-data vendors/example-amd.json
golden metrics-list metrics --metrics vendors/example-list.json
golden metrics-words metrics --metrics vendors/example-words.json \
	--event-data events.json
golden metrics-neoverse metrics --metrics vendors/example-neoverse.json \
	--event-data vendors/example-neoverse.json
golden metrics-standard metrics --metrics vendors/example-neoverse.json \
	--event-data vendors/example-neoverse.json \
	--event-data vendors/example-standard.json
golden metrics-arm metrics --metrics vendors/example-arm.json
golden metrics-own metrics
golden show-intel show --pid 95 --all "${vendors[@]}"
from=five-classes.rec
golden list-intel list --zeros "${vendors[@]}" -o +L1_Bound
# Where two hardware threads share a core, some events are of both.
core=(--pid 95 --all --metrics vendors/core_metrics.json)
from=memory-events.rec
TDACCT_ROOT=machines/bare golden show-core show "${core[@]}"
core+=(--replay memory-events.rec)
says 'nodes of the whole core, for programs' '"core_wide": true' \
	env TDACCT_ROOT=machines/bare "$tdacct" show "${core[@]}" --json
lacks 'cores are not shared' 'core_wide' \
	env TDACCT_ROOT=machines/guest "$tdacct" show "${core[@]}" --json
lacks 'whether cores are shared is not known' 'core_wide' \
	"$tdacct" show "${core[@]}" --json
unset from
# A file is for its own CPU, whatever this machine is.
for machine in bare guest hybrid arm; do
	says "$machine: a file for a CPU without a table" 'no: needs UOPS_ISSUED.ANY: its encoding is not known; give the file of events with --event-data' \
		env TDACCT_ROOT="machines/$machine" "$tdacct" metrics \
		--metrics vendors/known/skylakex/codenamed.json
	says "$machine: PERF_METRICS of a CPU without a table" '2 of 2 metrics can be computed' \
		env TDACCT_ROOT="machines/$machine" "$tdacct" metrics \
		--metrics vendors/known/lunarlake/metrics.json \
		--event-data vendors/hybrid-events.json
	lacks "$machine: no set for a CPU without a table" 'counted by' \
		env TDACCT_ROOT="machines/$machine" "$tdacct" metrics \
		--metrics vendors/known/lunarlake/events.json --event-data events.json
done
says 'guest: what another CPU does not have' 'the counters of such a CPU do not have topdown-retiring' \
	env TDACCT_ROOT=machines/guest "$tdacct" metrics \
	--metrics vendors/known/broadwell.json
# What can be read only once is read once.
for from in /dev/stdin - /dev/fd/0; do
	for option in --metrics --model; do
		says "$option $from: read once" '1 of 1 metrics can be computed' \
			piped known/skylakex/plain.json metrics "$option" "$from"
	done
	says "--event-data $from: read once" 'L1D_CACHE_REFILL' \
		piped known/skylakex/core.json events fit L1D_CACHE_REFILL --event-data "$from"
	says "--site $from: read once" 'caches' \
		piped ../sites/example.json events list --site "$from"
	says "--replay $from: read once" 'PID' \
		piped ../five-classes.rec list --replay "$from"
done
unset from
says 'standard input that is a file' '1 of 1 metrics can be computed' \
	redirected known/skylakex/plain.json metrics --metrics
says 'metrics and their events, read once' 'can be computed' \
	piped known/skylakex/core.json metrics --metrics - --event-data -
says 'a FIFO is read once' '1 of 1 metrics can be computed' \
	fifo known/skylakex/plain.json metrics --metrics
says 'a process writes it' '1 of 1 metrics can be computed' \
	"$tdacct" metrics --metrics <(cat vendors/known/skylakex/plain.json)
for text in . 0 - + e E 9 .. ' - ' -- '1,' x0; do
	fails "a separator that is in numbers: $text" 2 'expects a text that is in no number' \
		tda list "-x$text"
done
for text in '' '"' $'\n' $'a\r'; do
	fails "no separator: $text" 2 'expects a text without quotes' \
		tda list --field-separator="$text"
done
# perf lists a metric once for each of its groups: here 1000 groups of two.
repeated() {
	local i

	printf '[{"MetricName": "a", "MetricExpr": "cycles / 2"}'
	for ((i = 0; i < 1000; i++)); do
		printf ',{"MetricGroup": "g%d", "MetricName": "a", "MetricExpr": "cycles / 2"}' "$i"
		printf ',{"MetricGroup": "g%d", "MetricName": "b", "MetricExpr": "cycles / 3"}' "$i"
	done
	printf ']'
}

repeated >"$scratch/repeated.json"
says 'one name and formula are one metric' '2 of 2 metrics can be computed' \
	"$tdacct" metrics --metrics "$scratch/repeated.json"
fails 'a mistake in what is read once' 1 '/dev/stdin:1:12: ' \
	piped_text '[{"a": 1}, }' metrics --metrics -
# A model of symbols, without and with a file that says what they are.
site=(--site sites/example.json)
golden metrics-symbols metrics --model three_level
golden metrics-site metrics "${site[@]}"
golden metrics-site-json metrics "${site[@]}" --json
golden show-site show --pid 93 --all "${site[@]}"
golden list-site list --zeros "${site[@]}" -o +retiring
golden explain-site explain l2_bound "${site[@]}"
golden explain-symbols explain retiring --model three_level
golden check-site check "${site[@]}"
site=(--site sites/recorded.json --pid 95)
from=memory-events.rec golden show-site-counted show --all "${site[@]}"
from=memory-events.rec golden show-site-explain show --explain retiring "${site[@]}"
from=memory-events.rec golden show-site-json show --json "${site[@]}"
cd - >/dev/null
site=(--site "$fixtures/sites/example.json")
export TDACCT_SITES=$fixtures/sites
says 'a site file that is found names the model' 'by the model example' \
	tda explain l2_bound
says 'a model that is named comes before that of a site' \
	'by the model sapphirerapids' tda explain l2_bound --model sapphirerapids
says 'a site file by its name' 'by the model example' \
	tda explain l2_bound --site example
export TDACCT_SITES=$scratch/none
sed 's/GenuineIntel/Nobody/' "$fixtures/sites/example.json" >"$scratch/other.json"
says 'a site file for other CPUs is told of' \
	"the site file 'example' is not for this CPU, GenuineIntel family 6 model 0x8f" \
	tda explain l2_bound --site "$scratch/other.json"
fails 'a site file with a mistake' 1 "$recording:1:6: " \
	"$tdacct" metrics --site "$recording"
fails 'a site file by a name that there is not' 1 "cannot read the model 'exmple': No such file or directory; did you mean 'example'?" \
	env TDACCT_SITES="$fixtures/sites" "$tdacct" metrics --site exmple
fails 'a site file that is not there' 1 "cannot read the model '/nowhere.json': No such file" \
	"$tdacct" metrics --site /nowhere.json

export TDACCT_MODELS=$fixtures/vendors
says 'metrics without the module' '"name": "ipc"' "$tdacct" metrics --json \
	--metrics example
says 'metrics by a name that has a dash' '"name": "ratio"' "$tdacct" metrics \
	--json --metrics example-perf
unset TDACCT_MODELS
# nobody ARGUMENT...: without any privilege, wherever the tool is.
nobody() {
	local who=()

	[ "$(id -u)" != 0 ] || who=(setpriv --reuid=65534 --clear-groups)
	"${who[@]}" "$tdacct" "$@"
}
says 'metrics without a privilege' '16 of 16 metrics can be computed' \
	nobody metrics --model sapphirerapids_plain
says 'sets of events without a privilege' 'memory-today' \
	nobody events list --family sapphirerapids
known=$fixtures/vendors/known/skylakex
says 'metrics of a file for another CPU: by the sets of that one' \
	'counted by: memory, memory-latency' "$tdacct" metrics --metrics "$known/info.json"
says 'metrics of another vendor: by the sets of its own CPU' \
	'counted by: mpki-caches, ratio-near, l1d' "$tdacct" metrics --metrics "$known/core.json"
says "events of Arm's own file, which has both" '1 of 1 metrics can be computed' \
	"$tdacct" metrics --metrics "$known/core.json" --event-data "$known/core.json"
says 'metrics of a CPU that there is no table for: by no set' \
	'needs UOPS_ISSUED.ANY: its encoding is not known' \
	"$tdacct" metrics --metrics "$known/other.json"
cat >"$scratch/odd name.json" <<'EOF'
{"Metrics": [{
  "MetricName": "a\u001b[31m; b", "BriefDescription": "c\u0007d", "UnitOfMeasure": "percent",
  "CountDomain": "Slots", "Events": [{"Name": "PERF_METRICS.RETIRING", "Alias": "a"},
  {"Name": "TOPDOWN.SLOTS", "Alias": "b"}], "Formula": "100 * a\n/ b", "LocateWith": "$(e)",
  "Threshold": {"ThresholdMetrics": [{"Alias": "a", "Value": "a\u001b[31m; b"}], "Formula": "a > 1"}
}]}
EOF
lacks 'metrics of a file that would command the terminal' $'\e' \
	"$tdacct" metrics --metrics "$scratch/odd name.json"
says 'metrics of a formula in two lines' '= 100 * PERF_METRICS.RETIRING / TOPDOWN.SLOTS' \
	"$tdacct" metrics --metrics "$scratch/odd name.json"
says 'what is to be pasted: the same file, and nothing that a shell takes for its own' \
	"--explain 'a [31m; b' --model '$scratch/odd name.json'" \
	"$tdacct" show --pid 93 --replay "$recording" --metrics "$scratch/odd name.json"
echo '[{"EventName": "$(e)", "EventCode": "0x11", "UMask": "0x1"}]' \
	>"$scratch/odd-events.json"
lacks 'what is to be pasted: no event that is none' 'perf record' \
	"$tdacct" show --pid 93 --replay "$recording" --metrics "$scratch/odd name.json" \
	--event-data "$scratch/odd-events.json"
printf '\xef\xbb\xbf' | cat - "$known/plain.json" >"$scratch/mark.json"
says 'a file that an editor marked as UTF-8' '1 of 1 metrics can be computed' \
	"$tdacct" metrics --metrics "$scratch/mark.json"
says 'metrics of plain counters: by their own sets' \
	'16 of 16 metrics can be computed' "$tdacct" metrics --model sapphirerapids_plain
says 'metrics of a set that does not fit, and of more events than counters' \
	'in no set that fits here: backend counts it, but that takes a machine without hyper-threading' \
	tda metrics --model skylake
says 'metrics of a set that does not fit, and of fewer events than counters' \
	'in no set that fits here: level2 counts it, but that takes a machine without hyper-threading; events=0x400019c' \
	tda metrics --model skylake
sed 's/7265746972696e67/7265746972696e68/' "$recording" >"$scratch/less.rec"
says 'metrics of what this machine has no counter for' \
	'not counted now: PERF_METRICS.RETIRING; the counters of this machine do not have PERF_METRICS.RETIRING' \
	"$tdacct" metrics --replay "$scratch/less.rec" --model intel_metrics
fails 'metrics of two files' 2 'give --model only once; --metrics and --site are the same' \
	"$tdacct" metrics --model a --metrics b
fails 'metrics that are no metrics' 1 'or metrics in the format of Intel' \
	"$tdacct" metrics --metrics "$fixtures/vendors/example_core.json"
fails 'events that are no events' 1 'this is no event data' "$tdacct" \
	metrics --event-data "$fixtures/vendors/example_metrics.json"
fails 'events that are not there' 1 'No such file' \
	"$tdacct" metrics --event-data "$fixtures/vendors/none.json"

golden show-process show --pid 93
golden show-process-all show --pid 93 --all
golden show-thread-level show --task 93 --level 1
golden show-basic show --cpu 1 --model basic
golden list-basic list --model basic
golden list-other-shares list -n 3 --model neoverse_n1
golden explain-basic explain --model basic
golden show-cpu show --cpu 1
golden show-json show --pid 93 --json
golden show-cpu-json show --cpu 1 --json
from=$fixtures/memory-events.rec golden memory-events show --pid 95 --all
from=$fixtures/memory-events.rec golden memory-events-json show --cpu 1 --json
golden list list --zeros
golden list-usual list
golden list-threads list --zeros --threads -o tid,comm,state,ipc,memory_bound --sort memory_bound
golden list-tree list --zeros --tree --sort backend_bound
from=$fixtures/memory-events.rec golden explain explain memory_bound --pid 95
from=$fixtures/memory-events.rec golden explain-cpu explain l1-bound --cpu 1
from=$fixtures/memory-events.rec golden explain-json explain 'DRAM Bound' --pid 95 --json
from=$fixtures/memory-events.rec golden show-path show --pid 95
# share NAME: what a place in the program is found by, where others have that share.
share() {
	mkdir -p "$scratch/$1/sys/module/tdacct/parameters"
	echo "$1" >"$scratch/$1/sys/module/tdacct/parameters/share"
	TDACCT_ROOT=$scratch/$1 "$tdacct" explain l1-bound --cpu 1 \
		--replay "$fixtures/memory-events.rec" | tr -s ' \n' ' '
}
says 'a step that finds no counter comes with what frees one' \
	'perf may find no counter, and tdacct pause --for 30s frees them' share tdacct
lacks 'a step that is given a counter comes alone' 'may find no counter' share fair
from=$fixtures/cgroups.rec golden explain-cgroup show --cgroup /a --explain retiring
golden show-explain show --pid 93 --explain Frontend_Bound
golden show-describe show --pid 93 --describe --level 1
golden list-json list --json -o pid,comm,retiring,dram_bound
golden list-counts-json list --json --counts -n 2 -o tid,slots --threads
golden list-counts-tree list --json --counts --tree --comm 'tdload' -o tid,retiring
from=$fixtures/cgroups.rec golden list-counts-cgroups list --json --counts \
	--cgroups --tree -n 2 -o name,instructions
fails 'raw counts in a table' 2 '--counts needs --json; of a table, -o +NAME' \
	tda list --counts
fails 'raw counts in CSV' 2 '--counts needs --json' tda list --counts --csv
# A key that stands twice in an object would hide its first value.
said_once() {
	"$tdacct" list --replay "$recording" --json --counts "$@" | python3 -c '
import json, sys
def once(pairs):
    assert len(dict(pairs)) == len(pairs), [k for k, _ in pairs]
    return dict(pairs)
print("each key once" if json.load(sys.stdin, object_pairs_hook=once) else "")'
}
for of in --threads --processes --tree; do
	says "raw counts and shares, $of" 'each key once' said_once $of
done
says 'raw counts of what is a column too' 'each key once' \
	said_once -o +instructions,cycles,kind,switches,memory_bound
named() { TDACCT_ROOT=$fixtures/root tda list --json -n 1; }
says 'a list says of which machine it is' '"host": "db7"' named
says 'a list says of which boot it is' \
	'"boot_id": "5f2c1d6e-0b51-4a36-9d0c-8a4b3f7f1f60"' named
says 'nobody knows of which machine a recording is' '"host": null' \
	tda list --json -n 1
golden list-tree-json list --tree --json -o pid,tid,slots
golden check check
golden check-json check --json
from=$fixtures/cgroups.rec
golden list-cgroups list --cgroups
golden list-cgroups-tree list --cgroups --tree --sort name -o +own_slots,state
golden list-cgroups-json list --cgroups --tree --json -o cgroup,cgroup_id,slots
golden list-threads-cgroup list --threads -o tid,comm,cgroup,cgroup_id --sort cgroup
golden show-cgroup show --cgroup /a
golden show-cgroup-own show --cgroup a --own --level 1
golden show-cgroup-json show --cgroup a/ --json
from=$fixtures/cgroups-check.rec golden check-cgroups check
from=
terminal terminal-80 80 list --replay "$recording"
terminal terminal-60 60 list --replay "$recording" -n 3
terminal terminal-texts 80 list --threads -o +cgroup,unit -n 5 --replay "$fixtures/cgroups.rec"
terminal terminal-cgroups 80 list --cgroups --tree --replay "$fixtures/cgroups.rec"
terminal terminal-cpus 80 list --cpus --replay "$recording"
TDACCT_ROOT=$fixtures/root terminal terminal-cores 80 list --per-core --replay "$recording"
terminal terminal-hybrid 80 list --replay "$fixtures/hybrid.rec"
terminal terminal-tree 80 show -p 93 --all --replay "$recording"
for cpu in 0 1; do
	mkdir -p "$scratch/socketless/sys/devices/system/cpu/cpu$cpu/topology"
	cd "$scratch/socketless/sys/devices/system/cpu/cpu$cpu/topology"
	echo -1 | tee physical_package_id >die_id
	echo "$cpu" >core_id
	cd - >/dev/null
done
says 'a machine that tells of no sockets has one' 'S0-D0-C1' \
	env TDACCT_ROOT="$scratch/socketless" "$tdacct" list --per-core --replay "$recording"
NO_COLOR=1 terminal terminal-list-plain 80 list --replay "$recording" -n 3
NO_COLOR=1 terminal terminal-plain 80 show -p 93 --replay "$recording"
NO_COLOR=1 terminal terminal-narrow 56 show -p 93 --replay "$recording"
heard watch --threads --processes --cgroups
heard watch-default
heard watch-json --json --min-slots 60000000
heard watch-comm --threads --comm 'td*' -o tid,comm,slots,cgroup
heard watch-cgroup --cgroup /a -o kind,pid,who,cgroup
heard watch-cgroup-threads --threads --cgroups --cgroup /a -o kind,tid,who,cgroup
heard watch-cgroup-processes --processes --cgroup a/b -o pid,cgroup_id,cgroup
heard watch-cgroup-json --json --processes --cgroup /a
heard watch-csv -x, -a --processes -o pid,who,cpu_time,retiring,cgroup
heard watch-count --count 3 --processes -o pid,who
golden list-cpus list --cpus
says 'instructions a cycle, for programs: all digits' '"ipc": 1.999997487' \
	tda list -n 1 -o ipc --json
# What /proc/stat of that machine says: 2.1 and 9 % of the time.
busy() {
	TDACCT_ROOT=$fixtures/root "$tdacct" "$@" --replay "$recording"
}
says 'a CPU that idles is not busy, whatever its slots are' 'CPU 0      - 2.10 s 2.1 %' \
	busy list --cpus
says 'how busy a CPU is, for programs' '"used": 0.09' busy list --cpus -C 1 --json
says 'a core is as busy as its CPUs together' '5.6 %' busy list --per-core
says 'how busy a CPU is, beside its tree' ', 9.0 % busy since boot' busy show --cpu 1
says 'how busy the system is, beside its tree' ', 5.6 % busy since boot' busy show --system
says 'how busy CPUs are, in the status' ' 9.0 %' busy status
says 'how busy CPUs are, in the status for programs' '"busy_share": 0.021' busy status --json
lacks 'a recording alone does not tell how busy CPUs were' busy tda show --system
golden list-csv list -n 3 --csv -o +user,memory_bound
golden list-first list -n 3 --sort memory_bound% --reverse
golden status status
golden status-csv status -x ';'
golden status-json status --json

# exports ARGUMENT...: of a recording with two readings
exports() {
	"$tdacct" serve --once --replay "$fixtures/serve.rec" "$@"
}
says 'serve: each reading of a recording' \
	'tdacct_command_events_total{command="a",event="cycles",set="cycles"} 20' exports
lacks 'serve: which is text' '# EOF' exports
says 'serve: or OpenMetrics' '# EOF' exports --openmetrics
lacks 'serve: down to a depth' 'a.service' exports --depth 1
lacks 'serve: only some cgroups' 'path="/"' exports --include '/system*'
lacks 'serve: all but some' 'a.service' exports --exclude '*.service'
lacks 'serve: who is busy' 'command="a"' exports --least 0.1%
lacks 'serve: no commands' 'command="a"' exports --commands 0
says 'serve: exactly as many series' 'path="/system.slice"' exports --series 32
lacks 'serve: one less' 'path="/system.slice"' exports --series 31
lacks 'serve: nothing is printed where there is a file' tdacct exports --textfile "$scratch"
says 'serve: the file has the last reading' 'tdacct_exporter_readings_total 2' \
	cat "$scratch/tdacct.prom"
says 'serve: everybody may read it' '-rw-r--r--' ls -l "$scratch/tdacct.prom"
fails 'serve: a folder that is not there' 1 "$scratch/none/.tdacct.prom." \
	exports --textfile "$scratch/none"
fails 'serve: node_exporter reads text' 2 'node_exporter reads text only' \
	exports --textfile "$scratch" --openmetrics
fails 'serve: a recording of something else' 1 'tdacct: the recording has no more' \
	"$tdacct" serve --once --replay "$fixtures/five-classes.rec"
fails 'serve: a file of a recording, which has an end' 2 '--replay with --textfile needs --once' \
	"$tdacct" serve --replay "$fixtures/serve.rec" --textfile "$scratch"
fails 'serve: nobody is answered once' 2 '--once cannot be combined with --listen' \
	exports --listen 0
fails 'serve: as many commands as may be named, and one more' 2 \
	'--commands can be 1000 at most' exports --commands 1001
fails 'serve: it writes no JSON' 2 'tdacct list --json' exports --json
fails 'serve: no share of a CPU' 2 "in percent, such as 0.5, not '-1'" exports --least=-1
patterns=$(printf -- '--include=/%s ' {1..16})
# shellcheck disable=SC2086
says 'serve: as many patterns as there may be' 'tdacct_up 1' exports $patterns
# shellcheck disable=SC2086
fails 'serve: and one more' 2 'no more than 16 patterns can be given' \
	exports $patterns --include=/x


# secured NAME WHY LINE...: a web configuration file of these lines is refused
secured() {
	printf '%b\n' "${@:3}" >"$scratch/web.yml"
	fails "serve: web configuration: $1" 1 "$2" \
		"$tdacct" serve --replay "$fixtures/serve.rec" --listen 0 --web.config.file "$scratch/web.yml"
}
tls=tls_server_config:
secured 'passwords' 'web.yml:1: basic_auth_users is not supported here' 'basic_auth_users:' '  a: b'
secured 'headers' 'web.yml:3: http_server_config is not supported' "$tls" '  cert_file: a' 'http_server_config:'
secured 'other keys of TLS' 'web.yml:2: tls_server_config has cipher_suites, which is not' "$tls" '  cipher_suites:' '  - x'
secured 'nothing' 'tls_server_config needs cert_file and key_file' '# nothing' ''
secured 'no key' 'tls_server_config needs cert_file and key_file' "$tls" '  cert_file: a'
secured 'a key twice' 'web.yml:3: cert_file stands there twice' "$tls" '  cert_file: a' '  cert_file: b'
secured 'the part twice' 'web.yml:3: tls_server_config expects its keys' "$tls" '  cert_file: a' "$tls"
secured 'another column' "web.yml:3: 'key_file' stands in another column" "$tls" '  cert_file: a' '   key_file: b'
secured 'the part in another form' 'web.yml:1: tls_server_config expects its keys' "$tls {cert_file: a}"
secured 'a text in another form' 'web.yml:2: cert_file expects a text in the same line' "$tls" '  cert_file: [a]'
secured 'half a quote' 'web.yml:2: cert_file expects a text in the same line' "$tls" '  cert_file: "a'
secured 'a tab' 'web.yml:2: a tab stands there' "$tls" '\tcert_file: a'
secured 'no pair' "web.yml:2: expected \"key: value\", found 'cert_file'" "$tls" '  cert_file # : a'
secured 'a file that is not there' "cert_file: $scratch/none: No such file" "$tls" '  cert_file: none' '  key_file: "none"'
secured 'no such version' "min_version: 'SSL3' is not supported" "$tls" '  min_version: SSL3'
secured 'no version at all' 'min_version is above max_version' "$tls" '  cert_file: a' '  key_file: a' '  min_version: TLS13' '  max_version: TLS12'
secured 'certificates that nobody verifies' "client_auth_type: 'RequestClientCert' is not" "$tls" '  client_auth_type: RequestClientCert'
secured 'nobody who signs' 'client_ca_file and a client_auth_type that verifies go together' "$tls" '  cert_file: a' '  key_file: a' '  client_auth_type: RequireAndVerifyClientCert'
secured 'who signs, and nobody verifies' 'client_ca_file and a client_auth_type that verifies go together' "$tls" '  cert_file: a' '  key_file: a' '  client_ca_file: a'
secured 'no certificate' 'its certificate and key are not right' "$tls" '  cert_file: web.yml' '  key_file: web.yml'
fails 'serve: web configuration: no such file' 1 "$scratch/none: No such file" \
	"$tdacct" serve --replay "$fixtures/serve.rec" --listen 0 --web.config.file "$scratch/none"
fails 'serve: nobody is answered once, by TLS' 2 'who answers HTTP' exports --web.config.file x

# rules ARGUMENT...: what Prometheus is to compute
rules() {
	"$tdacct" serve --print-rules "$@"
}
says 'serve: rules of a family' 'tdacct_info{model="zen4"}' rules --model zen4
says 'serve: rules have alerts' 'alert: TdacctMemoryBound' rules --model zen4
lacks 'serve: no alert of a node that there is not' 'TdacctMemoryBound' rules --model neoverse_n2
says 'serve: rules of a recording' 'tdacct_info{model="sapphirerapids"}' \
	rules --replay "$fixtures/hybrid.rec"
says 'serve: with those of its E-cores' 'tdacct_info{atom_model="alderlake_atom"}' \
	rules --replay "$fixtures/hybrid.rec"
says 'serve: these are counted under other names' 'event="atom.slots"' \
	rules --model alderlake_atom
lacks 'serve: and have no alerts' 'alert:' rules --model alderlake_atom
says 'serve: instructions, where they are an event like others' 'event=~"rc0|instructions"' \
	rules --model zen4
lacks 'serve: and where they are not' '|instructions"' rules --model sapphirerapids
says 'serve: rules of a vendor' 'tdacct_info{model="example-perf.json"}' \
	rules --model "$fixtures/vendors/example-perf.json"
fails 'serve: rules are not served' 2 '--print-rules serves nothing' rules --once
fails 'serve: nor listened to' 2 '--print-rules serves nothing' rules --listen 0
fails 'serve: nor written to a folder' 2 '--print-rules serves nothing' rules --textfile /tmp
fails 'serve: no such model' 1 'nothing' rules --model nothing

says 'the numbers in these files are those of arithmetic' ' 0 do not' \
	"$here/golden.py" "$fixtures"

says 'help' 'Usage: tdacct COMMAND' "$tdacct" --help
says 'help of a command' '--until-end' "$tdacct" help show
for command in $("$tdacct" --help | sed -n '/^Options/q;s/^  \([a-z]*\)  *[a-z].*/\1/p'); do
	other=--json
	[ "$command" != record ] || other=--for=1s
	says "help of $command behind another option" "Usage: tdacct $command " \
		"$tdacct" "$command" "$other" -h
	says "help with the name of $command" "Usage: tdacct $command " \
		"$tdacct" help "$command"
	says "version by $command" 'tdacct ' "$tdacct" "$command" -V
done
says 'help of help' 'Usage: tdacct COMMAND' "$tdacct" help help
says 'help of the version' 'Usage: tdacct COMMAND' "$tdacct" help version
fails 'help of a command that is not there' 2 "no command 'shoe'" "$tdacct" help shoe
says 'help as a command' 'tdacct show --pid 1234' "$tdacct" help
says 'version' 'tdacct ' "$tdacct" --version
says 'a cgroup without what is below it' '"descendants": false' \
	"$tdacct" show --cgroup a --own --json --replay "$fixtures/cgroups.rec"
says 'a cgroup with what is below it' '"descendants": true' \
	"$tdacct" show --cgroup a --json --replay "$fixtures/cgroups.rec"
fails 'an interval of a recording that has none' 1 \
	"the recording has no later answer to 'GET_THREAD do TID=93'; it was made without an interval" \
	tda show --task 93 --interval 1
says 'a model of the file system' '"model": "sapphirerapids"' \
	tda show --pid 93 --json --model "$here/../../user/families/sapphirerapids.json"
says 'a note of the model' 'note: slots are 4 times the cycles' \
	tda show --pid 93 --model skylake
says 'a note of the model, for programs' 'slots are 4 times the cycles' \
	tda show --pid 93 --json --model skylake
says 'a model by its name' '"model": "intel_metrics"' \
	tda show --pid 93 --json --model intel_metrics

sed 's/2f6100/2f2700/g' "$fixtures/cgroups.rec" >"$scratch/quote.rec"
says 'what is to be pasted means nothing to a shell' \
	'tdacct show --cgroup id:23 --explain heavy_operations' \
	"$tdacct" show --cgroup id:23 --explain retiring --replay "$scratch/quote.rec"
says 'a node is explained without the module' 'counts dram_bound, memory_bandwidth, memory_latency' \
	"$tdacct" explain dram_bound --model sapphirerapids
says 'the nodes that can be explained' '    l1_bound                 L1 Bound' \
	"$tdacct" explain --model sapphirerapids
says 'a set that fits is proposed' 'tdacct events show memory' \
	"$tdacct" explain l3_bound --model skylake
lacks 'a set that does not fit is not proposed' 'tdacct events' \
	"$tdacct" explain fetch_latency --model skylake
fails 'a node that is not there' 1 "the model sapphirerapids has no node 'x'; tdacct explain lists" \
	"$tdacct" explain x --model sapphirerapids
fails 'a node that is mistyped' 1 "no node 'dram_bund'; did you mean 'dram_bound'?" \
	"$tdacct" explain dram_bund --model sapphirerapids
fails 'a node that show does not know' 1 "the model sapphirerapids has no node 'x'" \
	tda show --pid 93 --explain x
says 'a node behind --' 'pid 93 tdload:' "$tdacct" explain --pid 93 \
	--replay "$recording" -- retiring
says 'several can be given, as the help says' '--pid=PID,...' "$tdacct" explain --help
fails 'two nodes' 2 "one node at a time: 'a' or 'b'" "$tdacct" explain a b
fails 'the numbers of no node' 2 'give the name of a node' "$tdacct" explain --pid 93
fails 'an interval of nobody' 2 '--interval needs --task' "$tdacct" explain a -i 1
fails 'nodes as JSON without a name' 2 '--json needs the name of a node' \
	"$tdacct" explain --json
fails 'show: a number that is no option' 2 'to show a process, give --pid 93' tda show 93
fails 'show: a command, as perf stat takes one' 2 'tdacct run -- sleep runs a command' \
	tda show -a sleep 5
fails 'descriptions as JSON' 2 '--describe cannot be combined with' \
	tda show --pid 93 --describe --json

fails 'a cgroup that was not recorded' 1 "the recording knows no cgroup 'x/y'" \
	"$tdacct" show --cgroup x/y --replay "$fixtures/cgroups.rec"
fails 'a cgroup without a name among others' 1 'one of them is empty; the root is /' \
	"$tdacct" list --threads --cgroup a, --replay "$fixtures/cgroups.rec"
fails 'a cgroup without a name' 1 'one of them is empty' \
	"$tdacct" show --cgroup '' --replay "$fixtures/cgroups.rec"
fails 'a directory instead of a recording' 1 "cannot read the recording '/': Is a directory" \
	"$tdacct" status --replay /
fails 'a disk instead of a recording' 1 "/dev/zero:1: expected 'tdacct-recording 1'" \
	timeout 60 "$tdacct" status --replay /dev/zero
fails 'a cgroup by no number' 1 "--cgroup expects a number after id:, not 'x'" \
	"$tdacct" show --cgroup id:x --replay "$fixtures/cgroups.rec"
fails 'a watch that cannot be written' 1 'cannot write the output: No space left' \
	watch_full
fails 'a watch whose reader is gone' 1 'cannot write the output: Broken pipe' \
	watch_broken
fails 'a watch as CSV and JSON' 2 'give only one of --json and --csv' \
	"$tdacct" watch -x, --json --replay "$fixtures/watch.rec"
fails 'a watch of users' 2 "watch has no column 'user': /proc no longer has a task that has ended" \
	"$tdacct" watch -o +user --replay "$fixtures/watch.rec"
fails 'a watch by an unknown column' 2 "no column 'colour'" \
	"$tdacct" watch -o colour --replay "$fixtures/watch.rec"
# What was in a file stays until there is something new, and nothing of it then.
printf '%20000s' old >"$scratch/file.out"
fails 'a list that fails leaves the file alone' 2 "no column 'x'" \
	tda list --sort x -o "$scratch/file.out"
says 'the file is still there' 20000 wc -c "$scratch/file.out"
into_file() {
	tda list --threads --json >"$scratch/want"
	tda list --threads --json -o "$scratch/file.out"
	cmp "$scratch/want" "$scratch/file.out" && echo 'the same'
}
says 'the file has the list and nothing else' 'the same' into_file
into_named() {
	rm -f "$scratch/report"
	(cd "$scratch" && "$tdacct" list --threads --json --output report \
		--replay "$fixtures/five-classes.rec")
	cmp "$scratch/want" "$scratch/report" && echo 'the same'
}
says 'a file needs no dot behind --output' 'the same' into_named
fails 'top: --output once chose columns' 2 "no column 'colour'" tda top --output colour
fails 'a file that cannot be written' 1 "cannot write '/no/such/file': No such file" \
	tda status -o /no/such/file
fails 'no command' 2 'expected a command' "$tdacct"
fails 'an unknown command' 2 "no command 'tap'; did you mean 'top'?" "$tdacct" tap
fails 'a command like no other' 2 "no command 'frobnicate'; see tdacct --help" "$tdacct" frobnicate
fails 'help of a command that is mistyped' 2 "did you mean 'status'?" "$tdacct" help statsu
fails 'a mistyped option' 2 "tdacct list: there is no option '--colums'; did you mean '--columns'?" \
	"$tdacct" list --colums pid
fails 'a mistyped option with its argument' 2 "there is no option '--intervall'; did you mean '--interval'?" \
	"$tdacct" show --intervall=3
fails 'a mistyped option of events' 2 "did you mean '--watchdog'?" "$tdacct" events list --watchdo-g
fails 'an option like no other' 2 "unrecognized option '--frobnicate'" "$tdacct" list --frobnicate
fails 'a mistyped option before the command to run' 2 "did you mean '--repeat'?" \
	"$tdacct" run --repaet 3 true
fails 'an option behind the command to run is its own' 1 'module is not loaded' \
	env TDACCT_MODELS=/none "$tdacct" run true --repaet
says 'the argument of an option may look like one' PID tda list --comm --colums
says 'the argument of a letter may look like one' PID tda list -c --colums
says 'the beginning of an option is enough' BORN tda list --column=born
fails 'a column of CPUs to sort tasks by' 2 "no row here has a 'cpu', which is of CPUs only; did you mean 'cpu_time'?" \
	tda list --sort cpu
fails 'a column of threads to sort processes by' 2 "which is of threads only; did you mean 'pid'?" \
	tda list --sort tid
fails 'a column of tasks to sort CPUs by' 2 "no row here has a 'pid', which is of processes and threads only" \
	tda list --cpus --sort pid
fails 'a column of cgroups to sort threads by' 2 "'own_slots', which is of cgroups only" \
	tda list --threads --sort own_slots
says 'CPUs sorted by their number' 'CPU 0' tda list --cpus --sort cpu
fails 'a mistyped column to sort by' 2 "no column 'cpu_tme'; did you mean 'cpu_time'?" \
	tda list --sort cpu_tme
fails 'a mistyped node to sort by' 2 "no column 'bakend_bound'; did you mean 'backend_bound'?" \
	tda list --sort bakend_bound
fails 'a mistyped column' 2 "no column 'slot'; did you mean 'slots'?" tda list -o slot
once() {
	"$tdacct" list --replay "$recording" --json -n 1 -o "$1" |
		sed -n 's/^ *"\([a-z_]*\)": .*/\1/p' | grep -vx kind | sort | uniq -d | grep . ||
		echo 'each key once'
}
says 'a column that is there already' 'each key once' once +retiring
says 'a column twice' 'each key once' once pid,pid
says 'a column twice among others' 'each key once' once slots,pid,retiring,slots,retiring
says 'a column twice in a table' 'PID  SLOTS' tda list -n 1 -o pid,slots,pid
says 'rows from so many millions of slots on' tdload tda list --min-slots 10M
says 'rows from a part of a billion on' tdload tda list --min-slots 1.1G
lacks 'rows from a thousand billion on' tdload tda list --min-slots 1T
fails 'slots by a unit that there is not' 2 "--min-slots expects a number of slots, such as 5000, 10M or 1.5G, not '10X'" \
	tda list --min-slots 10X
fails 'an interval with an exponent' 2 "--interval expects a time from 1ms to 365d, such as 0.5, 500ms, 30s, 5m or 1h, not '1e9'" \
	tda list --interval 1e9
fails 'an interval of more than a year' 2 "not '366d'" tda list --interval 366d
fails 'a pause by a bare number' 2 "unexpected argument '30'; to resume after that time, give --for 30" \
	"$tdacct" pause 30
fails 'a pause by a bare time' 2 'give --for 5m' "$tdacct" pause 5m
fails 'a pause of something else' 2 "unexpected argument 'all'" "$tdacct" pause all
says 'CSV of one level has that' ,retiring, tda show --pid 93 -x, -l 1
lacks 'CSV of one level has no second' ,memory_bound, tda show --pid 93 -x, -l 1
says 'CSV of two levels has both' ,memory_bound, tda show --pid 93 -x, -l 2
lacks 'CSV of two levels has no third' ,dram_bound, tda show --pid 93 -x, -l 2
says 'CSV has all levels if none are named' ,dram_bound, tda show --pid 93 -x,
fails 'top without a terminal' 1 'top needs a terminal' tda top
fails 'top of a user of a recording' 1 'a recording does not tell who owned a process' \
	tda top -u root
fails 'top of the processes of a recorded cgroup' 1 'in which cgroup a process was; --threads' \
	tda top -G /a
fails 'top of a cgroup that is not there' 1 "the recording knows no cgroup 'x'" \
	"$tdacct" top --threads -G a,x --replay "$fixtures/cgroups.rec"
fails 'top of two cgroups' 1 'top needs a terminal' \
	"$tdacct" top --threads -G a,id:23 --replay "$fixtures/cgroups.rec"
fails 'top of cgroups with long names' 1 'top takes at most 255 characters of cgroups' \
	"$tdacct" top --cgroups -G "$(printf 'id:23,%.0s' $(seq 99))id:23" --replay "$fixtures/cgroups.rec"
fails 'top by the delay of perf top' 1 'top needs a terminal' tda top -d 2
fails 'top by no delay' 2 "--interval expects a time" tda top -d 0
fails 'top as JSON' 2 'tdacct list --json is for programs' tda top --json
fails 'top by an unknown column' 2 "no column 'colour'" tda top -o pid,colour
fails 'top by an unknown column to sort by' 2 "no column 'x'" tda top -s x
lacks 'top tells of no JSON, which it does not have' --json "$tdacct" top --help
says 'the keys of top' '?, h, F1  show these keys' "$tdacct" top --help
fails 'an unknown column' 2 "no column 'colour'" tda list -o colour
fails 'a list to a file without a slash' 2 'to write to a file: --output report' tda list -o report
fails 'a watch to a file without a slash' 2 'to write to a file: --output report' \
	"$tdacct" watch -o report --replay "$fixtures/watch.rec"
lacks_advice() {
	! tda list --columns colour 2>&1 | grep 'to write to a file'
}
row_status=0
lacks_advice || row_status=1
verdict "$row_status" 'columns by their own option are meant as columns'
fails 'an unknown column to sort by' 2 "no column 'x'" tda list --sort x
fails 'no such model' 1 "cannot read the model 'pentium'" \
	tda show --pid 93 --model pentium
fails 'a model that is mistyped' 1 "No such file or directory; did you mean 'skylake'?" \
	tda show --pid 93 --model skylaek
echo '{ "format": 5 }' >"$scratch/broken.json"
fails 'a broken model' 1 'broken.json:1:13: expected "format": "tdacct-family-1"' \
	tda show --pid 93 --model "$scratch/broken.json"
cat >"$scratch/register.json" <<-'END'
	{"format": "tdacct-family-1", "name": "x", "extends": "sapphirerapids",
	 "events": {"O": {"code": "0xb7", "umask": 1, "config1": "0x10001", "counters": "0-3"}},
	 "nodes": [{"name": "o", "title": "O", "unit": "number", "standalone": true, "formula": "O"}]}
END
says 'an event of no set is asked for with its register' \
	'no: not counted now: O; in no set; events=0x1b7:0x10001' \
	tda metrics --model "$scratch/register.json"
echo '[{"MetricName": "m", "MetricExpr": "cycles", "MetricThreshold": "m >"}]' \
	>"$scratch/threshold.json"
says 'why a threshold is not understood, for programs' \
	'/threshold.json:1:69: expected a number' \
	tda metrics --json --metrics "$scratch/threshold.json"
fails 'output that cannot be written' 1 'cannot write the output: No space left' \
	to_full show --pid 93
fails 'JSON that cannot be written' 1 'cannot write the output: No space left' \
	to_full list --json
fails 'help that cannot be written' 1 'cannot write the output: No space left' \
	to_full --help
fails 'a tree while standard output is closed' 1 \
	'cannot write the output: Bad file descriptor' \
	closed show --pid 93 --replay "$recording"
fails 'JSON while standard output is closed' 1 \
	'cannot write the output: Bad file descriptor' \
	closed list --json --replay "$recording"
fails 'a watch while standard output is closed' 1 \
	'cannot write the output: Bad file descriptor' \
	closed watch --replay "$fixtures/watch.rec"
fails 'help while standard output is closed' 1 \
	'cannot write the output: Bad file descriptor' closed --help
fails 'a recording that cannot be written' 1 'tdacct:' \
	"$tdacct" status --record "$scratch/no/such/directory"

# The documents say what the program and the header say.
scripts=$here/../../scripts
says 'the man page agrees with --help' 'agree with the man page' \
	"$scripts/check-docs.sh" "$tdacct"
says 'completion agrees with --help' 'are completed as --help tells them' \
	"$scripts/check-completion.sh" "$tdacct"
# Both scripts leave out what is not there. by PROGRAM NAME
by() {
	if command -v "$1" >/dev/null; then
		echo "ok - cli: $2 by $1"
	else
		echo "ok - cli: $2 by $1 # SKIP it is not there"
	fi
}
by groff 'pages are read'
by lexgrog 'pages are read'
by zsh 'lines are completed'
says 'the netlink specification agrees with the header' 'types agree' \
	"$scripts/check-spec.sh"

# What proves nothing is no proof. STATE is 8, 2 of it is waiting; the first of
# the VALUES in COUNTS are the slots.
unproven() {
	local name=$1 text=$2 bad=0

	shift 2
	sed "$@" "$recording" >"$scratch/rec"
	"$tdacct" check --replay "$scratch/rec" >"$scratch/out" 2>&1 && bad=1
	grep -qxF -- "$text" "$scratch/out" || bad=1
	! grep -q 'all laws hold' "$scratch/out" || bad=1
	[ "$bad" = 0 ] || sed 's/^/# /' "$scratch/out"
	verdict "$bad" "$name"
}

waiting='s/0800080000000000/0800080002000000/g'
unproven 'a check while all CPUs wait' 'nothing is proven: no CPU counts' \
	-e "$waiting"
unproven 'a check tells which CPUs wait' 'CPU 0 1: waiting' -e "$waiting"
unproven 'a check of what counted nothing' \
	'nothing is proven: no CPU has counted a single slot' \
	-e '/^ask GET_TOTALS/,/^end/s/\(940002800c000100\).\{16\}/\10000000000000000/g'
# A value of another name.
unproven 'a check of what does not tell its slots' \
	'nothing is proven: no CPU has counted a single slot' \
	-e 's/0a000300736c6f7473000000/0a000300736c6f7478000000/'
sed -e "$waiting" "$recording" >"$scratch/waiting.rec"
"$tdacct" check --json --replay "$scratch/waiting.rec" >"$scratch/json" || true
says 'the JSON of that: not held, not broken' '"held": null,' \
	head -n 2 "$scratch/json"

# Answers that only a broken, foreign or refusing kernel gives.
answer() {
	printf 'tdacct-recording 1\n' >"$scratch/rec"
	sed -n '/^ask GET_INFO/,/^end/p;/^end/q' "$recording" >>"$scratch/rec"
	cat >>"$scratch/rec"
}

replayed() {
	"$tdacct" "$@" --replay "$scratch/rec"
}

# What helps depends on who asks.
plain() {
	local who=()

	[ "$(id -u)" != 0 ] || who=(setpriv --reuid=65534 --clear-groups)
	chmod 755 "$scratch"
	"${who[@]}" "$tdacct" "$@" --replay "$scratch/rec"
}

answer <<'END'
ask GET_PROCESS do PID=1
end 1 needs CAP_PERFMON or CAP_SYS_ADMIN in the initial user namespace
ask GET_CPU dump
end 1
ask GET_PROCESS do PID=2
end 3 no thread has this id
ask GET_THREAD do TID=2
end 3 no thread has this id
ask GET_PROCESS do PID=3
end 11 the thread has not run yet
ask GET_PROCESS do PID=4
say 0c000c000100000000000000
end 0
ask GET_PROCESS do PID=5
say 0c000c0001
end 0
ask GET_PROCESS do PID=6
end 0
ask GET_CGROUP do CGROUP=98
end 3 no such cgroup
ask GET_CGROUP do CGROUP=99
end 95
ask SUBSCRIBE do
end 87
ask PAUSE do
end 1 needs CAP_PERFMON
ask GET_CPU dump CPU=9
end 34
ask GET_TOTALS do
end 95
END
fails 'no permission' 1 'process 1: needs CAP_PERFMON or CAP_SYS_ADMIN in the initial user namespace; try it with sudo; tdacct doctor tells more' plain show --pid 1
[ "$(id -u)" != 0 ] || fails 'root is not advised to use sudo' 1 \
	'initial user namespace; being root is not enough in a container, or without that capability; tdacct doctor tells more' replayed show --pid 1
fails 'no permission to pause' 1 'pause: needs CAP_PERFMON; try it with sudo' plain pause
fails 'status without permission has no lines of CSV' 1 'there are no lines of CPUs: they need CAP_PERFMON; ' replayed status --csv
says 'status without permission' 'CPUs and statistics are not shown' replayed status
fails 'an unknown process' 1 'process 2: no thread has this id' replayed show --pid 2
fails 'a process that has not run' 1 'has not run since counting began' replayed show --pid 3
fails 'an answer that lacks something' 1 'GET_PROCESS lacks PID' replayed show --pid 4
fails 'an answer that is cut' 1 'GET_PROCESS ends in 5 bytes' replayed show --pid 5
fails 'no answer' 1 'the kernel gave no answer' replayed show --pid 6
fails 'a cgroup in which nothing ran' 1 'cgroup id:98: nothing ran in it since counting began, or it is gone' replayed show --cgroup id:98
fails 'a kernel without cgroups' 1 'this kernel has no cgroups' replayed show --cgroup id:99
fails 'too many who watch' 1 'watch: Too many users' replayed watch
fails 'an unknown CPU' 1 'there is no CPU 9' replayed show --cpu 9

# A task that ends, or is another one, between two readings.
one=$(sed -n '/^ask GET_PROCESS do PID=93/,/^end/p' "$recording" | sed -n 's/^say //p' | head -1)
thread=$(sed -n '/^ask GET_THREAD do TID=93/,/^end/p' "$recording" | sed -n 's/^say //p' | head -1)
other=0c000c00ffffff0f${one:16}
answer <<END
ask GET_PROCESS do PID=93
say $one
end 0
ask GET_PROCESS do PID=93
end 3 no thread has this id
ask GET_PROCESS do PID=96
say $one
end 0
ask GET_PROCESS do PID=96
say $other
end 0
ask GET_PROCESS do PID=97
end 3 no thread has this id
ask GET_THREAD do TID=97
say $thread
end 0
END
fails 'a process that ends between two readings' 1 \
	'process 93 ended between the two readings' replayed show --pid 93 -i 1
fails 'a pid that is used again between two readings' 1 \
	'process 96 ended between the two readings' replayed show --pid 96 -i 1
fails 'a thread taken for a process' 1 \
	'97 is a thread of process 93; use --pid 93 or --task 97' replayed show --pid 97

# Sets of events need no kernel. told NAME STATUS ARGUMENT...: what is printed is
# that of the file.
told() {
	local name=$1 status=$2 want=$fixtures/expected/$1 got=0 bad=0

	shift 2
	"$tdacct" events "$@" >"$scratch/out" 2>"$scratch/err" || got=$?
	[ -z "${UPDATE:-}" ] || cp "$scratch/out" "$want"
	diff -u "$want" "$scratch/out" | sed 's/^/# /' || true
	cmp -s "$want" "$scratch/out" || bad=1
	[ "$got" = "$status" ] || { bad=1; echo "# ended with $got"; }
	sed 's/^/# /' "$scratch/err"
	verdict "$bad" "$name"
}
# A vendor's file as a family: what it becomes, and that it means the same.
# imported NAME FILE...
imported() {
	local name=$1 want=$fixtures/expected/$1 bad=0 given=() file

	shift
	for file in "${@:2}"; do given+=(--event-data "$file"); done
	(cd "$fixtures" && "$tdacct" import --name x "$@") >"$scratch/family.json" \
		2>"$scratch/err" || bad=1
	[ -z "${UPDATE:-}" ] || cp "$scratch/family.json" "$want"
	diff -u "$want" "$scratch/family.json" | sed 's/^/# /' || true
	cmp -s "$want" "$scratch/family.json" || bad=1
	verdict "$bad" "$name"
	# Nothing differs but what is known of counters now, and its title.
	for file in "$1" "$scratch/family.json"; do
		[ "$file" = "$1" ] || given=()
		(cd "$fixtures" && "$tdacct" show --json --pid 93 --all \
			--replay "$recording" --model "$file" "${given[@]}") |
			sed 's/"model": ".*"/"model": ""/'
		echo ...
	done >"$scratch/both" 2>"$scratch/err"
	cmp -s <(sed '/^\.\.\.$/,$d' "$scratch/both") \
		<(sed '1,/^\.\.\.$/d; /^\.\.\.$/d' "$scratch/both") &&
		grep -q '"share"' "$scratch/both" || bad=1
	[ "$bad" = 0 ] || diff "$scratch/both" /dev/null | sed 's/^/# /'
	verdict "$bad" "$name means the same"
}
imported import-intel vendors/example_metrics.json vendors/example_core.json \
	vendors/example_retire_latency.json
imported import-perf vendors/example-perf.json vendors/example_core.json
imported import-known vendors/known/broadwell.json
imported import-hybrid vendors/example-hybrid.json vendors/hybrid-events.json
cd "$fixtures"
# What the CPUs of a family do not have is left out, so that the result can be read.
cat >"$scratch/skylakex.json" <<'END'
[{"MetricName": "a", "MetricExpr": "A.MORE / cycles"},
 {"MetricName": "b", "MetricExpr": "A.NONE / cycles"},
 {"MetricName": "c", "MetricExpr": "cpu@event\\=0xc0\\,config1\\=0x5@ / cycles"},
 {"EventName": "A.MORE", "EventCode": "0x10", "UMask": "0x1", "Counter": "0-9"},
 {"EventName": "A.NONE", "EventCode": "0x11", "UMask": "0x1", "Counter": "9"}]
END
"$tdacct" import "$scratch/skylakex.json" -o "$scratch/sky.json" 2>"$scratch/err" ||
	sed 's/^/# /' "$scratch/err"
says 'import: counters that the family lacks are left out' '"counters": "0-7"' \
	grep -A5 '"A.MORE"' "$scratch/sky.json"
lacks 'import: and where there are no others, it says none' '"counters"' \
	grep -A3 '"A.NONE"' "$scratch/sky.json"
says 'import: a register that there is none of' 'event code 0xc0 has no extra register' \
	cat "$scratch/sky.json"
says 'import: and that can be read' 'metrics can be computed' \
	"$tdacct" metrics --model "$scratch/sky.json"
fails 'import: two files with metrics' 1 "both 'vendors/example_metrics.json' and 'vendors/example-perf.json' have metrics; import them one by one" \
	"$tdacct" import vendors/example_metrics.json vendors/example-perf.json
fails 'import: no metrics' 1 'there are no metrics in the format of Intel, Arm or perf' \
	"$tdacct" import vendors/example_core.json
fails 'import: no file' 2 'expected a file of metrics' "$tdacct" import
fails 'import: a file that is not there' 1 "cannot read 'vendors/nobody.json': No such file" \
	"$tdacct" import vendors/nobody.json
fails 'import: a file with a mistake' 1 '/dev/stdin:1:12: ' piped_text '[{"a": 1}, }' import -
fails 'import: a file that cannot be written' 1 "cannot write '/nowhere/x.json'" \
	"$tdacct" import vendors/example-perf.json -o /nowhere/x.json
says 'import: it says what is to be added' 'the tool knows no such CPU: add "cpus" and "counters" for which the family is' \
	"$tdacct" import vendors/known/lunarlake/metrics.json
says 'import: what it has is said' '9 metrics, 2 of them with formulas that are not understood; 16 events' \
	"$tdacct" import vendors/example_metrics.json
cd - >/dev/null
data=$fixtures/events.json
all19=(memory OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD)
spr=(--family sapphirerapids)
told events-list 0 list "${spr[@]}"
told events-list-json 0 list "${spr[@]}" --json
told events-show 0 show memory "${spr[@]}"
told events-show-json 0 show core "${spr[@]}" --json
told events-watchdog 0 list --family skylake --watchdog
told events-plain 0 list --family sapphirerapids_plain
told events-plain-fit 1 fit memory --family sapphirerapids_plain --watchdog
told events-load 0 show memory "${spr[@]}" --load
told events-fit 1 fit "${all19[@]}" "${spr[@]}"
told events-fit-json 1 fit "${all19[@]}" "${spr[@]}" --json --watchdog
told events-fit-many 1 fit memory frontend core "${spr[@]}"
told events-missed 1 fit LOW HIGH EVEN --event-data "$fixtures/crossing.json"
told events-registers 1 fit FE.ONE fe.two ocr.one,OCR.TWO,OCR.THREE --event-data "$data"
told events-free 0 fit cycles,INST_RETIRED.ANY,r12f --event-data "$data"
fails 'events that do not fit are not for loading' 1 'do not fit; leave out --load to see why' \
	"$tdacct" events fit "${all19[@]}" "${spr[@]}" --load
says 'registers besides in the line for loading' \
	'options tdacct events=0x1c6:0x11,0x1b7:0x10001,0x114' "$tdacct" events \
	fit FE.ONE,OCR.ONE,r114 --event-data "$data" --load
told events-site-list 0 list "${site[@]}"
told events-site-list-json 0 list "${site[@]}" --json
told events-site-show 0 show caches "${site[@]}"
told events-site-load 0 show caches "${site[@]}" --load
told events-site-fit 1 fit classes MEMSTALL_L1MISS,MEMSTALL_L2MISS,MEMSTALL_L3MISS "${site[@]}"
fails 'events of a site for other CPUs are not counted' 1 \
	"the site file 'example' is not for this CPU" \
	"$tdacct" events use classes --site "$scratch/other.json"
told events-atom 0 list --family gracemont
says 'a group of perf' 'measures 10 of the 19 metrics' \
	"$tdacct" events fit '{cycles,instructions}:W' "${spr[@]}"
says "events of Arm's by perf's device" '0-5   0x23   armv8_pmuv3_0/event=0x23/' \
	env TDACCT_ROOT="$fixtures/machines/arm" "$tdacct" events fit armv8_pmuv3_0/event=0x23/
told events-atom-fit 0 fit cpu_atom/event=0x71/,cpu_atom/cycles/ "${spr[@]}"
says 'events: a set among others' '1a8' "$tdacct" events fit memory,r1a8 "${spr[@]}"
fails 'sets of E-cores' 1 'alderlake_atom has no sets: on the E-cores of a hybrid CPU' \
	"$tdacct" events list --family alderlake_atom
sed 's/0xd49/0xd00/' "$known/core.json" >"$scratch/core.json"
# A machine of files: what holds counters there is told, and only of a machine.
mkdir -p "$scratch/machine/proc/12/fd"
printf 'vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 143\n' \
	>"$scratch/machine/proc/cpuinfo"
echo stat >"$scratch/machine/proc/12/comm"
ln -s 'anon_inode:[perf_event]' "$scratch/machine/proc/12/fd/3"
cp -r "$fixtures/machines/bare/sys" "$scratch/machine"
says 'events: others have some of perf open' \
	'note: others have events of perf open, each on a counter of its own while it counts, so fewer may fit; --without leaves counters to them: stat 12 (1)' \
	env TDACCT_ROOT="$scratch/machine" "$tdacct" events fit memory
says 'events: others have some of perf open, for programs' '"perf": "stat 12 (1)"' \
	env TDACCT_ROOT="$scratch/machine" "$tdacct" events list --json
lacks 'events of a family: no machine is looked at' 'others have events of perf open' \
	env TDACCT_ROOT="$scratch/machine" "$tdacct" events list "${spr[@]}"
boot() { env TDACCT_ROOT="$scratch/machine" "$tdacct" events use "$@" --boot; }
conf=$scratch/machine/etc/modprobe.d/tdacct-events.conf
rm -rf "$scratch/machine/sys/module"
fails 'events from boot on: no folder for them' 1 \
	"$conf cannot be changed, and nothing else was: No such file or directory" boot memory
mkdir -p "${conf%/*}"
says 'events from boot on' "counted again whenever the module is loaded: $conf" boot memory
says 'events from boot on: the line' \
	'options tdacct events=0x10ad,0x50021a6,0x20040a6,0x3000347,0x5000547,0x9000947,0x4000820' \
	cat "$conf"
says 'events from boot on: everybody may read them' '644' stat -c %a "$conf"
lacks 'events from boot on: no draft is left' 'tdacct-events.conf.' ls "${conf%/*}"
says 'events from boot on, for programs' '"boot": "'"$conf" boot core --json
says 'events from boot on: another line' 'options tdacct events=0x' cat "$conf"
fails 'events from boot on: they do not fit' 1 'do not fit; leave out --boot to see why' \
	boot memory frontend core
echo 'options tdacct events=0x1b7' >"${conf%/*}/tdacct.conf"
fails 'events from boot on: other lines have some' 1 \
	'/etc/modprobe.d/tdacct.conf has events=0x1b7 for the module: take that out' boot core
says 'no events from boot on' \
	"no longer counted when the module is loaded: there is no $conf" boot none
says 'no events from boot on, for programs' '"boot": null' boot none --json
says 'no events from boot on: nothing else goes' '/tdacct.conf' ls "${conf%/*}"/*
rm "${conf%/*}/tdacct.conf"
mkdir -p "$scratch/machine/sys/module/tdacct"
fails 'events from boot on: not where they cannot be counted now' 1 'module is not loaded' boot memory
lacks 'events from boot on: then nothing is written' tdacct ls "${conf%/*}"
rm -r "$scratch/machine/sys/module/tdacct"
fails 'events from boot on: only those that are used' 2 'boot is for use only' \
	"$tdacct" events fit cycles --boot "${spr[@]}"
mkdir -p "$scratch/machine/sys/bus/event_source/devices/cpu_atom" \
	"$scratch/machine/sys/bus/event_source/devices/cpu_core/events"
touch "$scratch/machine/sys/bus/event_source/devices/cpu_core/events/slots"
sed -i 's/143/151/' "$scratch/machine/proc/cpuinfo"
says 'metrics of a hybrid without the module' '6 of 6 metrics can be computed. Source: E-cores' \
	env TDACCT_ROOT="$scratch/machine" "$tdacct" metrics
fails 'a set that is not there' 1 "no set 'memroy'; the sets of sapphirerapids are memory, memory-latency, memory-today, frontend, core, branches; did you mean 'memory'?" \
	"$tdacct" events show memroy "${spr[@]}"
fails 'a family that is not there' 1 "no event data for a family 'x'; give a file with --event-data, or one of these with --model: alderlake_atom arrowlake_lowpower broadwell gracemont icelake icelake_plain lunarlake_atom meteorlake_atom neoverse_n1 neoverse_n2 neoverse_n2_r0p0 neoverse_n3 neoverse_v1 neoverse_v2 sapphirerapids sapphirerapids_plain sierraforest skylake zen2 zen3 zen4 zen5" \
	"$tdacct" events list --family x
fails 'an event that is not there' 1 "event 'A.B:c4': there is no event 'A.B' in sapphirerapids" \
	"$tdacct" events fit A.B:c4 "${spr[@]}"
fails 'a set that is not there, to be used' 1 "there is no event 'nosuch' in sapphirerapids; the sets of sapphirerapids are memory, " \
	"$tdacct" events use nosuch "${spr[@]}"
fails 'a set that is mistyped, to be used' 1 "did you mean 'frontend'?" \
	"$tdacct" events use memory frontned "${spr[@]}"
fails 'an event that is mistyped' 1 "did you mean 'MEM_LOAD_RETIRED.L1_MISS'?" \
	"$tdacct" events fit MEM_LOAD_RETIRED.L1_MISES "${spr[@]}"
fails 'a family that is mistyped' 1 "did you mean 'zen4'?" "$tdacct" events list --family zen44
fails 'event data that is none' 1 "$recording:1:6: " \
	"$tdacct" events fit A --event-data "$recording"
fails 'event data that is not there' 1 "cannot read the event data '/nowhere': No such file" \
	"$tdacct" events fit A --event-data /nowhere
says "events of Arm's own file: by the sets of its core" 'ratio-near' \
	"$tdacct" events list --event-data "$known/core.json"
says "events of Arm's own file: on the counters of its core" '0       0-5   0x3    L1D_CACHE_REFILL' \
	"$tdacct" events fit L1D_CACHE_REFILL --event-data "$known/core.json"
fails "events of Arm's own file for a core without a table" 1 'does not say which counters' \
	"$tdacct" events fit L1D_CACHE_REFILL --event-data "$scratch/core.json"
fails 'sets of a file without any' 1 'events.json has no sets; --model says' \
	"$tdacct" events list --event-data "$data"
fails 'events: nothing to do' 2 'expected list, show, use or fit' "$tdacct" events
fails 'events: something else' 2 "expected list, show, use or fit, not 'try'" "$tdacct" events try
fails 'events: use without a name' 2 'use takes the name of a set, events, or none' "$tdacct" events use
fails 'events: a list of them, and nothing to do with it' 2 'events is for use only' \
	"$tdacct" events fit --events cycles "${spr[@]}"
fails 'events: no line for a set that is used' 2 '--load is for show and fit only' \
	"$tdacct" events use memory --load "${spr[@]}"
fails 'events: no module that would count them' 1 'module is not loaded' \
	"$tdacct" events use memory "${spr[@]}"
fails 'events: show without a name' 2 'show takes the name of one set' "$tdacct" events show
fails 'events: counters that are none' 2 "--without expects counters such as 3, 0-1 or 'fixed 1', not 'all'" \
	"$tdacct" events list --without all

# Two builds of a program, ten runs each, and lines of lists; the numbers are invented.
cd "$fixtures/diff"
how=old.json
from=slow.json golden diff-slower diff --fail-if 'slots < -2'
from=same.json golden diff-same diff --fail-if 'slots > +2'
from=slow.json golden diff-json diff --json -n 2
how=monday.json
from=tuesday.json golden diff-lists diff -n 8
from=tuesday.json golden diff-rate diff -n 3 --per requests=12000,13000
unset how
fails 'a node that A and B do not have' 1 "there is no dram_bound of '*' that A and B both have" \
	"$tdacct" diff old.json slow.json --fail-if 'dram_bound > 1'
fails 'a change that makes no sense' 2 "--fail-if 'slots is 3': a < or > is expected before 'is 3'" \
	"$tdacct" diff old.json slow.json --fail-if 'slots is 3'

# Trees of what perf counted; silicon.py has counts that were published with percentages.
cd "$fixtures/perf-stat"

# perfs TEXT ARGUMENT...: show what this text of perf's counted.
perfs() {
	local text=$1

	shift
	printf '%b' "$text" | "$tdacct" show --from - --model icelake -l 1 "$@"
}

how=--from
from=alderlake.json golden from-hybrid show --model sapphirerapids
from=sapphirerapids.csv golden from-metrics show --model sapphirerapids
from=sapphirerapids.csv golden from-plain show --model sapphirerapids_plain
from=threads.csv golden from-threads show --model icelake
from=threads.csv golden from-task show --model icelake -t 101 -I 1 -l 1
from=threads.csv golden from-each show --model icelake --each -i 2 -l 1
from=threads.csv golden from-json show --model icelake --json
from=threads.csv golden from-json-each show --model icelake --json --each -I 2000
from=threads.csv golden from-csv show --model icelake -x, -l 1 -I 1000
from=cpus.csv golden from-cpus show --model icelake -C 1-2,7 -l 1
from=cpus.csv golden from-explain explain backend_bound --model icelake
unset how
all='6000,,slots,9,100.00\n2400,,topdown-retiring,9,100.00\n600,,topdown-bad-spec,9,100.00\n1000,,topdown-fe-bound,9,100.00\n2000,,topdown-be-bound,9,100.00\n'
says 'perf: the CPU is that of this machine' \
	'the formulas are those of sapphirerapids, as for this machine: perf does not tell which CPU it was; --model does' \
	env TDACCT_ROOT=../machines/bare "$tdacct" show --from sapphirerapids.csv
says 'perf: one CPU by its name' 'CPU3, as perf counted' \
	"$tdacct" show --from cpus.csv --model icelake --cpu 3
says 'perf: all CPUs' 'this is the sum of CPU0, CPU1, CPU2, CPU3; --each shows each of them' \
	"$tdacct" show --from cpus.csv --model icelake -a
fails 'perf: a CPU that is not in the file' 1 'cpus.csv has no counts of CPUs 9; it has those of: CPU0, CPU1, CPU2, CPU3' \
	"$tdacct" show --from cpus.csv --model icelake --cpu 9
fails 'perf: a task that is not in the file' 1 'threads.csv has no counts of tasks 7; it has those of: make-100, cc1-101' \
	"$tdacct" show --from threads.csv --model icelake --task 7
fails 'perf: no intervals' 1 'cpus.csv has no intervals; perf stat -I writes them' \
	"$tdacct" show --from cpus.csv --model icelake -I 1
says 'perf: a cgroup' 'a.slice, as perf counted' \
	perfs '6000,,slots,a.slice,9,100.00\n1,,slots,b.slice,9,100.00\n' --cgroup a.slice
says 'perf: cgroups may lie within each other' 'b.slice, as perf counted' \
	perfs '6000,,slots,a.slice,9,100.00\n1,,slots,b.slice,9,100.00\n'
says 'perf: E-cores without cycles' 'what perf counted on E-cores tells of no node without cpu_atom/cycles/' \
	"$tdacct" show --model sapphirerapids --from <(printf '9,,slots,9,100.00\n1,,cpu_atom/event=0x71/,9,100.00\n')
says 'perf: user mode' 'perf counted what happened in user mode only, as :u says' \
	perfs "${all//,9/:u,9}"
lacks 'perf: all modes' 'mode only' perfs "$all"
says 'perf: two modes' 'perf counted these in another mode than the others: topdown-retiring:k' \
	perfs '1,,slots:u,9,100.00\n1,,topdown-retiring:k,9,100.00\n'
says 'perf: two core types' 'perf counted these on cores of another type than the others: armv8_pmuv3_1/event=0x3e/' \
	"$tdacct" show --model neoverse_n2 --from <(printf '9,,armv8_pmuv3_0/cpu_cycles/,9,100.00\n1,,armv8_pmuv3_1/event=0x3e/,9,100.00\n')
says 'perf: a part of the time' 'known for 25.5 % of its slots' perfs "${all//9,100.00/9,25.50}"
says 'perf: a part of the time, by event' 'scaled what it saw to all of it: slots 25.5 %' \
	perfs "${all/9,100.00/9,25.50}"
says 'perf: of two counts of an event the better one' '9000 slots' \
	perfs "${all/9,100.00/9,25.50}9000,,slots,9,99.00\n8000,,slots,9,98.00\n"
says 'perf: of two counts the better one is said to be taken' 'perf counted some events in several groups' \
	perfs "${all}9000,,slots,9,99.00\n"
lacks 'perf: no event has two counts' 'several groups' perfs "$all"
says 'perf: a general counter counts slots' '6000 slots' \
	"$tdacct" show --model icelake_plain --from <(printf '6000,,cpu/event=0xa4,umask=0x1/,9,100.00\n')
says 'perf: slots are known for as long as cycles are' 'known for 50.0 % of its slots' \
	"$tdacct" show --model zen4 --from <(printf '100,,ls_not_halted_cyc,9,50.00\n60,,ex_ret_ops,9,100.00\n')
says 'perf: several runs are means' 'means of several runs, between which counts vary by up to 4.50 %' \
	perfs "${all//,9/,4.50%,9}"
says 'perf: runs in one file' 'this is the sum of 2 runs of perf' \
	perfs "$all# started on Friday\n$all"
says 'perf: what was not counted on one CPU of two is not taken for nothing' '12 k slots' \
	perfs 'CPU0,6000,,slots,9,100.00\nCPU1,<not counted>,,slots,0,0.00\n'
says 'perf: runs that counted other events' 'known for 50.0 % of its slots' \
	perfs "$all# started on Friday\n6000,,slots,9,100.00\n"
says 'perf: not counted, not supported' 'perf did not count these: slots, topdown-retiring' \
	perfs '<not counted>,,slots,0,0.00\n<not supported>,,topdown-retiring,0,100.00\n3,,cycles,9,100.00\n'
says 'perf: what a formula needs is named' 'needs PERF_METRICS.RETIRING' \
	perfs '6000,,slots,9,100.00\n'
says 'perf: what no formula needs' 'no formula needs these: topdown-heavy-ops' \
	perfs "${all}1,,topdown-heavy-ops,9,100.00\n"
says 'perf: events of nothing' 'these are not known of this CPU: task-clock, foo/bar/' \
	perfs "${all}1,,task-clock,9,100.00\n1,,foo/bar/,9,100.00\n"
says 'perf: general counters have formulas of their own' '--model icelake_plain takes others' \
	perfs '6000,,TOPDOWN.SLOTS_P,9,100.00\n'
fails 'perf: a file of another CPU' 1 "has no event that the formulas of icelake need, such as 'TOPDOWN.SLOTS'; --model names other formulas" \
	perfs '1,,ex_ret_ops,9,100.00\n'
fails 'perf: a row that is wrong' 1 '/dev/stdin:1: expected a count, its unit and an event' perfs 'hello\n'
fails 'perf: no file' 1 '/nowhere: No such file' "$tdacct" show --from /nowhere
fails 'perf: processes' 2 'perf counts threads; with --from, give --task' \
	"$tdacct" show --from cpus.csv --pid 1
fails 'perf: and a recording' 2 '--from cannot be combined with --replay' tda show --from cpus.csv
fails 'perf: --each of a machine' 2 '--each needs --from' tda show --system --each
# More events than a tree takes: one that is among the first is there.
{
	printf '{"format": "tdacct-family-1", "name": "many", "title": "t", "events": {'
	for i in {1..60}; do
		printf '"E%d": {"code": %d}, ' "$i" "$i"
	done
	printf '"S": {"value": "slots"}}, "nodes": [{"name": "n", "title": "t", "unit": "slots", "formula": "(0'
	printf ' + E%d' {1..60}
	printf ') / S"}]}'
} >"$scratch/many.json"
printf '1,,r%02x,9,100.00\n' {1..60} >"$scratch/many.csv"
says 'perf: more events than fit' 'these are more than fit in a tree: r35, r36, r37, r38, r39, r3a, r3b, r3c' \
	"$tdacct" show --model "$scratch/many.json" --from "$scratch/many.csv"
cd - >/dev/null

# A recording of 80 minutes with a gap. reported NAME ARGUMENT...: the report is that of the
# file; what is missing is told besides.
day=$fixtures/web-17.tdrec
reported() {
	local name=$1 want=$fixtures/expected/$1 bad=0

	shift
	TZ=UTC "$tdacct" report "$day" "$@" >"$scratch/out" 2>"$scratch/err" || bad=1
	[ -z "${UPDATE:-}" ] || cp "$scratch/out" "$want"
	diff -u "$want" "$scratch/out" | sed 's/^/# /' || true
	cmp -s "$want" "$scratch/out" || bad=1
	grep -qx 'tdacct: nothing was recorded from 2026-11-28 02:50:00 to 03:05:00: nothing was recording' "$scratch/err" || bad=1
	verdict "$bad" "$name"
}
reported report
reported report-heat --heat backend_bound
reported report-heat-units --by unit --heat used --rows 2
reported report-folded --folded
reported report-trace --chrome-trace --every 1h --rows 2
reported report-ndjson --ndjson --every 1h --comm nginx --columns comm,slots,retiring
export TZ=UTC
terminal report-heat-terminal 60 report "$day" --heat backend_bound --rows 3
NO_COLOR=1 terminal report-heat-plain 60 report "$day" --heat backend_bound --rows 3
unset TZ
"$tdacct" report "$day" --csv --columns slots 2>/dev/null |
	awk -F, 'NR > 1 { sum += $3 } END { printf "%.0f\n", sum }' >"$scratch/want"
"$tdacct" report "$day" --folded 2>/dev/null |
	awk '{ sum += $NF } END { printf "%.0f\n", sum }' >"$scratch/out"
cmp "$scratch/want" "$scratch/out" && bad=0 || bad=1
verdict "$bad" 'folded stacks have the slots of the report'
says 'a diff of a recording: each command is a row' '"row": "nginx"' \
	"$tdacct" diff "$day" "$day" --rows 1000 --json
lacks 'a diff of a recording: what no thread has is none' '"row": "[' \
	"$tdacct" diff "$day" "$day" --rows 1000 --json

# A law that is broken: a thread lost more time than it had (LOST_NS is 20,
# behind CPU_NS).
sed 's/\(0c001300.\{16\}0c001400\).\{16\}/\1ffffffffffffff00/' \
	"$recording" >"$scratch/rec"
replayed check >"$scratch/out" 2>&1 && bad=1 || bad=0
grep -q '^BROKEN lost-within-cpu-time ' "$scratch/out" || bad=1
[ "$bad" = 0 ] || sed 's/^/# /' "$scratch/out"
verdict "$bad" 'a law that is broken'

if [ ! -e /proc/net/netlink ] || ! "$tdacct" status >/dev/null 2>&1; then
	fails 'no module' 1 'the module is not loaded; try: modprobe tdacct; tdacct doctor tells more' "$tdacct" list
fi
