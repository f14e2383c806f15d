# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# What make demo shows, on one CPU after the other.
# shellcheck source=tests/suites/tap.sh
. "$(dirname "${BASH_SOURCE[0]}")/tap.sh"

# demo CPU...: those of tests/vm/cpus
demo()
{
	local cpu status

	for cpu; do
		status=0
		"$top/scripts/demo.sh" "$cpu" >"$scratch/demo" 2>&1 || status=$?
		sed 's/^/# /' "$scratch/demo"
		row "demo on $cpu: all of it held" \
			has "$scratch/demo" '^==== all of it held$'
		row "demo on $cpu: no number is wrong" same 0 "$status"
		row "demo on $cpu: shows a set of events" \
			has "$scratch/demo" '^==== what is behind that: .* use [a-z]'
		mv "$scratch/demo" "$scratch/$cpu"
	done
}
