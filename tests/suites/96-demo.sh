#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# make demo of a CPU with both sorts of cores. The others are in all/.
set -eu
# shellcheck source=tests/suites/demo.sh
. "$(dirname "$0")/demo.sh"

demo alderlake
row 'demo on alderlake: shows an E-core' has "$scratch/demo" '^==== an E-core'
tap_end
