#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Laws and lives in the debug kernel, which finds what others only suffer.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

vm --kernel debug --timeout 900 -- 'export SLOWLY=1; s=0
	for p in laws lifecycle abi permissions sharing; do $p || s=1; done
	exit $s'
results debug
tap_end
