#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The Debian packages: built, installed on machines that have never met tdacct,
# used there and in a guest, upgraded and purged.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/clean.sh
. "$(dirname "$0")/../clean.sh"
# shellcheck source=tests/suites/debs.sh
. "$(dirname "$0")/../debs.sh"

next=$version.1

# ---- built ---------------------------------------------------------------------

sums()
{
	(cd "$top/build/$1/build/deb" && sha256sum -- *.deb)
}

copy_tree
plant deb-a
row "make deb builds them" build_debs build/deb-a
debs=build/deb-a/build/deb
row "there are two" same "tdacct-dkms_${version}_amd64.deb tdacct_${version}_amd64.deb" \
	"$(cd "$top/$debs" && echo *.deb)"
dkms_deb=$debs/tdacct-dkms_${version}_amd64.deb
tool_deb=$debs/tdacct_${version}_amd64.deb
row "the module's depends on dkms" has <(field "$dkms_deb" Depends) '^dkms'
row "and recommends headers" has <(field "$dkms_deb" Recommends) linux-headers
row "the tool's depends on its libraries" has <(field "$tool_deb" Depends) \
	'libjansson4.*libmicrohttpd12.*libncursesw6.*libnl-genl-3-200.*libzstd1'
plant deb-b
sed -i "s/\"$version\"/\"$next\"/" "$top/build/deb-b/kmod/version.h"
row "make deb builds the next version" build_debs build/deb-b
rm -rf "$top/build/deb-next"
mv "$top/build/deb-b" "$top/build/deb-next"
plant deb-b
row "make deb builds them again" build_debs build/deb-b
row "and the same bytes come out" same "$(sums deb-a)" "$(sums deb-b)"

# ---- installed, used, upgraded, purged -----------------------------------------

apt()
{
	inside apt-get -y -q --no-install-recommends \
		-o APT::Sandbox::User=root "$@"
}

# What they depend on was put there by setup.sh, and is not fetched again.
install_debs()
{
	local dir=/src/build/$1/build/deb

	apt install "$dir/tdacct-dkms_$2_amd64.deb" \
		"$dir/tdacct_$2_amd64.deb"
}

unit_is()
{
	same "$1" "$(inside systemctl is-enabled "${2:-tdacct}" 2>/dev/null || :)"
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
	row "$name: and one of each command" \
		has <(gzip -dc "$root/usr/share/man/man1/tdacct-show.1.gz") \
		TDACCT-SHOW
	row "$name: and of models, of accuracy, and of the ABI" test \
		-s "$root/usr/share/man/man5/tdacct-model.5.gz" -a \
		-s "$root/usr/share/man/man7/tdacct-accuracy.7.gz" -a \
		-s "$root/usr/share/man/man7/tdacct-abi.7.gz"
	row "$name: bash completes it" \
		has <(inside bash -c '. /usr/share/bash-completion/completions/tdacct
			COMP_WORDS=(tdacct expl) COMP_CWORD=1
			_tdacct; echo "${COMPREPLY[@]}"') '^explain$'
	row "$name: zsh finds its completion" grep -q '^#compdef tdacct' \
		"$root/usr/share/zsh/vendor-completions/_tdacct"
	row "$name: the documents are there" documents
	row "$name: and the header, for programs" \
		cmp "$root/usr/include/linux/tdacct.h" \
		"$top/include/uapi/linux/tdacct.h"
	row "$name: a module is built for each kernel" \
		same "$(modules_of "$version")" "$(module_status)"
	row "$name: the unit is enabled" unit_is enabled
	row "$name: that of the exporter is not" unit_is disabled tdacct-exporter
	row "$name: and it may do little" inside systemd-analyze security \
		--offline=yes --threshold=20 --no-pager \
		/lib/systemd/system/tdacct-exporter.service
	row "$name: systemd has nothing against the unit" unit_verified
	row "$name: parameters are taken from modprobe.d" parameters
	row "$name: the module is where kernels look" \
		take_module "$(release "$key")" "$scratch/packaged.ko"
	counts "$name" "$key" "$scratch/packaged.ko" --add "$root/usr/bin/tdacct"
}

# All that the tree has, as it has it: links between them hold.
documents()
{
	diff -r "$top/Documentation" \
		"$root/usr/share/doc/tdacct/Documentation" &&
	cmp "$top/README.md" "$root/usr/share/doc/tdacct/README.md"
}

unit_verified()
{
	inside systemd-analyze verify --man=no tdacct.service >"$scratch/said" 2>&1 &&
		has_not "$scratch/said" tdacct
}

# An administrator's change is in force, and survives an upgrade.
parameters()
{
	echo 'options tdacct own_tasks=1' >>"$root/etc/modprobe.d/tdacct.conf"
	inside tdacct events use memory --family sapphirerapids --boot
	has <(inside modprobe -c) '^options tdacct events=0x10ad,'
	has <(inside modprobe -c) '^options tdacct own_tasks=1'
}

# What a system needs to boot, and not what built the module there.
pack_system()
{
	tar -c -C "$root" --one-file-system --exclude=./var --exclude=./usr/src \
		--exclude=./usr/share --exclude='./usr/lib/gcc*' \
		--exclude='./usr/bin/x86_64-*' --exclude='./usr/lib/linux-*' \
		--exclude='./usr/lib/x86_64-linux-gnu/perl*' \
		-f "$scratch/system.tar" .
}

# boot NAME MODULE STATE CONDITION OPTIONS...: how the unit fares at boot.
boot()
{
	local name=$1 module=$2 state=$3 condition=$4
	shift 4

	vm --no-module --memory 1536 --add "$scratch/system.tar" \
		--add "$top/tests/suites/boot-guest.sh" "$@" -- \
		'sh $(command -v boot-guest.sh)'
	row "$name: the module" has "$vm_out" "^module=$module\$"
	row "$name: the unit is $state" has "$vm_out" "^ActiveState=$state\$"
	row "$name: by its condition" has "$vm_out" \
		"^ConditionResult=$condition\$"
	row "$name: and no failure" has "$vm_out" '^Result=success$'
	row "$name: the laws hold" has_not "$vm_out" 'laws broken'
	row "$name: nothing complains" ended_well
}

upgraded()
{
	local name=$1

	echo 'options tdacct set=memory' >"$root/etc/modprobe.d/older.conf"
	row "$name: an upgrade" install_debs deb-next "$next"
	row "$name: says what became of set=" test "$(inside \
		/var/lib/dpkg/info/tdacct-dkms.postinst configure 2>&1 |
		grep -c 'older.conf:\|events use SET --boot')" = 2
	rm "$root/etc/modprobe.d/older.conf"
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
	if [ "$name" = bookworm ]; then
		pack_system
		boot boot "$version" active yes
		row "boot: events use --boot: the set is counted from load on" \
			has "$vm_out" '^events=memory, epoch 1$'
		boot "boot on Skylake" "$version" active yes --cpu skylake-sp
		boot "boot in a virtual machine without PERF_METRICS" \
			"$version" active yes --pmu ,nometrics=1
		boot "boot where nothing counts" none inactive no --pmu none
	fi
	upgraded "$name"
	purged "$name" "$scratch/before"
done
rm -rf "$top"/build/deb-{a,b,next}
tap_end
