# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# Plain counters in a guest that has PERF_METRICS, which counters=plain refuses.
# shellcheck source=tests/suites/classes.sh
. "$(dirname "${BASH_SOURCE[0]}")/classes.sh"

# What the second level needs besides: memory, mispredicts, heavy, no micro-op.
second_level=0x10a4,0x8a4,0x1c2,0x600019c

nodes=$level1,fetch_latency,fetch_bandwidth,branch_mispredicts,machine_clears
nodes=$nodes,heavy_operations,light_operations,memory_bound,core_bound

# plain KERNEL
plain()
{
	vm --small --kernel "$1" --no-module --append "$alone" \
		--add "$top/build/kmod/$1/tdacct.ko" -- \
		"insmod /usr/local/bin/tdacct.ko counters=plain \\
			events=$second_level || exit 2
		tdacct status
		laws; s=\$?
		storm fork 300 --parallel 4 --markers 04:20 || s=2
		storm thread 600 --parallel 8 --markers 01:20 || s=2
		$(all_classes 'two levels' "$nodes")
		laws --hw
		exit \$s"
	results "$1, plain counters"
	row "$1, plain counters: are what is counted" \
		has "$vm_out" '^module .*, counters plain$'
	row "$1, plain counters: nothing is cleared" has_not "$vm_out" 'cleared'
	hardware "$1, plain counters"
	judge_classes "$1, plain counters" 6 0.05 1
}
