#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Storms in the debug kernel, which finds what others only suffer.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"
# shellcheck source=tests/suites/storms.sh
. "$(dirname "$0")/../storms.sh"

storm_debug()
{
	storms debug '
room
judged forks storming fork 2000
judged threads storming thread 4000
judged hotplugs hotplugs 20
judged changes changes 20
must mutate 20000 3
must crowd 3000 3
must deaf storm fork 200 --parallel 4' 13 --memory 3000
}

at_once storm_debug 'reloads debug 15'
tap_end
