#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Each metric of perf's own that a named set measures, on each family: perf stat -M
# says what it counted and what follows from that; the tool must say the same, to
# the last digit, of the same counts. Sierra Forest is younger than this perf.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/perf.sh
. "$(dirname "$0")/../perf.sh"

classes=00,01,02,03,04,05,06,07,08,09,0a,0b,0c,0d
# Without the module: perf has all counters. A load of one class, of which most metrics
# are nothing or all there is; and one of all classes that 45-perf compares, of which
# nearly every metric is something.
count='
perf list --details metric >/tmp/list 2>/dev/null
awk "$to_json" /tmp/list >/tmp/perf.json
sed -n "s/^model[[:space:]]*: /model /p" /proc/cpuinfo | head -n 1
echo "json $(tr "\n" " " </tmp/perf.json)"
tdacct metrics --metrics /tmp/perf.json | awk "
	/^[A-Za-z_]/ { name = \$1 }
	/^    counted by: / {
		sub(/^    counted by: /, \"\")
		gsub(/,/, \"\")
		print name, \$0
	}" >/tmp/metrics
while read -r metric sets; do
	for load in 0a all; do
		words="$load 100000"
		[ $load != all ] || words="--share $classes --slice 60000 --slices 50"
		echo "metric $metric $load $sets"
		perf stat -x";" -M $metric tdload $words 2>&1 >/dev/null
	done
done </tmp/metrics'

# same_as_perf NAME CPU FAMILY KIND PMU SET...
same_as_perf()
{
	local name=$1 cpu=$2 family=$3 kind=$4 pmu=$5
	shift 5

	vm --no-module --smp 1 --cpu "$cpu" ${pmu:+--pmu ",$pmu"} \
		--append nmi_watchdog=0 --timeout 900 -- \
		"to_json='$to_json' classes=$classes
		$count"
	mkdir -p "$top/build/perf"
	cp "$vm_out" "$top/build/perf/$cpu"
	row "$name: all metrics of perf's were compared" \
		"$top/scripts/in-root" bookworm python3 \
		tests/suites/perf-metrics.py build/bookworm/user/tdacct "$name" \
		"build/perf/$cpu" "$family" "$kind" "$@"
}

"$top/scripts/build-user"
same_as_perf 'Sapphire Rapids' sapphirerapids sapphirerapids intel_metrics '' \
	memory memory-latency frontend core branches
same_as_perf 'Ice Lake' icelake-sp icelake intel_metrics '' \
	memory memory-latency backend frontend operations
same_as_perf 'Skylake' skylake-sp skylake plain '' level1 memory
same_as_perf 'Skylake without hyper-threading' skylake-sp skylake plain \
	counters=8 level1 memory level2 backend
same_as_perf 'Broadwell' broadwell broadwell plain '' level1 memory
same_as_perf 'Broadwell without hyper-threading' broadwell broadwell plain \
	counters=8 level1 memory memory-stores level2
tap_end
