#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tdacct top in a real terminal: tmux presses keys and reads the screen. What it
# shows is a recording of which all is known by arithmetic (lively.py).
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

many=100000

in_root() { "$top/scripts/in-root" bookworm "$@"; }

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
scene waiting --readings 3 --waiting
scene many --view thread --readings 2 --threads $many
in_root bash tests/suites/top-terminal.sh build/bookworm/user/tdacct \
	>"$scratch/top" 2>&1 || true
cat "$scratch/top"
tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/top" || true)))
row "all rows of the terminal were tried" has "$scratch/top" '^# the end$'
row "the picture is that of the screen" in_root scripts/draw-top.py --check \
	build/top/screen.txt Documentation/top.svg
rm -f "$top/build/top/many.rec"
tap_end
