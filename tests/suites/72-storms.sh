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
	storms "$1" "$few_storms" "$nr_few_storms" --timeout 900
}

each_kernel small kind=image for=whole
tap_end
