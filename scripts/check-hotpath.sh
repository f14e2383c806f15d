#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# check-hotpath.sh [KERNEL...]: the objects of the hot path import nothing but
# what scripts/hotpath.symbols allows. No printk, no allocator, no mutex and no
# indirect call can then have crept in. Prints what is too much.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

allowed=$top/scripts/hotpath.symbols
tools=
[ "$arch" = x86 ] || tools=aarch64-linux-gnu-

# Patterns of the list, as one expression for whole lines.
expression()
{
	sed -n 's/\*/.*/; /^[a-zA-Z_]/p' "$allowed" | paste -sd'|'
}

# What the linker has to find elsewhere.
undefined()
{
	"$top/scripts/in-root" "$programs_root" "${tools}nm" -u "$1" |
		sed 's/^ *[Uw] *//'
}

check_kernel()
{
	local dir=$objects/kmod/$1/kmod object extra bad=0

	[ -e "$top/$dir/charge/switch.o" ] || "$top/scripts/build-kmod" "$1"
	for object in "$dir"/charge/{switch,counter}.o "$dir"/pmu/*.o; do
		# an object may be left of a source that is gone
		[ -e "${object%.o}.c" ] || continue
		extra=$(undefined "$object" | grep -vxE "$(expression)" || :)
		[ -z "$extra" ] && continue
		say "$me: $object imports what" \
			"scripts/hotpath.symbols does not have:"
		say "$extra"
		bad=1
	done
	return $bad
}

[ $# -gt 0 ] || set -- 6.1
need_root
cd "$top"
status=0
for kernel; do
	check_kernel "$kernel" || status=1
done
exit $status
