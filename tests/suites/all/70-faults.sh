#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every allocation made to fail in turn, but every third of what has hundreds
# and takes a second each.
set -eu
# shellcheck source=tests/suites/faults.sh
. "$(dirname "$0")/../faults.sh"

faults 'export STEP=3
	shortage GET_ dump SUBSCRIBE PAUSE RESUME "CPU that goes" fork mkdir move'
faults 'export STEP=3; shortage memory "that comes" unload "load, ev"'
faults 'export STEP=3; shortage "all of a load"'
tap_end
