#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The page of tdacct serve and of tdacct report --html in a real browser, which clicks, presses
# keys and looks (page.py). What is shown is a recorded machine (page-recording.py).
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

rm -rf "$top/build/page"
"$top/scripts/in-root" web python3 tests/suites/page-recording.py build/page
"$top/scripts/in-root" web python3 tests/suites/page.py build/bookworm/user/tdacct build/page \
	>"$scratch/page" 2>&1 </dev/null || true
cat "$scratch/page"
tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/page" || true)))
row "all rows of the page were tried" has "$scratch/page" '^# the end$'
tap_end
