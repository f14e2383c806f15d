#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The RPM packages: built by Debian's rpmbuild, looked at by rpmlint, installed, upgraded
# and removed. What they depend on did not come by RPM here, so rpm does not ask for it.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/clean.sh
. "$(dirname "$0")/../clean.sh"

version=$(sed -n 's/.* TDA_VERSION[^"]*"\(.*\)"$/\1/p' "$top/kmod/version.h")
next=$version.1

# built NAME: by `make rpm`, into the folder NAME of the copy.
built()
{
	tree "SOURCE_DATE_EPOCH=1700000000 make rpm RPMBUILD=--nodeps" &&
		mv "$root/root/tdacct/build/rpm" "$root/root/tdacct/$1"
}

sums()
{
	(cd "$root/root/tdacct/$1" && sha256sum -- *.rpm)
}

# asked OPTION PACKAGE: what a package says of itself.
asked()
{
	inside rpm -qp "$1" "/root/tdacct/a/$2"
}

enabled()
{
	same "$2" "$(inside systemctl is-enabled "$1" 2>/dev/null || :)"
}

rpm_here()
{
	inside rpm --nodeps "$@"
}

fresh_root bookworm
row "what README.md asks for is there" install_needed
take_tree
row "make rpm builds them" built a
row "there are two" same "tdacct-$version-1.x86_64.rpm tdacct-dkms-$version-1.noarch.rpm" \
	"$(cd "$root/root/tdacct/a" && echo *.rpm)"
tool=tdacct-$version-1.x86_64.rpm
module=tdacct-dkms-$version-1.noarch.rpm
row "the module's depends on dkms" has <(asked --requires "$module") '^dkms$'
row "the tool's depends on its libraries" same 6 "$(asked --requires "$tool" |
	grep -cE '^lib(jansson|microhttpd|ncursesw|nl-genl-3|zstd|z)\.so\.[0-9]+\(\)')"
row "and recommends the module's" has <(asked --recommends "$tool") \
	"^tdacct-dkms = $version-1\$"
row "rpmlint has nothing against them" inside sh -c \
	'cd /root/tdacct && rpmlint --strict -r rpm/rpmlintrc rpm/tdacct.spec a/*.rpm'
row "make rpm builds them again" built b
row "and the same bytes come out" same "$(sums a)" "$(sums b)"
sed -i "s/\"$version\"/\"$next\"/" "$root/root/tdacct/kmod/version.h"
row "make rpm builds the next version" built next

files | grep -v '^var/lib/rpm' >"$scratch/before"
row "installed" rpm_here -i "/root/tdacct/a/$tool" "/root/tdacct/a/$module"
row "a module is built for each kernel" same "$(modules_of "$version")" "$(module_status)"
row "the unit is enabled" enabled tdacct enabled
for unit in exporter record; do
	row "that of the $unit is not" enabled "tdacct-$unit" disabled
done
row "the tool runs and is of this version" has <(inside tdacct --version) "$version\$"
row "the documents are there" \
	diff -r "$top/Documentation" "$(echo "$root"/usr/share/doc/tdacct*/Documentation)"
key=$(keys_inside | tail -n 1)
row "the module is where kernels look" take_module "$(release "$key")" "$scratch/packaged.ko"
counts "installed" "$key" "$scratch/packaged.ko" --add "$root/usr/bin/tdacct"

echo 'options tdacct own_tasks=1' >>"$root/etc/modprobe.d/tdacct.conf"
row "an upgrade" rpm_here -U "/root/tdacct/next/tdacct-$next-1.x86_64.rpm" \
	"/root/tdacct/next/tdacct-dkms-$next-1.noarch.rpm"
row "leaves only the new version" same "$(modules_of "$next")" "$(module_status)"
row "and only its sources" same "$root/usr/src/tdacct-$next" \
	"$(echo "$root"/usr/src/tdacct-*)"
row "keeps changed parameters" has "$root/etc/modprobe.d/tdacct.conf" \
	'^options tdacct own_tasks=1'
row "and the unit enabled" enabled tdacct enabled

row "removed" rpm_here -e tdacct tdacct-dkms
row "changed parameters are kept aside" \
	has "$root/etc/modprobe.d/tdacct.conf.rpmsave" '^options tdacct own_tasks=1'
rm "$root/etc/modprobe.d/tdacct.conf.rpmsave"
# Two folders belong to other packages where everything comes by RPM.
left()
{
	files | grep -vE '^(var/lib/rpm|usr/share/(licenses|zsh/site-functions) d)' |
		diff "$scratch/before" -
}
row "and nothing else is left" left
tap_end
