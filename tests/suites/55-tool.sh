#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The tool against the real module: what a recording cannot tell. The rows are
# those of tool-guest.sh.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

for kernel in 6.1 7.2; do
	vm --kernel "$kernel" --add "$top/tests/suites/tool-guest.sh" -- \
		'sh $(command -v tool-guest.sh)'
	sed "s/^\(ok\|not ok\) - /&$kernel: tool: /" "$vm_out"
	tap_failed=$((tap_failed + $(grep -c '^not ok ' "$vm_out" || true)))
	row "$kernel: tool: all rows were tried" has "$vm_out" '^# the end$'
	row "$kernel: tool: the kernel has nothing to complain of" \
		same 0 "$vm_status"
done
tap_end
