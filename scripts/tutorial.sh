#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tutorial.sh [CPU]: small programs, each in a slow way and in quicker ones, and the trees
# of all of them, in a guest whose emulated core waits for caches and branches
# (tests/vm/pmu/pipeline.h). Prepares and builds whatever is missing, and ends with
# status 0 only if each step changes the tree as it says.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

cd "$top"
cpu=${1:-sapphirerapids}
of=$(awk -v cpu="$cpu" '/^[^#]/ && $1 == cpu { print $4 }' tests/vm/cpus)
case $cpu in
sapphirerapids|neoverse-n3) ;;
*) die "no tutorial for '$cpu'" "there is one for sapphirerapids and neoverse-n3" ;;
esac
[ "$of" = "$arch" ] || TDACCT_ARCH=$of exec "$0" "$cpu"
scripts/build-lab 6.1
exec tests/vm/run --kernel 6.1 --small --smp 2 --cpu "$cpu" --pmu ,pipeline=1 \
	--timeout 900 --add scripts/tutorial-guest -- tutorial-guest "$cpu"
