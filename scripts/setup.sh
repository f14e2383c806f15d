#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# setup.sh [PART...]: prepare what the laboratory needs, below the cache
# directory: Debian roots, their packages, and kernels. Whatever needs a part
# calls this for it, so that nobody else has to. The parts:
#
#   base   the roots, and the kernels of distributions
#   all    these, and the debug kernel, which takes minutes to build (so it is
#          unless told)
#   more   base, and the kernels that only "make check-all" boots
#   clean  base, and the roots in which "make check-all" installs our packages
#   bare   the root in which it does what the README says
#   web    the root with Prometheus and a browser, which look at the exporter
#   arm64  what is needed for arm64: a root, with QEMU and a compiler, and kernels
#   arm64-more   these, and the kernel that only "make check-all" boots
#   arm64-clean  as arm64, and the root into which "make check-all" puts our packages
#   KEY    a kernel of scripts/kernels, and what it takes to run a guest of it
#   ROOT   a root: bookworm, trixie or bullseye
#
# With TDACCT_ARCH=arm64 in the environment, base, more, clean, KEY and ROOT are arm64's.
#
# Each step leaves a stamp that holds a hash of what the step was made from,
# its own text included: a step whose stamp is right does nothing, one whose
# stamp is wrong or absent is done again. So it may be interrupted at any time.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

logs=$cache/logs
current=		# the step under way, for messages
worker=			# its process group
looking=		# only whether there is anything to be done
list_prefix=		# before the names of roots: the lists of packages

# ---- steps, stamps and downloads -------------------------------------------

# A step that takes long says every ten seconds how far its log has come.
watch_step()
{
	local pid=$1 log=$2 seconds=0

	while kill -0 "$pid" 2>/dev/null; do
		sleep 1
		seconds=$((seconds + 1))
		[ $((seconds % 10)) = 0 ] || continue
		say "    $seconds s: $(tail -n 1 "$log" | tr -d '\r' | cut -c1-100)"
	done
}

# step STAMP HASH WHAT COMMAND...: do it unless the stamp holds the hash.
# It is done in a process group of its own, to be stopped as a whole. It holds
# the lock as well as we do: if somebody kills us alone, the next one waits for
# it to end, and finds its stamp.
step()
{
	local stamp=$1 hash=$2 what=$3 log watcher status=0
	shift 3

	[ "$(cat "$stamp" 2>/dev/null)" != "$hash" ] || return 0
	[ -z "$looking" ] || exit 1
	mkdir -p "$logs"
	log=$logs/$(printf '%s' "$what" | tr -c 'a-zA-Z0-9.\n' '-').log
	say "setup: $what (log: $log)"
	rm -f "$stamp"
	current=$what
	set -m
	stamped "$stamp" "$hash" "$@" >"$log" 2>&1 </dev/null &
	worker=$!
	set +m
	watch_step $worker "$log" 9>&- &
	watcher=$!
	wait $worker || status=$?
	worker=
	kill $watcher 2>/dev/null || true
	[ $status = 0 ] || step_failed "$log"
}

# stamped STAMP HASH COMMAND...: what has come to its end says so itself.
stamped()
{
	local stamp=$1 hash=$2
	shift 2

	trap - INT TERM HUP
	set -eu
	"$@"
	mkdir -p "$(dirname "$stamp")"
	echo "$hash" >"$stamp"
}

# stop_worker: all of its process group, of which some want to tidy up.
stop_worker()
{
	local tries=100

	kill -TERM -- "-$worker" 2>/dev/null || true
	while kill -0 -- "-$worker" 2>/dev/null && [ $tries -gt 0 ]; do
		tries=$((tries - 1))
		sleep 0.1
	done
	kill -KILL -- "-$worker" 2>/dev/null || true
}

# Nothing is left at work when somebody stops us.
interrupted()
{
	trap '' INT TERM HUP
	[ -z "$worker" ] || stop_worker
	say "setup: interrupted${current:+ at: $current}"
	say "setup: run again, it goes on from there"
	exit 130
}

step_failed()
{
	tail -n 15 "$1" | sed 's/^/    /' >&2
	die "failed: $current; the whole log is $1" \
	    "once the cause is gone, run it again: it goes on from this step"
}

