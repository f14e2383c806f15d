#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# check.sh [-a] [-l] [-j JOBS] [SUITE...]: run the suites of tests/suites/, with
# -a those of tests/suites/all/, which take longer; all or those whose names
# contain one of the words. -l lists them. They run one after the other, or JOBS
# at once; those with the same number, which leave a processor idle, side by
# side. A suite is a program that prints a line for each test, "ok - NAME" or
# "not ok - NAME", with "# SKIP REASON" behind it when it could not be tried,
# which is a failure unless tests/suites/skips names it; whatever else it says is
# shown when something fails. The last line is "N passed, N failed".
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

suites=$top/tests/suites
expected=$suites/skips
logs=$top/build/check
jobs=1 list=

while getopts 'alj:' option; do
	case $option in
	a) suites=$suites/all logs=$logs-all ;;
	l) list=1 ;;
	j) jobs=$OPTARG ;;
	*) die "usage: check.sh [-a] [-l] [-j JOBS] [SUITE...]" ;;
	esac
done
shift $((OPTIND - 1))

# chosen NAME WORD...: is it one of those that were asked for?
chosen()
{
	local name=$1 word
	shift

	[ $# -gt 0 ] || return 0
	for word; do
		[[ $name != *"$word"* ]] || return 0
	done
	return 1
}

# Results as they come, each with its suite in front.
show_results()
{
	local suite=$1 line

	while IFS= read -r line; do
		case $line in
		'ok '*|'not ok '*) printf '%-14s %s\n' "$suite" "$line" ;;
		esac
	done
}

# What a suite says goes to its log, with the commit in front and how it ended in
# a line behind that.
run_suite()
{
	local suite=$1 log=$logs/$1.log status=0 start=$SECONDS

	printf '%-14s %s\n' "$suite" "begins (log: ${log#"$top/"})"
	{ echo "commit: $commit"
	  "$suites/$suite.sh" </dev/null 2>&1 || status=$?
	  echo "suite ended with status $status after $((SECONDS - start)) s"
	} | tee "$log" | show_results "$suite"
}

count()
{
	grep -cE "$1" "$2" || true
}

odd_row='not ok - \1: skipped, and tests/suites/skips does not say why:'

# The skips of a suite that are not expected, as "SUITE ROW # SKIP WHY".
odd_skips()
{
	sed -n "s/^ok - \(.*# SKIP\)/$1 \1/p" "$logs/$1.log" |
		grep -vxEf <(grep -v '^#' "$expected" | grep .) || true
}

# A suite that ended badly, or tested nothing, is a failure of its own, unless
# it has told of failures already.
judge_suite()
{
	local suite=$1 log=$logs/$1.log bad skip good odd

	bad=$(count '^not ok ' "$log")
	skip=$(count '^ok .*# SKIP' "$log")
	good=$(($(count '^ok ' "$log") - skip))
	if [ "$bad" = 0 ] && { [ $((good + skip)) = 0 ] ||
	   ! grep -q '^suite ended with status 0 ' "$log"; }; then
		bad=1
		printf '%-14s %s\n' "$suite" "not ok - ended as it should"
	fi
	odd=$(odd_skips "$suite" | wc -l)
	passed=$((passed + good)) failed=$((failed + bad + odd))
	skipped=$((skipped + skip - odd))
	[ "$bad" = 0 ] || show_failures "$suite"
	odd_skips "$suite" | sed "s|^$suite \(.*\) # SKIP|$odd_row|" |
		show_results "$suite"
}

# For each failure what was said between the result before it and its own.
show_failures()
{
	echo "---- $1: see ${logs#"$top/"}/$1.log"
	awk '
	/^ok /		{ n = 0; next }
	/^not ok /	{ flush() ; print; next }
	/^suite ended with status [^0]/ { flush(); print; next }
			{ said[n++] = $0 }
	function flush(  i) {
		for (i = n > 40 ? n - 40 : 0; i < n; i++)
			print "    " said[i]
		n = 0
	}' "$logs/$1.log"
	echo "----"
}

names=()
for suite in "$suites"/[0-9]*.sh; do
	name=$(basename "$suite" .sh)
	! chosen "$name" "$@" || names+=("$name")
done
[ ${#names[@]} -gt 0 ] || die "no suite has a name with: $*" \
	"check.sh -l lists them"
if [ -n "$list" ]; then
	printf '%s\n' "${names[@]}"
	exit 0
fi

# What cannot be built is one failure; what was built is tried all the same.
build()
{
	"$top/scripts/build-lab" >"$logs/build.log" 2>&1 && return
	echo "build          not ok - all is built (log: build/check/build.log)"
	tail -n 20 "$logs/build.log" | sed 's/^/    /'
	failed=$((failed + 1))
}

need_root
mkdir -p "$logs"
commit=$(commit_of_tree)
running=0 passed=0 failed=0 skipped=0
build

# Each suite has a process group of its own, guests included, so that nothing is
# left at work when somebody stops us.
stop()
{
	local group

	trap '' INT TERM
	for group in $(jobs -p); do
		kill -TERM -- "-$group" 2>/dev/null || true
	done
	wait
	exit 130
}

set -m
trap stop INT TERM
number=
for name in "${names[@]}"; do
	while [ "$running" -ge "$jobs" ] && [ "${name%%-*}" != "$number" ]; do
		wait -n
		running=$((running - 1))
	done
	run_suite "$name" &
	running=$((running + 1)) number=${name%%-*}
done
wait
for name in "${names[@]}"; do
	judge_suite "$name"
done
[ "$skipped" = 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
