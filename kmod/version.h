/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _TDA_VERSION_H
#define _TDA_VERSION_H

#define TDA_VERSION	"0.9.0"

#endif /* _TDA_VERSION_H */
