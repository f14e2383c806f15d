#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What perf can still count while tdacct counts, on the other kernels.
set -eu
KERNELS='6.12 7.2' exec "$(dirname "$0")/../47-neighbours.sh"
