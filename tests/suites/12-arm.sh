#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The laboratory of arm64: guests boot, say what they do, and their kernels' own
# driver counts on the emulated PMUv3.
set -eu
# shellcheck source=tests/suites/marked.sh
. "$(dirname "$0")/marked.sh"

# ---- what a run promises --------------------------------------------------------

n3=(--kernel 6.12 --cpu neoverse-n3)

# With the module, which is inserted before and removed afterwards.
vm "${n3[@]}" -- 'printf "a\r\nb\0c"; echo aside >&2; exit 7'
row "the commands' status is passed on" same 7 "$vm_status"
row "their output is passed on to the byte" \
	cmp "$vm_out" <(printf 'a\r\nb\0c')
row "their errors are apart from it" has "$vm_err" '^aside$'

vm "${n3[@]}" --add "$top/scripts/boot/tdacct.service" -- \
	'head -c 300000 /dev/urandom | tee /tmp/x; md5sum /tmp/x >&2
	for i in $(sed -n "s/^ConditionPathExists\(Glob\)*=|//p" \
		/usr/local/bin/tdacct.service); do ls -d $i >&2; done
	for i in perf strace bpftool tdload pingpong storm phase tdacct
	do command -v $i >/dev/null || echo $i is not there >&2; done'
row "300,000 random bytes arrive unchanged" \
	has "$vm_err" "^$(md5sum <"$vm_out" | cut -d' ' -f1)"
row "programs are there" has_not "$vm_err" 'is not there'
row "a condition of the unit holds" has "$vm_err" '^/sys/.*/devices/armv8_[a-z0-9_]*$'

vm "${n3[@]}" --small -- 'echo c >/proc/sysrq-trigger'
row "a crash makes it fail" same 3 "$vm_status"
row "a crash is shown" has "$vm_err" 'sysrq triggered crash'

# least FILE: the kernel's instructions of the phase of three that has fewest. What the
# kernel does at times, such as its statistics of memory, may fall into the others.
least()
{
	grep -o '"kernel":[0-9]*' "$1" | cut -d: -f2 | sort -n | head -n 1
}

# within_percent FILE FILE: of one run and the next. A device is ready when the host
# has done its part, so that an interrupt more may come.
within_percent()
{
	echo "kernel instructions: $(least "$1") $(least "$2")" | tee /dev/stderr |
		awk '$3 > 0 && $3 - $4 < $3 / 100 && $4 - $3 < $3 / 100 { good = 1 }
		END { exit !good }'
}

# beyond_32_bits MARKERS: of slots of the front end, of which an instruction has
# two, on a core that is eight wide.
beyond_32_bits()
{
	awk -F, -v markers="$1" '
	$3 == "r3e:u" { slots = $1 }
	$3 == "r08:u" { insns = $1 }
	END {
		print slots " of " markers " markers and " insns " instructions"
		exit !(slots > 2 ^ 32 && slots == 800 * markers + 2 * insns)
	}' "$vm_out"
}

# ---- deterministic ------------------------------------------------------------------

phase()
{
	vm "${n3[@]}" --icount --small --append norandmaps \
		-- 'for i in 1 2 3; do phase run $i tdload 03 1000; done' >&2
	grep -o '"phases":\[.*' "$vm_emulator" || true
}
phase >"$scratch/first"
phase >"$scratch/second"
row "phases are reported" same 3 "$(grep -o '"phase":[123],' "$scratch/first" | wc -l)"
row "with --icount a run repeats" within_percent "$scratch/first" "$scratch/second"

# ---- what the emulated PMU is to a kernel ------------------------------------------

arm neoverse-n1 6.1 0x00000000
arm neoverse-n3 6.12 0x00000005

# A counter of 32 bits goes round, and nothing is lost or counted twice.
arm neoverse-v1 7.2 0x00000008 \
	"perf stat -x, -e r3e:u,r08:u tdload 02 6000000 2>&1 >/dev/null"
row "neoverse-v1: a count goes beyond 2^32" beyond_32_bits 6000000

tap_end
