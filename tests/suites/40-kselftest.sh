#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Laws, lives, interface, permissions, sharing and truth on the kernels that
# scripts/kernels has as whole.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

each_kernel kselftest kind=image for=whole
tap_end
