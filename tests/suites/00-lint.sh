#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The sources, unread by any machine yet.
exec "$(dirname "$0")/../../scripts/lint.sh"
