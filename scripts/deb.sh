#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# deb.sh [ARCHITECTURE]: build the Debian packages tdacct-dkms and tdacct from a
# copy of this tree, as build/deb/*.deb, for this machine's architecture or for
# another one that Debian has a compiler for. The version is that of kmod/version.h,
# and its date that of the last commit, so that the same tree gives the same packages.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

out=$top/build/deb
version=$(sed -n 's/^#define TDA_VERSION[^"]*"\(.*\)"$/\1/p' \
	"$top/kmod/version.h")
tree=$out/tdacct-$version

# When it is no clone, it was unpacked from something that has a date.
tree_time()
{
	git -C "$top" -c safe.directory="$top" log -1 --format=%ct \
		2>/dev/null || stat -c %Y "$top/kmod/version.h"
}

copy_tree()
{
	rm -rf "$out"
	mkdir -p "$tree"
	tar -C "$top" -c --mtime="@$seconds" --exclude='*.o' --exclude='*.ko' --exclude='*.d' \
		--exclude='*.mod' --exclude='*.mod.c' --exclude='.*' \
		--exclude=modules.order --exclude=Module.symvers \
		--exclude='user/tdacct*' --exclude='*.a' --exclude='embedded_*.c' \
		kmod user include Documentation scripts debian dkms.conf README.md \
		tests/laws.txt | tar -C "$tree" -x
}

write_changelog()
{
	cat >"$tree/debian/changelog" <<END
tdacct ($version) unstable; urgency=medium

  * Built from the tree of this version.

 -- ${DEBFULLNAME:-The tdacct authors} <${DEBEMAIL:-tdacct@localhost}>  $(date -R -u -d "@$seconds")
END
}

[ -n "$version" ] || die "kmod/version.h names no version"
command -v dpkg-buildpackage >/dev/null ||
	die "there is no dpkg-buildpackage" "apt install dpkg-dev debhelper"
for=${1:-$(dpkg --print-architecture)}
seconds=${SOURCE_DATE_EPOCH:-$(tree_time)}
copy_tree
write_changelog
cd "$tree"
dpkg-checkbuilddeps -a "$for" ||
	die "packages to build with are missing" \
	    "apt build-dep --host-architecture $for '$tree'"
DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS:-}" \
	dpkg-buildpackage --host-arch "$for" -us -uc -b
cd "$out"
rm -rf "$tree"
say "built:" "$out"/*.deb
