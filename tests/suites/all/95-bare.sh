#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The README's commands on a machine that has nothing but git and make: in a
# fresh clone, with an empty cache, in whatever order, and after a preparation
# that somebody stopped. Unpacking roots takes most of the time, so it is done once:
# later on a command finds the kernel gone that it needs, image, headers and all that
# says that they were there. With TDACCT_WHOLE=1 all of "make check" is run at the end,
# which takes half an hour more.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
clean_kind=bare
# shellcheck source=tests/suites/clean.sh
. "$(dirname "$0")/../clean.sh"

# What is in memory elsewhere is too large here. A file system of its own, in a file,
# is gone in a moment, where removing hundreds of thousands of files takes minutes.
disk=$clean/disk
trap forget_all EXIT

forget_all()
{
	! mountpoint -q "$disk" || umount -l "$disk"
	rm -rf --one-file-system "$scratch" "$disk" "$disk.img"
}

# Where nothing can be mounted of a file, it is a folder like another.
make_disk()
{
	rm -rf --one-file-system "$disk" "$disk.img"
	mkdir -p "$disk"
	truncate -s 30G "$disk.img"
	mkfs.ext4 -q -O ^has_journal "$disk.img" &&
		mount -o loop "$disk.img" "$disk" && return
	rm -f "$disk.img"
}

# The tree as it is, edits that are not committed included.
clone()
{
	git clone -q --no-hardlinks "$top" "$disk/tdacct"
	git -C "$top" ls-files -z --cached --others --exclude-standard |
		tar -C "$top" -c --null --ignore-failed-read -T - |
		tar -C "$disk/tdacct" -x
}

# user COMMAND...: as root who has become that by su, in the clone.
user()
{
	env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin \
		"$(command -v chroot)" "$root" \
		/bin/sh -c 'cd /root/tdacct && exec "$@"' sh "$@"
}

has_nothing()
{
	local program

	for program in gcc debootstrap qemu-system-x86_64 python3 flex; do
		user sh -c "! command -v $program" || return 1
	done
	test ! -e "$disk/.cache"
}

# What runs there, but for what we ask with.
at_work()
{
	local process

	for process in /proc/[0-9]*; do
		case $(readlink "$process/root" 2>/dev/null) in
		"$root"|"$root"/*)
			tr '\0' ' ' <"$process/cmdline"
			echo ;;
		esac
	done
}

# stopped SIGNAL WORD COMMAND...: hand SIGNAL to all of its process group five
# seconds after it has begun what WORD tells.
stopped()
{
	local signal=$1 word=$2 pid status=0
	shift 2

	: >"$scratch/said"
	set -m
	user "$@" >"$scratch/said" 2>&1 </dev/null &
	pid=$!
	set +m
	until grep -q "$word" "$scratch/said" || ! kill -0 "$pid" 2>/dev/null; do
		sleep 1
	done
	sleep 5
	kill "-$signal" -- "-$pid" || true
	wait "$pid" || status=$?
	tail -n 3 "$scratch/said"
	[ "$status" != 0 ]
}

# ends_with LINE COMMAND...
ends_with()
{
	local line=$1 status=0
	shift

	user "$@" >"$scratch/said" 2>&1 </dev/null || status=$?
	tail -n 40 "$scratch/said"
	[ "$status" = 0 ] && grep . "$scratch/said" | tail -n 1 | grep -qE "$line"
}

# forget KEY: this kernel was never prepared.
forget()
{
	local cache=$disk/.cache/tdacct

	kernel_row "$1"
	rm -rf "$cache/kernels/$1" "$(kernel_stamp)" \
		"$disk/tdacct/build/kmod/$1"
}

# The debug kernel takes six minutes to build. This is one whose preparation was
# stopped just before its end: the laboratory's, without what says that it is whole.
nearly_built()
{
	local to=$disk/.cache/tdacct/kernels/debug

	mkdir -p "$to"
	cp -a "$cache/kernels/debug/build" "$to/"
	! test -e "$to/stamp"
}

make_disk
blank_root bookworm
mount --bind "$disk" "$root/root"
clone
all_passed='^[1-9][0-9]* passed, 0 failed$'

row "there is no compiler, no emulator and no cache" has_nothing
row "make check can be stopped while a root is unpacked" \
	stopped INT 'unpack a root' make check SUITES=21-dkms-conf
row "and nothing is left at work" same '' "$(at_work)"
row "make demo can be killed while packages are installed" \
	stopped KILL 'install packages' make demo
row "make demo goes on from there, and all of it holds" \
	ends_with '^==== all of it held$' make demo
row "make fuzz finds what it needs" \
	ends_with '^ok - fuzz: units: ' make fuzz TIME=1 FUZZERS=units
forget 6.1
row "make demo of another CPU prepares its kernel" \
	ends_with '^==== all of it held$' make demo CPU=skylake-sp
forget 6.1
row "make soak prepares its kernel" \
	ends_with '^soak: .* no finding$' make soak TIME=30s
forget 6.1
row "what make bench measures by prepares its kernel" \
	user tests/bench/measure bare 1 100 0 pingpong none tdacct
row "and measures" test -s "$disk/tdacct/build/bench/6.1/bare.report"
row "make check-all prepares the other kernels, and passes" \
	ends_with "$all_passed" make check-all SUITES=47-neighbours
forget 7.2
row "make lab prepares its kernel" ends_with 'built build/kmod/7.2 for ' \
	make lab KEYS=7.2
row "the debug kernel was stopped before its end" nearly_built
row "make check prepares the rest, and passes" ends_with "$all_passed" \
	make check SUITES='21-dkms-conf 70-faults'
row "checkpatch is there for lint" \
	test -s "$disk/.cache/tdacct/kernels/debug/build/scripts/checkpatch.pl"
row "what is there needs no network" ends_with "$all_passed" \
	unshare --net make check SUITES='21-dkms-conf 47-neighbours'
[ -z "${TDACCT_WHOLE:-}" ] || row "all of make check passes" \
	ends_with "$all_passed" make check
tap_end
