#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What "make check" leaves out on kernels that it tests in short.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

rests=()
for key in $(kernel_keys kind=image for=short); do
	rests+=("rest $key")
done
at_once "${rests[@]}"
tap_end
