#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# dkms.sh [KERNEL...]: hand the module's sources to DKMS in place of any version
# that it has, and build and install it for these kernels (the running one).
# dkms.sh remove: take every version back out of DKMS. As root.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

# What DKMS has of us: "tdacct/VERSION, KERNEL, ...", or "tdacct, VERSION, ..."
# by old ones.
versions()
{
	dkms status tdacct | sed -n 's,^tdacct[/ ,]*\([^,:]*\)[,:].*,\1,p' |
		sort -u
}

# What a package brought is for the package to take away.
refuse_packaged()
{
	! dpkg-query --search "/usr/src/tdacct-$1" >/dev/null 2>&1 ||
		die "version $1 is of the package tdacct-dkms" \
		    "remove that first: apt remove tdacct-dkms"
}

remove_all()
{
	local version

	for version in $(versions); do
		refuse_packaged "$version"
		dkms remove "tdacct/$version" --all
		rm -rf "/usr/src/tdacct-$version"
	done
}

copy_sources()
{
	rm -rf "/usr/src/tdacct-$1"
	mkdir -p "/usr/src/tdacct-$1"
	(cd "$top" && find kmod include dkms.conf COPYING -type f ! -name '.*' \
		! -name '*.o' ! -name '*.ko' ! -name '*.mod*' \
		! -name Module.symvers ! -name modules.order \
		-exec cp --parents -t "/usr/src/tdacct-$1" {} +)
}

need_headers()
{
	[ -e "/lib/modules/$1/build/Makefile" ] ||
		die "the headers of kernel $1 are not installed" \
		    "apt install linux-headers-$1, or what your distribution calls it"
}

need_root
command -v dkms >/dev/null || die "there is no dkms" "apt install dkms"
if [ "${1:-}" = remove ]; then
	remove_all
	exit 0
fi
[ $# -gt 0 ] || set -- "$(uname -r)"
for kernel; do
	need_headers "$kernel"
done
version=$(sed -n 's/.* TDA_VERSION[^"]*"\(.*\)"$/\1/p' "$top/kmod/version.h")
remove_all
copy_sources "$version"
dkms add "tdacct/$version"
for kernel; do
	dkms install "tdacct/$version" -k "$kernel"
done
