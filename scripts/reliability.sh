#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# reliability.sh [TARGET...]: write the table of Documentation/reliability.rst from
# what the suites and tests/soak said in their logs ("tried: WHAT | KERNEL | HOW OFTEN
# | RESULT | HOW LONG") and of which commit they said it ("commit: HASH", with a
# "+" when that was edited); so does tests/mutants/run. What was not run since
# stays as it was, except for what the named targets said: all of each was run, so
# what it did not say this time is not tried any more.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

targets=(check check-all soak mutants)
for target; do
	[[ " ${targets[*]} " == *" $target "* ]] ||
		die "there is no target '$target'" "there are ${targets[*]}"
done

page=$top/Documentation/reliability.rst
begin='.. The table: written by scripts/reliability.sh, do not edit.'
end='.. The end of the table.'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# of FILE BY: its lines with who ran them, of which commit, and the day.
of()
{
	[ -e "$1" ] || return 0
	awk -F ' [|] ' -v by="$2" -v day="$(date -r "$1" +%Y-%m-%d)" '
	BEGIN { commit = "-" }
	sub(/^commit: /, "") { commit = $0 }
	/^tried: / && NF == 5 {
		print substr($1, 8) "|" $2 "|" by "|" $3 "|" $4 "|" $5 "|" \
			commit "|" day
	}' "$1"
}

# How a suite ended, for the table: it may fail without a row that did.
ending()
{
	local bad status

	bad=$(grep -c '^not ok ' "$1" || true)
	status=$(sed -n 's/^suite ended with status \([0-9]*\) .*/\1/p' "$1")
	if [ "$bad" != 0 ]; then
		echo "$bad failed"
	elif [ "$status" != 0 ]; then
		echo "status $status"
	else
		echo 'no finding'
	fi
}

# A suite is worth rows, too: how many were tried, and how it ended.
suite_rows()
{
	local log=$1 by=$2 tried took commit

	tried=$(grep '^ok ' "$log" | grep -vc '# SKIP' || true)
	took=$(sed -n 's/^suite ended with status .* after \([0-9]* s\)$/\1/p' \
		"$log")
	[ -n "$took" ] || return 0
	commit=$(sed -n '1s/^commit: //p' "$log")
	echo "rows of the suite $(basename "$log" .log)|-|$by|$tried|$(ending \
		"$log")|$took|${commit:--}|$(date -r "$log" +%Y-%m-%d)"
}

collect()
{
	local log

	for log in "$top"/build/check/[0-9]*.log; do
		[ -e "$log" ] || continue
		of "$log" check
		suite_rows "$log" check
	done
	for log in "$top"/build/check-all/[0-9]*.log; do
		[ -e "$log" ] || continue
		of "$log" check-all
		suite_rows "$log" check-all
	done
	of "$top/build/soak/results" soak
	for log in "$top"/build/mutants/*.tried; do
		of "$log" mutants
	done
}

# present TARGET...: the rows that the page has now, as lines, except those of these
# targets. Columns are two blanks apart.
present()
{
	awk -v begin="$begin" -v end="$end" -v anew=" $* " '
	$0 == begin	{ inside = 1; next }
	$0 == end	{ inside = 0 }
	inside && /^===/ { rule++; next }
	inside && rule == 2 {
		gsub(/   */, "|")
		split($0, column, "|")
		if (!index(anew, " " column[3] " "))
			print
	}' "$page"
}

# The newest of each; the later line wins.
merge()
{
	awk -F '|' '{ row[$1 "|" $2 "|" $3] = $0 }
		END { for (key in row) print row[key] }' | sort
}

table()
{
	printf '%s\n\n' "$begin"
	{ echo 'what|kernel|by|how often|result|took|commit|day'; cat; } | awk -F '|' '
	{
		line[NR] = $0
		for (i = 1; i <= NF; i++)
			if (length($i) > width[i])
				width[i] = length($i)
	}
	function rule(  i, text) {
		for (i = 1; i <= 8; i++) {
			text = sprintf("%*s", width[i], "")
			gsub(/ /, "=", text)
			printf "%s%s", text, i < 8 ? "  " : "\n"
		}
	}
	END {
		rule()
		for (n = 1; n <= NR; n++) {
			split(line[n], cell, "|")
			for (i = 1; i < 8; i++)
				printf i == 4 ? "%*s  " : "%-*s  ", width[i], cell[i]
			print cell[8]
			if (n == 1)
				rule()
		}
		rule()
	}'
	printf '\n%s\n' "$end"
}

{ present "$@"; collect; } | merge >"$scratch/rows"
table <"$scratch/rows" >"$scratch/table"
awk -v begin="$begin" -v end="$end" -v table="$scratch/table" '
	$0 == begin { inside = 1; while ((getline line < table) > 0) print line }
	!inside
	$0 == end { inside = 0 }' "$page" >"$scratch/page"
cp "$scratch/page" "$page"
say "$me: $(wc -l <"$scratch/rows") lines in Documentation/reliability.rst"
