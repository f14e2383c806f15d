#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# README.md's commands that install and uninstall, on machines that have never met
# tdacct and have what README.md asks for. That the module is built for other kernels,
# too, and upgraded, is in 90-dkms.sh.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/clean.sh
. "$(dirname "$0")/../clean.sh"

version=$(sed -n 's/.* TDA_VERSION[^"]*"\(.*\)"$/\1/p' "$top/kmod/version.h")

# runs KERNEL: what the machine says of itself. It has the laboratory's headers, and
# runs whatever kernel it runs.
runs()
{
	cat >"$root/usr/local/sbin/uname" <<-END
	#!/bin/sh
	[ "\$*" = -r ] && echo "$1" || exec /usr/bin/uname "\$@"
	END
	chmod 755 "$root/usr/local/sbin/uname"
}

# A machine of this Debian, with the tree, and $before is what it has else.
machine()
{
	fresh_root "$1"
	key=$(keys_inside | head -n 1)
	kernel=$(release "$key")
	row "$1: what README.md asks for is there" install_needed
	runs "$kernel"
	take_tree
	before=$scratch/before-$1
	files >"$before"
}

# page NAME PATH: by whatever name of the folder man finds it.
page()
{
	local found

	found=$(inside man -w "$1")
	[ "$root$found" -ef "$root/usr/local/share/man/$2" ] && return
	echo "man -w $1: '$found'"
	return 1
}

# installed NAME FOLDER: what somebody finds who has installed it. DKMS has a folder
# of its own, and may compress the module.
installed()
{
	row "$1: the tool is of this version" \
		has <(inside tdacct --version) " ${version//./\\.}\$"
	row "$1: man finds its page" page tdacct man1/tdacct.1
	row "$1: and that of a command" page tdacct-show man1/tdacct-show.1
	row "$1: and that of models" page tdacct-model man5/tdacct-model.5
	row "$1: and that of the ABI" page tdacct-abi man7/tdacct-abi.7
	row "$1: modprobe finds the module" has \
		<(inside modinfo -k "$kernel" -n tdacct) \
		"^(/usr)?/lib/modules/${kernel//+/\\+}/$2/tdacct\.ko"
	row "$1: it is of this version" \
		same "$version" "$(module_says "$kernel" version)"
	row "$1: it is for this kernel" \
		has <(module_says "$kernel" vermagic) "^${kernel//+/\\+} "
	row "$1: parameters are at hand" \
		test -s "$root/etc/modprobe.d/tdacct.conf"
	row "$1: systemd knows the unit" same disabled \
		"$(inside systemctl is-enabled tdacct 2>/dev/null || :)"
}

# gone NAME
gone()
{
	row "$1: make uninstall" tree 'make uninstall'
	row "$1: and nothing is left" left_nothing "$before"
}

# What is below another root, but for the tool's own files.
below()
{
	(cd "$root/root/dest" && find etc lib usr/local/lib -type f | sort)
}

machine bookworm
row "make builds both" tree make
row "make install DESTDIR=" tree 'make install DESTDIR=/root/dest'
row "DESTDIR: all is there" same "etc/modprobe.d/tdacct.conf
lib/modules/$kernel/extra/tdacct.ko
usr/local/lib/systemd/system/tdacct.service" "$(below)"
row "DESTDIR: the tool runs from there" has \
	<(inside /root/dest/usr/local/bin/tdacct --version) " ${version//./\\.}\$"
row "DESTDIR: nothing is found here" same '' "$(module_says "$kernel" version)"
row "make uninstall DESTDIR=" tree 'make uninstall DESTDIR=/root/dest'
row "DESTDIR: no file is left there" same '' \
	"$(cd "$root/root/dest" && find . ! -type d)"
row "DESTDIR: and none here" left_nothing "$before"

row "make install" tree 'make install'
installed "make install" extra
counts "make install" "$key" "$root/lib/modules/$kernel/extra/tdacct.ko" \
	--add "$root/usr/local/bin/tdacct"
gone "make install"
row "make install, for a parameter that is set" tree 'make install'
echo 'options tdacct own_tasks=1' >>"$root/etc/modprobe.d/tdacct.conf"
row "make uninstall once more" tree 'make uninstall'
row "what somebody set stays" \
	has "$root/etc/modprobe.d/tdacct.conf" '^options tdacct own_tasks=1'

machine trixie
row "make dkms" tree 'make dkms'
installed "make dkms" updates/dkms
gone "make dkms"
tap_end
