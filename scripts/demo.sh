#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# demo.sh [CPU]: what tdacct can do, shown in a guest with an emulated PMU, that of
# a CPU of tests/vm/cpus, of whichever architecture. Prepares and builds whatever is
# missing, boots 6.1 on two CPUs, or 7.2 where perf of 6.1 does not know the CPU, inserts
# the module without parameters, and ends with status 0 only if all that it shows is true.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

cd "$top"
cpu=${1:-sapphirerapids}
of=$(awk -v cpu="$cpu" '/^[^#]/ && $1 == cpu { print $4 }' tests/vm/cpus)
[ -n "$of" ] ||
	die "no CPU is called '$cpu'" \
	    "known are: $(awk '/^[^#]/ { print $1 }' tests/vm/cpus | tr '\n' ' ')"
[ "$of" = "$arch" ] || TDACCT_ARCH=$of exec "$0" "$cpu"
alone='' kernel=6.1
# So few counters that the watchdog's would be missing: four of a hardware thread; six of
# an E-core, of which the first level has four.
case $cpu in
broadwell|skylake-sp|cascadelake-sp|alderlake-n)
	alone='nowatchdog nmi_watchdog=0' ;;
arrowlake-h)
	kernel=7.2 ;;
esac
scripts/build-lab "$kernel"
exec tests/vm/run --kernel "$kernel" --smp 2 --cpu "$cpu" --append "$alone" --timeout 600 \
	--add scripts/demo-guest -- demo-guest "$cpu"
