# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154,SC2034
# A task of each class, in turns on one CPU, and what their shares should be.
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "${BASH_SOURCE[0]}")/kselftest.sh"

classes=00,01,02,03,04,05,06,07,08,09,0a,0b,0c,0d,0e
level1=retiring,bad_speculation,frontend_bound,backend_bound

# How often each task has its turn.
slices=300

# all_classes CASE NODES [OPTIONS]: what the guest does; see classes.py. A list tells of
# tasks that run, so they wait until it is there. OPTIONS are tdload's.
all_classes()
{
	echo "echo case '$1'
	rm -f /tmp/go /tmp/tasks
	mkfifo /tmp/go
	tdload --share $classes --slice 60000 --slices $slices ${3:-} --hold \\
		</tmp/go >/tmp/tasks &
	exec 9>/tmp/go
	until grep -q ready /tmp/tasks || ! kill -0 \$!; do sleep 0.1; done
	grep ^task= /tmp/tasks
	tdacct list --threads --json --columns tid,slots,switches,$2 | sed 's/^/json /'
	exec 9>&-
	wait \$!"
}

# judge_classes PREFIX WIDTH POINTS CASES: what became of it, in $vm_out. $vendor is
# whose formulas they are, if not Intel's: amd, a core of Arm's, or those of the model
# three_level.
judge_classes()
{
	"$top/scripts/in-root" bookworm python3 /src/tests/suites/classes.py \
		"$2" "$3" ${vendor:+"$vendor"} <"$vm_out" >"$scratch/truth" || true
	sed -E "s/^(not )?ok - /&$1: /" "$scratch/truth"
	tap_failed=$((tap_failed + $(grep -c '^not ok ' "$scratch/truth" || true)))
	row "$1: a task of each class was judged" \
		same $(($(tr , '\n' <<<"$classes" | wc -l) * $4)) "$(grep -c 'ok - .* class' "$scratch/truth" || true)"
}
