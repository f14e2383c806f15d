#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Storms on sixteen CPUs, where what two CPUs do at once is done by many. The laws are
# held to meanwhile.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"
# shellcheck source=tests/suites/storms.sh
. "$(dirname "$0")/../storms.sh"

cpus=16

storms_there()
{
	storms "$1 with $cpus CPUs" '
judged forks storming fork 1000
judged threads storming thread 2000
judged execs storming exec 200
judged hotplugs hotplugs 20
must mutate 3000 5
must crowd 2000 3
must deaf storm fork 500 --parallel 16' 13 --smp "$cpus" --memory 3000
}

# Few of each: they share the processors of this machine, and take minutes.
storms_there "$(kernel_keys kind=image for=whole | tail -n 1)"
# $scratch is tap.sh's.
# shellcheck disable=SC2154
row "the last of $cpus CPUs was there, and compared" \
	has "$scratch/hardware" "^ok - CPU $((cpus - 1)) counted as many "
tap_end
