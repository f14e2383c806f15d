# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What KUnit says in a guest, for suites.
# shellcheck source=tests/suites/tap.sh
. "$(dirname "${BASH_SOURCE[0]}")/tap.sh"

# What KUnit said on the console, a line a row, with what was said before a
# failure in front of it. A test without rows is a row itself; one with rows is
# only told of when it failed and none of its rows did.
kunit_rows()
{
	tr -d '\r' <"$1" | sed -n 's/^\[ *[0-9.]*\] //p' | awk '
	function tell(failed, name) {
		printf "%s%sok - kunit: %s: %s\n", failed ? said : "",
			failed ? "not " : "", suite, name
		said = ""
	}
	/^    # Subtest: /	{ suite = $3; said = ""; next }
	/^        # Subtest: /	{ test = $3; rows = bad = 0; said = ""; next }
	/^ *(not )?ok [0-9]+ / {
		failed = $1 == "not"
		depth = index($0, $1) - 1
		sub(/^ *(not )?ok [0-9]+ (- )?/, "")
		if (depth == 8) {
			rows++
			bad += failed
			tell(failed, test ": " $0)
		} else if (depth == 4) {
			if (test != $0 || (failed && !bad))
				tell(failed, $0)
			test = ""
		}
		next
	}
				{ said = said $0 "\n" }'
}

# kunit_in_sources ARCH: the suites that the module of an architecture has.
kunit_in_sources()
{
	local others=CONFIG_ARM64

	[ "$1" = x86 ] || others=CONFIG_X86_64
	grep -Ev "^obj|$others" "$top/tests/kunit/Kbuild" |
		grep -o '[a-z0-9_$()]*_kunit\.o' |
		sed "s/\$(arch)/$1/; s/\.o$/.c/; s,^,$top/tests/kunit/," |
		xargs grep -h '^	\.name = "' | sed 's/.*"\(.*\)".*/\1/' | sort -u
}

kunit_seen()
{
	sed -n 's/^.*ok - kunit: \([^:]*\):.*/\1/p' "$scratch/rows" | sort -u
}

# kunit_judge WHERE ARCH: the rows of the guest that ended last, and whether all ran.
kunit_judge()
{
	kunit_rows "$vm_console" >"$scratch/rows"
	sed "s/^\(not ok\|ok\) - /&$1/" "$scratch/rows"
	tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/rows" || true)))
	row "${1}no complaint of the kernel, and no leak" ended_well
	row "${1}every suite ran" same "$(kunit_in_sources "$2")" "$(kunit_seen)"
}
