#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Ten thousand cgroups, each with a task of its own, dumped and given back.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/../kselftest.sh"

vm --kernel 6.1 --timeout 900 -- 'GROUPS=10000 cgroups many'
results 6.1
row '6.1: ten thousand were there' has "$vm_out" '^# 10000 cgroups took'
tap_end
