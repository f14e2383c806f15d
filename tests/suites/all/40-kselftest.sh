#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What "make check" leaves out on kernels that it tests in short; and on the others
# what it does a fifth as often.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

rests=("lives $(first_whole)")
for key in $(kernel_keys kind=image for=short); do
	rests+=("rest $key")
done
for key in $(other_whole); do
	rests+=("rest_again $key")
done
at_once "${rests[@]}"
tap_end
