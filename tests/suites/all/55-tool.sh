#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The tool on the kernels that "make check" tests in short, and in the debug kernel.
set -eu
# shellcheck source=tests/suites/tool.sh
. "$(dirname "$0")/../tool.sh"

at_once 'each_kernel tool kind=image for=short' \
	'each_kernel tool kind=source for=whole'
tap_end
