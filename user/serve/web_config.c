// SPDX-License-Identifier: GPL-2.0
/*
 * Such a file is YAML, of which this reads what its keys need: a line each, "key: value",
 * those of a part further to the right than its name.
 */
#include <ctype.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/file.h"
#include "web_config.h"

enum { FILE_MAX = 1 << 20 };

enum key {
	KEY_CERT, KEY_KEY, KEY_CA, KEY_CLIENTS, KEY_MIN, KEY_MAX, KEYS,
};

static const char *const keys[KEYS] = {
	"cert_file", "key_file", "client_ca_file", "client_auth_type",
	"min_version", "max_version",
};

static const char *const versions[] = { "TLS10", "TLS11", "TLS12", "TLS13" };
static const char *const of_gnutls[] = {
	":+VERS-TLS1.0", ":+VERS-TLS1.1", ":+VERS-TLS1.2", ":+VERS-TLS1.3",
};

static const char *const client_types[] = {
	[WEB_CONFIG_ANY] = "NoClientCert",
	[WEB_CONFIG_VERIFY_GIVEN] = "VerifyClientCertIfGiven",
	[WEB_CONFIG_VERIFY] = "RequireAndVerifyClientCert",
};

struct reader {
	const char *path;
	unsigned int line;
	int part;		/* how far its name stands to the right, or -1 */
	int within;		/* the same of its keys, or -1 */
	char *value[KEYS];	/* in the text */
};

static int __attribute__((format(printf, 2, 3)))
fail(const struct reader *r, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "tdacct: %s:", r->path);
	if (r->line)
		fprintf(stderr, "%u:", r->line);
	fputc(' ', stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return -EINVAL;
}

/* Cuts off a remark, and what is empty at the end. */
static void cut(char *text)
{
	char quote = 0, *end = text;

	for (char *at = text; *at; at++) {
		if (quote ? *at == quote : *at == '"' || *at == '\'')
			quote = quote ? 0 : *at;
		if (!quote && *at == '#' &&
		    (at == text || isspace((unsigned char)at[-1])))
			break;
		if (!isspace((unsigned char)*at))
			end = at + 1;
	}
	*end = 0;
}

/* A text, with quotes or without. NULL: it is something else. */
static char *scalar(char *text)
{
	size_t len = strlen(text);

	if (*text == '"' || *text == '\'') {
		if (len < 2 || text[len - 1] != *text ||
		    memchr(text + 1, *text, len - 2) ||
		    (*text == '"' && memchr(text, '\\', len)))
			return NULL;
		text[len - 1] = 0;
		return text + 1;
	}
	return *text && !strchr("[]{}&*!|>%@`,?-", *text) ? text : NULL;
}

static int take_key(struct reader *r, const char *name, char *value)
{
	for (enum key k = 0; k < KEYS; k++) {
		if (strcmp(keys[k], name) != 0)
			continue;
		if (r->value[k])
			return fail(r, "%s stands there twice", name);
		r->value[k] = scalar(value);
		return r->value[k] ? 0 :
		       fail(r, "%s expects a text in the same line", name);
	}
	return fail(r, "tls_server_config has %s, which is not supported here; a proxy on this machine can do that", name);
}

static int take_line(struct reader *r, char *line)
{
	int column = (int)strspn(line, " ");
	char *name = line + column, *colon;

	cut(name);
	if (!*name || (!column && !strcmp(name, "---")))
		return 0;
	colon = strchr(name, ':');
	if (!colon || (colon[1] && colon[1] != ' '))
		return fail(r, "expected \"key: value\", found '%s'", name);
	*colon = 0;
	colon += 1 + strspn(colon + 1, " ");
	if (r->part < 0 || column <= r->part) {
		if (r->part >= 0 && column < r->part)
			return fail(r, "'%s' stands too far to the left", name);
		if (strcmp(name, "tls_server_config") != 0)
			return fail(r, "%s is not supported here, only tls_server_config; a proxy on this machine can do that", name);
		if (r->part >= 0 || *colon)
			return fail(r, "tls_server_config expects its keys in lines below it, and stands there once");
		r->part = column;
		return 0;
	}
	if (r->within < 0)
		r->within = column;
	if (column != r->within)
		return fail(r, "'%s' stands in another column than the key before it", name);
	return take_key(r, name, colon);
}

