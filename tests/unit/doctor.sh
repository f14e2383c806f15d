#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What tdacct doctor finds on machines that are made of files: doctor.sh TDACCT.
# A healthy one is made, each row changes it by a line of shell, and the doctor is
# to find that and nothing else.
set -eu

tdacct=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
recording=$(cd "$(dirname "$0")" && pwd)/../fixtures/five-classes.rec
version=$("$tdacct" --version | cut -d' ' -f2)
# The rows speak of these.
# shellcheck disable=SC2034
parameters=sys/module/tdacct/parameters efi=sys/firmware/efi/efivars
events=sys/bus/event_source/devices/cpu/events
release=6.1.0-test

# put FILE [TEXT]: below the directory where we are.
put()
{
	mkdir -p "$(dirname "$1")"
	printf '%s\n' "${2:-}" >"$1"
}

# holds PID COMM WHAT...: a process with such files open.
holds()
{
	local pid=$1 fd=3 what

	put "proc/$pid/comm" "$2"
	mkdir -p "proc/$pid/fd"
	shift 2
	for what; do
		ln -s "anon_inode:$what" "proc/$pid/fd/$fd"
		fd=$((fd + 1))
	done
}

cpu()
{
	put proc/cpuinfo "vendor_id	: $1
cpu family	: ${4:-6}
model		: $2
model name	: A CPU
flags		: fpu tsc${3:-}"
}

# arm IMPLEMENTER PART VARIANT REVISION [WHO SOLD IT]: a CPU of Arm's architecture.
arm()
{
	put proc/cpuinfo "processor	: 0
BogoMIPS	: 100.00
Features	: fp asimd pmull
CPU implementer	: $1
CPU architecture: 8
CPU variant	: $3
CPU part	: $2
CPU revision	: $4
"
	rm -rf sys/bus/event_source/devices
	put sys/bus/event_source/devices/armv8_pmuv3_0/type
	[ -z "${5:-}" ] || put sys/class/dmi/id/sys_vendor "$5"
}

healthy()
{
	cpu GenuineIntel 143
	put $events/slots
	put $events/topdown-heavy-ops
	put proc/sys/kernel/osrelease $release
	put proc/sys/kernel/nmi_watchdog 0
	put boot/config-$release "CONFIG_PERF_EVENTS=y
CONFIG_TRACEPOINTS=y
CONFIG_NET=y
CONFIG_MODULES=y"
	put sys/kernel/security/lockdown '[none] integrity confidentiality'
	put lib/modules/$release/modules.dep 'extra/tdacct.ko:'
	put sys/module/tdacct/version "$version"
	put proc/self/status 'CapEff:	000001ffffffffff'
	put proc/self/uid_map '         0          0 4294967295'
	put proc/self/mounts 'cgroup2 /sys/fs/cgroup cgroup2 rw 0 0'
	holds 1 init
}

# Without the module, for the rows in which it is not loaded.
unload()
{
	rm -r sys/module/tdacct
}

# site MODEL: a site file for such a CPU.
site()
{
	put etc/tdacct/sites/x.json "{
		\"format\": \"tdacct-site-1\", \"name\": \"x\", \"model\": \"three_level\",
		\"cpus\": [{\"vendor\": \"GenuineIntel\", \"family\": 6, \"model\": $1}],
		\"counters\": \"0-7\", \"events\": {\"CPU_CYCLES\": \"cycles\"}}"
}

# finds NAME LINE COMMAND [OPTION...]: once COMMAND has changed the healthy machine, this is
# in what it prints. A problem is told by the status, too.
finds()
{
	local name=$1 line=$2 bad=0 status=0 want=0

	rm -rf "$scratch/root"
	mkdir "$scratch/root"
	cd "$scratch/root"
	healthy
	eval "$3"
	cd - >/dev/null
	shift 3
	"$tdacct" doctor --root "$scratch/root" "$@" >"$scratch/out" 2>&1 ||
		status=$?
	# As one line for each finding, whatever the width.
	sed -e ':a;N;$!ba;s/\n  */ /g' "$scratch/out" | tr -s ' ' >"$scratch/flat"
	! grep -qE '^(problem|tdacct:) ' "$scratch/flat" || want=1
	[ "$status" = "$want" ] || bad=1
	grep -qF -- "$line" "$scratch/flat" || bad=1
	if [ "$bad" = 0 ]; then
		echo "ok - doctor: $name"
	else
		sed 's/^/# /' "$scratch/flat"
		echo "not ok - doctor: $name"
	fi
}

