#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Laws and storms on sixteen CPUs, where what two CPUs do at once is done by many.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"
# shellcheck source=tests/suites/storms.sh
. "$(dirname "$0")/../storms.sh"

cpus=16

# They share the processors of this machine, so everything takes longer.
laws_there()
{
	vm --small --kernel "$1" --smp "$cpus" --memory 2048 --append "$alone" \
		--timeout 1500 -- 'nproc; export SLOWLY=1
			laws; s=$?; laws --hw; exit $s'
	row "$1 with $cpus CPUs: all of them are there" has "$vm_out" "^$cpus\$"
	results "$1 with $cpus CPUs"
	hardware "$1 with $cpus CPUs"
}

storms_there()
{
	storms "$1 with $cpus CPUs" '
judged forks storming fork 2000
judged threads storming thread 5000
judged execs storming exec 500
judged hotplugs hotplugs 30
must mutate 3000 5
must crowd 2000 3
must deaf storm fork 500 --parallel 16' 13 --smp "$cpus" --memory 3000
}

# Few of each: they take minutes here, and other suites have them on all kernels.
laws_there "$(first_whole)"
storms_there "$(kernel_keys kind=image for=whole | tail -n 1)"
tap_end
