// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "modprobe.h"
#include "parts.h"

#define BLANKS " \t\n"

/* In the order in which modprobe prefers them. */
static const char *const folders[] = {
	"/etc/modprobe.d", "/run/modprobe.d", "/usr/local/lib/modprobe.d",
	"/usr/lib/modprobe.d", "/lib/modprobe.d",
};

/* Cuts @line into words. Returns what follows @key in one of them, or NULL. */
static const char *value_of(char *line, const char *key)
{
	size_t len = strlen(key);
	const char *word;

	while ((word = strsep(&line, BLANKS)))
		if (!strncmp(word, key, len))
			return word + len;
	return NULL;
}

/* The same of "options tdacct ..."; @goes_on: the line before ended in a backslash. */
static const char *value_of_options(char *line, const char *key,
				    bool *goes_on)
{
	size_t len = strcspn(line, "\n");
	bool begins = *goes_on;
	char *rest = line;

	*goes_on = false;
	if (!begins) {
		rest += strspn(rest, BLANKS);
		if (strncmp(rest, "options", 7))
			return NULL;
		rest += 7 + strspn(rest + 7, BLANKS);
		if (strncmp(rest, "tdacct", 6) || !strchr(BLANKS, rest[6]))
			return NULL;
	}
	*goes_on = len && line[len - 1] == '\\';
	return value_of(rest, key);
}

static bool find_in_file(struct modprobe_parameter *to, const char *root,
			 const char *key)
{
	FILE *f = fopen(FACT_PATH(root, "%s", to->file), "re");
	const char *value = NULL;
	bool goes_on = false;
	char *line = NULL;
	size_t room = 0;

	if (!f)
		return false;
	while (!value && getline(&line, &room, f) > 0)
		value = value_of_options(line, key, &goes_on);
	if (value)
		snprintf(to->value, sizeof(to->value), "%s", value);
	free(line);
	fclose(f);
	return value;
}

static int is_conf(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return len > 5 && !strcmp(entry->d_name + len - 5, ".conf");
}

static bool find_in_folder(struct modprobe_parameter *to, const char *root,
			   const char *folder, const char *key, bool own)
{
	struct dirent **entries = NULL;
	int nr = scandir(FACT_PATH(root, "%s", folder), &entries, is_conf,
			 alphasort);
	bool found = false;

	for (int i = 0; i < nr; i++) {
		if (!found) {
			snprintf(to->file, sizeof(to->file), "%s/%s", folder,
				 entries[i]->d_name);
			found = (own || strcmp(to->file, MODPROBE_EVENTS)) &&
				find_in_file(to, root, key);
		}
		free(entries[i]);
	}
	free(entries);
	return found;
}

static bool find_on_command_line(struct modprobe_parameter *to,
				 const char *root, const char *key)
{
	char line[FACT_SIZE], word[64];
	const char *value;

	snprintf(to->file, sizeof(to->file), "/proc/cmdline");
	if (!fact_line(FACT_PATH(root, "%s", to->file), line))
		return false;
	snprintf(word, sizeof(word), "tdacct.%s", key);
	value = value_of(line, word);
	if (value)
		snprintf(to->value, sizeof(to->value), "%s", value);
	return value;
}

bool modprobe_find(struct modprobe_parameter *to, const char *root,
		   const char *key, bool own)
{
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (find_in_folder(to, root, folders[i], key, own))
			return true;
	return find_on_command_line(to, root, key);
}

/* The kernel ignores a parameter that a module does not know. */
void modprobe_look(struct doctor *d)
{
	struct modprobe_parameter set;
	char todo[FACT_PATH_SIZE + FACT_SIZE * 2];

	if (!modprobe_find(&set, d->root, "set=", true))
		return;
	snprintf(todo, sizeof(todo), "sudo tdacct events use %.64s --boot%s",
		 set.value, strcmp(set.file, MODPROBE_EVENTS) ?
		 ", and take set= out of that file" : "");
	finding_add(d, "events at boot", FINDING_PROBLEM, todo,
		    "%.256s has set=%.64s, which the module does not know any more: it is loaded without these events",
		    set.file, set.value);
}
