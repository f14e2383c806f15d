#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# lint.sh [-a|-t]: everything that can be said of the sources without running
# them, a row a tool; -a what takes too long for that, -t the same of the tests.
# Exceptions are in tests/lint/, each with its reason, or stand beside what they
# excuse.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tests/suites/tap.sh"

# The script checkpatch is in the sources of the debug kernel.
cd "$top"
scripts/setup.sh 6.1 debug
in_root=(scripts/in-root bookworm)
canary=tests/lint/canary.c

# A build of its own: a warning is seen however often it was built before. A
# module beside ours has what must be warned of.
plant()
{
	rm -rf "$1"
	mkdir -p "$1"
	cp -R kmod include "$1/"
	cp tests/lint/module.c "$1/kmod/canary.c"
	echo 'obj-m += canary.o' >>"$1/kmod/Kbuild"
}

# saw WHAT SAID: a warning of the canary's that there must be.
saw()
{
	grep "/canary\.c:.*$1" <<<"$2" >/dev/null ||
		{ echo "nothing was said of the canary's $1"; return 1; }
}

# warnings MAKE-ARGUMENTS...: only what each tool must say of the canary is said. One
# build is read by the compiler and by sparse. Without warnings make may have failed
# all the same.
warnings()
{
	local farm=build/lint headers said status=0

	headers=$(cat "$cache/kernels/6.1/headers")
	plant "$farm"
	said=$("${in_root[@]}" make -s -C "$headers" "M=/src/$farm/kmod" "$@" \
		modules 2>&1) || status=$?
	grep -E 'warning:|error:' <<<"$said" | grep -v '/canary\.c:' && return 1
	if [ "$status" != 0 ]; then
		tail -n 15 <<<"$said"
		echo "make ended with status $status"
		return 1
	fi
	saw missing-prototypes "$said" && saw 'context imbalance' "$said"
}

shell_scripts()
{
	git ls-files -z | xargs -0 grep -lIE '^#!/bin/(ba)?sh|^# shellcheck shell='
}

check_shell()
{
	shell_scripts | xargs "${in_root[@]}" shellcheck -x
}

check_kernel_doc()
{
	local headers said

	headers=$(cat "$cache/kernels/6.1/headers")
	# The script is with the files that all flavours share.
	said=$("${in_root[@]}" sh -c "perl ${headers%-amd64}-common/scripts/kernel-doc \
		-none kmod/*.[ch] kmod/*/*.[ch] include/uapi/linux/*.h" 2>&1 ||
		echo "it ended with status $?")
	echo "$said"
	[ -z "$said" ]
}

# unexcused TOOL: of what a tool says only what tests/lint/TOOL does not name;
# and it must have seen what is wrong with the canary.
unexcused()
{
	local said

	said=$(grep -v '^total: ')
	grep -vEf <(grep -v '^#' "tests/lint/$1" | grep .) <<<"$said" |
		grep -v "^$canary:" && return 1
	grep "^$canary:" >/dev/null <<<"$said" ||
		{ echo "$1 saw nothing wrong with $canary"; return 1; }
}

check_patch()
{
	git ls-files -- kmod include user tests ':!tests/lint/kernel.h' |
		grep '\.[ch]$' |
		"${in_root[@]}" xargs -P2 -n8 perl \
		/kernels/debug/build/scripts/checkpatch.pl \
		--no-tree --terse --show-types -f 2>/dev/null |
		unexcused checkpatch
}

c_programs()
{
	git ls-files -- "$@" "$canary" | grep '\.c$'
}

# cpp_check DIRECTORIES OPTION...: the canary is read with them.
cpp_check()
{
	local directories=$1
	shift

	# shellcheck disable=SC2086
	c_programs $directories | xargs "${in_root[@]}" cppcheck --quiet \
		--std=c11 -j2 --enable=warning,portability,performance \
		--inline-suppr --suppress=missingIncludeSystem -Iinclude/uapi \
		--template='{file}:{line}: {id}: {message}' "$@" 2>&1 |
		unexcused cppcheck
}

