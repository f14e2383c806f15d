# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154,SC2034
# What suites share that build Debian packages.

version=$(sed -n 's/.* TDA_VERSION[^"]*"\(.*\)"$/\1/p' "$top/kmod/version.h")

# build_debs TREE [ROOT [ARCHITECTURE]]: TREE is below build/, which the roots of the
# laboratory have. That of one commit has one date; these have none.
build_debs()
{
	SOURCE_DATE_EPOCH=1700000000 "$top/scripts/in-root" "${2:-bookworm}" \
		make -C "/src/$1" deb FOR="${3:-}"
}

# Packages that somebody built for himself stay, and nobody's edits come between
# two builds.
copy_tree()
{
	mkdir -p "$scratch/tree/tests"
	cp -r "$top"/{Makefile,kmod,user,include,Documentation,scripts,debian} \
		"$top"/{rpm,dkms.conf,COPYING,NEWS.rst,README.md} "$scratch/tree"
	cp "$top/tests/laws.txt" "$scratch/tree/tests"
}

# plant NAME: as build/NAME
plant()
{
	rm -rf "$top/build/$1"
	cp -r "$scratch/tree" "$top/build/$1"
}

# field PACKAGE NAME: PACKAGE is below this tree
field()
{
	"$top/scripts/in-root" "$programs_root" dpkg-deb -f "/src/$1" "$2"
}
