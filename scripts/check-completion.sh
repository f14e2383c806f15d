#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Hold the completion of command lines against the program: check-completion.sh
# [TDACCT]. Each command and option of --help must be offered, and nothing else;
# each kind of argument that --help names must be one that completion knows. A
# real bash at a terminal, and zsh where there is one, complete a line.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
tdacct=${1:-$top/user/tdacct}
rules=$top/user/completion
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0

[ -x "$tdacct" ] || {
	echo "check-completion: there is no '$tdacct'; build it: make -C user" >&2
	exit 1
}
# As it is when it is installed.
mkdir -p "$scratch/bin" "$scratch/share/bash-completion/completions" \
	"$scratch/share/zsh/site-functions" "$scratch/share/tdacct"
ln -s "$(realpath "$tdacct")" "$scratch/bin/tdacct"
ln -s "$top/user/families" "$scratch/share/tdacct/families"
cp "$rules/tdacct.bash" "$scratch/share/bash-completion/completions/tdacct"
cp "$rules/_tdacct.zsh" "$scratch/share/zsh/site-functions/_tdacct"
PATH=$scratch/bin:$PATH
# shellcheck source=user/completion/tdacct.bash
. "$rules/tdacct.bash"

complain() {
	echo "check-completion: $*" >&2
	bad=1
}

# offered WORD...: what the last word may become, sorted; = is a word of its own.
offered() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_tdacct 2>/dev/null
	printf '%s\n' "${COMPREPLY[@]}" | sort
}

# expect WANT WORD...: exactly this is offered.
expect() {
	local want=$1 got

	shift
	got=$(offered "$@" | paste -sd' ')
	[ "$got" = "$want" ] || complain "for '$*' it offers '$got', not '$want'"
}

# expect_some WANT WORD...: this is among what is offered.
expect_some() {
	local want=$1

	shift
	offered "$@" | grep -qxF -- "$want" ||
		complain "for '$*' it does not offer '$want'"
}

# By other means than the completion's own.
help_commands() {
	"$tdacct" --help | awk '/^  [a-z]+ / && $1 != "tdacct" { print $1 }'
}

help_options() {
	"$tdacct" "$1" --help | grep -oE '^ {2,6}(-., )?--[a-z.-]+=?' |
		grep -oE -- '--[a-z.-]+=?' | sort
}

help_kinds() {
	"$tdacct" "$1" --help | grep -oE '^ {2,6}(-., )?--[a-z.-]+=[A-Z]+' |
		sed 's/.*=//'
	"$tdacct" "$1" --help | grep -E '^(Usage| +or):' |
		sed 's/\[OPTION...\]//' | grep -oE '\b[A-Z]{2,}\b' || true
}

"$tdacct" --help >"$scratch/help"
expect "$(help_commands | sort | paste -sd' ')" tdacct ''
commands=$(help_commands)
[ -n "$commands" ] || complain "--help tells no commands"
options=0
for command in $commands; do
	want=$(help_options "$command" | paste -sd' ')
	expect "$want" tdacct "$command" --
	options=$((options + $(wc -w <<<"$want")))
	for kind in $(help_kinds "$command" | sort -u); do
		_tdacct_program=$tdacct _tdacct_kind "$kind" >/dev/null 2>&1 ||
			[ $? != 2 ] || complain "$command: it does not know the kind $kind"
	done
done

# Of the model of this machine, or of one that many have.
nodes=$(tdacct explain 2>/dev/null || tdacct explain --model intel_metrics)
begin=${nodes:0:4}
named=$(grep -oE "^ *${begin}[a-z_]*" <<<"$nodes" | tr -d ' ' | sort | paste -sd' ')
[ -n "$named" ] || complain "no node begins with '$begin'"
expect "$named" tdacct explain "$begin"
expect "$named" tdacct show --explain = "$begin"
expect "$named" tdacct show --explain "$begin"
expect 'pid,coverage' tdacct list -o pid,cov
expect 'memory memory-latency memory-today' tdacct events --model sapphirerapids show memo
expect 'memory memory-latency memory-today' tdacct events show --model = sapphirerapids memo
expect 'fit list show use' tdacct events ''
expect_some 'sierraforest' tdacct events list --model sierra
expect "$$" tdacct show --pid = "$$"
expect_some 'sapphirerapids' tdacct list --model sapph
expect_some "$top/scripts" tdacct doctor --root = "$top/s"
expect_some "$top/scripts/check.sh" tdacct list --replay "$top/scripts/check.s"
expect_some 'bash' tdacct run bas
expect '' tdacct run ls --

# At a terminal: what is typed, with tabs in it, is run.
typed() {
	local shell=$1

	shift
	printf '%s\r' "$@" 'exit' |
		script -qec "$shell" /dev/null 2>&1 | tr -d '\r'
}

said=$(cd "$top" && typed 'bash --norc --noprofile -i' \
	". $rules/tdacct.bash" $'tdacct expl\t--usa\t')
grep -q 'Usage: tdacct explain' <<<"$said" || complain "bash at a terminal: $said"
shells=bash
if command -v zsh >/dev/null; then
	said=$(typed 'zsh -f -i' "fpath=($scratch/share/zsh/site-functions \$fpath)" \
		'autoload -U compinit; compinit -u -D' \
		$'tdacct expl\t--usa\t')
	grep -q 'Usage: tdacct explain' <<<"$said" ||
		complain "zsh at a terminal: $said"
	shells="bash and zsh"
fi

[ "$bad" = 1 ] || echo "check-completion: $(wc -w <<<"$commands") commands and" \
	"$options options are completed as --help tells them, by $shells"
exit "$bad"
