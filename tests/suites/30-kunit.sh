#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# KUnit's suites in the debug kernel: the module's sources against a fake machine.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

# What KUnit said on the console, a line a row, with what was said before a
# failure in front of it. A test without rows is a row itself; one with rows is
# only told of when it failed and none of its rows did.
kunit_rows()
{
	tr -d '\r' <"$1" | sed -n 's/^\[ *[0-9.]*\] //p' | awk '
	function tell(failed, name) {
		printf "%s%sok - kunit: %s: %s\n", failed ? said : "",
			failed ? "not " : "", suite, name
		said = ""
	}
	/^    # Subtest: /	{ suite = $3; said = ""; next }
	/^        # Subtest: /	{ test = $3; rows = bad = 0; said = ""; next }
	/^ *(not )?ok [0-9]+ / {
		failed = $1 == "not"
		depth = index($0, $1) - 1
		sub(/^ *(not )?ok [0-9]+ (- )?/, "")
		if (depth == 8) {
			rows++
			bad += failed
			tell(failed, test ": " $0)
		} else if (depth == 4) {
			if (test != $0 || (failed && !bad))
				tell(failed, $0)
			test = ""
		}
		next
	}
				{ said = said $0 "\n" }'
}

module=$top/build/kmod/debug/tdacct_kunit.ko
"$top/scripts/build-kmod" debug
vm --small --kernel debug --no-module --pmu none --append kunit.enable=1 \
	--timeout 900 --add "$module" -- \
	'insmod /usr/local/bin/tdacct_kunit.ko && rmmod tdacct_kunit'
kunit_rows "$vm_console" >"$scratch/rows"
cat "$scratch/rows"
tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/rows" || true)))

suites_in_sources()
{
	grep -h '^	\.name = "' "$top"/tests/kunit/*_kunit.c |
		sed 's/.*"\(.*\)".*/\1/' | sort
}

suites_seen()
{
	sed -n 's/^.*ok - kunit: \([^:]*\):.*/\1/p' "$scratch/rows" | sort -u
}

row "no complaint of the kernel, and no leak" same 0 "$vm_status"
row "every suite ran" same "$(suites_in_sources)" "$(suites_seen)"
tap_end