finds 'a healthy machine' '0 problems, 0 notes' true
finds 'its CPU' 'fine CPU: A CPU, family 6, model 0x8f: the formulas of sapphirerapids' true
finds 'another vendor' 'problem CPU: A CPU: neither an Intel nor an AMD CPU, nor one of Arm' 'cpu CentaurHauls 1'
finds 'a Zen 4' 'fine CPU: A CPU, family 25, model 0x11: the formulas of zen4' \
	'rm $events/*; cpu AuthenticAMD 17 "" 25'
finds 'the counters of a Zen 4' 'fine counters: plain counters: the first level of the tree takes five of six' \
	'rm $events/*; cpu AuthenticAMD 17 "" 25'
finds 'the first model of all, of a Zen 5' 'fine CPU: A CPU, family 26, model 0x0: the formulas of zen5' \
	'rm $events/*; cpu AuthenticAMD 0 "" 26'
# lacks NAME TEXT COMMAND [OPTION...]: as finds, and nothing says this.
lacks()
{
	local text=$2

	finds "$1" ' problems, ' "$3" >/dev/null
	if grep -qF -- "$text" "$scratch/flat"; then
		sed 's/^/# /' "$scratch/flat"
		echo "not ok - doctor: $1"
	else
		echo "ok - doctor: $1"
	fi
}

finds 'PERF_METRICS that a host hides' 'with PERF_METRICS, which the host of this virtual machine hides' \
	'rm $events/*; cpu GenuineIntel 143 " hypervisor"'
for model in 61 79 85 142 190 175; do
	finds "no PERF_METRICS on model $model, which never had it" \
		'counters: plain counters' 'rm $events/*; cpu GenuineIntel $model " hypervisor"'
	lacks "nothing is hidden from model $model" 'hides' \
		'rm $events/*; cpu GenuineIntel $model " hypervisor"'
done
lacks 'nothing is hidden from a Zen 1 in a virtual machine' PERF_METRICS \
	'rm $events/*; cpu AuthenticAMD 1 " hypervisor" 23'
lacks 'nothing is hidden from a Zen 4 in a virtual machine' PERF_METRICS \
	'rm $events/*; cpu AuthenticAMD 17 " hypervisor" 25'
lacks 'nothing is hidden from a Haswell in a virtual machine' hides \
	'rm $events/*; cpu GenuineIntel 63 " hypervisor"'
finds 'a Zen 1' 'tdacct does not know which events of this CPU count slots' \
	'rm $events/*; cpu AuthenticAMD 1 "" 23'
finds 'a Neoverse N3' 'fine CPU: Neoverse N3 r0p1, family 8, model 0xd8e01: the formulas of neoverse_n3' \
	'arm 0x41 0xd8e 0x0 1'
finds 'the counters of a Neoverse N3' 'fine counters: plain counters: one of cycles, and six' \
	'arm 0x41 0xd8e 0x0 1'
finds 'a Neoverse N1 of Amazon' 'fine CPU: Neoverse N1 r3p1 (Graviton2), family 8, model 0xd0c31: the formulas of neoverse_n1' \
	"arm 0x41 0xd0c 0x3 1 'Amazon EC2'"
finds 'a Neoverse N1 of somebody' 'fine CPU: Neoverse N1 r3p1 (as in Graviton2, Ampere Altra), family 8' \
	'arm 0x41 0xd0c 0x3 1'
finds 'a Neoverse V1' 'fine CPU: Neoverse V1 r1p1 (Graviton3), family 8, model 0xd4011: the formulas of neoverse_v1' \
	"arm 0x41 0xd40 0x1 1 'Amazon EC2'"
