#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every allocation of a question, a pause and a resume made to fail in turn; those
# of an insmod are in all/.
set -eu
# shellcheck source=tests/suites/faults.sh
. "$(dirname "$0")/faults.sh"

faults debug 'export STEP=13
	shortage GET_ dump SUBSCRIBE PAUSE RESUME "CPU that goes" || s=1'
tap_end
