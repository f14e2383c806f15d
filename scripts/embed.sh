#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Files into C: embed.sh TABLE FILE... writes a source that defines TABLE, a
# "const struct embedded TABLE[]" with a name, text and length for each file.
set -eu

table=$1
shift

one() {
	printf 'static const char text_%d[] = {\n' "$1"
	od -An -v -t x1 "$2" | sed 's/ \(..\)/0x\1,/g'
	printf '0};\n'
}

printf '/* SPDX-License-Identifier: GPL-2.0 */\n'
printf '/* Written by scripts/embed.sh. */\n#include "text/embedded.h"\n'
i=0
for file; do
	one "$i" "$file"
	i=$((i + 1))
done
printf 'const struct embedded %s[] = {\n' "$table"
i=0
for file; do
	printf '{ "%s", text_%d, sizeof(text_%d) - 1 },\n' \
		"${file##*/}" "$i" "$i"
	i=$((i + 1))
done
printf '{ 0, 0, 0 },\n};\n'