# download WHAT COMMAND...: thrice, since mirrors have bad moments.
download()
{
	local what=$1 try
	shift

	for try in 1 2 3; do
		! "$@" || return 0
		echo "download of $what failed, attempt $try of 3"
		[ "$try" = 3 ] || sleep $((try * 5))
	done
	echo "could not download $what: is the network up, and does the"
	echo "mirror that apt of this machine uses have it? Another mirror can"
	echo "be named by TDACCT_MIRROR=ADDRESS in the environment"
	return 1
}

# text_hash NAME...: what functions say, so that a changed recipe is redone.
text_hash()
{
	declare -f "$@" | sha256sum | cut -c1-16
}

# ---- the machine ------------------------------------------------------------

# What unpacks roots: only where there is a root to be unpacked.
have_host_tools()
{
	type -P debootstrap >/dev/null &&
		[ -e /usr/share/keyrings/debian-archive-keyring.gpg ]
}

install_host_tools()
{
	export DEBIAN_FRONTEND=noninteractive
	dpkg --configure -a
	download "the lists of packages" apt-get update
	download "debootstrap" apt-get -o Dpkg::Use-Pty=0 \
		-o DPkg::Lock::Timeout=300 install -y --no-install-recommends \
		debootstrap debian-archive-keyring
}

# The addresses that apt of this machine itself uses, by label.
apt_site()
{
	# shellcheck disable=SC2016
	apt-get indextargets --format '$(LABEL)|$(SITE)' \
		'Identifier: Packages' 'Origin: Debian' 2>/dev/null |
		sed -n "s/^$1|//p" | head -n 1
}

find_mirror()
{
	local mirror=${TDACCT_MIRROR:-$(apt_site Debian)}

	if [ -z "$mirror" ]; then
		apt-get update >&2 || true
		mirror=$(apt_site Debian)
	fi
	case $mirror in
	http:*|https:*) echo "$mirror" ;;
	*) die "apt of this machine names no Debian mirror by http: '$mirror'" \
	       "name one by TDACCT_MIRROR=ADDRESS in the environment" ;;
	esac
}

# Security updates lie beside the archive where apt does not say otherwise.
find_security()
{
	local site=${TDACCT_SECURITY:-$(apt_site Debian-Security)}

	echo "${site:-${1%/}-security}"
}

# ---- roots ------------------------------------------------------------------

# How this machine reaches a mirror: proxies, and how strict it is of dates.
apt_habits()
{
	apt-config dump | grep -E '^Acquire::(http|https|Check-|Retries)' || true
}

# A root is of a release and its backports alike: whatever is newest, so that
# no package of the one holds back a package of the other.
backports_too()
{
	printf '%s\n' 'Package: *' 'Pin: release a=*-backports' \
		'Pin-Priority: 500'
}

write_sources()
{
	local root=$1 suite=$2 mirror=$3

	{
		echo "deb $mirror $suite main"
		echo "deb $mirror $suite-updates main"
		[ "$suite" != trixie ] ||
			echo "deb $mirror $suite-backports main"
	} >"$root/etc/apt/sources.list"
	mkdir -p "$root/etc/apt/sources.list.d"
	backports_too >"$root/etc/apt/preferences.d/backports"
	echo "deb $(find_security "$mirror") $suite-security main" \
		>"$root/etc/apt/sources.list.d/security.list"
	apt_habits >"$root/etc/apt/apt.conf.d/90machine"
	cp -L /etc/resolv.conf "$root/etc/resolv.conf"
}

# What it mounts goes when it does, even if it is killed.
debootstrap()
{
	have_host_tools || install_host_tools
	unshare --mount "$(type -P debootstrap)" "$@"
}

# Made aside and moved into place, so that a root is whole or absent.
make_root()
{
	local suite=$1 root=$cache/roots/$1 mirror proxy

	mirror=$(find_mirror)
	eval "$(apt-config shell proxy Acquire::http::Proxy)"
	[ -z "${proxy:-}" ] || export http_proxy=$proxy
	mkdir -p "$cache/roots"
	rm -rf --one-file-system "$root.new" "$root.old"
	download "the base of $suite" debootstrap --variant=minbase \
		"$suite" "$root.new" "$mirror"
	write_sources "$root.new" "$suite" "$mirror"
	[ ! -e "$root" ] || mv "$root" "$root.old"
	mv "$root.new" "$root"
	rm -rf --one-file-system "$root.old"
}

