#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# guest.sh OFFSET FILE: in a guest, try one fault after the other. Where in the
# module the fault's number stands is OFFSET. FILE has a line for each: number,
# how, and where. Printed is, for each,
#
#	begin NUMBER
#	noticed NUMBER BY | survived NUMBER
#
# and for number 0, which is none, "seen HOW WHERE: NUMBER..." besides: the faults whose
# places were come to. Programs with " + " between them are tried one after the other.
#
# When the kernel has complained, or the module cannot be taken out, this ends:
# who comes next wants a guest that nothing has happened to.
offset=$1 faults=$2
module=/lab/module.ko

# The number as an int, lowest byte first.
switch_on()
{
	cp $module "$2"
	# shellcheck disable=SC2059
	printf "$(printf '\\%03o\\%03o' $(($1 % 256)) $(($1 / 256)))" |
		dd of="$2" bs=1 seek="$offset" conv=notrunc 2>/dev/null
}

complaint()
{
	dmesg | grep -m 1 -E 'WARNING:|BUG[: ]|KASAN:|UBSAN:|possible rec|ODEBUG:|INFO: task|general prot|detected.* stall'
}

# The first row that failed, with its suite or program in front.
first_bad()
{
	awk '
	/^    # Subtest: /	{ suite = $3 ": "; test = "" }
	/^        # Subtest: /	{ test = $3 ": " }
	/^ *not ok /		{
		inner = /^        /
		sub(/^ *not ok [0-9]+ (- )?/, "")
		print suite (inner ? test : "") $0
		exit
	}' "$1"
}

# seen NUMBER WHERE MODULE
seen()
{
	[ "$1" != 0 ] ||
		echo "seen $2: $(cat "/sys/module/$3/parameters/seen" 2>/dev/null)"
}

try_kunit()
{
	switch_on "$1" /tmp/kunit.ko
	insmod /tmp/kunit.ko ${2:+only="$(echo "$2" | tr ' ' ,)"} 2>&1 &&
		seen "$1" "kunit $2" tdacct_kunit && rmmod tdacct_kunit 2>&1
	status=$?
	dmesg | sed 's/^\[ *[0-9.]*\] //' >/tmp/said
}

try_guest()
{
	! grep -q '^tdacct ' /proc/modules || rmmod tdacct
	switch_on "$1" /lab/tdacct.ko
	insmod /lab/tdacct.ko 2>/tmp/said || { status=99; return; }
	left="$2 + "
	while [ -n "$left" ]; do
		one=${left%% + *} left=${left#* + }
		program=${one%% *} words=${one#"$program"}
		# shellcheck disable=SC2086
		timeout -s KILL 600 $program $words >/tmp/said 2>&1
		status=$?
		[ -z "$(first_bad /tmp/said)" ] && [ $status = 0 ] || return 0
	done
	seen "$1" "guest $2" tdacct
}

judge()
{
	bad=$(first_bad /tmp/said)
	said=$(complaint)
	if [ -n "$bad" ]; then
		echo "noticed $1 $bad"
	elif [ -n "$said" ]; then
		echo "noticed $1 the kernel: $said"
	elif ! grep -q '^ *ok ' /tmp/said; then
		echo "noticed $1 no row was run: $(tail -n 1 /tmp/said)"
	elif [ "$status" != 0 ]; then
		echo "noticed $1 ended with status $status: $(tail -n 1 /tmp/said)"
	else
		echo "survived $1"
	fi
	[ -z "$said" ]
}

# Rows that have ended so far, of KUnit in the kernel's log and of a program.
rows_ended()
{
	{ dmesg | sed 's/^\[ *[0-9.]*\] //'; cat /tmp/said 2>/dev/null; } |
		grep -cE '^ *(not )?ok '
}

# A word now and then as long as there is progress: silence is taken for a hang.
# What else the kernel says is none, since it complains of a row that is endless
# again and again.
progress()
{
	before=
	while sleep 10; do
		now=$(rows_ended)
		[ "$now" = "$before" ] || echo "at work"
		before=$now
	done
}

dmesg -n 1
progress &
while read -r number how where; do
	dmesg -c >/dev/null
	echo "begin $number"
	"try_$how" "$number" "$where" </dev/null
	judge "$number" || exit 0
	! grep -q '^tdacct_kunit ' /proc/modules || rmmod tdacct_kunit || exit 0
done <"$faults"
kill $!
