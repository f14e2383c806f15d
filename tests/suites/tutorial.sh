# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# Suites source this to run make tutorial on one CPU.
# shellcheck source=tests/suites/tap.sh
. "$(dirname "${BASH_SOURCE[0]}")/tap.sh"

# tutorial CPU: one that scripts/tutorial.sh has a story for
tutorial()
{
	local status=0

	"$top/scripts/tutorial.sh" "$1" >"$scratch/tutorial" 2>&1 || status=$?
	sed 's/^/# /' "$scratch/tutorial"
	row "tutorial on $1: all of it held" \
		has "$scratch/tutorial" '^==== all of it held$'
	row "tutorial on $1: it ended well" same 0 "$status"
	row "tutorial on $1: each step was held against what it is to do" \
		same 16 "$(grep -c '^right: ' "$scratch/tutorial")"
}
