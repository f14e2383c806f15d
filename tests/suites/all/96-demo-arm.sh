#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# make demo, for each core of Arm's that the laboratory has.
set -eu
# shellcheck source=tests/suites/demo.sh
. "$(dirname "$0")/../demo.sh"

# shellcheck disable=SC2046
demo $(awk '$4 == "arm64" { print $1 }' "$top/tests/vm/cpus")
tap_end
