#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Each family of CPUs with its own events: laws, storms, the truth of 15 classes at
# once by each set of events, and what the hardware counted. AMD's are in 44-amd.sh,
# and cores without hyper-threading, which have the same events and more counters, in
# all/44-families.sh.
set -eu
# shellcheck source=tests/suites/families.sh
. "$(dirname "$0")/families.sh"

front=fetch_latency,fetch_bandwidth
guess=branch_mispredicts,machine_clears
retire=heavy_operations,light_operations
back=memory_bound,core_bound
memory=l2_bound,l3_bound,dram_bound,store_bound
dram=dram_bound,memory_bandwidth,memory_latency,store_bound
today=tma_bad_speculation,tma_machine_clears
fetch=icache_misses,itlb_misses,lcp,dsb_switches
steer=mispredicts_resteers,clears_resteers
divide=divider,fp_divider,int_divider
ports=ports_utilized_1,ports_utilized_2,ports_utilized_3m
each=instructions,instructions_per_branch,instructions_per_mispredict,spec_clears_ratio

# The second level is counted by itself, beside any set.
two=$level1,$front,$guess,$retire,$back
family 'Sapphire Rapids' sapphirerapids "" 6 1 5 "
	$(with sapphirerapids memory 'memory less dropping' \
		$two,l1_bound,$memory,memory_bandwidth,$today,tma_l1_bound)
	$(with sapphirerapids memory-latency 'memory-latency less dropping' \
		$two,l3_bound,$dram,$today)
	$(with sapphirerapids frontend 'frontend less dropping' \
		$two,$fetch,$steer,$today)
	$(with sapphirerapids core core \
		$two,$divide,$ports,serializing_operation,c02_wait)
	$(with sapphirerapids branches 'branches less dropping' \
		$two,other_mispredicts,other_nukes,$each,$today)"
row 'Sapphire Rapids: has PERF_METRICS' \
	has "$vm_out" '^module .*, counters intel_metrics$'

family 'Ice Lake' icelake-sp "" 5 1 5 "
	$(with icelake backend 'backend less dropping' $level1,$front,$back)
	$(with icelake frontend 'frontend less dropping' $level1,$front,$guess)
	$(with icelake operations 'operations less dropping' $level1,$retire)
	$(with icelake memory memory $level1,$back,$memory)
	$(with icelake memory-latency 'memory-latency' $level1,$dram)"
row 'Ice Lake: has PERF_METRICS' \
	has "$vm_out" '^module .*, counters intel_metrics$'

family 'Ice Lake without PERF_METRICS' icelake-sp nometrics=1 5 0.05 2 "
	$(with icelake_plain level2 'two levels' $level1,$front,$guess)
	$(with icelake_plain memory memory $level1,l2_bound,l3_bound,dram_bound)"
row 'Ice Lake without PERF_METRICS: plain counters are taken' \
	has "$vm_out" '^module .*, counters plain$'

# Where PERF_METRICS are not there, as in most clouds, of a vendor's file is told what
# that leaves out, and which set measures the rest.
vendors=$top/tests/fixtures/vendors
besides=(--add "$vendors/example_metrics.json" --add "$vendors/example_core.json")
files='--metrics /usr/local/bin/example_metrics.json
	--event-data /usr/local/bin/example_core.json'
