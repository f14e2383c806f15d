#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# However many threads and cgroups there are, the module adds no long stretch in
# which a CPU can do nothing else.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"

found=$top/build/stretch/found-by-check
mkdir -p "$(dirname "$found")"
status=0
"$top/tests/stretch/measure" 1000 10000 >"$found" || status=$?
row "the guest came to its end" same 0 "$status"
"$top/scripts/in-root" bookworm tests/stretch/stretch.py check \
	"build/stretch/found-by-check" | tee "$scratch/rows"
tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/rows" || true)))
tap_end
