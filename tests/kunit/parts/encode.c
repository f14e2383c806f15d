// SPDX-License-Identifier: GPL-2.0
#include "../../../kmod/serve/encode.c"
