# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What the scripts share: where things are, how to speak, how to fail.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${TDACCT_CACHE:-${HOME:-/root}/.cache/tdacct}
export TDACCT_CACHE=$cache
me=$(basename "$0")
die_status=1		# a script that passes on others' statuses has its own

say()
{
	printf '%s\n' "$*" >&2
}

# die WHAT [WHAT TO DO]: every refusal says how to go on.
die()
{
	say "$me: $1"
	[ $# -lt 2 ] || say "$me: $2"
	exit "$die_status"
}

need_root()
{
	[ "$(id -u)" = 0 ] ||
		die "must be run as root: it mounts and changes roots" \
		    "run it by sudo"
}

# hash_of FILE...: one word that changes when what they say does.
hash_of()
{
	cat -- "$@" | sha256sum | cut -c1-16
}

# kernel_row KEY: the line of scripts/kernels, into the variables row_*.
# shellcheck disable=SC2034
kernel_row()
{
	local key root kind release

	while read -r key root kind release; do
		[ "$key" = "$1" ] || continue
		row_root=$root row_kind=$kind row_release=$release
		return 0
	done <"$top/scripts/kernels"
	die "no kernel is called '$1'" \
	    "known are: $(kernel_keys | tr '\n' ' ')"
}

kernel_keys()
{
	sed -n 's/^\([^# \t][^ \t]*\)[ \t].*/\1/p' "$top/scripts/kernels"
}
