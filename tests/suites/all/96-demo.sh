#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# make demo, for each CPU of x86 that the laboratory has; Cascade Lake is a Skylake to it.
set -eu
# shellcheck source=tests/suites/demo.sh
. "$(dirname "$0")/../demo.sh"

# shellcheck disable=SC2046
demo $(awk '$4 == "x86" { print $1 }' "$top/tests/vm/cpus" |
	grep -vx cascadelake-sp)
row 'demo on alderlake: shows an E-core' has "$scratch/alderlake" '^==== an E-core'
tap_end
