#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# More of tests/suites/44-families.sh. Where hyper-threading is off, the sets fit
# that need more counters than a hardware thread has beside another one. And the
# oldest and the newest kernel, whose perf differs from that of 6.1: which counters
# there are is the kernel's to find out, too. AMD's are in 44-amd.sh.
set -eu
# shellcheck source=tests/suites/families.sh
. "$(dirname "$0")/../families.sh"

front=fetch_latency,fetch_bandwidth
guess=branch_mispredicts,machine_clears
back=memory_bound,core_bound
no_ht=--no-hyper-threading

family 'Skylake without hyper-threading' skylake-sp counters=8 4 0.05 2 "
	$(with skylake level2 'two levels' $level1,$front,$guess $no_ht)
	$(with skylake backend backend $level1,$back $no_ht)"

family 'Broadwell without hyper-threading' broadwell counters=8 4 0.05 2 "
	$(with broadwell level2 'two levels' $level1,$front,$guess $no_ht)
	$(with broadwell memory-stores memory \
		l2_bound,l3_bound,dram_bound,store_bound $no_ht)"

fits 'Sapphire Rapids without PERF_METRICS' sapphirerapids nometrics=1
fits 'Ice Lake without PERF_METRICS' icelake-sp nometrics=1

for kernel in 5.10 7.2; do
	family "Skylake on $kernel" skylake-sp "" 4 0.05 2 "
		load
		$(all_classes 'one level' "$level1")
		unload
		$(with skylake memory memory l2_bound,l3_bound,dram_bound)"
	family "Sierra Forest on $kernel" sierraforest "" 6 0.05 1 "
		$(with sierraforest memory memory "$level1,l2_bound,l3_bound,dram_bound")"
done

tap_end
