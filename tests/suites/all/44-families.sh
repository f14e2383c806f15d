#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Families of CPUs without PERF_METRICS on the oldest and on the newest kernel, whose
# perf differs from that of 6.1. Which counters there are is the kernel's to find out,
# too.
set -eu
# shellcheck source=tests/suites/families.sh
. "$(dirname "$0")/../families.sh"

for kernel in 5.10 7.2; do
	family "Skylake on $kernel" skylake-sp "" 4 0.05 2 "
		load
		$(all_classes 'one level' "$level1")
		unload
		$(with skylake memory memory l2_bound,l3_bound,dram_bound)"
	family "Sierra Forest on $kernel" sierraforest "" 6 0.05 1 "
		$(with sierraforest memory memory "$level1,l2_bound,l3_bound,dram_bound")"
	vendor=amd family "Zen 4 on $kernel" zen4 "" 6 0.05 1 "
		load
		$(all_classes 'one level' "$level1")
		unload"
done
tap_end
