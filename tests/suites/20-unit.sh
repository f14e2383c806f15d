#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What needs no kernel: the parts of the tool, the module's arithmetic and the
# emulated PMU, each as ordinary programs, with sanitizers.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

# part ROOT DIRECTORY TARGET [VARIABLE=VALUE]: its own rows, and that it ended
# well, for what cannot be built prints no row.
part()
{
	local root=$1 dir=$2
	shift 2

	row "$dir: all was built and ran to its end" \
		"$top/scripts/in-root" "$root" make -s -C "$dir" "$@"
}

part bookworm tests/unit check BUILD=/src/build/bookworm/unit
part bookworm tests/kunit run
part trixie tests/vm/pmu check

# ---- what make install puts below another root

installed=build/bookworm/installed

make_user()
{
	"$top/scripts/in-root" bookworm make -s -C user \
		BUILD=/src/build/bookworm/user DESTDIR="/src/$installed" "$1"
}

# Each page of Documentation/ lies where man looks for its section.
has_pages()
{
	local page missing=0

	for page in "$top"/Documentation/*.[157]; do
		cmp "$page" "$top/$installed/usr/local/share/man/man${page##*.}/${page##*/}" ||
			missing=1
	done
	return "$missing"
}

rm -rf "${top:?}/$installed"
row "make install: ends well" make_user install
row "make install: each manual page is there" has_pages
row "make uninstall: ends well" make_user uninstall
row "make uninstall: no file is left" same '' \
	"$(cd "$top/$installed" && find . ! -type d)"
tap_end
