#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The module's parts in the debug kernel's own harness, on a fake machine.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

module=$top/build/kmod/debug/tdacct_kunit.ko

# KUnit's result lines as lines of this suite. It indents by depth: a test is
# as deep as the headline of its suite, a row as that of its test.
results()
{
	awk '
	{ depth = match($0, /[^ ]/) }
	/^ +# Subtest:/ { name[depth] = $NF ": "; next }
	/^ +(not )?ok [0-9]+ / {
		good = $1 == "ok" ? "ok" : "not ok"
		sub(/^ +(not )?ok [0-9]+ (- )?/, "")
		test = ""
		for (i = 1; i <= depth; i++)
			test = test name[i]
		print good " - " test $0
	}' "$1"
}

if [ ! -e "$module" ]; then
	row "the module of the suites was built" [ -e "$module" ]
	tap_end
fi
vm --kernel debug --no-module --add "$module" --timeout 600 \
	--append kunit.enable=1 -- \
	'insmod /usr/local/bin/tdacct_kunit.ko && rmmod tdacct_kunit'
tr -d '\r' <"$vm_console" | sed 's/^\[[ 0-9.]*\] //' >"$scratch/ktap"
results "$scratch/ktap"
row "every suite passed" has_not "$scratch/ktap" '^ *not ok '
row "there was something to pass" has "$scratch/ktap" '^ok [0-9]+ '
row "the debug kernel found nothing to complain of" same 0 "$vm_status"
tap_end
