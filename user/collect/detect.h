/* SPDX-License-Identifier: GPL-2.0 */
/* Which model suits the machine. */
#ifndef _DETECT_H
#define _DETECT_H

#define DETECT_FOLDER "TDACCT_MODELS"

struct resolver;
struct info;
struct model;

/*
 * @choice, from the user: NULL, the name of a model that the tool carries, or
 * a file, also one in the folder that the environment names or in that of the site's
 * files, with or without the end of its name. NULL takes the model of this CPU, else one for its kind of
 * counters and says so. @resolver: see import.h. Tells what is wrong.
 */
int detect_model(struct model **out, const struct info *info,
		 const char *choice, const struct resolver *resolver);

/* The one that names this CPU, or NULL in *@out. Tells only what is wrong. */
int detect_cpu(struct model **out, const struct info *info);

#endif /* _DETECT_H */
