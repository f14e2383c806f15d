# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# What suites share that measure tdacct top, in instructions of a deterministic
# guest.

kernel=6.1

in_root() { "$top/scripts/in-root" bookworm "$@"; }

# price WHO FIELD: of what cost.py said.
price()
{
	awk -v who="$1" -v field="$2" '$1 == who { print $field }' \
		"$scratch/price"
}

# at_most WHOLE PERCENT PART
at_most()
{
	awk -v part="$3" -v whole="$1" -v percent="$2" 'BEGIN {
		if (part > 0 && whole > 0 && part <= whole * percent / 100)
			exit 0
		print "at most " percent " % of " whole ", got " part
		exit 1
	}'
}

# watched NAME THREADS...: what guest "live" said of so many is in $scratch/price.
watched()
{
	row "price: $2 threads were watched" \
		"$top/tests/bench/measure" -k $kernel -g live "$@"
	in_root tests/bench/cost.py live build/bench/$kernel "$1" \
		>"$scratch/price"
	cat "$scratch/price"
	row "price: all of them were shown" [ "$(price tdacct 4)" -ge "$2" ]
}
