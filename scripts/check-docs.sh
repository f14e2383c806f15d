#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Hold the man page against the program, in both directions: check-docs.sh
# [TDACCT [MANPAGE]]. Every command, option and column that --help tells must be
# in the page, and what the page tells must exist.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
tdacct=${1:-$top/user/tdacct}
page=${2:-$top/Documentation/tdacct.1}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0

[ -x "$tdacct" ] || {
	echo "check-docs: there is no '$tdacct'; build it: make -C user" >&2
	exit 1
}

# What --help and --usage are for is argp's, and the same everywhere.
help_options() {
	"$tdacct" "$1" --help |
		sed -n 's/^  \(-., \|    \)\(--[a-z-]\+\).*/\2/p' |
		grep -v -x -e --help -e --usage | sort -u
}

# section NAME: the lines of the page below ".SS NAME".
section() {
	awk -v name="$1" '
	/^\.S[SH]/ { inside = ($1 == ".SS" && substr($0, 5) == name) }
	inside' "$page"
}

# Options are documented as "\fB\-\-json\fR".
page_options() {
	section "$1" | grep -A1 '^\.TP' | grep -o '\\fB\\-\\-[a-z\\-]*' |
		sed 's/\\f*$//' |
		sed 's/\\fB//; s/\\//g' | sort -u
}

complain() {
	echo "check-docs: $*" >&2
	bad=1
}

# same WHAT HELP PAGE: both files have the same lines.
same() {
	while read -r line; do
		complain "$1: '$line' is in --help and not in the page"
	done < <(comm -23 "$2" "$3")
	while read -r line; do
		complain "$1: '$line' is in the page and not in --help"
	done < <(comm -13 "$2" "$3")
}

"$tdacct" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' | grep -v tdacct |
	sort >"$scratch/commands"
grep '^\.SS [a-z]' "$page" | cut -c5- | grep -v -x -e help -e version |
	sort >"$scratch/sections"
same commands "$scratch/commands" "$scratch/sections"
[ -s "$scratch/commands" ] || complain "--help tells no commands"

page_options 'Common options' >"$scratch/common"
: >"$scratch/seen"
while read -r command; do
	help_options "$command" >"$scratch/help"
	cat "$scratch/help" >>"$scratch/seen"
	comm -23 "$scratch/help" "$scratch/common" >"$scratch/own"
	page_options "$command" >"$scratch/page"
	same "$command" "$scratch/own" "$scratch/page"
done <"$scratch/commands"
sort -u "$scratch/seen" >"$scratch/all"
while read -r line; do
	complain "common options: no command has '$line'"
done < <(comm -13 "$scratch/all" "$scratch/common")

"$tdacct" list --help | sed -n '/^Columns/,$s/^  \([a-z_]*\)  *.*/\1/p' |
	sort >"$scratch/columns"
section list | sed -n '/^The columns/,$s/^\.B \([a-z_]*\)$/\1/p' |
	sort >"$scratch/described"
same columns "$scratch/columns" "$scratch/described"

[ "$bad" = 1 ] || echo "check-docs: $(wc -l <"$scratch/commands") commands," \
	"$(wc -l <"$scratch/all") options, $(wc -l <"$scratch/columns") columns" \
	"agree with the man page"
exit "$bad"
