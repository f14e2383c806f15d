#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# KUnit's suites in the debug kernel: the module's sources against a fake machine.
set -eu
# shellcheck source=tests/suites/kunit.sh
. "$(dirname "$0")/kunit.sh"

module=$top/build/kmod/debug/tdacct_kunit.ko
"$top/scripts/build-kmod" debug
vm --small --kernel debug --no-module --pmu none --append kunit.enable=1 \
	--timeout 900 --add "$module" -- \
	'insmod /usr/local/bin/tdacct_kunit.ko && rmmod tdacct_kunit'
kunit_judge '' x86
tap_end
