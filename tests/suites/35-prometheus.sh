#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The exporter and its rules, by the programs that will read them: promtool holds the
# rules of each family against the tool, and a real Prometheus scrapes a recording.
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/tap.sh"

tools=build/bookworm/user

in_web()
{
	"$top/scripts/in-root" web "$@"
}

# rows_of NAME COMMAND...: its own rows, and that it came to its end.
rows_of()
{
	row "$1: all was tried" in_web timeout 300 "${@:2}"
}

# The rules of a family beside the tests of alerts, where promtool looks for them.
alerts()
{
	in_web "$tools/tdacct-serve" --print-rules --model sapphirerapids >build/alerts-rules.yml &&
		cp "$top/tests/suites/alerts.yml" build/alerts.yml &&
		in_web promtool test rules build/alerts.yml
}

cd "$top"
row "alerts: each at its limit and beyond" alerts
rows_of rules python3 tests/suites/rules.py "$tools" promtool
rows_of scrape python3 tests/suites/scrape.py "$tools"
rows_of tls python3 tests/suites/tls.py "$tools" tests/fixtures/serve.rec
tap_end
