#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every fuzzer over its corpus and over some input that is always the same: so
# many, and not so long, that what passes once passes on a slower machine too.
exec "$(dirname "$0")/../fuzz/run" -t 60 -n 20000