# The module is read without the kernel's headers, and so in one configuration.
check_cppcheck()
{
	cpp_check 'user tests/loads tests/kselftest tests/unit tests/fuzz
		tests/storms tests/admission tests/vm' -Iuser &&
	cpp_check 'kmod tests/kunit' -Ikmod -D__KERNEL__ -DCONFIG_CGROUPS=1 \
		--include=tests/lint/kernel.h
}

flags=build/lint/flags/compile_flags.txt

# program_flags HEADERS: what a program is compiled with; the headers may be in
# several directories.
program_flags()
{
	printf '%s\n' -std=gnu11 -D_GNU_SOURCE '-DVERSION="lint"' \
		'-DUNIT_DATA="lint"'
	# shellcheck disable=SC2086
	printf -- '-I/src/%s\n' include/uapi $1
	"${in_root[@]}" pkg-config --cflags libnl-genl-3.0 jansson ncursesw libzstd |
		tr ' ' '\n'
}

# module_flags OBJECT KERNEL: what gcc was told of headers and macros when it
# built that; of its other options clang does not know half.
module_flags()
{
	local headers built=build/kmod/$2/${1%/*}/.${1##*/}.cmd

	[ -e "$built" ] || scripts/build-kmod "$2" >&2 || return
	headers=$(cat "$cache/kernels/$2/headers")
	printf '%s\n' -std=gnu11 -nostdinc -m64 -mcmodel=kernel -mno-sse \
		-fshort-wchar -fno-strict-overflow -fno-delete-null-pointer-checks
	sed -n '1s/^[^=]*:= //p' "$built" | tr -d "'" |
		grep -oE -- '-(I|D|include )[^ ]+' | tr ' ' '\n' |
		sed "s,^\(-I\)*\./,\1$headers/,"
}

# tidy FLAGS-COMMAND FLAGS-ARGUMENTS -- DIRECTORY...: flags are read from a file. They
# are those of x86, whose headers are no use to what is of arm64.
tidy()
{
	local command=()

	while [ "$1" != -- ]; do
		command+=("$1")
		shift
	done
	shift
	mkdir -p "${flags%/*}"
	"${command[@]}" >"$flags" || return
	c_programs "$@" | grep -v 'arm64[a-z_]*\.c$' | "${in_root[@]}" xargs -P2 -n1 \
		clang-tidy --quiet -p "/src/${flags%/*}" 2>/dev/null |
		grep -E '(warning|error): ' | sed 's,^/src/,,' | sort -u |
		unexcused clang-tidy
}

# What may be named nowhere: the project speaks of no machine. The name of SVG's
# elements looks like an address and is none.
check_addresses()
{
	! git grep -nIE 'https?://' -- ':!COPYING' |
		grep -vE '://(localhost|127\.|\[::1\]|example\.|www\.w3\.org/2000/svg")'
}

check_spdx()
{
	local missing

	missing=$(git ls-files '*.c' '*.h' '*.sh' '*.rst' |
		xargs grep -L SPDX-License-Identifier || true)
	echo "$missing"
	[ -z "$missing" ]
}

# Those that are not committed yet are sources, too.
room_files()
{
	git ls-files --cached --others --exclude-standard -- "$1"
}

# rooms DIRECTORY TREE: its includes, as they are in a copy of the tree, or "."
rooms()
{
	room_files "$1" | sed "s,^,$2/," |
		"${in_root[@]}" python3 tests/lint/rooms.py "$2/$1/rooms"
}

# spelled HEADER: as an include has it; in angle brackets it is already. What ends in ()
# is called.
spelled()
{
	case $1 in
	'<'*) echo "#include $1" ;;
	*'(){}') echo "int ${1%??} { return 0; }" ;;
	*'()') echo "static void caller(void) { $1; }" ;;
	*)    echo "#include \"$1\"" ;;
	esac
}

