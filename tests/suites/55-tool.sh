#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The tool on the first of the kernels that scripts/kernels has as whole: what it asks
# of another kernel is the same, and 40-kselftest asks for it there.
set -eu
# shellcheck source=tests/suites/tool.sh
. "$(dirname "$0")/tool.sh"

tool "$(first_whole)"
tap_end
