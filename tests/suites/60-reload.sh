#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The module goes and comes back under load, on the kernels that scripts/kernels has as
# whole; the debug kernel has it in 42-kselftest-debug.sh, and those that are tested in
# short have it in all/72-storms.sh.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

# What stops the unit, and a list that nobody reads on. Who reads it in another network
# namespace, in a container, is found as well.
held='hold() { rm -f /tmp/held; $1 permissions --hold >/tmp/held & pid=$!
	until grep -qs holding /tmp/held; do sleep 0.1; done; }
said() { unload $1 2>&1 | sed "s/^/$2: /"; [ -d /sys/module/tdacct ] || echo "$2: gone"; }
hold; said 1 held; kill $pid; said 60 free
said 1 nothing
insmod /lab/tdacct.ko
hold; (sleep 3; kill $pid) & said 60 later
insmod /lab/tdacct.ko
hold "unshare -n"; said 1 elsewhere; kill $pid'

# told WHAT TEXT NAME
told()
{
	row "$3" same "$2" "$(sed -n "s/^$1: //p" "$vm_out" | sed 's/pid [0-9]*/pid N/' |
		tr '\n' '|')"
}

vm --small --add "$top/scripts/boot/unload" -- "$held"
told held 'unload: the module is still in use by permissions (pid N)|' \
	"unload: a list that is not read is named"
told free 'gone|' "unload: who is gone holds nothing"
told nothing 'gone|' "unload: no module is no error"
told later 'gone|' "unload: it waits until the list is read"
told elsewhere 'unload: the module is still in use by permissions (pid N)|' \
	"unload: a list in another network namespace"
row "unload: nothing to complain of" ended_well

reload "$(first_whole)" 10
for key in $(other_whole); do
	reload "$key" 5
done
tap_end
