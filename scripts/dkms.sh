#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# dkms.sh [KERNEL...]: hand the module's sources to DKMS, and build and install
# it for these kernels (the running one), as root.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

need_root
command -v dkms >/dev/null || die "there is no dkms" "apt install dkms"
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$top/dkms.conf")
sources=/usr/src/tdacct-$version

[ -z "$(dkms status "tdacct/$version")" ] ||
	dkms remove "tdacct/$version" --all
rm -rf "$sources"
mkdir -p "$sources"
(cd "$top" && find kmod include dkms.conf COPYING -type f ! -name '.*' \
	! -name '*.o' ! -name '*.ko' ! -name '*.mod*' ! -name Module.symvers \
	-exec cp --parents -t "$sources" {} +)
dkms add "tdacct/$version"
[ $# -gt 0 ] || set -- "$(uname -r)"
for kernel; do
	dkms install "tdacct/$version" -k "$kernel"
done
