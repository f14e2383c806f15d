#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# KUnit's suites on arm64: the module's sources against a fake Neoverse N3. Older and
# newer kernels number counters in two ways. None of these kernels has KUnit, which
# therefore is a part of the module.
set -eu
# shellcheck source=tests/suites/kunit.sh
. "$(dirname "$0")/../kunit.sh"

on()
{
	local module=$top/build/arm64/kunit/$1/tdacct_kunit.ko

	TDACCT_ARCH=arm64 "$top/scripts/build-kmod" --kunit "$1"
	vm --small --kernel "$1" --cpu neoverse-n3 --no-module --pmu none \
		--timeout 900 --add "$module" -- \
		'insmod /usr/local/bin/tdacct_kunit.ko && rmmod tdacct_kunit'
	kunit_judge "$1: " arm64
}

on 6.1
on 6.12
on 7.2
tap_end
