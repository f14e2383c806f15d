#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tdacct top with a hundred thousand threads takes less than a tenth of a core.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/watched.sh
. "$(dirname "$0")/../watched.sh"

# One instruction a cycle, at 2 GHz.
many=100000 core=2000000000

watched live-suite-many $many alone
row "price: a reading each second takes at most a tenth of a core" \
	at_most $core 10 "$(price tdacct 3)"
tap_end
