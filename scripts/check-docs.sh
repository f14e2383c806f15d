#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Hold the documents against the program: check-docs.sh [TDACCT [MANPAGE]].
# Every command, option and column that --help tells and every statistic of
# status must be in the page, and what the page tells must exist. The picture of
# a tree must be that of README.md. Documents that are named must be there, and
# so must the sources and suites that design.rst and hacking.rst name.
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

# What design.rst and hacking.rst name: a source by the end of its path, a suite
# without its ending.
named_sources() {
	(cd "$top/Documentation" && cat design.rst hacking.rst) |
		grep -oE '``[a-z0-9_./-]+``' | tr -d '`' |
		sed -nE '/\.(c|h|sh|py|mk|txt|list|conf|yaml)$/p
			s/^[0-9]{2}-[a-z-]+$/&.sh/p' | sort -u
}

sources() {
	(cd "$top" && find ./include ./kmod ./scripts ./tests ./user \
		./Documentation -type f)
}

complain() {
	echo "check-docs: $*" >&2
	bad=1
}

# same WHAT PROGRAM PAGE [SOURCE]: both files have the same lines.
same() {
	local source=${4:---help}

	while read -r line; do
		complain "$1: '$line' is in $source and not in the page"
	done < <(comm -23 "$2" "$3")
	while read -r line; do
		complain "$1: '$line' is in the page and not in $source"
	done < <(comm -13 "$2" "$3")
}

# The names in the objects "stats" of JSON that is indented.
statistics() {
	"$tdacct" status --json --replay "$top/tests/fixtures/five-classes.rec" |
		sed -n '/^ *"stats": {/,/}/s/^ *"\([a-z_]*\)": [0-9n].*/\1/p' |
		sort -u
}

# The documents that README.md and the others name, as they name them.
named_documents() {
	(cd "$top" && grep -oE 'Documentation/[a-z-]+\.[a-z0-9]+' README.md
	cd "$top/Documentation" && grep -ohE '\b[a-z-]+\.(rst|svg)\b' ./*.rst \
		tdacct.1 | sed 's,^,Documentation/,') | sort -u
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
	page_options "$command" | comm -23 - "$scratch/common" >"$scratch/page"
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

statistics >"$scratch/statistics"
[ -s "$scratch/statistics" ] || complain "status tells no statistics"
section status | sed -n '/^The statistics/,$s/^\.B \([a-z_]*\)$/\1/p' |
	sort >"$scratch/explained"
same statistics "$scratch/statistics" "$scratch/explained" 'status --json'

"$top/scripts/draw-tree.py" "$top/README.md" >"$scratch/tree.svg" || bad=1
cmp -s "$scratch/tree.svg" "$top/Documentation/tree.svg" ||
	complain "Documentation/tree.svg is not the tree of README.md; run:" \
		"scripts/draw-tree.py >Documentation/tree.svg"

while read -r line; do
	[ -e "$top/$line" ] ||
		complain "documents: there is no $line, which one of them names"
done < <(named_documents)

sources >"$scratch/sources"
while read -r line; do
	grep -q -e "/${line//./\\.}\$" "$scratch/sources" ||
		complain "documents: there is no $line, which one of them names"
done < <(named_sources)

[ "$bad" = 1 ] || echo "check-docs: $(wc -l <"$scratch/commands") commands," \
	"$(wc -l <"$scratch/all") options, $(wc -l <"$scratch/columns") columns," \
	"$(wc -l <"$scratch/statistics") statistics agree with the man page"
exit "$bad"
