#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What is read by machines and takes them longer.
exec "$(dirname "$0")/../../../scripts/lint.sh" -a
