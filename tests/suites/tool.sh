# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# The tool against the real module: what a recording cannot tell. The rows are
# those of tool-guest.sh.
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "${BASH_SOURCE[0]}")/kselftest.sh"

# What guests of a PMU are told: Ice Lake has five slots a cycle where others have
# six, and no second level of metrics.
markers_of()
{
	case $1 in
	icx)	echo 'MARKER=500 LEVELS=1' ;;
	*)	echo 'MARKER=600 LEVELS=2' ;;
	esac
}

# tool KERNEL: what is said of markers is held to thousandths, so fields are rounded to
# the nearest there; what real fields do to shares is for 40-kselftest.
tool()
{
	local kernel=$1 told

	kernel_row "$kernel"
	told=$(markers_of "$row_pmu")
	[ "$row_kind" = image ] || told+=' SLOWLY=1'
	vm --small --kernel "$kernel" --pmu ",round=nearest" --timeout 1200 \
		--add "$top/tests/suites/tool-guest.sh" \
		--add "$top/tests/suites/serve-guest.sh" \
		--add "$top/tests/suites/record-guest.sh" \
		--add "$top/build/bookworm/user/tdacct-serve" -- \
		"$told sh \$(command -v tool-guest.sh)"
	sed "s/^\(ok\|not ok\) - /&$kernel: tool: /" "$vm_out"
	tap_failed=$((tap_failed + $(grep -c '^not ok ' "$vm_out" || true)))
	row "$kernel: tool: all rows were tried" has "$vm_out" '^# the end$'
	row "$kernel: tool: the kernel has nothing to complain of" ended_well
}
