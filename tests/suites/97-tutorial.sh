#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Each step of the tutorial changes the tree as it says. Arm's is in all/.
set -eu
# shellcheck source=tests/suites/tutorial.sh
. "$(dirname "$0")/tutorial.sh"

tutorial sapphirerapids
tap_end
