#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Each metric of perf's own that a named set measures, on each family: perf stat -M
# says what it counted and what follows from that; the tool must say the same, to
# the last digit, of the same counts. Sierra Forest and CPUs with two core types take a newer
# perf than the others are tried with.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/perf.sh
. "$(dirname "$0")/../perf.sh"

# compared NAME FAMILY KIND SETS CPU [PMU-OPTION]: where no watchdog has a counter.
compared()
{
	same_as_perf "$1" "$2" "$3" "$4" "$list_by_text" --cpu "$5" \
		--append nmi_watchdog=0 ${6:+--pmu ",$6"}
}

# newer NAME FAMILY KIND SETS LIST CPU [OPTION...]
newer()
{
	same_as_perf "$1" "$2" "$3" "$4" "$5" --newer-perf --kernel 6.12 --cpu "$6" \
		--append nmi_watchdog=0 "${@:7}"
}

"$top/scripts/build-user"
compared 'Sapphire Rapids' sapphirerapids intel_metrics \
	'memory memory-latency frontend core branches' sapphirerapids
compared 'Ice Lake' icelake intel_metrics \
	'memory memory-latency backend frontend operations' icelake-sp
compared 'Skylake' skylake plain 'level1 memory' skylake-sp
compared 'Skylake without hyper-threading' skylake plain \
	'level1 memory level2 backend' skylake-sp counters=8
compared 'Broadwell' broadwell plain 'level1 memory' broadwell
compared 'Broadwell without hyper-threading' broadwell plain \
	'level1 memory memory-stores level2' broadwell counters=8
newer 'Sierra Forest' sierraforest plain '' "$list_by_json" sierraforest
newer 'Alder Lake-N' gracemont plain '' "$list_by_json" alderlake-n
pin='taskset 1' newer 'P-cores of Alder Lake' sapphirerapids intel_metrics \
	'memory memory-latency frontend core branches' "$(list_of_sort cpu_core)" \
	alderlake --smp 2
loads="$perf_classes 0e,0f"	# these two have walks of the TLBs
newer 'Zen 4' zen4 plain '' "$list_by_json" zen4
newer 'Zen 5' zen5 plain '' "$list_by_json" zen5
newer 'Zen 3' zen3 plain '' "$list_by_json" zen3
tap_end