static int take_lines(struct reader *r, char *text)
{
	char *line;
	int err = 0;

	while (!err && (line = strsep(&text, "\n"))) {
		r->line++;
		err = strchr(line, '\t') ? fail(r, "a tab stands there") :
		      take_line(r, line);
	}
	r->line = 0;
	return err;
}

static int find(const struct reader *r, enum key key,
		const char *const names[], size_t nr, int otherwise)
{
	if (!r->value[key])
		return otherwise;
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(names[i], r->value[key]))
			return (int)i;
	return fail(r, "%s: '%s' is not supported", keys[key], r->value[key]);
}

/* A path is from the folder of the file that has it. */
static int read_file(const struct reader *r, enum key key, char **to)
{
	char *copy = strdup(r->path), *path = NULL;
	size_t len;
	int err;

	if (!copy || asprintf(&path, "%s%s%s", *r->value[key] == '/' ? "" : dirname(copy),
			      *r->value[key] == '/' ? "" : "/", r->value[key]) < 0) {
		free(copy);
		return -ENOMEM;
	}
	err = file_read(path, FILE_MAX, to, &len);
	if (err)
		fail(r, "%s: %s: %s", keys[key], path, strerror(-err));
	free(copy);
	free(path);
	return err;
}

static int take_all(struct web_config *to, const struct reader *r)
{
	int clients = find(r, KEY_CLIENTS, client_types, 3, WEB_CONFIG_ANY);
	int min = find(r, KEY_MIN, versions, 4, 2);
	int max = find(r, KEY_MAX, versions, 4, 3);
	int err;

	if (clients < 0 || min < 0 || max < 0)
		return -EINVAL;
	if (!r->value[KEY_CERT] || !r->value[KEY_KEY])
		return fail(r, "tls_server_config needs cert_file and key_file");
	if (!r->value[KEY_CA] != (clients == WEB_CONFIG_ANY))
		return fail(r, "client_ca_file and a client_auth_type that verifies go together");
	if (min > max)
		return fail(r, "min_version is above max_version");
	to->clients = (enum web_config_clients)clients;
	strcpy(to->priorities, "NORMAL:-VERS-ALL");
	for (int v = min; v <= max; v++)
		strcat(to->priorities, of_gnutls[v]);
	err = read_file(r, KEY_CERT, &to->cert);
	if (!err)
		err = read_file(r, KEY_KEY, &to->key);
	if (!err && r->value[KEY_CA])
		err = read_file(r, KEY_CA, &to->ca);
	return err;
}

int web_config_read(struct web_config *to, const char *path)
{
	struct reader r = { .path = path, .part = -1, .within = -1 };
	char *text;
	size_t len;
	int err = file_read(path, FILE_MAX, &text, &len);

	memset(to, 0, sizeof(*to));
	if (err) {
		fail(&r, "%s", strerror(-err));
		return err;
	}
	err = strlen(text) < len ? fail(&r, "it is no text") :
	      take_lines(&r, text);
	if (!err)
		err = take_all(to, &r);
	if (err)
		web_config_free(to);
	free(text);
	return err;
}

void web_config_free(struct web_config *c)
{
	free(c->cert);
	free(c->key);
	free(c->ca);
	memset(c, 0, sizeof(*c));
}

bool web_config_admits(const struct web_config *c, void *session)
{
	gnutls_typed_vdata_st client = {
		.type = GNUTLS_DT_KEY_PURPOSE_OID,
		.data = (void *)GNUTLS_KP_TLS_WWW_CLIENT,
	};
	unsigned int nr = 0, wrong = ~0u;

	if (c->clients == WEB_CONFIG_ANY)
		return true;
	if (!gnutls_certificate_get_peers(session, &nr) || !nr)
		return c->clients == WEB_CONFIG_VERIFY_GIVEN;
	return !gnutls_certificate_verify_peers(session, &client, 1, &wrong) &&
	       !wrong;
}
