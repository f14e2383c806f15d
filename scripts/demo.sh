#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# demo.sh: what tdacct can do, shown in a guest with an emulated PMU. Prepares
# and builds whatever is missing, boots 6.1 on two CPUs, inserts the module
# without parameters, and ends with status 0 only if all that it shows is true.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

cd "$top"
scripts/build-lab 6.1
exec tests/vm/run --kernel 6.1 --smp 2 --add scripts/demo-guest -- demo-guest
