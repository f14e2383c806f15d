#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# More kernels whose own drivers count on the emulated PMU.
set -eu
# shellcheck source=tests/suites/marked.sh
. "$(dirname "$0")/../marked.sh"

amd zen3 6.12 0
amd zen5 7.2 2
hybrid 7.2

tap_end
