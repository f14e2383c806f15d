#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# sets.sh [--check]: writes what the module needs of user/families:
# kmod/named_sets.h has the named sets of events, kmod/pmu/level1.h what AMD's
# and Arm's cores count by themselves. The files are committed, since a machine that only builds the
# module has no Python. --check says what would change.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

# made [OPTION]
made()
{
	scripts/in-root bookworm python3 scripts/sets.py "$@"
}

# is_as_made FILE [OPTION]
is_as_made()
{
	diff -u "$1" - <<<"$(made "${@:2}")" ||
		die "$1 is not what user/families says" \
		    "run scripts/sets.sh, and commit what it writes"
}

# write FILE [OPTION]: not by half where that fails.
write()
{
	local text

	text=$(made "${@:2}")
	printf '%s\n' "$text" >"$1"
}

need_root
cd "$top"
case ${1:-} in
--check)	each=is_as_made ;;
'')		each='write' ;;
*)		die "usage: sets.sh [--check]" ;;
esac
$each kmod/named_sets.h
$each kmod/pmu/level1.h --level1
