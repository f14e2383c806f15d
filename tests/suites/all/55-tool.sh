#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The tool on the kernels on which "make check" does not try it, and in the debug
# kernel.
set -eu
# shellcheck source=tests/suites/tool.sh
. "$(dirname "$0")/../tool.sh"

others()
{
	local key

	for key in $(kernel_keys kind=image for=short) $(other_whole); do
		tool "$key"
	done
}

at_once others 'each_kernel tool kind=source for=whole'
tap_end
