#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tdacct top in a real terminal: tmux presses keys and reads the screen. What is
# shown is a recording whose numbers are known (lively.py); then, in a guest, the
# module. What a reading takes, beside one of top -H, is in all/33-top.sh.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"
# shellcheck source=tests/suites/watched.sh
. "$(dirname "$0")/watched.sh"

many=100000

# scene NAME OPTIONS...
scene()
{
	local name=$1
	shift

	in_root tests/suites/lively.py "$@" tests/fixtures/five-classes.rec \
		"build/top/$name.rec"
}

mkdir -p "$top/build/top"
scene few --readings 6
scene threads --view thread --readings 4
scene cgroups --view cgroup --readings 4
scene waiting --readings 3 --waiting
cp "$top"/tests/fixtures/{hybrid,mixed}.rec "$top/build/top/"
scene many --view thread --readings 2 --threads $many
in_root bash tests/suites/top-terminal.sh build/bookworm/user/tdacct \
	>"$scratch/top" 2>&1 || true
cat "$scratch/top"
tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/top" || true)))
row "all rows of the terminal were tried" has "$scratch/top" '^# the end$'
row "the picture is that of the screen" in_root scripts/draw-top.py --check \
	build/top/screen.txt Documentation/top.svg
rm -f "$top/build/top/many.rec"

# ---- with the module

vm --small --timeout 1200 --add "$top/tests/suites/top-guest.sh" \
	--add "$cache/roots/bookworm/usr/bin/tmux" \
	--add "$cache/roots/bookworm/lib/terminfo/s/screen" \
	--add "$cache/roots/bookworm/usr/lib/locale/C.utf8/LC_CTYPE" -- \
	'sh $(command -v top-guest.sh)'
cat "$vm_out"
tap_failed=$((tap_failed + $(grep -c '^not ok ' "$vm_out" || true)))
row "live: all rows were tried" has "$vm_out" '^# the end$'
row "live: the kernel has nothing to complain of" ended_well
tap_end
