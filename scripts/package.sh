#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# package.sh deb [ARCHITECTURE]: build the Debian packages tdacct-dkms and tdacct from a
# copy of this tree, as build/deb/*.deb, for this machine's architecture or for
# another one that Debian has a compiler for.
# package.sh rpm [WORD...]: the same two for RPM, as build/rpm/*.rpm. The words are
# rpmbuild's, such as --nodeps where what it builds with did not come by RPM.
#
# The version is that of kmod/version.h, and its date that of the last commit, so that the
# same tree gives the same packages.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

kind=${1:-}
out=$top/build/$kind
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
		kmod user include Documentation scripts debian rpm dkms.conf \
		COPYING NEWS.rst README.md \
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

build_deb()
{
	local for=${1:-$(dpkg --print-architecture)}

	command -v dpkg-buildpackage >/dev/null ||
		die "there is no dpkg-buildpackage" "apt install dpkg-dev debhelper"
	write_changelog
	cd "$tree"
	dpkg-checkbuilddeps -a "$for" ||
		die "packages to build with are missing" \
		    "apt build-dep --host-architecture $for '$tree'"
	DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS:-}" \
		dpkg-buildpackage --host-arch "$for" -us -uc -b
}

build_rpm()
{
	command -v rpmbuild >/dev/null ||
		die "there is no rpmbuild" "dnf install rpm-build"
	tar -C "$out" -c --sort=name --owner=0 --group=0 --numeric-owner \
		"tdacct-$version" | gzip -n >"$tree.tar.gz"
	SOURCE_DATE_EPOCH=$seconds rpmbuild -bb --define "tda_version $version" \
		--define "_sourcedir $out" --define "_builddir $out/work" \
		--define "_rpmdir $out" --define '_rpmfilename %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm' \
		--define '_buildhost localhost' --define 'use_source_date_epoch_as_buildtime 1' \
		--define 'clamp_mtime_to_source_date_epoch 1' \
		"$@" "$tree/rpm/tdacct.spec"
	rm -rf "$out/work" "$tree.tar.gz"
}

[ -n "$version" ] || die "kmod/version.h names no version"
[[ $kind =~ ^(deb|rpm)$ ]] || die "usage: $me deb [ARCHITECTURE] | rpm [WORD...]"
shift
seconds=${SOURCE_DATE_EPOCH:-$(tree_time)}
copy_tree
"build_$kind" "$@"
cd "$out"
rm -rf "$tree"
say "built:" "$out"/*."$kind"
