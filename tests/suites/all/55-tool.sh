#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The tool on the oldest kernel and the newest.
set -eu
# shellcheck source=tests/suites/tool.sh
. "$(dirname "$0")/../tool.sh"

tool "$(kernel_keys kind=image | head -n 1)"
tool "$(kernel_keys kind=image | tail -n 1)"
tap_end
