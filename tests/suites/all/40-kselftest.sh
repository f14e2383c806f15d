#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What "make check" leaves out on kernels that it tests in short and on the newest; and
# on the first as often as it is worth what it does a fifth as often. How fields are
# rounded is not of the kernel: that they are rounded to the nearest is tried on one.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

each_kernel rest kind=image for=short
lives "$(first_whole)"
truth "$(first_whole)" nearest
for key in $(other_whole); do
	rest_again "$key"
done
tap_end
