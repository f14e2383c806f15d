#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every fuzzer over its corpus and over some input that is always the same.
exec "$(dirname "$0")/../fuzz/run" -t 3 -n 20000
