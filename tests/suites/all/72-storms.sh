#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Storms in kernels as they are shipped.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"
# shellcheck source=tests/suites/storms.sh
. "$(dirname "$0")/../storms.sh"

# The first of all has the large ones, the others those that take half a minute.
largest=$(kernel_keys kind=image for=whole | head -n 1)

large()
{
	storms "$largest" '
room
judged forks storming fork 8000
judged threads storming thread 20000
judged hotplugs hotplugs 30
judged changes changes 30
must mutate 30000 2
must crowd 100000 2
must deaf storm fork 5000 --parallel 4' 13 --memory 6000
}

few()
{
	[ "$1" != "$largest" ] || return 0
	storms "$1" "$few_storms" "$nr_few_storms"
}

others()
{
	local key

	each_kernel few kind=image
	reloads "$largest" 20
	for key in $(kernel_keys kind=image for=short); do
		reloads "$key" 10
	done
}

large
others
tap_end
