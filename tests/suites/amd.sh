# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154,SC2034
# What is expected of AMD's CPUs, for suites.
# shellcheck source=tests/suites/families.sh
. "$(dirname "${BASH_SOURCE[0]}")/families.sh"

vendor=amd
classes=$classes,0f
l1=$level1,smt_contention
front=frontend_bound,fetch_latency,fetch_bandwidth
guess=bad_speculation,branch_mispredicts,machine_clears
retire=retiring,light_operations,microcode_sequencer
back=backend_bound,memory_bound,core_bound
smt=frontend_bound,backend_bound,smt_contention_counted,slots_unexplained

# numbers FAMILY: the sets of what is no share, that all of them have.
numbers()
{
	with "$1" caches 'caches' fills_from_l2,l2_data_misses,l2_code_misses
	with "$1" memory 'memory' \
		fills_from_ccx,fills_from_other_caches,fills_from_memory
	with "$1" tlb 'TLBs' l1_dtlb_misses,l2_dtlb_misses,l2_itlb_misses
	with "$1" branches 'branches' branch_misprediction_ratio
}

# more FAMILY: those of Zen 4 and later.
more()
{
	with "$1" l2 'second level' l2_accesses,l2_hits,l2_misses
	with "$1" prefetch 'prefetches' \
		prefetch_hits_l2,prefetches_from_l3,prefetches_from_memory
	with "$1" fetch 'fetches' op_cache_miss_ratio,ic_miss_ratio
	with "$1" fills 'all fills' \
		all_fills_from_ccx,all_fills_from_other_caches,all_fills_from_memory
	with "$1" numa 'near and far' \
		fills_from_far_caches,fills_from_near_memory,fills_from_far_memory
	with "$1" itlb 'TLBs of code' l1_itlb_misses,l2_itlb_misses,tlb_flushes
}

# both FAMILY: the first level, and the second by two ways to divide it.
both()
{
	echo "load
	$(all_classes 'one level' $l1)
	tdacct show --system
	unload
	$(with "$1" level2 'two levels of waiting' $front,$back)
	$(with "$1" frontend 'front end and retiring' $front,$retire)
	$(with "$1" speculation 'bad speculation' retiring,$guess)
	$(with "$1" backend 'back end' retiring,$back)
	$(with "$1" smt 'the other thread' $smt)"
}

# beside FAMILY: as both, where the NMI watchdog has a counter.
beside()
{
	echo "load
	$(all_classes 'one level' $l1)
	rmmod tdacct"
	for set in frontend speculation backend; do
		with "$1" "$set" "$set" "$(nodes_of "$set")" | sed 's/^[\t]*unload$/rmmod tdacct/'
	done
}

# nodes_of SET: of the second level.
nodes_of()
{
	case $1 in
	frontend)	echo "$front,$retire" ;;
	speculation)	echo "retiring,$guess" ;;
	backend)	echo "retiring,$back" ;;
	esac
}
