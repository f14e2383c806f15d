#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The module goes and comes back under load, on the kernels that scripts/kernels has as
# whole; the debug kernel has it in 42-kselftest-debug.sh, and those that are tested in
# short have it in all/72-storms.sh.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

reload "$(first_whole)" 10
for key in $(other_whole); do
	reload "$key" 5
done
tap_end