# Security updates are wanted, not needed: without them it goes on.
update_root()
{
	local list=$cache/roots/$1/etc/apt/sources.list.d/security.list

	"$top/scripts/in-root" "$1" apt-get update -qq --error-on=any && return
	echo "trying without $(cat "$list")"
	mv "$list" "$list.off"
	"$top/scripts/in-root" "$1" apt-get update -qq --error-on=any && return
	mv "$list.off" "$list"
	return 1
}

# Headers bring images along; nobody boots from there.
# What was interrupted once is ended first: apt would go no further. And dpkg is
# to be stopped together with apt, so it gets no terminal of its own.
root_apt()
{
	local root=$1
	shift
	"$top/scripts/in-root" "$root" env DEBIAN_FRONTEND=noninteractive \
		INITRD=No dpkg --configure -a
	"$top/scripts/in-root" "$root" env DEBIAN_FRONTEND=noninteractive \
		INITRD=No apt-get -y --no-install-recommends \
		-o Dpkg::Use-Pty=0 "$@"
}

package_list()
{
	grep -v '^#' "$top/scripts/roots/$list_prefix$1" | tr '\n' ' '
}

fill_root()
{
	local root=$1

	download "the lists of packages for $root" update_root "$root"
	# shellcheck disable=SC2046
	download "packages for $root" root_apt "$root" install \
		$(package_list "$root")
	root_apt "$root" clean
}

setup_root()
{
	local root=$1 made=$cache/roots/$1/etc/tdacct

	step "$made/base" "$(text_hash make_root write_sources)" \
		"unpack a root of Debian $root (half a minute)" \
		make_root "$root"
	step "$made/packages" \
		"$(text_hash fill_root)-$(package_list "$root" | sha256sum | cut -c1-16)" \
		"install packages in the root $root (a minute or two)" \
		fill_root "$root"
}

# ---- kernels ----------------------------------------------------------------

known_packages()
{
	"$top/scripts/in-root" "$1" apt-cache pkgnames linux-
}

# newest_release ROOT PATTERN [:ARCHITECTURE]: the highest release of which the mirror has
# headers and an image. Debian signs images a while after it has published the headers.
newest_release()
{
	local release

	for release in $(known_packages "$1" | sed -n 's/^linux-headers-//p' |
		grep -E "^$2\$" | sort -rV); do
		if "$top/scripts/in-root" "$1" apt-cache policy \
			"$(image_package "$1" "$release")${3:-}" |
			grep '^  Candidate: [^(]' >/dev/null
		then
			echo "$release"
			return
		fi
	done
	echo "the mirror has no kernel that matches $2" >&2
	return 1
}

# Newer releases have the image in a package beside the one named after it.
image_package()
{
	if known_packages "$1" | grep -qxF "linux-binary-$2"; then
		echo "linux-binary-$2"
	else
		echo "linux-image-$2"
	fi
}

