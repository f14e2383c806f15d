#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Laws, lives and interface on the other kernels of distributions.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

each_kernel brief kind=image for=short
tap_end
