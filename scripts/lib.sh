# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What the scripts share: where things are, how to speak, how to fail.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=$(realpath -m -- "${TDACCT_CACHE:-${HOME:-/root}/.cache/tdacct}")
export TDACCT_CACHE=$cache
# Of what the laboratory is built, and what its machines are: x86, or what
# TDACCT_ARCH says. Roots, kernels and objects of another one lie apart.
arch=${TDACCT_ARCH:-x86}
objects=build			# below $top: what is built for it
programs_root=bookworm		# where programs of the guests are built
# shellcheck disable=SC2034
if [ "$arch" != x86 ]; then
	cache=$cache/$arch
	objects=build/$arch
	programs_root=trixie
fi
# Who became root by su may lack these, and debootstrap is there.
PATH=$PATH:/usr/sbin:/sbin
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

# is_prepared ROOT: its packages are all there.
is_prepared()
{
	[ -e "$cache/roots/$1/etc/tdacct/packages" ]
}

# The commit that this tree is of, "+" behind it when that was edited.
commit_of_tree()
{
	git -C "$top" describe --always --exclude='*' --dirty=+ 2>/dev/null ||
		echo -
}

# hash_of FILE...: one word that changes when what they say does.
hash_of()
{
	cat -- "$@" | sha256sum | cut -c1-16
}

# kernel_row KEY: the line of scripts/kernels of the architecture, into the
# variables row_*.
# shellcheck disable=SC2034,SC2119
kernel_row()
{
	local key of root kind release for cpu pmu

	while read -r key of root kind release for cpu pmu; do
		[ "$key $of" = "$1 $arch" ] || continue
		row_key=$key row_root=$root row_kind=$kind row_release=$release
		row_for=$for row_cpu=$cpu row_pmu=$pmu
		return 0
	done <"$top/scripts/kernels"
	die "no kernel of $arch is called '$1'" \
	    "known are: $(kernel_keys | tr '\n' ' ')"
}

# kernel_stamp: of the kernel in the variables row_*. It is where the headers are.
kernel_stamp()
{
	case $row_kind in
	image)	echo "$cache/roots/$row_root/etc/tdacct/kernel-$row_key" ;;
	*)	echo "$cache/kernels/$row_key/stamp" ;;
	esac
}

# kernel_keys [COLUMN=VALUE...|COLUMN!=VALUE...]: of all lines of the
# architecture, or of those where columns say so.
# shellcheck disable=SC2120
kernel_keys()
{
	awk -v wanted="arch=$arch $*" '
	BEGIN {
		n = split("key arch root kind release for cpu pmu", names)
		for (i = 1; i <= n; i++)
			column[names[i]] = i
		m = split(wanted, wants)
	}
	/^[^#]/ {
		for (i = 1; i <= m; i++) {
			split(wants[i], want, "=")
			not = sub("!", "", want[1])
			if (($column[want[1]] == want[2]) == not)
				next
		}
		print $1
	}' "$top/scripts/kernels"
}

# kernel_roots: in which roots the architecture's kernels are at hand.
kernel_roots()
{
	awk -v arch="$arch" '/^[^#]/ && $2 == arch { print $3 }' \
		"$top/scripts/kernels" | sort -u
}
