# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# The exporter in a guest, a part of tool-guest.sh: what it says is what a list says, and
# no counter falls, whatever happens to the module.

# total FILE FAMILY [LABELS]: what the series of a family add up to, below 2^53.
total()
{
	awk -v begin="tdacct_$2_total{" -v labels="${3:-{}" '
	index($0, begin) == 1 && index($0, labels) { sum += $NF }
	END { printf "%.0f\n", sum }' "$1"
}

# listed FILE KIND...: how many slots rows of these kinds have in a list's JSON.
listed()
{
	file=$1
	shift
	awk -v kinds=" $* " '
	/^ *"kind":/ { gsub(/[",]/, "", $2); kind = $2 }
	$1 == "\"counts\":" { counts = 1 }
	counts && /^ *"slots":/ { if (index(kinds, " " kind " ")) sum += $2; counts = 0 }
	END { printf "%.0f\n", sum }' "$file"
}

# equal NAME A B: two numbers, and not nothing.
equal()
{
	row "$1" 0 '^same$' sh -c "[ '$2' = '$3' ] && [ '$2' != 0 ] && echo same ||
		echo '$2 and $3'"
}

# scrape FILE HEADER...
scrape()
{
	file=$1
	shift
	wget -qO "$file" "$@" http://127.0.0.1:9955/metrics
}

# fell BEFORE AFTER: the counters that did, and that nobody did.
fell()
{
	awk '/^#/ || $1 !~ /_total/ { next }
	NR == FNR { was[$1] = $NF; next }
	$1 in was && $NF + 0 < was[$1] + 0 { print $1, was[$1], $NF; bad = 1 }
	END { if (FNR > 100 && !bad) print "none" }' "$1" "$2"
}

# apart FILE: of which counts the commands together are not the machine, and that of
# none; seconds in ns.
apart()
{
	awk '
	$1 !~ /^tdacct_(command|machine)_[a-z_]*[{]/ { next }
	{
		of = $1 ~ /^tdacct_machine/
		sub(/^tdacct_[a-z]*_/, "", $1)
		sub(/[{][a-z]*="[^"]*",?/, "{", $1)
		sub(/[.]/, "", $NF)
		sub(/^0*/, "", $NF)	# else busybox takes it for octal
		sum[of, $1] += $NF
		seen[$1] = 1
	}
	END {
		for (key in seen) {
			nr++
			if (sum[0, key] == sum[1, key])
				continue
			print key, sum[0, key], sum[1, key]
			bad = 1
		}
		if (nr > 10 && !bad)
			print "none"
	}' "$1"
}

# goes_on NAME: since the scrape before no counter fell, and commands are the machine.
goes_on()
{
	scrape /tmp/after.prom
	row "serve: $1, and no counter falls" 0 '^none$' \
		fell /tmp/before.prom /tmp/after.prom
	row "serve: $1, and commands are the machine" 0 '^none$' \
		apart /tmp/after.prom
	mv /tmp/after.prom /tmp/before.prom
}

ifconfig lo up
insmod /lab/tdacct.ko
hold 03 10000
tdacct pause >/dev/null
tdacct list --json --counts --zeros >/tmp/list.json 2>/dev/null
row 'serve: once' 0 '^tdacct_state{state="paused"} 1$' tdacct serve --once
cp "$out" /tmp/once.prom
slots='event="slots"'
equal 'serve: tasks are those of a list, to the unit' \
	"$(listed /tmp/list.json process exited)" \
	"$(total /tmp/once.prom machine_events "whose=\"tasks\",$slots")"
equal 'serve: so is idle' "$(listed /tmp/list.json idle)" \
	"$(total /tmp/once.prom machine_events "whose=\"idle\",$slots")"
equal 'serve: the root of cgroups is all tasks' \
	"$(total /tmp/once.prom machine_events "whose=\"tasks\",$slots")" \
	"$(total /tmp/once.prom cgroup_events "path=\"/\",depth=\"0\",$slots")"
row 'serve: the command that waits' 0 '^tdacct_command_switches_total{command="tdload"} [1-9]' \
	cat /tmp/once.prom
mkdir /tmp/prom
row 'serve: a file' 0 '^tdacct.prom$' sh -c \
	'tdacct serve --once --textfile /tmp/prom && ls -A /tmp/prom'
equal 'serve: which has the same' \
	"$(total /tmp/once.prom command_events)" \
	"$(total /tmp/prom/tdacct.prom command_events)"
row 'serve: no such folder' 1 '^tdacct: /tmp/none/.*: No such file' \
	tdacct serve --textfile /tmp/none
release
tdacct resume >/dev/null

tdacct serve --listen 9955 --interval 200ms --textfile /tmp/prom 2>/tmp/serve.err &
serving=$!
row 'serve: HTTP' 0 '^tdacct_up 1$' wait_for_text 'tdacct_up 1' \
	wget -qO- http://127.0.0.1:9955/metrics
scrape /tmp/before.prom
storm exec 20 --parallel 2 --markers 02:20 >/dev/null
goes_on 'a storm'
tdacct pause >/dev/null
tdacct resume >/dev/null
goes_on 'a pause'
tdacct events use r1ad >/dev/null
row 'serve: a set is a series' 0 'event="r1ad",set="r1ad"' \
	wait_for_text 'command_events_total.*r1ad' wget -qO- http://127.0.0.1:9955/metrics
goes_on 'another set'
# A reading that goes on holds it for a moment.
until rmmod tdacct 2>/dev/null; do sleep 0.1; done
row 'serve: the module is gone' 0 '^tdacct_up 0$' wait_for_text 'tdacct_up 0' \
	wget -qO- http://127.0.0.1:9955/metrics
insmod /lab/tdacct.ko
row 'serve: and back' 0 '^tdacct_exporter_module_resets_total 1$' \
	wait_for_text 'module_resets_total 1' wget -qO- http://127.0.0.1:9955/metrics
goes_on 'the module anew'
scrape /tmp/open.prom --header 'Accept: application/openmetrics-text'
row 'serve: OpenMetrics' 0 '^# EOF$' tail -n 1 /tmp/open.prom
scrape /tmp/gz --header 'Accept-Encoding: gzip'
row 'serve: packed' 0 '^tdacct_up 1$' zcat /tmp/gz
row 'serve: the file is written on' 0 '^tdacct_exporter_module_resets_total 1$' \
	cat /tmp/prom/tdacct.prom
kill $serving
row 'serve: it ends when it is told to' 0 '^ended with 0$' ends $serving
row 'serve: and said what happened' 0 '^tdacct: the module answers again$' \
	cat /tmp/serve.err
row 'serve: nothing is left beside the file' 0 '^tdacct.prom$' ls -A /tmp/prom
rmmod tdacct