# Of the package only the image is wanted: the guests need no other module.
unpack_image()
{
	local root=$1 key=$2 package=$3

	download "$package" "$top/scripts/in-root" "$root" sh -c \
		"cd /kernels/$key && apt-get download '$package'"
	"$top/scripts/in-root" "$root" sh -c "set -e
		cd /kernels/$key
		dpkg-deb --fsys-tarfile ./*.deb | tar -x --no-anchored \
			--wildcards --transform='s,.*,vmlinuz,' 'vmlinuz*'
		rm ./*.deb"
}

# bytes FILE OFFSET COUNT: as one unsigned number.
bytes()
{
	od -An -v -t "u$3" -j "$2" -N "$3" "$1" | tr -d ' '
}

is_elf()
{
	[ "$(head -c 4 "$1" | tail -c 3)" = ELF ]
}

# An emulated machine takes seconds to decompress a kernel, so it is done once
# and here. Where the parts of an image lie is in the kernel's documentation
# of the x86 boot protocol (setup_sects, payload_offset, payload_length). What
# follows the compressed data is its length, which is no error.
decompress_image()
{
	local root=$1 dir=$cache/kernels/$2 start length program

	start=$((($(bytes "$dir/vmlinuz" 497 1) + 1) * 512 +
		$(bytes "$dir/vmlinuz" 584 4)))
	length=$(bytes "$dir/vmlinuz" 588 4)
	tail -c "+$((start + 1))" "$dir/vmlinuz" | head -c "$length" \
		>"$dir/packed"
	for program in xz zstd gzip; do
		"$top/scripts/in-root" "$root" sh -c \
			"$program -dc </kernels/$2/packed" >"$dir/vmlinux" || :
		! is_elf "$dir/vmlinux" || break
	done
	rm "$dir/packed"
	is_elf "$dir/vmlinux"
}

get_kernel()
{
	local key=$1 release headers

	kernel_row "$key"
	download "the lists of packages for $row_root" update_root "$row_root"
	release=$(newest_release "$row_root" "$row_release")
	headers=/usr/src/linux-headers-$release
	download "the headers of $release" root_apt "$row_root" install \
		"linux-headers-$release"
	rm -rf "${cache:?}/kernels/$key"
	mkdir -p "$cache/kernels/$key"
	cp "$cache/roots/$row_root$headers/.config" "$cache/kernels/$key/config"
	echo "$release" >"$cache/kernels/$key/release"
	echo "$headers" >"$cache/kernels/$key/headers"
	unpack_image "$row_root" "$key" \
		"$(image_package "$row_root" "$release")"
	decompress_image "$row_root" "$key"
	root_apt "$row_root" clean
}

setup_kernel()
{
	local key=$1

	kernel_row "$key"
	step "$(kernel_stamp)" \
		"$(text_hash get_kernel unpack_image decompress_image)-$row_release" \
		"get kernel $key and its headers (a minute)" \
		get_kernel "$key"
}

# Options that the configuration asks for and did not get.
missing_options()
{
	local option

	grep '^CONFIG_' "$1" | while read -r option; do
		grep -qxF "$option" "$2" || echo "$option"
	done
}

# Kernels with KCSAN have their own code without it, see tests/vm/kcsan.config:
# their makefiles take this from the environment, and no other kernel looks.
# Only its locks tell what they order, in build_kernel(): who has left one cannot be
# behind with what was written in it.
export KCSAN_SANITIZE=n

# What its configuration asks for, below the top of the project.
kernel_config()
{
	local of=

	[ "$arch" = x86 ] || of=$arch-
	printf 'tests/vm/%s%s.config' "$of" "$1"
}

# make_kernel TREE WORD...: in its root, for the machines of the architecture.
make_kernel()
{
	local tree=$1 words=()
	shift

	[ "$arch" = x86 ] ||
		words=(ARCH="$arch" CROSS_COMPILE=aarch64-linux-gnu-)
	"$top/scripts/in-root" "$row_root" make -C "$tree" "${words[@]}" "$@"
}

declare -A images=([x86]=bzImage [arm64]=Image)

# What the emulator starts, of the tree that was built.
take_image_x86()
{
	cp "$2/build/arch/x86/boot/bzImage" "$2/vmlinuz"
	decompress_image "$row_root" "$1"
}

take_image_arm64()
{
	cp "$2/build/arch/arm64/boot/Image" "$2/Image"
}

# The tree stays as it was built: modules are built against it, and after a
# change of the configuration only what it concerns is built again.
build_kernel()
{
	local key=$1 dir=$cache/kernels/$1 tree=/kernels/$1/build source missing
	local config

	kernel_row "$key"
	config=$(kernel_config "$key")
	source=linux-source-$row_release
	download "the lists of packages for $row_root" update_root "$row_root"
	download "$source" root_apt "$row_root" install "$source"
	mkdir -p "$dir/build"
	[ -e "$dir/build/Makefile" ] ||
		"$top/scripts/in-root" "$row_root" tar -x --strip-components=1 \
			-C "$tree" -f "/usr/src/$source.tar.xz"
	make_kernel "$tree" -s KCONFIG_ALLCONFIG="/src/$config" allnoconfig
	missing=$(missing_options "$top/$config" "$dir/build/.config")
	[ -z "$missing" ] || {
		echo "this kernel cannot have: $missing"
		return 1
	}
	make_kernel "$tree" -j"$(nproc)" \
		KCSAN_INSTRUMENT_BARRIERS_{spinlock,mutex,rwsem}.o=y \
		"${images[$arch]}" modules
	cp "$dir/build/.config" "$dir/config"
	cp "$dir/build/include/config/kernel.release" "$dir/release"
	echo "$tree" >"$dir/headers"
	"take_image_$arch" "$key" "$dir"
}

# A tree that has no configuration yet may be a part of one only.
build_on()
{
	local tree=$cache/kernels/$1/build

	[ -e "$tree/.config" ] || rm -rf "$tree"
	build_kernel "$1"
}

setup_built_kernel()
{
	local key=$1

	kernel_row "$key"
	step "$(kernel_stamp)" \
		"$(text_hash build_kernel make_kernel "take_image_$arch")-$(hash_of "$top/$(kernel_config "$key")")-$row_release" \
		"build kernel $key (five minutes or more)" build_on "$key"
}

# ---- arm64 ------------------------------------------------------------------

# Packages of arm64 beside the root's own, and of the release before it: one
# compiler builds the module for the kernels of both.
add_arm64()
{
	local root=$1 old=$2 mirror

	mirror=$(find_mirror)
	"$top/scripts/in-root" "$root" dpkg --add-architecture arm64
	{
		echo "deb $mirror $old main"
		echo "deb $(find_security "$mirror") $old-security main"
	} >"$cache/roots/$root/etc/apt/sources.list.d/$old.list"
}

setup_arm64_root()
{
	local root=$1 made=$cache/roots/$1/etc/tdacct list_prefix=arm64-

	step "$made/base" "$(text_hash make_root write_sources)" \
		"unpack a root of Debian $root for arm64 (half a minute)" \
		make_root "$root"
	step "$made/arm64" "$(text_hash add_arm64)" \
		"let the root $root have packages of arm64" \
		add_arm64 "$root" bookworm
	step "$made/packages" \
		"$(text_hash fill_root)-$(package_list "$root" | sha256sum | cut -c1-16)" \
		"install packages in the root $root for arm64 (two minutes)" \
		fill_root "$root"
}

# What headers of arm64 depend on, except their compiler: scripts, and programs,
# which are of the root's own architecture.
header_packages()
{
	local root=$1 release=$2

	echo "linux-headers-$release:arm64"
	"$top/scripts/in-root" "$root" \
		apt-cache depends "linux-headers-$release:arm64" |
		sed -n 's/.*Depends: <\?\(linux-[^:>]*\).*/\1/p' |
		grep -E '^linux-(headers|kbuild)-'
}

