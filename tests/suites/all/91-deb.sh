#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The Debian packages: built, installed on machines that have never met tdacct,
# used there and in a guest, upgraded and purged.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/../../../scripts/lib.sh"
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/clean.sh
. "$(dirname "$0")/../clean.sh"

version=$(sed -n 's/.* TDA_VERSION[^"]*"\(.*\)"$/\1/p' "$top/kmod/version.h")
next=$version.1

# ---- built ---------------------------------------------------------------------

# build_debs TREE: TREE is below build/, which the root of the laboratory has.
build_debs()
{
	"$top/scripts/in-root" bookworm make -C "/src/$1" deb
}

# A copy, so that packages that somebody built for himself stay.
copy_tree()
{
	rm -rf "$top/build/$1"
	mkdir -p "$top/build/$1/tests"
	cp -r "$top"/{Makefile,kmod,user,include,Documentation,scripts,debian} \
		"$top/dkms.conf" "$top/COPYING" "$top/build/$1"
	cp "$top/tests/laws.txt" "$top/build/$1/tests"
	touch -d @1700000000 "$top/build/$1/kmod/version.h"
}

sums()
{
	(cd "$top/build/$1/build/deb" && sha256sum -- *.deb)
}

field()
{
	"$top/scripts/in-root" bookworm dpkg-deb -f "/src/$1" "$2"
}

copy_tree deb-a
row "make deb builds them" build_debs build/deb-a
debs=build/deb-a/build/deb
row "there are two" same "tdacct-dkms_${version}_amd64.deb tdacct_${version}_amd64.deb" \
	"$(cd "$top/$debs" && echo *.deb)"
dkms_deb=$debs/tdacct-dkms_${version}_amd64.deb
tool_deb=$debs/tdacct_${version}_amd64.deb
row "the module's depends on dkms" has <(field "$dkms_deb" Depends) '^dkms'
row "and recommends headers" has <(field "$dkms_deb" Recommends) linux-headers
row "the tool's depends on its libraries" has <(field "$tool_deb" Depends) \
	'libjansson4.*libnl-genl-3-200.*libsmartcols1'
copy_tree deb-b
sed -i "s/\"$version\"/\"$next\"/" "$top/build/deb-b/kmod/version.h"
row "make deb builds the next version" build_debs build/deb-b
mv "$top/build/deb-b" "$top/build/deb-next"
copy_tree deb-b
row "make deb builds them again" build_debs build/deb-b
row "and the same bytes come out" same "$(sums deb-a)" "$(sums deb-b)"

# ---- installed, used, upgraded, purged -----------------------------------------

apt()
{
	inside apt-get -y -q --no-install-recommends \
		-o APT::Sandbox::User=root "$@"
}

# Nothing is fetched: what they depend on was put there by setup.sh.
install_debs()
{
	local dir=/src/build/$1/build/deb

	apt install --no-download "$dir/tdacct-dkms_$2_amd64.deb" \
		"$dir/tdacct_$2_amd64.deb"
}

module_status()
{
	inside dkms status tdacct | sed 's/ (.*//' | sort
}

modules_of()
{
	local key

	for key in $(keys_inside); do
		echo "tdacct/$1, $(release "$key"), x86_64: installed"
	done | sort
}

unit_is()
{
	same "$1" "$(inside systemctl is-enabled tdacct 2>/dev/null || :)"
}

show_fixture()
{
	inside tdacct list --replay /src/tests/fixtures/five-classes.rec \
		>"$scratch/list" && has "$scratch/list" tdload
}

used()
{
	local name=$1 key=$2

	row "$name: the tool runs and is of this version" \
		has <(inside tdacct --version) "$version\$"
	row "$name: it shows a recording" show_fixture
	row "$name: there is a manual page" \
		has <(gzip -dc "$root/usr/share/man/man1/tdacct.1.gz") TDACCT
	row "$name: a module is built for each kernel" \
		same "$(modules_of "$version")" "$(module_status)"
	row "$name: the unit is enabled" unit_is enabled
	row "$name: systemd has nothing against the unit" unit_verified
	row "$name: parameters are taken from modprobe.d" parameters
	take_module "$(release "$key")" "$scratch/packaged.ko"
	counts "$name" "$key" "$scratch/packaged.ko" --add "$root/usr/bin/tdacct"
}

unit_verified()
{
	inside systemd-analyze verify tdacct.service >"$scratch/said" 2>&1 &&
		has_not "$scratch/said" tdacct
}

# An administrator's change is in force, and survives an upgrade.
parameters()
{
	echo 'options tdacct own_tasks=1' >>"$root/etc/modprobe.d/tdacct.conf"
	has <(inside modprobe -c) '^options tdacct own_tasks=1'
}

upgraded()
{
	local name=$1

	row "$name: an upgrade" install_debs deb-next "$next"
	row "$name: leaves only the new version" \
		same "$(modules_of "$next")" "$(module_status)"
	row "$name: and only its sources" same "$root/usr/src/tdacct-$next" \
		"$(echo "$root"/usr/src/tdacct-*)"
	row "$name: keeps changed parameters" has \
		"$root/etc/modprobe.d/tdacct.conf" '^options tdacct own_tasks=1'
	row "$name: and the unit enabled" unit_is enabled
}

# purged NAME BEFORE
purged()
{
	row "$1: removed" apt remove tdacct tdacct-dkms
	row "$1: parameters stay until it is purged" \
		test -e "$root/etc/modprobe.d/tdacct.conf"
	row "$1: purged" apt purge tdacct tdacct-dkms
	row "$1: with what came along" apt autoremove --purge
	row "$1: and nothing is left" left_nothing "$2"
}

for name in bookworm trixie; do
	fresh_root "$name"
	files >"$scratch/before"
	row "$name: installed" install_debs deb-a "$version"
	used "$name" "$(keys_inside | tail -n 1)"
	upgraded "$name"
	purged "$name" "$scratch/before"
done
rm -rf "$top"/build/deb-{a,b,next}
tap_end
