#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tdacct top with a hundred thousand threads takes less than a tenth of a core; and with
# ten thousand at most a fifth of what top -H takes beside it in the same run, which
# needs minutes for more of them ("make bench" has them).
set -eu
# shellcheck source=tests/suites/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/suites/watched.sh
. "$(dirname "$0")/../watched.sh"

# One instruction a cycle, at 2 GHz.
many=100000 few=10000 core=2000000000

watched live-suite-many $many 0
row "price: a reading each second takes at most a tenth of a core" \
	at_most $core 10 "$(price tdacct 3)"

watched live-suite-few $few 2
row "price: all of them were shown by top -H, too" [ "$(price top 4)" -ge $few ]
row "price: a reading takes at most a fifth of one of top -H" \
	at_most "$(price top 3)" 20 "$(price tdacct 3)"
row "price: so do the start and the first one, which is of all threads" \
	at_most "$(price top 3)" 20 "$(price tdacct 2)"

# Above what it takes that all of them wake once a second.
above() { echo $(($(price "$1" 3) - $(price rest 3))); }

watched live-suite-awake $few 3 900
row "price: all of them ran in a second" [ "$(price rest 4)" -ge $few ]
row "price: a reading of threads that all ran takes at most a fifth of top -H" \
	at_most "$(above top)" 20 "$(above tdacct)"
tap_end
