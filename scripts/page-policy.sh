#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# page-policy.sh PAGE: which scripts and styles of PAGE a browser may execute, as directives of
# a Content-Security-Policy. The tags <style> and <script> stand on lines of their own.
set -eu

# The hash of all that is between <$1> and </$1>, as browsers have it.
hash_of() {
	local hex
	hex=$(sed -n "/^<$1>\$/,/^<\/$1>\$/p" "$page" | sed '$d' |
		{ printf '\n'; sed 1d; } | sha256sum | cut -c1-64)
	# shellcheck disable=SC2059
	printf "$(printf '%s' "$hex" | sed 's/../\\x&/g')" | base64
}

page=$1
style=$(hash_of style)
script=$(hash_of script)
printf "style-src 'sha256-%s'; script-src 'sha256-%s'" "$style" "$script"
