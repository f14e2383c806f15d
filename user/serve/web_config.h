/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How HTTP is secured: the part tls_server_config of a web configuration file, as exporters
 * for Prometheus have it. What else such a file may have is refused by its name.
 */
#ifndef _WEB_CONFIG_H
#define _WEB_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

enum web_config_clients {
	WEB_CONFIG_ANY,		/* no certificate is asked for */
	WEB_CONFIG_VERIFY_GIVEN,	/* a client may have none, or a right one */
	WEB_CONFIG_VERIFY,	/* only who has a right one is answered */
};

struct web_config {
	char *cert;		/* files as texts: the server's certificate, its key, */
	char *key;
	char *ca;		/* and who signs clients' ones; NULL: nobody */
	enum web_config_clients clients;
	char priorities[80];	/* as GnuTLS has them: the versions */
};

/* Tells what is wrong. -EINVAL, -ENOMEM, or what reading a file came to. */
int web_config_read(struct web_config *to, const char *path);
void web_config_free(struct web_config *c);

/* May a client with this gnutls_session_t have an answer? */
bool web_config_admits(const struct web_config *c, void *session);

#endif /* _WEB_CONFIG_H */
