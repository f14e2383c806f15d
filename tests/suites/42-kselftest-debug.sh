#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Laws, lives and interface in the debug kernel, which finds what others only suffer,
# and the module that goes and comes back. The rest is in all/42-kselftest-more.sh.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

each_kernel watched kind=source for=whole
tap_end
