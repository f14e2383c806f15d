# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# Recordings in a guest, a part of tool-guest.sh: what a program did is in the report to the
# unit, what belongs to no thread is little, and a recorder may be killed.

# counts FILE: all that was counted of the last one in this JSON.
counts()
{
	tr -d ' \n' <"$1" | sed 's/.*"counts":{\([^}]*\)}.*/\1/'
}

# is_longer FILE BYTES
is_longer()
{
	[ "$(wc -c <"$1" 2>/dev/null || echo 0)" -gt "$2" ] && echo longer
}

# record FILE: in the background, as $recording.
record()
{
	tdacct record --interval 10s --output "$1" 2>"$1.err" &
	recording=$!
	wait_for_text longer is_longer "$1" 0 >/dev/null
}

# rest_of FILE: whether [exited], which nobody told of, is less than a hundredth of all.
rest_of()
{
	tdacct report "$1" --by thread --csv --columns comm,slots | awk -F, '
	NR > 1 { all += $NF }
	$3 == "[exited]" { rest = $NF; told = 1 }
	END { print told && rest * 100 <= all ? "nearly all" : rest " of " all }'
}

insmod /lab/tdacct.ko
rm -rf /tmp/record
mkdir /tmp/record
tdacct watch --threads --comm tdload --json >/tmp/record/ended 2>/tmp/record/ended.err &
watching=$!
record /tmp/record/killed
killed=$recording
record /tmp/record/all
before=$(wc -c </tmp/record/all)
row 'record: what was counted is written after ten seconds' 0 longer \
	wait_for_text longer is_longer /tmp/record/all "$before"
kill -9 $killed
wait $killed
tdload 03 2000 >/dev/null
kill -INT $recording
row 'record: it ends when it is told to' 0 '^ended with 0$' ends $recording
row 'record: and says where it is' 0 '2 intervals, .* tdacct report /tmp/record/all shows' \
	cat /tmp/record/all.err
kill -INT $watching
wait $watching
tdacct report /tmp/record/all --by thread --comm tdload --json --counts >/tmp/record/all.json
equal 'record: what a program did is there, to the unit' "$(counts /tmp/record/ended)" \
	"$(counts /tmp/record/all.json)"
row 'record: nearly all is known by its thread' 0 '^nearly all$' rest_of /tmp/record/all
row 'record: what was written before a kill -9 is there' 0 '^[0-9: -]* to .* 1 intervals' \
	tdacct report /tmp/record/killed
tdacct watch --threads --comm tdload --json >/tmp/record/ended 2>/tmp/record/ended.err &
watching=$!
wait_for_text 'subscribers  *1$' tdacct status >/dev/null
row 'record: a command ends the recording, which has its last moments' 0 '^tdacct: 1 intervals, [^;]*; tdacct report' \
	tdacct record --interval 1h --output /tmp/record/command -- tdload 03 2000
kill -INT $watching
wait $watching
tdacct report /tmp/record/command --by thread --comm tdload --json --counts >/tmp/record/command.json
equal 'record: what the command did is there up to its end, to the unit' \
	"$(counts /tmp/record/ended)" "$(counts /tmp/record/command.json)"
tdacct record --interval 100ms --output /tmp/record/gone 2>/tmp/record/gone.err &
recording=$!
wait_for_text 'subscribers  *1$' tdacct status >/dev/null
rmmod tdacct
row 'record: it waits for a module that is gone' 0 'goes on when the module is there again' \
	wait_for_text 'there again' cat /tmp/record/gone.err
insmod /lab/tdacct.ko
wait_for_text 'subscribers  *1$' tdacct status >/dev/null
tdload 03 2000 >/dev/null
kill -INT $recording
row 'record: and goes on with it' 0 '^ended with 0$' ends $recording
row 'record: when nothing was counted, and why' 0 \
	'nothing was counted from .* to .*: the module was not loaded' \
	tdacct report /tmp/record/gone --comm tdload
row 'record: what was done behind that is there' 0 '^tdload ' \
	tdacct report /tmp/record/gone --comm tdload
rmmod tdacct