# check_rooms DIRECTORY: that each include goes where DIRECTORY/rooms lets it;
# and that it is seen where one does not. Of these, a line each, tests/lint has
# the file, the header and what is to be said.
check_rooms()
{
	local farm=build/lint/rooms file header said

	rooms "$1" . || return
	while read -r file header said; do
		rm -rf "$farm"
		mkdir -p "$farm"
		room_files "$1" | xargs -d '\n' cp --parents -t "$farm"
		spelled "$header" >>"$farm/$1/$file"
		rooms "$1" "$farm" | grep -F "$said" >/dev/null ||
			{ echo "nobody saw $header in $file"; return 1; }
	done < <(grep -v '^#' "tests/lint/rooms.$1")
}

# check_plan SECONDS FOLDER: the suites there take at most so long on two processors, as
# their plan has it; and it has a line for each. So a suite that becomes longer, or a new
# one, is seen before somebody wonders where the time went.
check_plan()
{
	local planned suites

	planned=$(awk '/^[^#]/ { print $1 }' "$2/plan" | sort)
	suites=$(cd "$2" && printf '%s\n' [0-9]*.sh | sed 's/\.sh$//' | sort)
	diff <(echo "$planned") <(echo "$suites") || return
	awk -v most="$1" '
	/^[^#]/	{ sum += $2 }
	END	{ print "planned: " sum / 2 " s, at most " most " s"
		  exit sum / 2 > most }' "$2/plan"
}

# stops PATTERNS FILE...: lines with a word that makes a reader stop.
stops()
{
	local patterns=$1
	shift

	grep -nHE -f <(sed 's/\t#.*//;/^#/d' "$patterns") "$@"
}

# check_words: no line of the product has any; the list has them all itself.
check_words()
{
	local list=tests/lint/words listed seen

	listed=$(grep -vc '^#' "$list")
	seen=$(stops "$list" tests/lint/stops | wc -l)
	[ "$listed" = "$seen" ] ||
		{ echo "$seen of $listed lines of tests/lint/stops are seen"; return 1; }
	! git ls-files -z -- kmod include user Documentation NEWS.rst README.md debian rpm scripts |
		xargs -0 grep -lI . | { mapfile -t files; stops "$list" "${files[@]}"; }
}

case ${1:-} in
-a)
	row 'lint: clang-tidy: the tool is clean' \
		tidy program_flags user -- user
	row 'lint: clang-tidy: the module is clean' \
		tidy module_flags kmod/charge/switch.o 6.1 -- kmod
	row 'lint: what make mutants tries can be built' tests/mutants/run -b
	tap_end
	;;
-t)
	row 'lint: clang-tidy: the unit tests and fuzzers are clean' \
		tidy program_flags 'user tests/unit' -- tests/unit tests/fuzz
	row 'lint: clang-tidy: the test of admission is clean' \
		tidy program_flags 'user tests/kselftest' -- tests/admission
	row 'lint: clang-tidy: the tests in guests are clean' \
		tidy program_flags tests/kselftest -- \
		tests/kselftest tests/loads tests/storms
	row 'lint: clang-tidy: the KUnit tests are clean' \
		tidy module_flags tests/kunit/switch_kunit.o debug -- tests/kunit
	tap_end
	;;
esac
row 'lint: W=1 and sparse: the module is clean' \
	warnings W=1 C=2 CF=-Wcontext
row 'lint: kernel-doc: clean' check_kernel_doc
row 'lint: checkpatch: clean' check_patch
row 'lint: shellcheck: clean' check_shell
row 'lint: cppcheck: clean' check_cppcheck
row 'lint: rooms: no include of the tool runs up, or to what is private' \
	check_rooms user
row 'lint: rooms: no include of the module runs up' check_rooms kmod
row 'lint: no address is named' check_addresses
row 'lint: every file says its licence' check_spdx
row 'lint: no archaic words, and none that speak of men only' check_words
row 'lint: the module has the first levels that the tool has' \
	"${in_root[@]}" python3 scripts/level1.py --check
row 'lint: make check is planned for half an hour, builds included' \
	check_plan 1830 tests/suites
row 'lint: make check-all is planned for an hour and a half, builds included' \
	check_plan 5100 tests/suites/all
row 'lint: the faults of make mutants apply to the sources' \
	"${in_root[@]}" python3 tests/mutants/plant.py --check
tap_end
