#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Manual pages that others make up: split-manual.sh DIRECTORY [PAGE], below which
# there will be man1 and man7. One for each command is made from its section of
# tdacct.1: the first sentence names it, a comment ".\" usage:" behind the heading
# says what stands on its own. That of the ABI is the manual in the header.
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

# The first comment of the header, without its frame.
header() {
	sed -n '/^\/\*$/,/^ \*\//p' "$top/include/uapi/linux/tdacct.h" |
		sed '1d; /^ \*\//,$d; s/^ \*//; s/^ \([^ ]\)/\1/'
}

# Of each command a section, and every line as it stands in the header.
abi() {
	cat <<'END'
.\" SPDX-License-Identifier: GPL-2.0
.\" Made by split-manual.sh from tdacct.h.
.TH TDACCT-ABI 7 "" "tdacct" "Miscellaneous Information"
.SH NAME
tdacct-abi \- how a program asks the module tdacct for counts
.SH SYNOPSIS
.B #include <linux/tdacct.h>
.SH DESCRIPTION
What follows is the manual that stands in that header.
END
	printf '.nf\n.in 2n\n'
	header | expand | sed -e 's/^ \{8\}/  /' -e 's/\\/\\e/g' \
		-e "s/'/\\\\(aq/g" -e 's/-/\\-/g' -e 's/^\./\\\&./' \
		-e 's/^\(TDACCT_CMD_[A-Z_]*\) \(.*\)/.SS \1 \2\n.nf\n.in 2n/'
	printf '.fi\n'
	printf '.SH SEE ALSO\n.BR tdacct (1),\n.I abi.rst\n'
	printf '(what a client can rely on, and reading many tasks)\n'
}

mkdir -p "$to/man1" "$to/man7"
while read -r command; do
	one "$command" >"$to/man1/tdacct-$command.1"
done < <(commands)
abi >"$to/man7/tdacct-abi.7"
