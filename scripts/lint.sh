#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# lint.sh: everything that can be said of the sources without running them, a
# row each. Exceptions stand beside what they excuse, with their reason.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tests/suites/tap.sh"

cd "$top"
in_root=(scripts/in-root bookworm)

# A build of its own: a warning is seen however often it was built before.
warnings()
{
	local farm=build/lint headers said

	headers=$(cat "$cache/kernels/6.1/headers")
	rm -rf "$farm"
	mkdir -p "$farm"
	cp -R kmod include "$farm/"
	said=$("${in_root[@]}" make -s -C "$headers" "M=/src/$farm/kmod" "$@" \
		modules 2>&1 | grep -E 'warning:|error:' || true)
	echo "$said"
	[ -z "$said" ]
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
		-none kmod/*.[ch] kmod/pmu/*.[ch]" 2>&1 |
		grep -E 'warning|error' || true)
	echo "$said"
	[ -z "$said" ]
}

check_cppcheck()
{
	"${in_root[@]}" cppcheck --quiet --std=c11 --enable=warning,portability \
		--inline-suppr --error-exitcode=1 \
		--suppress=missingIncludeSystem user tests/loads
}

# What may be named nowhere: the project speaks of no machine.
check_addresses()
{
	! git grep -nIE 'https?://' -- ':!COPYING' |
		grep -vE '://(localhost|127\.|\[::1\]|example\.)'
}

check_spdx()
{
	local missing

	missing=$(git ls-files '*.c' '*.h' '*.sh' '*.rst' |
		xargs grep -L SPDX-License-Identifier || true)
	echo "$missing"
	[ -z "$missing" ]
}

row 'lint: the module builds without a warning, W=1' warnings W=1
row 'lint: the module is clean for sparse' warnings C=2 CF=-Wcontext
row 'lint: comments are what kernel-doc expects' check_kernel_doc
row 'lint: scripts are clean for shellcheck' check_shell
row 'lint: the tool is clean for cppcheck' check_cppcheck
row 'lint: no address is named' check_addresses
row 'lint: every file says its licence' check_spdx
tap_end