files=${files//[$'\n\t']/ }
family 'Sapphire Rapids without PERF_METRICS' sapphirerapids nometrics=1 6 0.05 2 "
	$(with sapphirerapids_plain level2 'two levels' \
		$level1,$front,$guess,$retire,$back)
	$(with sapphirerapids_plain memory memory \
		$level1,l2_bound,l3_bound,dram_bound)
	load sapphirerapids_plain memory
	tdacct metrics $files | sed 's/^/metrics: /'
	tdacct run --all $files -- tdload 08 100000 2>&1 | sed 's/^/run: /'
	unload"
besides=()
row "A vendor's file without PERF_METRICS: what this machine does not have is named" \
	has "$vm_out" '^metrics: .*the counters of this machine do not have PERF_METRICS[.]BACKEND_BOUND'
row "A vendor's file without PERF_METRICS: the set that measures another is" \
	has "$vm_out" '^metrics: +counted by: memory$'
row "A vendor's file without PERF_METRICS: in the tree, too" \
	has "$vm_out" '^run: Backend_Bound .* needs PERF_METRICS[.]BACKEND_BOUND'
row "A vendor's file without PERF_METRICS: what it has is measured" \
	has "$vm_out" '^run:  +`-L1_Bound +[5-9][0-9][.][0-9] %'

family 'Skylake' skylake-sp "" 4 0.05 2 "
	load
	$(all_classes 'one level' $level1)
	tdacct show --system
	unload
	$(with skylake memory memory l2_bound,l3_bound,dram_bound)"
row 'Skylake: plain counters are taken' \
	has "$vm_out" '^module .*, counters plain$'
row 'Skylake: has four slots a cycle' \
	has "$vm_out" '^values slots, cycles, instructions, r19c,'
row 'Skylake: the other hardware thread of the core is told of' \
	has "$vm_out" '^note: slots are 4 times the cycles of the hardware thread'

fits 'Skylake' skylake-sp ""
row 'Skylake: what is counted without a set has a name' \
	has "$vm_out" '^events level1, epoch 1$'
row 'Skylake: also when it is asked for none' \
	has "$vm_out" '^counting 4 events \(level1\), epoch [3-9]$'
fits 'Skylake without hyper-threading' skylake-sp counters=8
row 'Skylake without hyper-threading: the tool sees eight counters' \
	has "$vm_out" '^counts set level2$'

# A table with symbols, which a site file maps to events of this CPU.
# site SET CASE NODES
site()
{
	echo "load
	tdacct events use $1 || exit 2
	$(all_classes "$2" "$3")
	rmmod tdacct || exit 2"
}
vm --kernel 6.1 --cpu skylake-sp --no-module --append "$alone" \
	--add "$top/build/kmod/6.1/tdacct.ko" \
	--add "$top/tests/fixtures/sites/skylake.json" -- \
	"$load
	mkdir -p /etc/tdacct/sites
	cp /usr/local/bin/skylake.json /etc/tdacct/sites/
	$(site first_level 'first_level' $level1)
	$(site fetch 'fetch' frontend_bound,fetch_latency,fetch_bandwidth)
	$(site core_bound 'core_bound' core_bound,memory_bound,store_bound)
	$(site caches 'caches' \
		l1_bound,l2_bound,l3_bound,mem_bound)
	tdacct metrics | sed 's/^/metrics /'"
row 'Skylake by a site file: the kernel has nothing to complain of' ended_well
vendor=three_level judge_classes 'Skylake by a site file' 4 0.05 4

family 'Broadwell' broadwell "" 4 0.05 1 "
	$(with broadwell memory memory l2_bound,l3_bound,dram_bound)"

# The watchdog takes one of four counters: the first level is approximate.
vm --small --kernel 6.1 --cpu skylake-sp --no-module \
	--add "$top/build/kmod/6.1/tdacct.ko" -- \
	'insmod /usr/local/bin/tdacct.ko && tdacct status
	tdacct run -- tdload 03 300000 2>&1; dmesg -c | grep tdacct:
	rmmod tdacct; insmod /usr/local/bin/tdacct.ko events=0xc5
	tdacct events use none
	tdacct status | sed -n "s/^values/with it/p"
	dmesg | grep "by default"
	echo 0 >/proc/sys/kernel/nmi_watchdog
	tdacct events use none
	tdacct status | sed -n "s/^values/without it/p"'
row 'Skylake with the watchdog: says what is left out' has "$vm_out" \
	'=0x10d is left out: it competes for counters with 0x19c '
row 'Skylake with the watchdog: says what is missing in the tree' \
	has "$vm_out" '^~ bad_speculation: cycles of recovery .* the NMI watchdog'
row 'Skylake with the watchdog: the rest is shown' \
	has "$vm_out" '^backend_bound +9[0-9]\.'
row 'Skylake with the watchdog: back to what fits of the first level' \
	has "$vm_out" '^with it .*instructions, r19c, r2c2, r10e, slots'
row 'Skylake with the watchdog: says what does not' \
	has "$vm_out" '0x10d is left out of what is counted by default: CPU 0 cannot'
row 'Skylake, the watchdog is stopped: back to all of it' \
	has "$vm_out" '^without it .*instructions, r19c, r2c2, r10e, r10d, slots'

family 'Sierra Forest' sierraforest "" 6 0.05 2 "
	$(with sierraforest level2 'two levels' \
		$level1,$front,$guess,resource_bound,core_bound)
	$(with sierraforest memory memory $level1,l2_bound,l3_bound,dram_bound)"
row 'Sierra Forest: plain counters are taken' \
	has "$vm_out" '^module .*, counters plain$'

family 'Alder Lake-N' alderlake-n "" 5 0.05 1 "
	load
	$(all_classes 'one level' $level1,branch_mispredicts,machine_clears)
	unload"
row 'Alder Lake-N: plain counters are taken' \
	has "$vm_out" '^module .*, counters plain$'

tap_end
