#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The laboratory itself: the kernels' own drivers count on the emulated PMU, Intel's
# and AMD's, and tests/vm/run does what it promises.
set -eu
# shellcheck source=tests/suites/marked.sh
. "$(dirname "$0")/marked.sh"

# ---- what a run promises --------------------------------------------------------

vm --no-module -- 'sleep 1000 & yes >/dev/null &
	printf "a\r\nb\0c"; echo aside >&2; exit 7'
row "the commands' status is passed on, whatever is left running" \
	same 7 "$vm_status"
row "their output is passed on to the byte" \
	cmp "$vm_out" <(printf 'a\r\nb\0c')
row "their errors are apart from it" has "$vm_err" '^aside$'

vm --no-module -- 'head -c 300000 /dev/urandom | tee /tmp/x; md5sum /tmp/x >&2'
row "300,000 random bytes arrive unchanged" \
	has "$vm_err" "^$(md5sum <"$vm_out" | cut -d' ' -f1)"

begun=$SECONDS
vm
row "without commands it succeeds" ended_well
# Limits that a guest is to reach, or not, are those of this machine today: more
# than twice of what a guest takes from which less is left out.
enough=$((2 * (SECONDS - begun) + 5))

# How long that takes depends on who else is at work here; not so the number of
# instructions, a thousand million of which are a second there.
vm --icount -- 'cat /proc/uptime'
row "it is up after 3 thousand million instructions" \
	test "$(sed 's/\..*//' "$vm_out")" -lt 3

late()
{
	vm --no-module --small --timeout "$enough" -- 'echo before; sleep 1000'
	row "it ends when the time is up" same "124 before" \
		"$vm_status $(cat "$vm_out")"
}

# Four programs that never wait, on the processor that it may use.
crowded()
{
	local cpu hogs=()

	cpu=$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')
	for _ in 1 2 3 4; do
		taskset -c "$cpu" sh -c 'while :; do :; done' &
		hogs+=($!)
	done
	vm_status=0
	taskset -c "$cpu" "$top/tests/vm/run" --no-module --small --smp 1 \
		--timeout "$enough" -- 'echo here' >"$scratch/out" || vm_status=$?
	kill "${hogs[@]}"
	wait "${hogs[@]}" || :
	same "0 here" "$vm_status $(cat "$scratch/out")"
}
row "time that others take from it is not counted" crowded

never_up()
{
	vm --no-module --small --smp 1 --boot-timeout 3 --qemu -S -- 'echo never'
	row "a kernel that never comes up is given up after three boots" \
		same "124  3" \
		"$vm_status $(cat "$vm_out") $(grep -c 'hung before' "$vm_err")"
	row "it is shown where its CPUs were" has "$vm_err" '^[ER]IP=[0-9a-f]'
}

# stopped_once: QEMU answers nobody in the first boot, and no signal but one ends
# it.
stopped_once()
{
	local run qemu=

	"$top/tests/vm/run" --no-module --small --smp 1 \
		--boot-timeout "$enough" -- \
		'echo here' >"$scratch/out" 2>"$scratch/err" &
	run=$!
	while [ -z "$qemu" ]; do
		qemu=$(pgrep -P "$run" -f qemu-system || true)
	done
	kill -STOP "$qemu"
	vm_status=0
	wait "$run" || vm_status=$?
	same "0 here 1" "$vm_status $(cat "$scratch/out") $(
		grep -c 'hung before' "$scratch/err")"
}

# These wait most of the time.
at_once late never_up \
	'row "a machine that hangs as it boots is started again" stopped_once'

vm --no-module -- 'echo c >/proc/sysrq-trigger'
row "a crash makes it fail" same 3 "$vm_status"
row "a crash is shown" has "$vm_err" 'sysrq triggered crash'

vm --no-module -- \
	'echo "WARNING: CPU: 0 PID: 1 at nowhere" >/dev/kmsg; exit 0'
row "a warning of the kernel makes it fail" same 3 "$vm_status"
row "a warning is shown" has "$vm_err" 'PID: 1 at nowhere'

printf '#!/bin/sh\necho "I am $0"\n' >"$scratch/visitor"
vm --no-module --add "$scratch/visitor" --smp 1 -- 'visitor; nproc
	for i in perf strace bpftool tdload pingpong storm phase
	do command -v $i >/dev/null || echo $i; done
	grep -c cgroup2 /proc/mounts; ls /sys/kernel/tracing/events/sched | grep -x sched_switch'
row "what was added is on the PATH" same "I am /usr/local/bin/visitor 1" \
	"$(head -n 2 "$vm_out" | paste -sd ' ')"
row "programs and file systems are there" \
	same "1 sched_switch" "$(tail -n +3 "$vm_out" | paste -sd ' ')"

vm -- 'lsmod | cut -d" " -f1 | grep tdacct; cat /sys/module/tdacct/refcnt'
row "the module is inserted, and taken out again" \
	same "0 tdacct 0" "$vm_status $(tr '\n' ' ' <"$vm_out" | sed 's/ $//')"

vm --module-args 'clear_slots=many' -- 'echo never'
row "a module that is refused makes it fail" \
	same "3 " "$vm_status $(cat "$vm_out")"
