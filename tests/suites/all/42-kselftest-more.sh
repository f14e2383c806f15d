#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The kernels that are built for more than every change needs: KCSAN, which
# finds data races, and PREEMPT_RT with lockdep. And what "make check" leaves out
# in the debug kernel.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

each()
{
	watched "$1"
	watched_rest "$1"
}

left_out()
{
	watched_rest "$1"
	slowly "$1" --small : reload
}

at_once 'each_kernel each for=more' \
	'each_kernel left_out kind=source for=whole'
tap_end
