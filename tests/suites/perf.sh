# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# What suites have in common that compare with perf's own metrics.

# What perf lists: a name, "[what it means]", "[its formula]".
to_json='/^  [A-Za-z_]/ { name = $1; n = 0 }
/^ +\[/ && ++n == 2 {
	sub(/^ +\[/, "")
	sub(/\]$/, "")
	gsub(/\\/, "\\\\&")
	printf "%s{\"MetricName\": \"%s\", \"MetricExpr\": \"%s\"%s}\n",
	       nr++ ? "," : "[", name, $0,
	       name ~ /^tma_/ ? ", \"ScaleUnit\": \"100%\"" : ""
}
END { print "]" }'
