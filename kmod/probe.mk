# SPDX-License-Identifier: GPL-2.0
# What differs between kernels, found in their headers and not by version:
# distributions backport. compat.h, compat_x86.h and arm64.h are the only files that
# look at the result.

tda-has = $(if $(shell grep -sE '$(2)' $(srctree)/$(1) $(objtree)/$(1)),-D$(3))

ccflags-y += $(call tda-has,include/trace/events/sched.h,unsigned int prev_state,TDA_SWITCH_HAS_PREV_STATE)
ccflags-y += $(call tda-has,arch/x86/include/asm/msr.h,rdmsrq_safe,TDA_HAS_RDMSRQ)
ccflags-y += $(call tda-has,arch/x86/include/asm/cpuid/api.h,cpuid_eax,TDA_HAS_CPUID_API)
ccflags-y += $(call tda-has,include/linux/sched.h,__state;,TDA_TASK_HAS___STATE)
ccflags-y += $(call tda-has,include/net/genetlink.h,genl_info_dump,TDA_HAS_GENL_INFO_DUMP)
ccflags-y += $(call tda-has,include/linux/sched.h,user_dumpable:1;,TDA_TASK_HAS_USER_DUMPABLE)
ccflags-y += $(call tda-has,include/linux/sched.h,task_exec_state.*exec_state;,TDA_TASK_HAS_EXEC_STATE)
ccflags-y += $(call tda-has,include/trace/events/sched.h,sched_prepare_exec,TDA_HAS_PREPARE_EXEC)
ccflags-y += $(call tda-has,include/linux/sched/isolation.h,HK_TYPE_TICK,TDA_HAS_HK_TYPE)
ccflags-y += $(call tda-has,include/linux/shrinker.h,shrinker_alloc,TDA_HAS_SHRINKER_ALLOC)
ccflags-y += $(call tda-has,include/linux/shrinker.h,printf.* register_shrinker,TDA_SHRINKER_HAS_NAME)
ccflags-y += $(call tda-has,include/linux/perf/arm_pmuv3.h,ARMV8_PMU_CYCLE_IDX,TDA_ARM_IDX_IS_PLACE)
ccflags-y += $(call tda-has,include/linux/perf_event.h,perf_event_pmu_context,TDA_PERF_HAS_PMU_CONTEXT)
