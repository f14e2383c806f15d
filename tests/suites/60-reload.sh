#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The module goes and comes back under load, on every kernel.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"
# shellcheck source=tests/suites/reload.sh
. "$(dirname "$0")/reload.sh"

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
each_kernel seldom kind=source for=whole
tap_end
