# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What suites have in common that compare with perf's own metrics.

# What perf lists: a name, "[what it means]", "[its formula]".
to_json='/^  [A-Za-z_]/ { name = $1; n = 0 }
/^ +\[/ && ++n == 2 {
	sub(/^ +\[/, "")
	sub(/\]$/, "")
	gsub(/\\/, "\\\\&")
	printf "%s{\"MetricName\": \"%s\", \"MetricExpr\": \"%s\"%s}\n",
	       nr++ ? "," : "[", name, $0,
	       name ~ /^tma_/ ? ", \"ScaleUnit\": \"100%\"" : ""
}
END { print "]" }'

# How perf lists its metrics, to /tmp/perf.json; newer ones do it themselves.
list_by_text="perf list --details metric >/tmp/list 2>/dev/null
	awk '$to_json' /tmp/list >/tmp/perf.json"
list_by_json='perf list -j metric >/tmp/perf.json 2>/dev/null'
# This asks the same of one core type only, "cpu_core" or "cpu_atom".
list_of_sort()
{
	cat <<-LIST
	perf list -j metric 2>/dev/null | awk '
	BEGIN { RS = "\n},?\n"; printf "[" }
	/"Unit": "$1"/ {
		sub(/^\[/, "")
		printf "%s%s\n}", nr++ ? ",\n" : "", \$0
	}
	END { print "]" }' >/tmp/perf.json
	LIST
}

# What is tried of each metric: a load of one class, of which most metrics are nothing
# or all there is; and one of all classes that 45-perf compares, of which nearly every
# metric is something.
perf_classes=00,01,02,03,04,05,06,07,08,09,0a,0b,0c,0d
loads="0a $perf_classes"
# Without the module: perf has all counters. What is listed twice is taken once.
compare_metrics='
sed -n "s/^model[[:space:]]*: /model /p; s/^vendor_id[[:space:]]*: /vendor /p
	s/^cpu family[[:space:]]*: /family /p; s/^CPU \(part\|variant\|revision\)[[:space:]]*: /\1 /p" \
	/proc/cpuinfo | sort -u
cat /sys/bus/event_source/devices/armv8_*/caps/slots 2>/dev/null | sed "s/^/slots /"
echo "json $(tr "\n" " " </tmp/perf.json)"
tdacct metrics --metrics /tmp/perf.json | awk "
	/^[A-Za-z_]/ { name = \$1 }
	/^    counted by: / && name !~ /@/ {
		sub(/^    counted by: /, \"\")
		gsub(/,/, \"\")
		print name, \$0
	}" >/tmp/metrics
while read -r metric sets; do
	for load in $loads; do
		words="$load 100000"
		[ ${load%%,*} = $load ] ||
			words="--share $load --slice 60000 --slices 50"
		echo "metric $metric $load $sets"
		$pin perf stat -x";" -M $metric tdload $words 2>&1 >/dev/null
	done
done </tmp/metrics'

# same_as_perf NAME FAMILY KIND SETS LIST VM-OPTIONS...: on one CPU; of several on
# which $pin, a command, holds what it begins.
same_as_perf()
{
	local name=$1 family=$2 kind=$3 sets=$4 list=$5 said
	shift 5

	said=build/perf/${name// /-}
	vm --no-module --smp 1 --timeout 900 "$@" -- \
		"loads='$loads' pin='${pin:-}'
		$list
		$compare_metrics"
	mkdir -p "$top/build/perf"
	cp "$vm_out" "$top/$said"
	# shellcheck disable=SC2086
	row "$name: all metrics of perf's were compared" \
		"$top/scripts/in-root" bookworm python3 \
		tests/suites/perf-metrics.py build/bookworm/user/tdacct "$name" \
		"$said" "$family" "$kind" $sets
}
