/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A vendor's file of metrics as a family. A metric that cannot be had stays in it with
 * the reason. Documentation/vendors.rst describes the formats.
 */
#ifndef _VENDOR_H
#define _VENDOR_H

#include <jansson.h>
#include <stdbool.h>

struct document;
struct resolver;

bool vendor_has_metrics(const json_t *root);

/*
 * Only what is in the file is in the family; @resolver: of the events that it only
 * names, or NULL. -ENOENT: it has no metrics. -EINVAL and the document's reason: it has
 * more than MODEL_NODES_MAX. -ENOMEM.
 */
int vendor_family(json_t **family, const struct document *from,
		  const struct resolver *resolver);

#endif /* _VENDOR_H */
