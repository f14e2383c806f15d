#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Laws, lives, interface, permissions, sharing and truth on the kernels that
# scripts/kernels has as whole: all of it on the first.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

kselftest "$(first_whole)"
for key in $(other_whole); do
	kselftest_again "$key"
done
tap_end
