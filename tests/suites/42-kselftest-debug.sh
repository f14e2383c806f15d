#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Laws and lives in the debug kernel, which finds what others only suffer.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

# Of the lives, those whose end does not hang on how fast the kernel is.
vm --kernel debug --timeout 900 -- 'export SLOWLY=1; s=0
	laws || s=1
	lifecycle counted flags fresh lost killed folded leader exec || s=1
	exit $s'
results debug
tap_end
