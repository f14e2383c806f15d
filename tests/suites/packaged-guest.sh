#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# packaged-guest.sh [MILLIONS NODE]: in a guest without a module: the one that was
# installed elsewhere is inserted and counts what the markers did, so many million slots
# in that node. busybox's sh.

millions=${1:-60}

# row NAME COMMAND...
row()
{
	name=$1
	shift
	if "$@" >/tmp/said 2>&1; then
		echo "ok - $name"
	else
		sed 's/^/# /' /tmp/said
		echo "not ok - $name"
	fi
}

# The first number under this key of the JSON is between these.
within()
{
	number=$(sed -n "s/.*\"$1\": \([-0-9.e]*\).*/\1/p" "$4" | head -n 1)
	echo "$1 is '$number', expected $2 to $3"
	awk "BEGIN { exit !(\"$number\" != \"\" && \
		     $2 <= ${number:-0} && ${number:-0} <= $3) }"
}

node()
{
	sed -n "/\"name\": \"$1\"/,/share/p" "$4" >/tmp/node
	within share "$2" "$3" /tmp/node
}

row 'the module goes in' insmod /usr/local/bin/tdacct.ko
echo "# version $(cat /sys/module/tdacct/version)"
tdacct run --json -o /tmp/run.json tdload 03 100000 >/dev/null
row "100000 markers are $millions M slots" \
	within slots "${millions}000000" "$((millions * 6 / 5))000000" /tmp/run.json
row 'of the class that they are of' node "${2:-core_bound}" 0.9 1 /tmp/run.json
row 'the laws hold' tdacct check
row 'the module comes out' rmmod tdacct
echo '# the end'
