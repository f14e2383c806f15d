#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The module's parts in the debug kernel's own harness, on a fake machine.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

module=$top/build/kmod/debug/tdacct_kunit.ko

# KUnit's result lines with the suite in front, as lines of this suite.
results()
{
	awk '
	/# Subtest:/			{ suite = $NF }
	/^ +(not )?ok [0-9]+ /	{
		good = $1 == "ok"
		sub(/^ +(not )?ok [0-9]+ (- )?/, "")
		print (good ? "ok" : "not ok") " - " suite ": " $0
	}' "$1"
}

if [ ! -e "$module" ]; then
	row "the module of the suites was built" [ -e "$module" ]
	tap_end
fi
vm --kernel debug --no-module --add "$module" --timeout 600 \
	--append kunit.enable=1 -- \
	'insmod /usr/local/bin/tdacct_kunit.ko && rmmod tdacct_kunit
	dmesg | sed "s/^\[[ 0-9.]*\] //"'
results "$vm_out"
row "every suite passed" has_not "$vm_out" '^ *not ok '
row "there was something to pass" has "$vm_out" '^ok [0-9]+ '
row "the debug kernel found nothing to complain of" same 0 "$vm_status"
tap_end
