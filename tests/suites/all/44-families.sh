#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# More of tests/suites/44-families.sh: sets that are not tried there. Where
# hyper-threading is off, those fit that need more counters than a hardware thread has
# beside another one; and on E-cores some, where the watchdog has no counter. And the
# oldest and the newest kernel, whose perf differs from that of 6.1: which counters
# there are is the kernel's to find out, too. AMD's are in 44-amd.sh.
set -eu
# shellcheck source=tests/suites/families.sh
. "$(dirname "$0")/../families.sh"

front=fetch_latency,fetch_bandwidth
guess=branch_mispredicts,machine_clears
retire=heavy_operations,light_operations
back=memory_bound,core_bound
loads=l2_bound,l3_bound,dram_bound
today=tma_bad_speculation,tma_machine_clears,tma_mem_bandwidth,tma_mem_latency
no_ht=--no-hyper-threading

truths 'Sapphire Rapids' sapphirerapids "" 6 1 1 "
	$(with sapphirerapids memory-today 'memory-today less dropping' \
		$level1,$front,$guess,$retire,$back,l3_bound,dram_bound,store_bound,$today)"

truths 'Ice Lake without PERF_METRICS' icelake-sp nometrics=1 5 0.05 1 "
	$(with icelake_plain backend backend $level1,$back)"

truths 'Skylake without hyper-threading' skylake-sp counters=8 4 0.05 3 "
	$(with skylake level2 'two levels' $level1,$front,$guess $no_ht)
	$(with skylake backend backend $level1,$back $no_ht)
	$(with skylake level1-memory 'one level and memory' $level1,$loads $no_ht)"

truths 'Broadwell' broadwell "" 4 0.05 2 "
	load
	tdacct status
	$(all_classes 'one level' $level1)
	unload
	$(with broadwell level1 'level1 by its name' $level1)"
row 'Broadwell: plain counters are taken' \
	has "$vm_out" '^module .*, counters plain$'
row 'Broadwell: what is counted without a set is the first level' \
	has "$vm_out" '^values slots, cycles, instructions, r19c,'

truths 'Broadwell without hyper-threading' broadwell counters=8 4 0.05 3 "
	$(with broadwell level2 'two levels' $level1,$front,$guess $no_ht)
	$(with broadwell memory-stores memory $loads,store_bound $no_ht)
	$(with broadwell level1-memory 'one level and memory' $level1,$loads $no_ht)"

truths 'Alder Lake-N' alderlake-n "" 5 0.05 2 "
	$(with gracemont level2 'two levels' \
		$level1,$front,$guess,resource_bound,core_bound)
	$(with gracemont memory memory $level1,$guess,l3_bound,dram_bound)"

fits 'Sapphire Rapids without PERF_METRICS' sapphirerapids nometrics=1
fits 'Ice Lake without PERF_METRICS' icelake-sp nometrics=1
fits 'Alder Lake-N' alderlake-n "" 2
row 'Alder Lake-N: both sets are counted' \
	same 'counts set level2, counts set memory' \
	"$(grep '^counts set ' "$vm_out" | paste -sd, | sed 's/,/, /g')"

for kernel in 5.10 7.2; do
	family "Skylake on $kernel" skylake-sp "" 4 0.05 2 "
		load
		$(all_classes 'one level' "$level1")
		unload
		$(with skylake memory memory $loads)"
	family "Sierra Forest on $kernel" sierraforest "" 6 0.05 1 "
		$(with sierraforest memory memory "$level1,$loads")"
done

tap_end
