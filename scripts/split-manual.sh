#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A manual page for each command: split-manual.sh DIRECTORY [PAGE]. Each is made
# from its section of tdacct.1, so that nothing is said twice: the first sentence
# names it, a comment ".\" usage:" behind the heading says what stands on its own.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
to=$1
page=${2:-$top/Documentation/tdacct.1}

# section NAME: the lines below ".SS NAME".
section() {
	awk -v name="$1" '
	/^\.S[SH]/ { inside = ($1 == ".SS" && substr($0, 5) == name); next }
	inside' "$page"
}

# The commands that have a section; two of them are only words.
commands() {
	grep '^\.SS [a-z]' "$page" | cut -c5- | grep -v -x -e help -e version
}

# The first sentence up to a colon, as what a command is: "show where ...".
summary() {
	section "$1" | grep -v '^\.\\"' | awk '
	{ text = text (NR > 1 ? " " : "") $0 }
	/[.:]$/ { exit }
	END {
		sub(/[.:].*/, "", text)
		print tolower(substr(text, 1, 1)) substr(text, 2)
	}'
}

usages() {
	section "$1" | sed -n 's/^\.\\" usage: //p' | grep . || echo '[OPTION...]'
}

one() {
	local command=$1 usage break=

	printf '.\\" SPDX-License-Identifier: GPL-2.0\n'
	printf '.\\" Made by split-manual.sh from tdacct.1.\n'
	printf '.TH TDACCT-%s 1 "" "tdacct" "User Commands"\n' "${command^^}"
	printf '.SH NAME\ntdacct-%s \\- %s\n.SH SYNOPSIS\n' "$command" \
		"$(summary "$command")"
	while read -r usage; do
		printf '%s.B tdacct %s\n%s\n' "$break" "$command" "${usage//-/\\-}"
		break=$'.br\n'
	done < <(usages "$command")
	printf '.SH DESCRIPTION\n'
	section "$command" | grep -v '^\.\\"'
	printf '.SH COMMON OPTIONS\n'
	printf 'Those of these that the command has, which\n'
	printf '.B tdacct %s \\-\\-help\nlists.\n' "$command"
	section 'Common options'
	printf '.SH SEE ALSO\n.BR tdacct (1),\n.BR tdacct\\-accuracy (7)\n'
}

mkdir -p "$to"
while read -r command; do
	one "$command" >"$to/tdacct-$command.1"
done < <(commands)
