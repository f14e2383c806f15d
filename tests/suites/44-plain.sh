#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Plain counters: laws, storms, and the truth of 15 classes at once on one CPU.
set -eu
# shellcheck source=tests/suites/plain.sh
. "$(dirname "$0")/plain.sh"

plain 6.1
tap_end
