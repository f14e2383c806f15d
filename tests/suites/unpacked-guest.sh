#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# unpacked-guest.sh: in a guest with a module that was installed elsewhere: the tool is
# installed and used in a clean root of the guest's architecture, clean.tar, which has
# its package. busybox's sh.

# row NAME TEXT COMMAND...: what it says has the text
row()
{
	name=$1 text=$2
	shift 2
	if "$@" >/tmp/said 2>&1 && grep -q -- "$text" /tmp/said; then
		echo "ok - $name"
	else
		sed 's/^/# /' /tmp/said
		echo "not ok - $name"
	fi
}

there()
{
	env -i LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
		chroot /clean "$@"
}

mkdir /clean
tar -xf /usr/local/bin/clean.tar -C /clean
mount -t proc proc /clean/proc
mount -t sysfs sysfs /clean/sys
touch /clean/var/lib/dpkg/status
mkdir -p /clean/var/lib/dpkg/info /clean/var/lib/dpkg/updates
insmod /usr/local/bin/tdacct.ko
row 'its own dpkg installs the tool' 'Setting up tdacct ' \
	there dpkg --force-depends -i /tdacct.deb
row 'it is installed' '^installed arm64$' \
	there dpkg-query -W -f '${db:Status-Status} ${Architecture}\n' tdacct
row 'the tool runs' "$(cat /sys/module/tdacct/version)" there tdacct --version
row 'it names the core' ': Neoverse N3 r0p0$' there tdacct status
row 'it shows a tree' '^backend_bound ' there tdacct show --system
row 'doctor finds no problem' '^0 problems' there tdacct doctor
row 'the laws hold in there' 'all laws hold' there tdacct check
row 'it is removed' 'Removing tdacct' there dpkg -r tdacct
rmmod tdacct