# Unpacked, not installed: they ask for a compiler that runs on arm64. They name
# their own place by its path. Older ones have a directory /lib, which is a link in
# the root and has to stay one.
unpack_headers()
{
	local root=$1 key=$2 packages

	packages=$(header_packages "$root" "$3" | tr '\n' ' ')
	download "the headers of $3" "$top/scripts/in-root" "$root" sh -c \
		"mkdir -p /kernels/$key/headers.new && cd /kernels/$key/headers.new &&
		 apt-get download $packages"
	"$top/scripts/in-root" "$root" sh -c "set -e
		cd /kernels/$key/headers.new
		for package in *.deb; do dpkg -x \$package here; done
		cp -a here/usr/. /usr/
		rm -r /kernels/$key/headers.new"
}

# The image itself is what the emulator starts. In newer releases it is packed
# into a program for firmware, which says where: EFI_ZBOOT in the kernel's source.
unpack_zboot()
{
	local root=$1 dir=$cache/kernels/$2 start length program

	if [ "$(head -c 8 "$dir/vmlinuz" | tail -c 4)" != zimg ]; then
		mv "$dir/vmlinuz" "$dir/Image"
		return 0
	fi
	start=$(bytes "$dir/vmlinuz" 8 4)
	length=$(bytes "$dir/vmlinuz" 12 4)
	program=$(tail -c +25 "$dir/vmlinuz" | head -c 32 | tr -d '\0' |
		sed 's/zstd.*/zstd/; s/xz.*/xz/; s/gzip.*/gzip/')
	tail -c "+$((start + 1))" "$dir/vmlinuz" | head -c "$length" \
		>"$dir/packed"
	"$top/scripts/in-root" "$root" sh -c \
		"$program -dc </kernels/$2/packed >/kernels/$2/Image"
	rm "$dir/packed" "$dir/vmlinuz"
}

# In all of arm64's there is this word; see Documentation/arch/arm64/booting.rst.
is_arm64_image()
{
	[ "$(head -c 59 "$1" | tail -c 3)" = ARM ]
}

get_arm64_kernel()
{
	local key=$1 release package headers

	kernel_row "$key"
	download "the lists of packages for $row_root" update_root "$row_root"
	release=$(newest_release "$row_root" "$row_release" :arm64)
	package=$(image_package "$row_root" "$release")
	headers=/usr/src/linux-headers-$release
	rm -rf "${cache:?}/kernels/$key"
	mkdir -p "$cache/kernels/$key"
	unpack_headers "$row_root" "$key" "$release"
	cp "$cache/roots/$row_root$headers/.config" "$cache/kernels/$key/config"
	echo "$release" >"$cache/kernels/$key/release"
	echo "$headers" >"$cache/kernels/$key/headers"
	unpack_image "$row_root" "$key" "$package:arm64"
	unpack_zboot "$row_root" "$key"
	is_arm64_image "$cache/kernels/$key/Image"
}

