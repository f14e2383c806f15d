#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The module on Arm's cores in a kernel that finds mistakes in the use of memory, locks
# and RCU: storms, laws, others that want counters, CPUs that go and come, and the
# module too.
set -eu
# shellcheck source=tests/suites/arm.sh
. "$(dirname "$0")/../arm.sh"
# shellcheck source=tests/suites/storms.sh
. "$(dirname "$0")/../storms.sh"

stormy()
{
	storms 'debug on Neoverse N3' '
judged forks storming fork 500
judged threads storming thread 1000
judged hotplugs hotplugs 6
must storm fork 100 --parallel 4 --markers 05:20
must mutate 3000 1
must deaf storm fork 100 --parallel 4' 9 --cpu neoverse-n3 --memory 2048
}

row 'the module is built' env TDACCT_ARCH=arm64 "$top/scripts/build-lab" debug
stormy
# What touches the PMU, who may see what, and what comes and goes. The others are the same
# on x86, which has a debug kernel, too.
programs debug debug 'try permissions; try sharing; try sets; try hotplug
	try reload older "while the module" "a CPU goes"'
tap_end
