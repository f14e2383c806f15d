#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every fuzzer for ten seconds, with input of its own each time.
exec "$(dirname "$0")/../../fuzz/run" -t 10
