#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The Debian packages for arm64: built on another architecture, unpacked where nothing
# of arm64 runs, and used in guests: the module that DKMS makes of its sources, and the
# tool, which is also installed there in a clean root.
set -eu
export TDACCT_ARCH=arm64
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/clean.sh
. "$(dirname "$0")/../clean.sh"
# shellcheck source=tests/suites/debs.sh
. "$(dirname "$0")/../debs.sh"

in_trixie()
{
	"$top/scripts/in-root" trixie "$@"
}

# ---- built -----------------------------------------------------------------------

copy_tree
plant deb-arm
debs=build/deb-arm/build/deb
row "make deb FOR=arm64 builds them" build_debs build/deb-arm trixie arm64
row "there are two" same \
	"tdacct-dkms_${version}_arm64.deb tdacct_${version}_arm64.deb" \
	"$(cd "$top/$debs" && echo *.deb)"
dkms_deb=$debs/tdacct-dkms_${version}_arm64.deb
tool_deb=$debs/tdacct_${version}_arm64.deb
row "the module's is of arm64" same arm64 "$(field "$dkms_deb" Architecture)"
row "and recommends headers of arm64" has <(field "$dkms_deb" Recommends) \
	'^linux-headers-arm64 '
row "the tool's depends on its libraries" has <(field "$tool_deb" Depends) \
	'libjansson4.*libmicrohttpd12.*libncursesw6.*libnl-genl-3-200.*libzstd1'

# What a machine of arm64 without any package would fetch for them.
apt_finds_all()
{
	: >"$top/build/deb-arm/status"
	# shellcheck disable=SC2016
	in_trixie sh -c 'apt-get -s -q --no-install-recommends \
		-o Dir::State::status=/src/build/deb-arm/status \
		-o APT::Architecture=arm64 -o APT::Architectures=arm64 \
		install "$@"' sh "/src/$dkms_deb" "/src/$tool_deb" \
		linux-headers-arm64 >"$scratch/apt"
	has "$scratch/apt" '^Conf tdacct-dkms .*arm64' &&
		has "$scratch/apt" '^Conf tdacct .*arm64' &&
		has "$scratch/apt" '^Conf dkms '
}
row "apt finds all that they depend on" apt_finds_all

# ---- unpacked --------------------------------------------------------------------

blank_root trixie
row "they can be unpacked" \
	eval 'dpkg-deb -x "$top/$tool_deb" "$root" && dpkg-deb -x "$top/$dkms_deb" "$root"'
row "the tool is a program of arm64" \
	has <(od -An -tx1 -j18 -N2 "$root/usr/bin/tdacct") 'b7 00'
row "the documents are there" diff -r "$top/Documentation" \
	"$root/usr/share/doc/tdacct/Documentation"
row "and the manual pages" test -s "$root/usr/share/man/man1/tdacct.1.gz" -a \
	-s "$root/usr/share/man/man1/tdacct-show.1.gz"
row "the unit that loads the module" has \
	"$root/usr/lib/systemd/system/tdacct.service" 'modprobe'
row "and its parameters" test -s "$root/etc/modprobe.d/tdacct.conf"

# ---- the module by DKMS ------------------------------------------------------------

# DKMS of this machine, told of another architecture, with that one's compiler: some
# kernels ask for the version of it that they were built with.
dkms()
{
	local action=$1
	shift

	ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- \
		MAKEFLAGS=CC=aarch64-linux-gnu-gcc \
		in_trixie dkms "$action" -m tdacct -v "$version" \
		--sourcetree /src/build/deb-arm/src \
		--dkmstree /src/build/deb-arm/dkms "$@"
}

# build_module RELEASE: what its log says is shown if it fails.
build_module()
{
	local log="$top/build/deb-arm/dkms/tdacct/$version/build/make.log"

	dkms build -k "$1" --arch aarch64 \
		--kernelsourcedir "/usr/src/linux-headers-$1" && return
	cat "$log"
	return 1
}

cp -r "$root/usr/src" "$top/build/deb-arm/src"
mkdir "$top/build/deb-arm/dkms"
row "DKMS takes the sources" dkms add
for key in $(kernel_keys kind=image); do
	release=$(release "$key")
	row "$key: DKMS makes the module of them" build_module "$release"
	cp "$top/build/deb-arm/dkms/tdacct/$version/$release/aarch64/module/tdacct.ko" \
		"$scratch/$key.ko" || :
done

# ---- used --------------------------------------------------------------------------

# The root as it was before, but for what nobody asks for; and the tool's package.
pack_clean()
{
	blank_root trixie
	cp "$top/$tool_deb" "$root/tdacct.deb"
	tar -c -C "$root" --one-file-system --exclude=./usr/share/locale \
		--exclude=./usr/share/doc --exclude=./usr/share/man \
		--exclude=./usr/share/i18n --exclude=./usr/share/zoneinfo \
		--exclude='./usr/lib/*/gconv' --exclude='./usr/lib/*/perl*' \
		--exclude=./debootstrap --exclude=./src \
		-f "$scratch/clean.tar" .
}

cp "$root/usr/bin/tdacct" "$scratch/tdacct"
pack_clean

# guest KEY CPU MILLIONS [OPTIONS]...: 100000 markers are so many million slots.
guest()
{
	# shellcheck disable=SC2016,SC2034
	in_guest='sh $(command -v packaged-guest.sh) '"$3 backend_bound; $words"
	counts "$1" "$1" "$scratch/$1.ko" --cpu "$2" --add "$scratch/tdacct" \
		"${@:4}"
}

words=
guest 6.1 neoverse-n2 50
guest 7.2 neoverse-v2 80
# shellcheck disable=SC2016
words='sh $(command -v unpacked-guest.sh)'
guest 6.12 neoverse-n3 50 --memory 1536 --timeout 600 \
	--add "$scratch/clean.tar" --add "$top/tests/suites/unpacked-guest.sh"
rm -rf "$top/build/deb-arm"
tap_end
