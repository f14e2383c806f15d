#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A tenth or less of the storms of all/, on the kernels that scripts/kernels has
# as whole.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"
# shellcheck source=tests/suites/storms.sh
. "$(dirname "$0")/storms.sh"

small()
{
	storms "$1" '
judged forks storming fork 2000
judged threads storming thread 5000
judged hotplugs hotplugs 10
judged changes changes 10
must mutate 5000 1
must crowd 2000 2
must deaf storm fork 500 --parallel 4' 13 --timeout 900
}

each_kernel small kind=image for=whole
tap_end
