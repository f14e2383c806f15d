# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154,SC2034
# What is expected of Arm's cores, for suites.
# shellcheck source=tests/suites/families.sh
. "$(dirname "${BASH_SOURCE[0]}")/families.sh"

modules=$top/build/arm64/kmod
kernel=6.12
classes=$classes,0f

# The metrics of Neoverse N3 that each set is for, a line each. What another set has as
# well is left to tests/suites/all/44-arm.sh.
n3_sets='
topdown-l1 retiring,bad_speculation,frontend_bound,backend_bound,slots_unexplained,stall_slots_unexplained
frontend-memory frontend_mem_bound,frontend_core_bound,frontend_mem_cache_bound,frontend_cache_l1i_bound,frontend_cache_l2i_bound,frontend_mem_tlb_bound,frontend_stalls_unexplained
frontend-core frontend_core_bound,frontend_core_flow_bound,frontend_core_flush_bound
backend-memory backend_mem_bound,backend_mem_cache_bound,backend_cache_l1d_bound,backend_cache_l2d_bound,backend_mem_store_bound,backend_busy_bound
backend-core backend_mem_bound,backend_mem_tlb_bound,backend_core_bound,backend_core_rename_bound,backend_stalls_unexplained
stalls frontend_stalled_cycles,backend_stalled_cycles,ipc
mpki-caches branch_mpki,l1i_cache_mpki,l1d_cache_mpki,l2_cache_mpki,ll_cache_read_mpki
mpki-tlb itlb_mpki,dtlb_mpki,l1i_tlb_mpki,l1d_tlb_mpki,l2_tlb_mpki
ratio-near branch_misprediction_ratio,l1i_cache_miss_ratio,l1d_cache_miss_ratio
ratio-far l2_cache_miss_ratio,ll_cache_read_miss_ratio,ll_cache_read_hit_ratio,l2_tlb_miss_ratio
ratio-tlb itlb_walk_ratio,dtlb_walk_ratio,l1i_tlb_miss_ratio,l1d_tlb_miss_ratio
branches branch_direct_ratio,branch_indirect_ratio,branch_return_ratio
sve sve_predicate_empty_percentage,sve_predicate_full_percentage,sve_predicate_partial_percentage,sve_predicate_percentage
fp-intensity fp_ops_per_cycle,nonsve_fp_ops_per_cycle,sve_fp_ops_per_cycle
fp-precision fp16_percentage,fp32_percentage,fp64_percentage
mix-numbers integer_dp_percentage,scalar_fp_percentage,barrier_percentage
mix-memory load_percentage,store_percentage,simd_percentage,crypto_percentage,sve_all_percentage
mix-branches branch_percentage'

# What other sets have as well.
n3_again='
itlb itlb_mpki,itlb_walk_ratio,l1i_tlb_miss_ratio,l2_tlb_miss_ratio
dtlb dtlb_mpki,dtlb_walk_ratio,l1d_tlb_miss_ratio,l2_tlb_miss_ratio
l1i l1i_cache_mpki,l1i_cache_miss_ratio
l1d l1d_cache_mpki,l1d_cache_miss_ratio
l2 l2_cache_mpki,l2_cache_miss_ratio
last-level ll_cache_read_mpki,ll_cache_read_miss_ratio,ll_cache_read_hit_ratio'

# Those of N2, V1 and V2, which have no tree below the first level; N1 has neither
# topdown-l1 nor stalls.
neoverse_sets='
topdown-l1 retiring,bad_speculation,frontend_bound,backend_bound,slots_unexplained,stall_slots_unexplained
'$(grep -E '^(stalls|mpki|ratio)-?' <<<"$n3_sets")'
branches branch_mpki,branch_misprediction_ratio
mix-numbers integer_dp_percentage,scalar_fp_percentage,branch_percentage
mix-memory load_percentage,store_percentage,simd_percentage,crypto_percentage,sve_all_percentage'

# each_set LINES: what the guest does with one after another.
each_set()
{
	while read -r set nodes; do
		[ -z "$set" ] || with_set "$set" "$set" "$nodes"
	done <<<"$1"
}

# how_many LINES: sets there are.
how_many()
{
	grep -c . <<<"$1"
}

# without_truth MODEL LINES: metrics of a model that are in no line.
without_truth()
{
	python3 "$top/scripts/family_data.py" "$1" nodes |
		grep -vxFf <(tr ' ,' '\n' <<<"$2" | grep .) || true
}

# told NAME MODEL: what the last guest said of its core.
told()
{
	row "$1: plain counters are taken" \
		has "$vm_out" '^module .*, counters plain$'
	row "$1: has the formulas of $2" has "$vm_out" "the formulas of $2 "
}

# What the tool says of a machine, in one line.
doctor="tdacct doctor | tr -s '\\n ' '  '; echo"

# core NAME CPU WIDTH CASES COMMANDS: with all laws, storms and totals.
core()
{
	vendor=${2#neoverse-} family "$1" "$2" '' "$3" 0.05 "$4" "$doctor
		$5"
	told "$1" "neoverse_${2#neoverse-}"
}

# briefly NAME CPU WIDTH NODES: the same in a moment.
briefly()
{
	local slices=60

	vm --small --kernel "$kernel" --cpu "$2" --no-module --append "$alone" \
		--timeout "$patience" --add "$modules/$kernel/tdacct.ko" -- \
		"$load
		load
		tdacct status
		$doctor
		laws 'at rest' 'totals' 'fork'; s=\$?
		$(all_classes 'by default' "$4")
		unload
		exit \$s"
	results "$1"
	hardware "$1"
	vendor=${2#neoverse-} judge_classes "$1" "$3" 0.05 1
	told "$1" "neoverse_${2#neoverse-}"
}

# programs KERNEL NAME COMMANDS: of tests/kselftest, which use "try".
programs()
{
	vm --kernel "$1" --cpu neoverse-n3 --pmu ,pmi=1 --timeout 2400 -- \
		"s=0; export BRIEFLY=1
		try() { \"\$@\" || s=1; }
		tdacct status | grep '^module'
		$3
		exit \$s"
	results "Neoverse N3, $2"
	row "Neoverse N3, $2: plain counters are chosen" \
		has "$vm_out" '^module .*, counters plain$'
}
