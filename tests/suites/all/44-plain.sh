#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Plain counters on the newest kernel; see tests/suites/44-plain.sh.
set -eu
# shellcheck source=tests/suites/plain.sh
. "$(dirname "$0")/../plain.sh"

plain 7.2
tap_end
