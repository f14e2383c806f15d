#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Families of CPUs where hyper-threading is off: there the sets fit that need more
# counters than a hardware thread has beside another one. The rest is in
# tests/suites/44-families.sh.
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

tap_end
