#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# sets.sh [--check]: writes kmod/named_sets.h, the named sets of events as the
# module needs them, from user/models/events. The file is committed, since a
# machine that only builds the module has no Python. --check says what would
# change.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

file=kmod/named_sets.h
need_root
cd "$top"
made=$(scripts/in-root bookworm python3 scripts/sets.py \
	user/models/events/*.json)
case ${1:-} in
--check)
	diff -u "$file" - <<<"$made" ||
		die "$file is not what user/models/events says" \
		    "run scripts/sets.sh, and commit what it writes" ;;
'')	printf '%s\n' "$made" >"$file" ;;
*)	die "usage: sets.sh [--check]" ;;
esac
