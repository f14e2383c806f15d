#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The tutorial on one of Arm's cores.
set -eu
# shellcheck source=tests/suites/tutorial.sh
. "$(dirname "$0")/../tutorial.sh"

tutorial neoverse-n3
tap_end
