# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# The tool against the real module: what a recording cannot tell. The rows are
# those of tool-guest.sh.
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "${BASH_SOURCE[0]}")/kselftest.sh"

# What guests of a PMU are asked: Ice Lake has five slots a cycle where others
# have six, so that a marker is 500, and no second level of metrics.
questions()
{
	local guest=$top/tests/suites/tool-guest.sh

	case $1 in
	icx)	sed 's/\<core_bound\>/backend_bound/
			s/\<heavy_operations\>/retiring/' "$guest" |
			awk '{
				for (i = 1; i <= NF; i++)
					if ($i ~ /^[1-9][0-9]+$/ && $i > 1e7)
						$i = sprintf("%d", $i / 6 * 5)
				print
			}' ;;
	*)	cat "$guest" ;;
	esac
}

# Kernels that look for mistakes execute so much themselves that a program's slots
# tell little of its markers; and all takes longer.
patiently()
{
	sed -i -E '/^(within|node) /{
			/\\$/N
			/ (slots|[a-z]+_bound|heavy_operations) [0-9]/d
		}
		s/sleep 2; kill/sleep 5; kill/
		s/(\$victim --interval) 4$/\1 20/
		s/^(\ttimeout) 5 /\1 15 /' "$1"
}

# tool KERNEL
tool()
{
	local kernel=$1

	kernel_row "$kernel"
	questions "$row_pmu" >"$scratch/tool-guest.sh"
	[ "$row_kind" = image ] || patiently "$scratch/tool-guest.sh"
	vm --kernel "$kernel" --timeout 1200 --add "$scratch/tool-guest.sh" -- \
		'sh $(command -v tool-guest.sh)'
	sed "s/^\(ok\|not ok\) - /&$kernel: tool: /" "$vm_out"
	tap_failed=$((tap_failed + $(grep -c '^not ok ' "$vm_out" || true)))
	row "$kernel: tool: all rows were tried" has "$vm_out" '^# the end$'
	row "$kernel: tool: the kernel has nothing to complain of" \
		same 0 "$vm_status"
}
