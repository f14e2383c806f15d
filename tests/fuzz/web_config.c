// SPDX-License-Identifier: GPL-2.0
/* A web configuration file: who reads it is told what is wrong, or gets all that it needs. */
#include <errno.h>
#include <string.h>

#include "serve/web_config.h"
#include "fuzz.h"

void fuzz_one(const uint8_t *data, size_t size)
{
	struct web_config c;
	int err = web_config_read(&c, fuzz_file(0, data, size));

	fuzz_expect(err <= 0, "an error is one: %d", err);
	fuzz_expect(err ? !c.cert && !c.key && !c.ca : c.cert && c.key,
		    "all that it needs, or nothing: %d", err);
	fuzz_expect(err || !c.ca == (c.clients == WEB_CONFIG_ANY),
		    "who verifies knows who signs: %d", c.clients);
	fuzz_expect(err || !strncmp(c.priorities, "NORMAL:-VERS-ALL:+VERS-TLS1.", 28),
		    "no version by itself: %s", c.priorities);
	web_config_free(&c);
}
