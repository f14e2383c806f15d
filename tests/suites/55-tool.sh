#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The tool on the kernels that scripts/kernels has as whole.
set -eu
# shellcheck source=tests/suites/tool.sh
. "$(dirname "$0")/tool.sh"

each_kernel tool kind=image for=whole
tap_end
