// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/data.h"
#include "events/document.h"
#include "events/families.h"
#include "events/midr.h"
#include "text/embedded.h"
#include "text/file.h"
#include "known.h"

enum {
	WORDS_SIZE = 256,
	SHORT = 5,	/* what is no longer must be a word: "spr", "zen4" */
};

/* Looks for the longest name that @text has, or begins with. */
struct search {
	char text[WORDS_SIZE];
	char word[WORDS_SIZE];	/* the first of it */
	bool within;
	bool folder;		/* it is the name of one, which may mean anything */
	size_t longest;
	char family[64];	/* "": the tool has no table for such a CPU */
};

/* As vendors and perf call CPUs that there is no table for, or a line of them. */
static const char *const strangers[] = {
	/* Intel's */
	"amberlake", "apollolake", "arrowlake", "bartlettlake", "bonnell",
	"clearwaterforest", "crestmont", "cougarcove", "darkmont",
	"denverton", "diamondrapids", "elkhartlake", "geminilake", "goldmont",
	"haswell", "ivybridge", "ivytown", "jaketown", "jasperlake",
	"knightslanding", "knightsmill", "lakefield", "lioncove", "lunarlake",
	"meteorlake", "nehalem", "novalake", "pantherlake", "redwoodcove",
	"sandybridge", "silvermont", "skymont", "snowridge", "tremont",
	"westmere", "wildcatlake", "arl", "bnl", "cwf", "dmr", "ehl", "glm",
	"glp", "hsw", "hsx", "ivb", "ivt", "jkt", "jsl", "knl", "knm", "lkf",
	"lnl", "mtl", "nhm", "nvl", "ptl", "slm", "snb", "snr", "wcl", "wsm",
	/* AMD's */
	"amdzen", "amdfam", "bulldozer", "zen", "zen1", "zen6", "zen7",
	/* Arm's, and what is like them */
	"a64fx", "cortex", "emag", "hip08", "hip09", "hip10", "hip12", "kryo",
	"neoverse", "oryon", "thunderx", "tsv110", "xgene",
	/* of other architectures */
	"cfz", "power7", "power8", "power9", "power10", "power11",
};

/* Makers of CPUs count in the name of a file, and not of a folder. */
static const char *const makers[] = {
	"altra", "ampere", "exynos", "fujitsu", "hisilicon", "loongson",
	"monaka", "nvidia", "sifive", "starfive", "thead",
};

/* How Intel's lines of CPUs end: a new one is known by that. */
static const char *const ends[] = { "lake", "rapids", "forest", "ridge" };

/* "Ice Lake-SP" reads "icelakesp": what vendors write between is no help. */
static void plain(char to[WORDS_SIZE], const char *from, size_t len)
{
	size_t nr = 0;

	for (size_t i = 0; i < len && nr < WORDS_SIZE - 1; i++)
		if (isalnum((unsigned char)from[i]))
			to[nr++] = (char)tolower((unsigned char)from[i]);
	to[nr] = 0;
}

/* A short name within a text would be found in any. */
static bool is_called(const struct search *s, const char *words)
{
	size_t length = strlen(words);

	if (length <= SHORT)
		return !s->folder && !strcmp(s->word, words);
	return s->within ? strstr(s->text, words) != NULL :
			   !strncmp(s->text, words, length);
}

static void try_name(struct search *s, const char *name, const char *family,
		     size_t len)
{
	char words[WORDS_SIZE];
	size_t length;

	plain(words, name, strlen(name));
	length = strlen(words);
	if (length <= s->longest || !is_called(s, words))
		return;
	s->longest = length;
	snprintf(s->family, sizeof(s->family), "%.*s", (int)len, family);
}

/* A file of the program's own has no mistakes, and a table's name; a test says so. */
static void try_family(struct search *s, const struct embedded *e)
{
	size_t len = strcspn(e->name, ".");
	json_t *names = document_list(e, "known_as");
	char own[64];

	snprintf(own, sizeof(own), "%.*s", (int)len, e->name);
	try_name(s, own, e->name, len);
	for (size_t i = 0; i < json_array_size(names); i++)
		try_name(s, json_string_value(json_array_get(names, i)),
			 e->name, len);
	json_decref(names);
}

static void try_strangers(struct search *s)
{
	for (size_t i = 0; i < sizeof(strangers) / sizeof(*strangers); i++)
		try_name(s, strangers[i], "", 0);
	for (size_t i = 0; !s->folder && i < sizeof(makers) / sizeof(*makers); i++)
		try_name(s, makers[i], "", 0);
}

/* "novalake", "clearwaterforest": not "lake" alone, which may be anybody's. */
static bool is_line_of_cpus(const char *word)
{
	size_t len = strlen(word);

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		size_t end = strlen(ends[i]);

		if (len > end && !strcmp(word + len - end, ends[i]))
			return true;
	}
	return false;
}

