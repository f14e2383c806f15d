# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# Plain counters in a guest that has PERF_METRICS, which counters=plain refuses.
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "${BASH_SOURCE[0]}")/kselftest.sh"

# What the second level needs besides: memory, mispredicts, heavy, no micro-op.
second_level=0x10a4,0x8a4,0x1c2,0x600019c

# A task of each class, in turns on one CPU; see plain.py.
classes=00,01,02,03,04,05,06,07,08,09,0a,0b,0c,0d,0e
nodes=frontend_bound,fetch_latency,fetch_bandwidth,bad_speculation
nodes=$nodes,branch_mispredicts,machine_clears,retiring,heavy_operations
nodes=$nodes,light_operations,backend_bound,memory_bound,core_bound

all_classes="mkfifo /tmp/go
	tdload --share $classes --slice 60000 --slices 300 --hold \\
		</tmp/go >/tmp/tasks &
	exec 9>/tmp/go
	until grep -q ready /tmp/tasks || ! kill -0 \$!; do sleep 0.1; done
	grep ^task= /tmp/tasks
	tdacct list --threads --json --output tid,slots,$nodes | sed 's/^/json /'
	exec 9>&-
	wait"

# plain KERNEL
plain()
{
	vm --kernel "$1" --no-module --append "$alone" \
		--add "$top/build/kmod/$1/tdacct.ko" -- \
		"insmod /usr/local/bin/tdacct.ko counters=plain \\
			events=$second_level || exit 2
		tdacct status
		laws; s=\$?
		storm fork 300 --parallel 4 --markers 04:20 || s=2
		storm thread 600 --parallel 8 --markers 01:20 || s=2
		$all_classes
		laws --hw
		exit \$s"
	results "$1, plain counters"
	row "$1, plain counters: are what is counted" \
		has "$vm_out" '^module .*, counters plain$'
	row "$1, plain counters: nothing is cleared" has_not "$vm_out" 'cleared'
	hardware "$1, plain counters"
	"$top/scripts/in-root" bookworm python3 /src/tests/suites/plain.py \
		<"$vm_out" >"$scratch/truth" || true
	sed -E "s/^(not )?ok - /&$1, plain counters: /" "$scratch/truth"
	tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/truth" || true)))
	row "$1, plain counters: a task of each class was judged" \
		same 15 "$(grep -c 'ok - class' "$scratch/truth" || true)"
}
