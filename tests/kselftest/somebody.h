/* SPDX-License-Identifier: GPL-2.0 */
/* To be somebody else, and to hand sockets to others. */
#ifndef _SOMEBODY_H
#define _SOMEBODY_H

#include <stdint.h>

#define NOBODY	65534

/* From now on these capabilities, permitted and effective; or not effective. */
void set_capabilities(uint64_t caps);
void lower_capabilities(uint64_t caps);

/* The user nobody, with these capabilities. */
void become_nobody(uint64_t caps);

/* A file descriptor as a message over a Unix socket. */
void send_socket(int to, int fd);
int receive_socket(int from);

#endif /* _SOMEBODY_H */