finds 'a Neoverse V2 of Google' 'fine CPU: Neoverse V2 r0p1 (Axion), family 8, model 0xd4f01: the formulas of neoverse_v2' \
	"arm 0x41 0xd4f 0x0 1 'Google'"
finds 'one of Amazon' '(Graviton4), family 8' "arm 0x41 0xd4f 0x0 1 'Amazon EC2'"
finds 'one of NVIDIA' '(Grace), family 8' "arm 0x41 0xd4f 0x0 0 'NVIDIA'"
finds 'a Neoverse N2' 'model 0xd4903: the formulas of neoverse_n2' 'arm 0x41 0xd49 0x0 3'
finds 'an early Neoverse N2' 'model 0xd4900: the formulas of neoverse_n2_r0p0' \
	'arm 0x41 0xd49 0x0 0'
finds 'the same of Microsoft' 'fine CPU: Neoverse N2 of Microsoft: Cobalt 100 r0p0, family 8, model 0xd4900: the formulas of neoverse_n2_r0p0' \
	"arm 0x6d 0xd49 0x0 0 'Microsoft Corporation'"
finds 'a core of Ampere' 'note CPU: AmpereOne r0p1, family 8, model 0xac301: there are no formulas of its own' \
	'arm 0xc0 0xac3 0x0 1'
finds 'a core that nobody knows' 'note CPU: a core of 0x77, part 0x123 r1p2, family 8' \
	'arm 0x77 0x123 0x1 2'
finds 'the counters of such a core' 'tdacct does not know which events of this CPU count slots' \
	'arm 0x77 0x123 0x1 2'
finds 'an Arm without a PMU' 'perf has no counters of the CPU at all' \
	'arm 0x41 0xd8e 0x0 1; rm -r sys/bus/event_source/devices'
finds 'a CPU without formulas' 'note CPU: A CPU, family 6, model 0xaa: there are no formulas of its own, so two levels' 'cpu GenuineIntel 170'
finds 'a CPU whose events a site file names' \
	'fine CPU: A CPU, family 6, model 0xaa: the formulas of the site file x' \
	'cpu GenuineIntel 170; site 170'
finds 'a site file for another CPU' 'model 0x8f: the formulas of sapphirerapids' 'site 170'
finds 'the large cores of a client' 'model 0x97: the formulas of sapphirerapids' 'cpu GenuineIntel 151'
finds 'the formulas of Grand Ridge' 'model 0xb6: the formulas of sierraforest' \
	'rm $events/*; cpu GenuineIntel 182'
finds 'no cpuinfo' 'problem CPU: /proc/cpuinfo does not tell' 'rm proc/cpuinfo'
finds 'a virtual machine' 'note virtualisation: a virtual machine of QEMU Standard PC' \
	'cpu GenuineIntel 143 " hypervisor"
	put sys/class/dmi/id/sys_vendor QEMU; put sys/class/dmi/id/product_name "Standard PC"'
finds 'two levels' 'fine counters: SLOTS and PERF_METRICS with eight fields' true
finds 'four fields' 'note counters: SLOTS and PERF_METRICS with four fields' \
	'rm $events/topdown-heavy-ops'
finds 'no PERF_METRICS on a CPU whose plain events are known' \
	'note counters: plain counters: the first level' 'rm $events/*'
finds 'the formulas of plain counters' \
	'the formulas of sapphirerapids_plain' 'rm $events/*'
finds 'the formulas of Skylake' 'model 0x55: the formulas of skylake' \
	'rm $events/*; cpu GenuineIntel 85'
finds 'where Ice Lake has its second level' 'to do: nothing; tdacct events list' \
	'rm $events/topdown-heavy-ops; cpu GenuineIntel 106'
finds 'no PERF_METRICS on another' 'problem counters: perf offers no PERF_METRICS, and tdacct does not know which' \
	'rm $events/*; cpu GenuineIntel 63'
finds 'no PERF_METRICS in a virtual machine' 'to do: ask the host to pass the whole PMU on' \
	'rm $events/*; cpu GenuineIntel 63 " hypervisor"'
finds 'no PMU at all' 'problem counters: perf has no counters of the CPU at all' \
	'rm -r sys/bus'
