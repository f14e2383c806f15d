#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Hold the YAML specification of the netlink family against the UAPI header, in
# both directions: check-spec.sh [SPEC [HEADER]]. Compared are the names and
# numbers of attributes, commands and enums, and the types of attributes as the
# manual in the header gives them.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
spec=${1:-$top/Documentation/netlink/specs/tdacct.yaml}
header=${2:-$top/include/uapi/linux/tdacct.h}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# "CONSTANT number" of each enumerator, without the bounds of the enums.
header_numbers() {
	sed 's|/\*.*||' "$header" | awk '
	/^enum / { next_number = 0; inside = 1 }
	/^};/    { inside = 0 }
	inside && /^\t[A-Z]/ {
		gsub(/[,\t ]/, "")
		if ($0 !~ /=/ && $0 !~ /_UNSPEC$/)
			print $0, next_number
		next_number++
	}'
	sed -n 's/^#define \(TDACCT_[A-Z_]*\)[\t ]*(1U << \([0-9]*\)).*/\1 \2/p' \
		"$header"
}

# The same from the spec: attributes and commands from 1, the others from 0.
spec_numbers() {
	awk '
	function constant(prefix, name) {
		name = prefix name
		gsub(/-/, "_", name)
		return toupper(name)
	}
	/^[a-z]/          { section = $1; prefix = "" }
	/^  -$/           { prefix = ""; number = 0 }
	/name-prefix:/    { prefix = $2; number = 0 }
	/^    entries:/   {
		gsub(/.*\[|[],]/, "")
		for (i = 1; i <= NF; i++)
			print constant(prefix, $i), i - 1
	}
	section == "attribute-sets:" && /^        name:/ && prefix {
		print constant(prefix, $2), ++number
	}
	section == "operations:" && /^      name:/ {
		print constant(prefix, $2), ++number
	}' "$spec"
}

# "CONSTANT type", as the manual writes "TDACCT_A_TID: u32".
header_types() {
	sed -n 's/^ \*[\t ]*\(TDACCT_\(\|VALUE_\|COUNTS_\)A_[A-Z_]*\): \([a-z0-9]*\).*/\1 \3/p' \
		"$header" | sort -u
}

spec_types() {
	awk '
	/^[a-z]/                { section = $1 }
	/^  -$/                 { prefix = "" }
	/name-prefix:/          { prefix = $2 }
	/^        name:/        { name = toupper(prefix $2); gsub(/-/, "_", name) }
	section == "attribute-sets:" && /^        type:/ && prefix {
		print name, $2
	}' "$spec"
}

bad=0

compare() {
	sort "$scratch/$1.header" >"$scratch/a"
	sort "$scratch/$1.spec" >"$scratch/b"
	if ! diff "$scratch/a" "$scratch/b" >"$scratch/diff"; then
		echo "check-spec: $1: < header, > spec" >&2
		grep '^[<>]' "$scratch/diff" >&2
		bad=1
	fi
}

header_numbers >"$scratch/numbers.header"
spec_numbers >"$scratch/numbers.spec"
compare numbers

# Only what the manual gives a type; all of those must be in the spec.
header_types >"$scratch/types.header"
spec_types | sort >"$scratch/all"
cut -d' ' -f1 "$scratch/types.header" |
	while read -r name; do grep "^$name " "$scratch/all" || true; done |
	sort -u >"$scratch/types.spec"
compare types

name=$(sed -n 's/^#define TDACCT_GENL_NAME\t"\(.*\)"/\1/p' "$header")
if ! grep -q "^name: $name\$" "$spec"; then
	echo "check-spec: the family is '$name' in the header" >&2
	bad=1
fi
for file in numbers.header types.header; do
	if [ ! -s "$scratch/$file" ]; then
		echo "check-spec: nothing was found in the header: $file" >&2
		bad=1
	fi
done
if [ "$bad" = 0 ]; then
	echo "check-spec: $(wc -l <"$scratch/numbers.header") numbers and" \
		"$(wc -l <"$scratch/types.header") types agree"
fi
exit "$bad"