setup_arm64_kernel()
{
	local key=$1

	kernel_row "$key"
	[ "$row_kind" = image ] || {
		setup_built_kernel "$key"
		return
	}
	step "$(kernel_stamp)" \
		"$(text_hash get_arm64_kernel header_packages unpack_headers unpack_zboot)-$row_release" \
		"get kernel $key of arm64 and its headers (a minute)" \
		get_arm64_kernel "$key"
}

setup_arm64()
{
	local root key

	for root in $(kernel_roots); do
		setup_arm64_root "$root"
	done
	for key in "$@"; do
		setup_arm64_kernel "$key"
	done
}

# As make_root(), but nothing that is in there runs here: all of it is unpacked, and
# nothing configured. What debootstrap did not unpack itself it has left beside that.
unpack_clean_root()
{
	local suite=$1 root=$cache/clean/roots/$1 mirror proxy packages
	local list_prefix=arm64-clean-

	mirror=$(find_mirror)
	eval "$(apt-config shell proxy Acquire::http::Proxy)"
	[ -z "${proxy:-}" ] || export http_proxy=$proxy
	packages=$(package_list "$suite" | xargs | tr ' ' ',')
	mkdir -p "$cache/clean/roots"
	rm -rf --one-file-system "$root" "$root.new"
	download "the base of $suite for arm64" debootstrap --foreign \
		--arch=arm64 --variant=minbase --include="$packages" \
		"$suite" "$root.new" "$mirror"
	for package in "$root.new"/var/cache/apt/archives/*.deb; do
		dpkg-deb -x "$package" "$root.new"
	done
	rm "$root.new"/var/cache/apt/archives/*.deb
	mv "$root.new" "$root"
}

setup_arm64_clean()
{
	local root=$1 list_prefix=arm64-clean-

	step "$cache/clean/roots/$root/etc/tdacct/unpacked" \
		"$(text_hash unpack_clean_root)-$(package_list "$root" | sha256sum | cut -c1-16)" \
		"unpack a clean root of Debian $root for arm64 (half a minute)" \
		unpack_clean_root "$root"
}

prepare_arm64()
{
	local part=$1

	# shellcheck disable=SC2046
	if [ "$part" = base ]; then
		setup_arm64 $(kernel_keys for!=more)
	elif [ "$part" = more ]; then
		setup_arm64 $(kernel_keys)
	elif [ "$part" = clean ]; then
		setup_arm64 $(kernel_keys for!=more)
		setup_arm64_clean trixie
	elif is_in "$part" $(kernel_keys); then
		setup_arm64 "$part"
	elif is_in "$part" $(kernel_roots); then
		setup_arm64
	else
		die "there is no part '$part' of arm64 to prepare" \
		    "known are: base more clean $(kernel_keys | tr '\n' ' ')$(kernel_roots |
			tr '\n' ' ')"
	fi
}

# ---- clean roots ------------------------------------------------------------

# image_releases ROOT: the kernels of the laboratory that are of this release.
image_releases()
{
	local key

	for key in $(kernel_keys root="$1" kind=image for!=more); do
		cat "$cache/kernels/$key/release"
	done
}

# What README.md names for who builds the tool, in brackets and on one line.
readme_packages()
{
	sed -n 's/.*(`\([^`]*-dev pkg-config\)`).*/\1/p' "$top/README.md"
}

# What our packages depend on is at hand there, yet not installed; and what it takes
# to build the tool.
fill_clean_root()
{
	local root=$1 release packages=
	shift

	download "the lists of packages for $root" update_root "$root"
	for release; do
		if known_packages "$root" | grep -qxF "linux-headers-$release"
		then
			packages="$packages linux-headers-$release"
		else
			echo "the mirror has no headers of $release any more"
		fi
	done
	# shellcheck disable=SC2086
	download "headers for $root" root_apt "$root" install $packages
	root_apt "$root" clean
	# shellcheck disable=SC2046
	download "libraries for $root" root_apt "$root" install \
		--download-only libjansson4 libmicrohttpd12 libncursesw6 libnl-3-200 \
		libnl-genl-3-200 libsmartcols1 man-db $(readme_packages)
}

