#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The module goes and comes back under load, on every kernel of a distribution;
# the debug kernel has it in 42-kselftest-debug.sh.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

often()
{
	reload "$1" 20
}

seldom()
{
	reload "$1" 5
}

each_kernel often kind=image for=whole
each_kernel seldom kind=image for=short
tap_end
