#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Arm's Neoverse cores: laws, storms, the truth of 16 classes at once, and what the
# hardware counted; on Neoverse N3 by each set of events.
set -eu
# shellcheck source=tests/suites/arm.sh
. "$(dirname "$0")/arm.sh"

stalled=frontend_stalled_cycles,backend_stalled_cycles

core 'Neoverse N3' neoverse-n3 5 1 "load
	$(all_classes 'by default' "$level1,slots_unexplained,ipc")
	unload"
row 'Neoverse N3: cycles, five events of slots, and instructions' \
	has "$vm_out" '^values slots, cycles, r3e, r3d, r3a, r3b, r8162, instructions,'
row 'Neoverse N3: what is counted without a set has a name' \
	has "$vm_out" '^events level1, epoch 1$'

# Where nobody turned the watchdog off: that of arm64 has no counter.
vm --small --kernel "$kernel" --cpu neoverse-n3 --no-module --timeout "$patience" \
	--add "$modules/$kernel/tdacct.ko" -- \
	"$load
	load
	cat /proc/sys/kernel/nmi_watchdog
	$doctor
	use_all
	$(slices=60 each_set "$n3_sets")
	rmmod tdacct"
row 'Neoverse N3, sets: the kernel has nothing to complain of' ended_well
row 'Neoverse N3, sets: the watchdog is on' has "$vm_out" '^1$'
row 'Neoverse N3, sets: and holds no counter' \
	has "$vm_out" ' fine watchdog: the NMI watchdog holds no counter'
row 'Neoverse N3, sets: all 25 fit' \
	same 25 "$(grep -c '^counts set ' "$vm_out" || true)"
row 'Neoverse N3, sets: all sets that fit are counted' \
	has_not "$vm_out" '^refuses set '
row 'Neoverse N3, sets: each metric is in one' \
	same '' "$(without_truth neoverse_n3 "$n3_sets")"
vendor=n3 judge_classes 'Neoverse N3, sets' 5 0.05 "$(how_many "$n3_sets")"

briefly 'Neoverse N2' neoverse-n2 5 "$level1,slots_unexplained,ipc"
briefly 'Neoverse V1' neoverse-v1 8 "$level1,slots_unexplained,ipc"
briefly 'Neoverse V2' neoverse-v2 8 "$level1,slots_unexplained,ipc"
briefly 'Neoverse N1' neoverse-n1 4 "$stalled,ipc,branch_mpki,branch_misprediction_ratio"

tap_end
