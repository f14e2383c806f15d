#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Laws, lives, interface, permissions, sharing and truth on 7.2.
set -eu
# shellcheck source=tests/suites/kselftest.sh
. "$(dirname "$0")/kselftest.sh"

kselftest 7.2
