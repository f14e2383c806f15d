#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# All of it on the kernels of distributions that "make check" tests in short.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

each_kernel kselftest kind=image for=short
tap_end