static size_t word_length(const char *text, size_t len)
{
	size_t nr = 0;

	while (nr < len && isalnum((unsigned char)text[nr]))
		nr++;
	return nr;
}

/* 0 and NULL: it is the name of a CPU that there is no table for. */
static int find(struct event_data **out, const char *text, size_t len,
		bool within, bool folder)
{
	struct search s = { .within = within, .folder = folder };

	plain(s.text, text, len);
	plain(s.word, text, within ? 0 : word_length(text, len));
	if (!*s.text)
		return -ENOENT;
	for (const struct embedded *e = embedded_families; e->name; e++)
		if (families_is_cpu(e))
			try_family(&s, e);
	try_strangers(&s);
	if (*s.family)
		return families_by_name(out, s.family);
	return s.longest || (!folder && is_line_of_cpus(s.word)) ? 0 : -ENOENT;
}

/* The text behind "key" where that first stands in a file; NULL: it does not. */
static const char *find_text(const char *head, const char *key, size_t *len)
{
	const char *at = strstr(head, key);

	if (!at)
		return NULL;
	at += strlen(key);
	at += strspn(at, " \t\r\n:");
	if (*at != '"')
		return NULL;
	*len = strcspn(at + 1, "\"");
	return at + 1;
}

static uint32_t find_number(const char *head, const char *key)
{
	size_t len;
	const char *at = find_text(head, key, &len);

	return at ? (uint32_t)strtoul(at, NULL, 0) : 0;
}

/* Arm's: the fields of a core's MIDR_EL1. */
static int find_core(struct event_data **out, const char *head)
{
	struct event_machine m = { .family = 8 };
	uint32_t maker = find_number(head, "\"implementer\"");
	int err;

	m.model = find_number(head, "\"part_num\"") << 8 |
		  (find_number(head, "\"major_revision\"") & 15) << 4 |
		  (find_number(head, "\"minor_revision\"") & 15);
	arm_implementer(maker ? maker : 0x41, m.vendor, sizeof(m.vendor));
	err = families_of_machine(out, &m);
	return err == -ENOENT ? 0 : err;
}

/* Whatever words it has for it, such a text says which CPU the file is for. */
static bool names_cpu(const char *text, size_t len)
{
	static const char *const words[] = {
		"performance monitoring", "processor", "microarchitecture",
		"codename", "code name", "based on ", "generation", "(r)",
		"xeon", "atom", "e-core", "p-core",
	};
	char small[WORDS_SIZE] = "";

	if (len >= sizeof(small))
		len = sizeof(small) - 1;
	for (size_t i = 0; i < len; i++)
		small[i] = (char)tolower((unsigned char)text[i]);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strstr(small, words[i]))
			return true;
	return false;
}

/* Intel's: "Performance Monitoring Metrics for ... based on ... microarchitecture" */
static int find_info(struct event_data **out, const char *text)
{
	const char *header = strstr(text, "\"Header\"");
	size_t len;
	const char *info = header ? find_text(header, "\"Info\"", &len) : NULL;
	int err = info ? find(out, info, len, true, false) : -ENOENT;

	return err == -ENOENT && info && names_cpu(info, len) ? 0 : err;
}

/* The next reader complains of a file that cannot be read. */
static int find_by_content(struct event_data **out, const char *path)
{
	char *text;
	size_t len;
	int err;

	if (file_read(path, EVENT_FILE_MAX, &text, &len))
		return -ENOENT;
	err = strstr(text, "\"part_num\"") ? find_core(out, text) :
					     find_info(out, text);
	free(text);
	return err;
}

/* "pmu-events/arch/x86/CPU/": where perf has a folder for each CPU. */
static bool is_perfs(const char *path, const char *from)
{
	static const char folder[] = "pmu-events/arch/";
	const char *at = strstr(path, folder);
	const char *slash = at ? strchr(at + strlen(folder), '/') : NULL;

	return slash && slash < from;
}

/* The nearest folder comes first. */
static int find_by_folder(struct event_data **out, const char *path,
			  const char *end)
{
	int err = -ENOENT;

	while (err == -ENOENT && end > path) {
		const char *from = end;

		while (from > path && from[-1] != '/')
			from--;
		err = find(out, from, (size_t)(end - from), false, true);
		if (err == -ENOENT && is_perfs(path, from))
			return 0;
		end = from > path ? from - 1 : path;
	}
	return err;
}

int known_file(struct event_data **out, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	int err;

	*out = NULL;
	err = find(out, name, strlen(name), false, false);
	if (err == -ENOENT)
		err = find_by_content(out, path);
	if (err == -ENOENT && slash)
		err = find_by_folder(out, path, slash);
	return err;
}
