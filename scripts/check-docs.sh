#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Hold the documents against the program: check-docs.sh [TDACCT [MANPAGE]].
# Every command, option, column and key that --help tells and every statistic of
# status must be in the page, and what the page tells must exist. The picture of
# a tree must be that of README.md, and the tables of families those that the
# program tells. Documents that are named must be there, and so must the sources,
# functions and suites that design.rst and hacking.rst name. The pages of single
# commands, of models and of accuracy are held against what they speak of, and what a
# switch costs, wherever that is told, against cost.rst; that page against the rows that
# make bench measures, its template, and the budget of tests/suites/30-cost.sh.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
tdacct=${1:-$top/user/tdacct}
page=${2:-$top/Documentation/tdacct.1}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0

tdacct=$(realpath -- "$tdacct")
[ -x "$tdacct" ] || {
	echo "check-docs: there is no '$tdacct'; build it: make -C user" >&2
	exit 1
}

# What --help and --usage are for is argp's, and the same everywhere.
help_options() {
	"$tdacct" "$1" --help |
		sed -n 's/^  \(-., \|    \)\(--[a-z.-]\+\).*/\2/p' |
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
	section "$1" | grep -A1 '^\.TP' | grep -o '\\fB\\-\\-[a-z.\\-]*' |
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

# The functions that they name, without the brackets.
named_functions() {
	(cd "$top/Documentation" && cat design.rst hacking.rst) |
		grep -oE '``[a-z0-9_]+\(\)``' | tr -d '`()' | sort -u
}

# The sources of the module, which the table in design.rst has to name; not what is of
# arm64 where another file is of x86.
module_sources() {
	(cd "$top/kmod" && find . -name '*.c' ! -name '*.mod.c' ! -name '*_arm64.c' |
		cut -c3-)
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
		sed -n '/^ *"stats": {/,/}/s/^ *"\([a-z_0-9]*\)": [0-9n].*/\1/p' |
		sort -u
}

# The documents that README.md and the others name, as they name them.
named_documents() {
	(cd "$top" && grep -oE 'Documentation/[a-z-]+\.[a-z0-9]+' README.md
	cd "$top/Documentation" && grep -ohE '\b[a-z-]+\.(rst|svg)\b' ./*.rst \
		./*.[157] | sed 's,^,Documentation/,') | sort -u
}

# The families that are exported; those of counts by what was counted.
exported() {
	"$tdacct" serve --once --openmetrics --replay "$top/tests/fixtures/serve.rec" |
		sed -n 's/^# TYPE tdacct info$/tdacct_info/p
			t
			/^# TYPE tdacct_module_/d
			s/^# TYPE tdacct_\(cgroup\|command\|machine\|exited\)_\([a-z_]*\) .*/\2/p
			t
			s/^# TYPE \([a-z_]*\) .*/\1/p' | sort -u
}

# The first column of the tables of metrics.rst, of which one has who was counted.
exported_page() {
	sed -nE 's/^``([a-z_]+)`` .*/\1/p' "$top/Documentation/metrics.rst" |
		grep -vx -e cgroup -e command -e machine -e exited | sort -u
}

# What stands on its own behind a command, of the program and of the page.
help_usages() {
	"$tdacct" "$1" --help |
		sed -nE 's/^ *(Usage|or): +tdacct [a-z]+ (.*)/\2/p'
}

page_usages() {
	section "$1" | sed -n 's/^\.\\" usage: //p' | grep . ||
		echo '[OPTION...]'
}

# Members of families: what the tables of the loader let in, and what the page describes.
model_keys() {
	sed -n 's/^	*{ "\([a-z0-9_]*\)", FIELD_.*/\1/p' \
		"$top"/user/events/family.c "$top"/user/model/load_*.c
	printf '%s\n' extends without after
}

page_keys() {
	sed -n 's/^\.BR* \([a-z0-9_]*\)\( [,;.]\)*$/\1/p' \
		"$top/Documentation/tdacct-model.5"
}

# What stands between two numbers in a formula.
operators() {
	sed -n 's/^	{ "\([^"a-z]*\)",	EXPR_OP_.*/\1/p' "$top/user/model/expr.c"
}

page_operators() {
	sed -n '/^\.SS Formulas/,/^\.PP/p' "$top/Documentation/tdacct-model.5" |
		sed 's/\\//g' | tr -s ' (),' '\n'
}

# The model in the page, as a file.
model_example() {
	sed -n '/^\.nf$/,/^\.fi$/p' "$top/Documentation/tdacct-model.5" |
		sed '/^\.[nf]/d; s/\\-/-/g'
}

# Numbers of cost.rst that are told elsewhere: the file; the words, with @ for the
# number; and where it is: the section, the row and the column of its first table.
costs='README.md|context switch costs @ instructions more|Ping-pong|**tdacct**|2
README.md|reads the same counters costs @ times that|Ping-pong|BPF, the same 11 values|3
README.md|there a switch costs @ instructions more|Long slices|**tdacct**|2
README.md|and BPF costs @ times that|Long slices|BPF, the same 11 values|3
README.md|BPF costs @ times what tdacct does on a Zen 4|AMD|BPF, the same five values|3
README.md|Zen 4, and @ times on a Neoverse N3|Arm|BPF, the same seven values|3
Documentation/install.rst|A switch costs @ instructions, six of them RDPMC|Ping-pong|tdacct, counters=plain, its six counters|2
Documentation/tdacct-accuracy.7|context switch the module executes @ instructions|Ping-pong|**tdacct**|2
Documentation/tdacct-accuracy.7|touches @ cache lines|Ping-pong|**tdacct**|7
Documentation/tdacct-accuracy.7|followed by a clear, it executes @ instructions|Long slices|**tdacct**|2
Documentation/tdacct-accuracy.7|created and ends costs @ instructions more|Lives|**tdacct**|2
Documentation/tdacct-accuracy.7|With plain counters a switch costs @ instructions|Ping-pong|tdacct, counters=plain, its six counters|2
Documentation/tdacct-accuracy.7|RDPMC and about @ instr|budget|event|
Documentation/tdacct-accuracy.7|a switch costs @ then|budget|memory|
Documentation/tdacct-accuracy.7|that sleep, a reading takes @ million|Watching|each reading of tdacct top --threads|3
Documentation/tdacct-accuracy.7|first reading, which is @ million|Watching|its start, with the first reading|3
Documentation/tdacct-accuracy.7|takes @ million for 10,000 threads|Watching|each reading of top -H|2
Documentation/tdacct-accuracy.7|takes @, and at most|Watching|each reading of tdacct top --threads|2
Documentation/tdacct-accuracy.7|and at most @ if all ran|Watching|its start, with the first reading|2'

# What 30-cost holds a switch to: with the set memory, and for each of its events.
budget() {
	awk -v row="$1" '$1 ~ /^gcc/ && $2 !~ /^arm64/ {
		cost["memory"] = $4
		cost["event"] = sprintf("%.1f", ($4 - $3) / 7)
	}
	END { print cost[row] }' "$top/tests/bench/budget"
}

# cost SECTION ROW COLUMN
cost() {
	[ "$1" != budget ] || { budget "$2"; return; }
	awk -v section="$1" -v row="$2" -v column="$3" '
	/^=+$/ { at = last }
	{ last = $0 }
	at == section && index($0, row "  ") == 1 {
		split($0, cell, /   */)
		print cell[column]
		exit
	}' "$top/Documentation/cost.rst"
}

# told FILE WORDS: what stands there for the @.
told() {
	tr -s ' \n' ' ' <"$top/$1" |
		sed -n "s/.*${2%@*}\([0-9.,]*\)${2#*@}.*/\1/p"
}

# All numbers of instructions in a page, to find one that is not in that table.
page_costs() {
	tr -s ' \n' ' ' <"$top/$1" | grep -oE ' [0-9][0-9,]* instructions'
}

# The lines of EXAMPLES as a shell has them, each without what follows it.
examples() {
	sed -n '/^\.SH EXAMPLES/,/^\.SH [^E]/p' "$page" |
		sed -n "/^tdacct /{s/\\\\-/-/g; s/\\\\(aq/'/g; s/ &&.*//; s/\$([^)]*)/93/; p}"
}

# Is the command line of an example right? A recording answers, so it may fail for
# what is not recorded; nothing is run, as nobody tells of what would be.
try_example() {
	local words=${1#tdacct } recording=five-classes status=0

	[ "${words%% *}" != watch ] || recording=watch
	recording="--replay '$top/tests/fixtures/$recording.rec'"
	[[ ${words%% *} != @(report|diff) ]] || recording=
	(cd "$scratch" && eval "'$tdacct' ${words%% *} $recording" \
		"${words#* }") >"$scratch/said" 2>&1 </dev/null || status=$?
	[ "$status" -lt 2 ] ||
		complain "the example '$1' ends with $status: $(tail -n 1 "$scratch/said")"
}

# What those have to say who know manual pages.
bad_page() {
	if command -v groff >/dev/null; then
		groff -man -ww -z -Tutf8 "$1" 2>&1
	fi
	if command -v lexgrog >/dev/null; then
		lexgrog "$1" >/dev/null 2>&1 || echo "it has no name"
	fi
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

"$tdacct" top --help | sed -n '/^Keys of top/,$s/^  \(.\{9\}\) .*/\1/p' |
	sed 's/ *$//' | sort >"$scratch/keys"
section top | sed -n '/^The keys/,$s/^\.B \(.*\)$/\1/p' |
	sed 's/\\-/-/g; s/\\e/\\/g' | sort >"$scratch/pressed"
[ -s "$scratch/keys" ] || complain "top --help tells no keys"
same 'keys of top' "$scratch/keys" "$scratch/pressed" 'top --help'

exported >"$scratch/exported"
exported_page >"$scratch/families"
same metrics.rst "$scratch/exported" "$scratch/families" 'serve --once'
statistics >"$scratch/statistics"
[ -s "$scratch/statistics" ] || complain "status tells no statistics"
section status | sed -n '/^The statistics/,$s/^\.B \([a-z_0-9]*\)$/\1/p' |
	sort >"$scratch/explained"
same statistics "$scratch/statistics" "$scratch/explained" 'status --json'

"$top/scripts/split-manual.sh" "$scratch/man" "$page"
while read -r command; do
	help_usages "$command" | sort >"$scratch/usages"
	page_usages "$command" | sort >"$scratch/told"
	same "$command: usage" "$scratch/usages" "$scratch/told"
	[ -s "$scratch/man/man1/tdacct-$command.1" ] ||
		complain "split-manual.sh makes no page of $command"
done <"$scratch/commands"
for file in "$page" "$top"/Documentation/tdacct-*.[57] "$scratch"/man/*/*; do
	said=$(bad_page "$file")
	[ -z "$said" ] || complain "${file##*/}: $said"
done

examples >"$scratch/examples"
[ "$(wc -l <"$scratch/examples")" -ge 10 ] || complain "the page has no examples"
while read -r line; do
	try_example "$line"
done <"$scratch/examples"

while read -r command; do
	grep -q "^\.SS $command " "$scratch/man/man7/tdacct-abi.7" ||
		complain "tdacct-abi.7: the header does not explain $command"
done < <(sed -n 's/^	\(TDACCT_CMD_[A-Z_]*\),$/\1/p' \
	"$top/include/uapi/linux/tdacct.h" | grep -v UNSPEC)

model_keys | sort -u >"$scratch/keys"
page_keys | sort -u >"$scratch/described"
while read -r key; do
	complain "tdacct-model.5 does not describe the key '$key'"
done < <(comm -23 "$scratch/keys" "$scratch/described")
operators | sort -u >"$scratch/keys"
page_operators | sort -u >"$scratch/described"
[ -s "$scratch/keys" ] || complain "expr.c has no operators"
while read -r operator; do
	complain "tdacct-model.5 does not describe the operator '$operator'"
done < <(comm -23 "$scratch/keys" "$scratch/described")
# How far to trust a model, a page says.
for family in "$top"/user/families/*.json; do
	page=$(sed -n 's/^  "page": "\(.*\)",$/\1/p' "$family")
	[ -n "$page" ] || ! grep -q '^  "cpus"' "$family" ||
		grep -q '^  "extends"' "$family" ||
		complain "user/families/${family##*/} names no page"
	[ -z "$page" ] || [ -e "$top/Documentation/$page" ] ||
		complain "user/families/${family##*/} names '$page', which is not there"
done

model_example >"$scratch/example.json"
"$tdacct" explain stalled --model "$scratch/example.json" >/dev/null ||
	complain "the model in tdacct-model.5 cannot be read"

while IFS='|' read -r file words section row column; do
	number=$(cost "$section" "$row" "$column")
	[ -n "$number" ] ||
		complain "cost.rst has no '$row' in '$section'"
	[ "$(told "$file" "$words")" = "$number" ] ||
		complain "$file: '${words/@/$number}' is not there, and cost.rst has it so"
done <<<"$costs"
for file in README.md Documentation/install.rst Documentation/tdacct-accuracy.7; do
	[ "$(page_costs "$file" | wc -l)" = \
		"$(grep -c "^$file|.*@ instructions" <<<"$costs")" ] ||
		complain "$file: check-docs.sh does not know each number of instructions"
done

while read -r line; do
	complain "Documentation/cost.rst is stale: $line; run: make bench"
done < <(python3 "$top/tests/bench/cost.py" stale \
	"$top/Documentation/cost.rst" "$top/tests/bench/budget")

"$top/scripts/draw-tree.py" "$top/README.md" >"$scratch/tree.svg" || bad=1
cmp -s "$scratch/tree.svg" "$top/Documentation/tree.svg" ||
	complain "Documentation/tree.svg is not the tree of README.md; run:" \
		"scripts/draw-tree.py >Documentation/tree.svg"
"$top/scripts/draw-tree.py" --steps "$top/Documentation/tutorial.rst" \
	>"$scratch/tutorial.svg" || bad=1
cmp -s "$scratch/tutorial.svg" "$top/Documentation/tutorial.svg" ||
	complain "Documentation/tutorial.svg has not the trees of tutorial.rst; run:" \
		"scripts/draw-tree.py --steps Documentation/tutorial.rst >Documentation/tutorial.svg"

"$top/scripts/families.py" "$tdacct" --check || bad=1

# What asks for x86 is what the page for another architecture names.
while read -r file; do
	grep -q "^\`\`$file\`\`" "$top/Documentation/adding-a-cpu.rst" ||
		complain "adding-a-cpu.rst: $file is for x86 only, and is not named"
done < <(cd "$top" && grep -lE 'asm/(msr|processor|cpuid|perf_event)|boot_cpu_data|base/x86\.h|cpuid_e[a-d]x\(|X86_' \
	-r kmod --include='*.[ch]')

while read -r line; do
	[ -e "$top/$line" ] ||
		complain "documents: there is no $line, which one of them names"
done < <(named_documents)

sources >"$scratch/sources"
while read -r line; do
	grep -q -e "/${line//./\\.}\$" "$scratch/sources" ||
		complain "documents: there is no $line, which one of them names"
done < <(named_sources)

while read -r file; do
	grep -qF "\`\`$file\`\`" "$top/Documentation/design.rst" ||
		complain "design.rst: its table of the module's parts lacks $file"
done < <(module_sources)

while read -r name; do
	grep -rqE --include='*.[ch]' "(^|[^a-z0-9_])$name\(" "$top/kmod" \
		"$top/user" "$top/tests" ||
		complain "documents: there is no function $name(), which one of them names"
done < <(named_functions)

[ "$bad" = 1 ] || echo "check-docs: $(wc -l <"$scratch/commands") commands," \
	"$(wc -l <"$scratch/all") options, $(wc -l <"$scratch/columns") columns," \
	"$(wc -l <"$scratch/statistics") statistics agree with the man page"
exit "$bad"