finds 'a kind of core that does not count' 'note counters: CPUs 8-15 are of a kind that has no PERF_METRICS' \
	'mv ${events%/*} ${events%/*}_core; put ${events%/*}_core/cpus 0-7
	put ${events%/cpu/*}/cpu_atom/cpus 8-15'
finds 'E-cores that count' 'fine counters: CPUs 8-15 are E-cores: plain counters' \
	'cpu GenuineIntel 151
	mv ${events%/*} ${events%/*}_core; put ${events%/*}_core/cpus 0-7
	put ${events%/cpu/*}/cpu_atom/cpus 8-15'
three='cpu GenuineIntel 197
	mv ${events%/*} ${events%/*}_core; put ${events%/*}_core/cpus 0-5
	put ${events%/cpu/*}/cpu_atom/cpus 6-13; put ${events%/cpu/*}/cpu_lowpower/cpus 14-15'
finds 'three core types: the second counts' 'fine counters: CPUs 6-13 are E-cores: plain counters' "$three"
finds 'three core types: so does the third' 'fine counters: CPUs 14-15 are low-power E-cores: plain counters' "$three"
finds 'low-power E-cores that do not count' 'note counters: CPUs 14-15 are of a kind that has no PERF_METRICS and do not count' \
	"$three; cpu GenuineIntel 198"
finds 'where to run then' 'to do: taskset -c 0-7' \
	'mv ${events%/*} ${events%/*}_core; put ${events%/*}_core/cpus 0-7
	put ${events%/cpu/*}/cpu_atom/cpus 8-15'
finds 'the watchdog' 'note watchdog: the NMI watchdog is on' \
	'put proc/sys/kernel/nmi_watchdog 1'
finds "Arm's, which needs no counter" 'fine watchdog: the NMI watchdog holds no counter' \
	'arm 0x41 0xd8e 0x0 1; put proc/sys/kernel/nmi_watchdog 1'
finds 'unless nothing holds its interrupts off' 'note watchdog: the NMI watchdog is on' \
	'arm 0x41 0xd8e 0x0 1; put proc/sys/kernel/nmi_watchdog 1
	put proc/cmdline "quiet irqchip.gicv3_pseudo_nmi=1"'
finds 'the watchdog, where all counters may have been held' \
	"it may have found none and count nothing: dmesg | grep 'tdacct.*found no counter' tells to do: nothing, if the kernel's log has no such line; else tdacct pause --for 5s" \
	'cpu AuthenticAMD 17 "" 25; rm $events/*; put proc/sys/kernel/nmi_watchdog 1'
lacks 'the watchdog, before the module is loaded' 'count nothing' \
	'cpu AuthenticAMD 17 "" 25; rm $events/*; put proc/sys/kernel/nmi_watchdog 1; unload'
lacks 'the watchdog, where there are enough counters' 'count nothing' \
	'put proc/sys/kernel/nmi_watchdog 1'
finds 'counters are given for a minute' 'fine sharing: share=fair: whoever asks perf for counters is given them; after' \
	'put $parameters/share fair'
finds 'counters are always given' 'fine sharing: share=perf: whoever asks perf for counters is given them, for as long' \
	'put $parameters/share perf'
finds 'no counters are given' 'note sharing: share=tdacct: perf has the counters that are left, never slots' \
	'put $parameters/share tdacct'
finds 'none may be left to give' 'which may be none: then it says <not counted> to do: nothing, if that is meant; else echo fair' \
	'put $parameters/share tdacct; rm $events/*'
lacks 'a module that does not tell of that' 'sharing' true
finds 'somebody who has events of perf' 'note perf: others have events of perf open, each on counters of its own while it counts: perf 77 (2), pcp 78 (1)' \
	'holds 77 perf "[perf_event]" "[perf_event]" "[eventpoll]"
	holds 78 pcp "[perf_event]"'
lacks 'who has events of perf is not denied' 'no other process has events of perf open' \
	'holds 77 perf "[perf_event]"'
finds 'a guest' 'note guests: virtual machines run here and may use counters: qemu 99 (1)' \
	'holds 99 qemu kvm-vm'
finds 'an old kernel' 'problem kernel: 5.4.0 is too old' \
	'put proc/sys/kernel/osrelease 5.4.0'
finds 'a kernel that is just new enough' 'fine kernel: 5.10.0' \
	'put proc/sys/kernel/osrelease 5.10.0'
finds 'a kernel without tracepoints' 'problem kernel: it is built without CONFIG_TRACEPOINTS' \
	'sed -i s/TRACEPOINTS=y/X=n/ boot/config-*'
finds 'a kernel whose options cannot be seen' '0 problems, 0 notes' 'rm -r boot'
finds 'lockdown' 'note lockdown: the kernel is locked down for integrity: only signed' \
	'unload; put sys/kernel/security/lockdown "none [integrity] confidentiality"'
finds 'lockdown once the module is loaded' 'fine lockdown: the kernel is locked down for integrity; the module is loaded' \
	'put sys/kernel/security/lockdown "none [integrity] confidentiality"'
finds 'lockdown by Secure Boot' 'locked down for confidentiality, after Secure Boot' \
	'put sys/kernel/security/lockdown "none integrity [confidentiality]"
	mkdir -p $efi; printf "\6\0\0\0\1" >$efi/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c'
finds 'Secure Boot without lockdown' 'none, in spite of Secure Boot' \
	'mkdir -p $efi; printf "\6\0\0\0\1" >$efi/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c'
finds 'Secure Boot that is off' 'fine lockdown: none: modules need no signature' \
	'mkdir -p $efi; printf "\6\0\0\0\0" >$efi/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c'
finds 'signatures are enforced' 'module.sig_enforce is on; the module is loaded' \
	'put sys/module/module/parameters/sig_enforce Y'
finds 'not loaded' 'problem module: it is installed, and not loaded' unload
finds 'not loaded, and compressed' 'problem module: it is installed, and not loaded' \
	'unload; rm lib/modules/*/modules.dep; put lib/modules/$release/updates/dkms/tdacct.ko.xz'
for folder in updates extra; do
	finds "not loaded, and nothing but the file in $folder" \
		'problem module: it is installed, and not loaded' \
		'unload; rm lib/modules/*/modules.dep; put lib/modules/$release/$folder/tdacct.ko'
done
finds 'not installed' "problem module: it is not installed for the kernel $release to do: the headers of this kernel first: apt install linux-headers-$release" \
	'unload; rm -r lib'
finds 'not installed, with headers' 'to do: sudo dkms autoinstall' \
	'unload; rm lib/modules/*/modules.dep; mkdir lib/modules/$release/build'
finds 'not loaded: nothing is answered yet' 'fine permissions: you may ask everything, once the module is loaded' \
	unload
lacks 'not loaded: no question is answered' 'every question is answered' unload
finds 'not loaded, and no permission' 'no question would be answered were the module loaded' \
	'unload; put proc/self/status "CapEff:	0000000000000000"'
finds 'another version' 'note module: version 0.0.9 is loaded, and this tool is version' \
	'put sys/module/tdacct/version 0.0.9'
finds 'a set by its name' \
	'problem events at boot: /etc/modprobe.d/a.conf has set=memory, which the module does not know any more: it is loaded without these events to do: sudo tdacct events use memory --boot, and take set= out of that file' \
	'put etc/modprobe.d/a.conf " options	tdacct own_tasks=1 set=memory"'
finds 'a set by its name, where --boot writes' 'to do: sudo tdacct events use core --boot' \
	'put etc/modprobe.d/tdacct-events.conf "options tdacct set=core"'
lacks 'a set by its name, where --boot writes: it is written anew' 'take set= out' \
	'put etc/modprobe.d/tdacct-events.conf "options tdacct set=core"'
finds 'a set by its name, on a second line' 'events at boot: /usr/lib/modprobe.d/b.conf has set=core,' \
	'put usr/lib/modprobe.d/b.conf "options tdacct own_tasks=1 \\
set=core"'
finds 'a set by its name, for the kernel' 'events at boot: /proc/cmdline has set=memory,' \
	'put proc/cmdline "quiet tdacct.set=memory"'
lacks 'no set by its name' 'events at boot' \
	'put etc/modprobe.d/a.conf "#options tdacct set=memory
options tdacct events=0x1
set=memory
options tdacct2 set=memory
options other set=memory"; put etc/modprobe.d/a.conf.old "options tdacct set=memory"; put proc/cmdline "set=memory"'
finds 'no permission' 'problem permissions: you have neither CAP_PERFMON nor' \
	'put proc/self/status "CapEff:	0000000000000000"'
finds 'CAP_PERFMON alone' 'fine permissions: every question is answered; to pause, to resume and to count other events takes CAP_SYS_ADMIN' \
	'put proc/self/status "CapEff:	0000004000000000"'
lacks 'CAP_PERFMON that may change things' 'to pause, to resume' \
	'put proc/self/status "CapEff:	0000004000000000"; put $parameters/perfmon_changes Y'
lacks 'CAP_SYS_ADMIN alone: nothing is missing' 'to pause, to resume' \
	'put proc/self/status "CapEff:	0000000000200000"'
finds 'CAP_SYS_ADMIN alone' 'fine permissions: every question is answered' \
	'put proc/self/status "CapEff:	0000000000200000"'
finds 'lockdown for confidentiality' 'problem lockdown: the kernel is locked down for confidentiality: then nobody is told counts' \
	'put sys/kernel/security/lockdown "none integrity [confidentiality]"'
finds 'own tasks only' 'note permissions: you can read the counts of your own processes' \
	'put proc/self/status "CapEff:	0000000000000000"; put $parameters/own_tasks Y'
finds 'a user namespace' 'problem permissions: this is a user namespace' \
	'put proc/self/uid_map "0 1000 1"'
finds 'a user namespace that begins at 0' 'problem permissions: this is a user namespace' \
	'put proc/self/uid_map "0 0 1000"'
finds 'cgroups of both versions' 'note cgroups: versions 1 and 2 side by side' \
	'echo "c /sys/fs/cgroup/cpu cgroup rw 0 0" >>proc/self/mounts'
finds 'cgroups of version 1' 'note cgroups: no hierarchy of version 2' \
	'put proc/self/mounts "c /sys/fs/cgroup/cpu cgroup rw 0 0"'
finds 'no cgroups' 'to do: mount -t cgroup2' 'put proc/self/mounts "p /proc proc rw 0 0"'

# As somebody who must not look at the files of others.
if [ "$(id -u)" = 0 ]; then
	chmod 755 "$scratch"
	real=$tdacct
	tdacct=$scratch/plain
	printf '#!/bin/sh\nexec setpriv --reuid=65534 --clear-groups "%s" "$@"\n' \
		"$real" >"$tdacct"
	chmod 755 "$tdacct"
	finds 'processes that are hidden' 'note perf: processes that cannot be looked at: 1;' \
		'holds 55 perf "[perf_event]"; chmod 700 proc/55/fd'
	tdacct=$real
fi

# What the module says: state 2 of 8 is waiting, for all CPUs and in the info.
sed 's/0800080000000000/0800080002000000/g' "$recording" >"$scratch/waiting"
sed 's/0800080000000000/0800080001000000/g' "$recording" >"$scratch/paused"
finds 'a module that counts' 'fine counting: 12 values are counted' true \
	--replay "$recording"
finds 'a module that is paused' 'problem counting: it is paused: nothing is counted to do: tdacct resume' \
	true --replay "$scratch/paused"
finds 'a module that waits' 'problem counting: it waits for counters that somebody else holds' \
	true --replay "$scratch/waiting"
finds 'CPUs that wait' 'note counting: CPU 0-1: waiting' true \
	--replay "$scratch/waiting"
sed 's/0800190001000000/0800190002000000/g' "$scratch/waiting" >"$scratch/apart"
finds 'CPUs that wait, and one between them that is not there' 'note counting: CPU 0,2: waiting' \
	true --replay "$scratch/apart"
finds 'JSON' '"problems": 0, "findings": [' true --json
finds 'no recording' "cannot read the recording '/nowhere'" true --replay /nowhere
