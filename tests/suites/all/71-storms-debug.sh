#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Storms in the debug kernel, which finds what others only suffer. The module that goes and
# comes there is in 42-kselftest-debug.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"
# shellcheck source=tests/suites/storms.sh
. "$(dirname "$0")/../storms.sh"

storm_debug()
{
	storms debug '
room
judged forks storming fork 1000
judged threads storming thread 2000
judged hotplugs hotplugs 10
judged changes changes 10
must mutate 8000 3
must crowd 2000 2
must deaf storm fork 200 --parallel 4' 13 --memory 3000
}

storm_debug
tap_end
