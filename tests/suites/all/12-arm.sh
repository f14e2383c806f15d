#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# More kernels of arm64, and the other cores.
set -eu
# shellcheck source=tests/suites/marked.sh
. "$(dirname "$0")/../marked.sh"

arm neoverse-n2 6.1 0x00000005
arm neoverse-v2 6.12 0x00000008
arm neoverse-n1 7.2 0x00000000
arm neoverse-n3 7.2 0x00000005

tap_end
