# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# What suites share that install things: fresh copies of a clean root, which
# setup.sh has made. They are mounted in a namespace of the suite's own, so
# that they are gone when it ends, however it ends.

: "${clean_kind:=clean}"	# or bare
if [ -z "${TDACCT_FRESH:-}" ]; then
	"$top/scripts/setup.sh" "$clean_kind"
	TDACCT_FRESH=1 exec unshare --mount "$0" "$@"
fi

clean=$cache/$clean_kind	# below it, roots that are never changed
fresh=$clean/fresh	# the mount point; in other namespaces it is empty
root=$fresh/root

# The upper layer is in memory. Where there are no overlays it is a real copy.
layer()
{
	mkdir -p "$fresh/upper" "$fresh/work" "$root"
	mount -t overlay fresh -o "lowerdir=$clean/roots/$1" \
		-o "upperdir=$fresh/upper,workdir=$fresh/work" "$root" \
		2>/dev/null && return
	cp -a "$clean/roots/$1/." "$root"
}

# blank_root NAME: from here on, $root is a machine that never met tdacct. It
# can read this tree, and write nothing outside of itself.
blank_root()
{
	mkdir -p "$fresh"
	! mountpoint -q "$fresh" || umount -R -l "$fresh"
	mount -t tmpfs -o mode=755 fresh "$fresh"
	layer "$1"
	mkdir -p "$root/src"
	mount --bind "$top" "$root/src"
	mount -o remount,bind,ro "$root/src"
	mount -t proc proc "$root/proc"
	mount -t sysfs -o ro sysfs "$root/sys"
	mount --rbind /dev "$root/dev"
	mount -t tmpfs tmpfs "$root/tmp"
	mount -t tmpfs tmpfs "$root/run"
}

# fresh_root NAME: the same, ready for modules.
fresh_root()
{
	blank_root "$1"
	index_modules
}

# DKMS takes a kernel that has no module at all for one whose image is not
# installed, and lets modprobe find nothing there. So each gets one, if empty.
index_modules()
{
	local key kernel

	for key in $(keys_inside); do
		kernel=$(release "$key")
		mkdir -p "$root/lib/modules/$kernel/kernel"
		inside gcc -c -x c -o "/lib/modules/$kernel/kernel/empty.ko" \
			/dev/null
		inside depmod "$kernel"
	done
}

# inside COMMAND...: run it there.
inside()
{
	env -i LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		chroot "$root" "$@"
}

# What README.md names to build the tool. setup.sh left it at hand: nothing is fetched.
install_needed()
{
	# shellcheck disable=SC2046
	inside apt-get -y -q --no-install-recommends \
		-o APT::Sandbox::User=root install man-db \
		$(sed -n 's/.*(`\([^`]*-dev pkg-config\)`).*/\1/p' "$top/README.md")
}

# A copy of this tree, in which things can be built there.
take_tree()
{
	mkdir -p "$root/root/tdacct"
	git -C "$top" ls-files -z --cached --others --exclude-standard |
		tar -C "$top" -c --null --ignore-failed-read -T - |
		tar -C "$root/root/tdacct" -x
}

# tree COMMAND: in that copy.
tree()
{
	inside sh -c "cd /root/tdacct && $1"
}

# What belongs to no package alone, and what tells only of the past. The lists of
# depmod come and go; nothing of ours may be in them, see left_nothing(). DKMS
# keeps the key that it signs with.
unlisted='^(var/log|var/cache|var/lib/apt|var/backups|root)(/|$)'
unlisted="$unlisted"'|^var/lib/dpkg/(status|lock|triggers|available|diversions)'
unlisted="$unlisted"'|^etc/ld\.so\.cache|^(usr/)?lib/modules/[^/]*/modules\.'
unlisted="$unlisted"'|^var/lib/dkms/mok\.'

# Every file by name, kind and rights, and those by content that somebody might
# add to.
files()
{
	(cd "$root" && find . -xdev -printf '%P %y %m %l\n' &&
	 find etc -type f -exec md5sum {} +) | grep -vE "$unlisted" | sort
}

# left_nothing BEFORE: the files are again those of the list BEFORE.
left_nothing()
{
	files | diff "$1" - >"$scratch/left" || {
		echo "left over (>) or missing (<):"
		head -n 40 "$scratch/left"
		return 1
	}
	! grep -rl tdacct "$root"/lib/modules/*/modules.*
}

release()
{
	cat "$cache/kernels/$1/release"
}

# The kernels of the laboratory whose headers this copy has.
keys_inside()
{
	local key headers

	for key in $(kernel_keys kind=image); do
		[ -e "$cache/kernels/$key/release" ] || continue
		# Not by way of "build": that link may begin at / of the root.
		headers=$root/usr/src/linux-headers-$(release "$key")
		[ ! -e "$headers/Makefile" ] || echo "$key"
	done
}

# What DKMS has of us, and what it should have of a version.
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

# take_module RELEASE FILE: what DKMS built there, and may have compressed.
take_module()
{
	local built

	built=$(echo "$root/lib/modules/$1/updates/dkms"/tdacct.ko*)
	case $built in
	*.ko.xz)  xz -dc "$built" ;;
	*.ko.zst) zstd -dc "$built" ;;
	*)	  cat "$built" ;;
	esac >"$2"
}

# module_says RELEASE FIELD: what is in the module that this kernel would load.
module_says()
{
	inside modinfo -k "$1" -F "$2" tdacct
}

# What a guest does with a module that was installed elsewhere.
# shellcheck disable=SC2016
in_guest='sh $(command -v packaged-guest.sh)'

# counts NAME KEY MODULE [OPTIONS]...: in a guest that has this module instead of
# the laboratory's, numbers are those of the markers.
counts()
{
	local name=$1 key=$2 module=$3
	shift 3

	mkdir -p "$scratch/guest"
	cp "$module" "$scratch/guest/tdacct.ko" || return 0
	vm --kernel "$key" --no-module --add "$scratch/guest/tdacct.ko" \
		--add "$top/tests/suites/packaged-guest.sh" "$@" -- "$in_guest"
	sed "s/^\(ok\|not ok\) - /&$name: /" "$vm_out"
	tap_failed=$((tap_failed + $(grep -c '^not ok ' "$vm_out" || true)))
	row "$name: all rows were tried" has "$vm_out" '^# the end$'
	row "$name: the kernel has nothing to complain of" ended_well
}
