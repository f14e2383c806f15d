#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Most of it in the debug kernel, which finds what others only suffer.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

each_kernel watched kind=source for=whole
tap_end