row "why it was refused is shown" has "$vm_err" 'inserting.*Invalid argument'

two_at_once()
{
	local i pids=()

	for i in 1 2; do
		"$top/tests/vm/run" --no-module -- "echo guest $i" \
			>"$scratch/$i" 2>/dev/null &
		pids+=($!)
	done
	for i in "${pids[@]}"; do
		wait "$i" || return 1
	done
	same "guest 1 guest 2" "$(paste -d" " "$scratch/1" "$scratch/2")"
}
row "two runs at once keep apart" two_at_once

# ---- what the emulated PMU is to a kernel ------------------------------------------

# What kernels call the models of scripts/kernels.
called()
{
	case $1 in
	icx)	echo Icelake ;;
	spr)	echo 'Sapphire Rapids' ;;
	*)	echo "no name for $1" ;;
	esac
}

driver()
{
	local model

	kernel_row "$1"
	model=$(called "$row_pmu")
	vm --no-module --kernel "$1" -- 'cat /sys/devices/cpu/caps/pmu_name'
	row "$1: the Intel driver comes up" \
		has "$vm_console" "$model events,.* Intel PMU driver"
	row "$1: its PMU is that of the model" \
		same "$(tr 'A-Z ' a-z_ <<<"$model")" "$(cat "$vm_out")"
	row "$1: the NMI watchdog has its counter" \
		has "$vm_console" 'NMI watchdog: Enabled'
}

each_kernel driver kind=image

# With interrupts, every millionth of 30 million cycles is a sample.
vm --no-module --pmu ,pmi=1 -- 'echo 0 >/proc/sys/kernel/perf_cpu_time_max_percent
	perf record -o /tmp/cycles -e cycles:u -c 1000000 tdload 03 300000 2>&1
	dmesg | grep -iE "uhhuh|dazed" || true'
row "perf record has a sample each million cycles" \
	has "$vm_out" '\((29|30|31) samples\)'
row "no interrupt comes for nothing" has_not "$vm_out" 'Uhhuh|Dazed'

# 300,000 markers are 180 million slots, beside which the base load of what
# perf and the program execute is below a point. Fields that are cut off at each switch
# would be off by as much as there are switches, which others on this machine decide.
# class, and the shares of retiring, bad speculation, front end and back end
shares='
00 100 0 0 0
01 0 100 0 0
02 0 0 100 0
03 0 0 0 100
04 100 0 0 0
05 0 100 0 0
06 0 0 100 0
07 0 0 0 100
08 0 0 0 100
0b 0 0 0 100
0d 0 0 0 100
0e 0 0 100 0'

events='{slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound}'
vm --no-module --smp 1 --pmu ,round=nearest -- "for class in $(echo "$shares" | awk '{printf "%s ", $1}')
do	echo class \$class
	perf stat -x, -e '$events' tdload \$class 300000 2>&1 >/dev/null
done"

# Shares of perf's numbers in percent, as the table has them.
perf_shares()
{
	awk -F, -v class="class $1" '
	/^class/	{ on = $0 == class; next }
	on		{ n[$3] = $1 }
	END {
		split("retiring bad-spec fe-bound be-bound", name, " ")
		for (i = 1; i <= 4; i++)
			printf "%.2f ", 100 * n["topdown-" name[i]] / n["slots"]
	}' "$vm_out"
}

# near POINTS WANTED... -- GOT...
near()
{
	echo "$@" | awk '{
		n = (NF - 2) / 2
		for (i = 2; i <= n + 1; i++) {
			d = $i - $(i + n + 1)
			if (d > $1 || d < -$1 || $(i + n + 1) == "") bad = 1
		}
		if (bad) print "wanted within " $0
		exit bad
	}'
}

while read -r class wanted; do
	[ -n "$class" ] || continue
	# shellcheck disable=SC2046,SC2086
	row "perf stat of class $class has the arithmetic shares" \
		near 1.5 $wanted -- $(perf_shares "$class")
done <<<"$shares"

# ---- flags that QEMU loses -----------------------------------------------------------

# Where QEMU is called away behind an instruction that is skipped, IF and TF may be
# set that must not be: an interrupt in the midst of a switch, or a trap.
vm --small --kernel 6.1 --pmu ,wrong_flags=50 -- '
	storm fork 1000 --parallel 8 --markers 04:20 && pingpong 5000 && tdacct check'
row "wrong flags: they do no harm" ended_well
row "wrong flags: are mended" has "$vm_emulator" '"mended":[1-9]'
row "wrong flags: an interrupt that they let in is put off" \
	has "$vm_emulator" '"put_off":[1-9]'

# ---- other CPUs ----------------------------------------------------------------------

amd zen2 6.1 0
amd zen4 6.1 2

vm --no-module --kernel 5.10 --cpu zen4 -- \
	"perf stat -x, -e r7aa:u tdload 00 $marks 2>&1 >/dev/null"
row "zen4: a kernel that does not know version 2 counts" \
	test "$(awk -F, '$3 == "r7aa:u" { print $1 }' "$vm_out")" -gt $((600 * marks))

hybrid 6.1

tap_end
