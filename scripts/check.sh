#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# check.sh [-a] [-l] [-j PLACES] [SUITE...]: prepare, build and run the suites of
# tests/suites/, with -a those of tests/suites/all/, which take longer; all or
# those whose names contain one of the words. -l lists them. Two run side by side,
# with -a three, or PLACES: each has a guest at a time, which keeps one processor busy
# unless it sleeps. The file "plan" beside the suites says which begins first, and what
# it needs.
#
# A suite is a program that prints a line for each test, "ok - NAME" or
# "not ok - NAME", with "# SKIP REASON" behind it when it could not be tried,
# which is a failure unless tests/suites/skips names it; whatever else it says is
# shown when something fails. The last line is "N passed, N failed".
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

suites=$top/tests/suites
expected=$suites/skips
logs=$top/build/check
most=2 places='' list=

while getopts 'alj:' option; do
	case $option in
	a) suites=$suites/all logs=$logs-all most=3 ;;
	l) list=1 ;;
	j) places=$OPTARG ;;
	*) die "usage: check.sh [-a] [-l] [-j PLACES] [SUITE...]" ;;
	esac
done
shift $((OPTIND - 1))
: "${places:=$most}"
[[ $places =~ ^[1-9][0-9]*$ ]] || die "-j wants a number, not '$places'"
plan=$suites/plan

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

# What a suite says goes to its log, with the commit in front, and behind it what it
# took of the processors and how it ended. What somebody sees of it on the way is how
# many rows.
# Who runs us in the background has signals ignored that rows want to send.
run_suite()
{
	local suite=$1 log=$logs/$1.log status=0 start=$SECONDS
	local TIMEFORMAT='suite took %0U + %0S s of the processors'

	printf '%-14s %s\n' "$suite" "begins (log: ${log#"$top/"})"
	{ echo "commit: $commit"
	  time env --default-signal "$suites/$suite.sh" </dev/null || status=$?
	  echo "suite ended with status $status after $((SECONDS - start)) s"
	} 2>&1 | tee "$log" | show_results "$suite"
	printf '%-14s %s\n' "$suite" "ended after $((SECONDS - start)) s"
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

# planned COLUMN SUITE: what the plan says of it. A new suite may have no line yet:
# it begins first and finds everything prepared.
planned()
{
	awk -v column="$1" -v suite="$2" '
	BEGIN { split("- 9999 all", unknown) }
	/^[^#]/ && $1 == suite { print $column; found = 1 }
	END { if (!found) print unknown[column] }' "$plan"
}

# What the chosen suites need, each part once.
needs()
{
	local name

	for name in "${names[@]}"; do
		planned 3 "$name"
	done | tr ',' '\n' | sort -u
}

# Without what they need no suite is worth a try.
prepare()
{
	# shellcheck disable=SC2046
	"$top/scripts/setup.sh" $(needs) && return
	echo "prepare        not ok - all that the suites need is there"
	echo "0 passed, 1 failed"
	exit 1
}

# The modules for what was prepared.
keys()
{
	kernel_keys kind=image for!=more
	! needs | grep -qx all || kernel_keys kind=source for!=more
	! needs | grep -qx more || kernel_keys for=more
}

build_arm64()
{
	! needs | grep -qx arm64 ||
		TDACCT_ARCH=arm64 "$top/scripts/build-lab"
	# shellcheck disable=SC2046
	! needs | grep -qx arm64-more || TDACCT_ARCH=arm64 \
		"$top/scripts/build-lab" $(arch=arm64; kernel_keys for=more)
}

# What cannot be built is one failure; what was built is tried all the same.
build()
{
	# shellcheck disable=SC2046
	"$top/scripts/build-lab" $(keys) >"$logs/build.log" 2>&1 &&
		build_arm64 >>"$logs/build.log" 2>&1 && return
	echo "build          not ok - all is built (log: ${logs#"$top/"}/build.log)"
	tail -n 20 "$logs/build.log" | sed 's/^/    /'
	failed=$((failed + 1))
}

need_root
mkdir -p "$logs"
commit=$(commit_of_tree)
passed=0 failed=0 skipped=0
prepare
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

# Those first that take longest, so that what is left at the end is short.
in_order()
{
	local name

	for name in "${names[@]}"; do
		echo "$(planned 2 "$name") $name"
	done | sort -k 1,1nr -k 2 | cut -d' ' -f2
}

# begin SUITE: as soon as there is a place.
begin()
{
	if [ "$taken" = "$places" ]; then
		wait -n || true
		taken=$((taken - 1))
	fi
	run_suite "$1" &
	taken=$((taken + 1))
}

set -m
trap stop INT TERM
taken=0
mapfile -t order < <(in_order)
for name in "${order[@]}"; do
	begin "$name"
done
wait
for name in "${names[@]}"; do
	judge_suite "$name"
done
[ "$skipped" = 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