# Machines that have never met tdacct, to install it on. They lie apart, are
# never changed, and tests work on copies.
setup_clean_root()
{
	local root=$1 releases

	releases=$(image_releases "$root" | tr '\n' ' ')
	# What is called from here on takes these for its own.
	local cache=$cache/clean list_prefix=clean-
	local -x TDACCT_CACHE=$cache
	setup_root "$root"
	# shellcheck disable=SC2086
	step "$cache/roots/$root/etc/tdacct/headers" \
		"$(text_hash fill_clean_root)-$(readme_packages | cksum | cut -d' ' -f1)-$releases" \
		"get headers and libraries for the clean root $root (a minute)" \
		fill_clean_root "$root" $releases
}

# A machine with nothing but what the README asks for.
setup_bare_root()
{
	local cache=$cache/bare list_prefix=bare-
	local -x TDACCT_CACHE=$cache

	setup_root "$1"
}

# Prometheus and a browser are large: only who asks for them waits for them.
setup_web_root()
{
	local cache=$cache/web list_prefix=web-
	local -x TDACCT_CACHE=$cache

	setup_root "$1"
}

setup_clean()
{
	setup_clean_root bookworm
	setup_clean_root trixie
}

# ---- all of it --------------------------------------------------------------

lock()
{
	mkdir -p "$cache"
	exec 9>"$cache/lock"
	flock -n 9 && return
	say "setup: another one is at work, waiting for it to end"
	flock 9
}

# setup_kernels COLUMN=VALUE...: those of the table where columns say so.
setup_kernels()
{
	local key

	for key in $(kernel_keys "$@"); do
		kernel_row "$key"
		case $row_kind in
		image)	setup_kernel "$key" ;;
		source)	setup_built_kernel "$key" ;;
		*)	die "scripts/kernels: $key is of no known kind" ;;
		esac
	done
}

setup_base()
{
	local root

	for root in $(kernel_roots); do
		setup_root "$root"
	done
	setup_kernels kind=image for!=more
}

# A guest's programs come from bookworm, and the emulator from trixie.
setup_one_kernel()
{
	local root

	kernel_row "$1"
	for root in $(printf '%s\n' bookworm trixie "$row_root" | sort -u); do
		setup_root "$root"
	done
	setup_kernels key="$1"
}

# is_in WORD WORDS...
is_in()
{
	local word=$1
	shift

	[[ " $* " == *" $word "* ]]
}

prepare()
{
	local part=$1

	case $arch:$part in
	arm64:*) prepare_arm64 "$part"; return ;;
	esac
	case $part in
	base)	setup_base ;;
	all)	setup_base; setup_kernels kind=source for!=more ;;
	more)	setup_base; setup_kernels for=more ;;
	clean)	setup_base; setup_clean ;;
	bare)	setup_bare_root bookworm ;;
	web)	setup_web_root bookworm ;;
	*)
		# shellcheck disable=SC2046
		if is_in "$part" $(kernel_keys); then
			setup_one_kernel "$part"
		elif is_in "$part" $(kernel_roots); then
			setup_root "$part"
		else
			die "there is no part '$part' to prepare" \
			    "known are: base all more clean bare web arm64 arm64-more arm64-clean $(kernel_keys |
				tr '\n' ' ')$(kernel_roots | tr '\n' ' ')"
		fi ;;
	esac
}

# With all stamps right there is nothing to be done, and nobody to wait for.
all_there()
{
	(
		looking=1
		for part; do
			prepare "$part"
		done
	) 2>/dev/null
}

# take_arm64 PART...: that part has a cache and a lock of its own; the others are
# what is left in parts.
take_arm64()
{
	local part

	for part; do
		case $part in
		arm64)	 TDACCT_ARCH=arm64 "$0" base ;;
		arm64-*) TDACCT_ARCH=arm64 "$0" "${part#arm64-}" ;;
		*)	 parts+=("$part") ;;
		esac
	done
}

need_root
[ $# -gt 0 ] || set -- all
parts=()
take_arm64 "$@"
[ ${#parts[@]} -gt 0 ] || exit 0
set -- "${parts[@]}"
! all_there "$@" || exit 0
lock
trap interrupted INT TERM HUP
# What we call is not to call us, see scripts/in-root.
export TDACCT_PREPARING=1
for part; do
	prepare "$part"
done
