/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What perf's spelling of an event says beside the event: whose counters count it,
 * and how. The kernel's tools/perf/util/parse-events.l has all of its words.
 */
#ifndef _EVENTS_PERF_H
#define _EVENTS_PERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* @device has @len characters: "cpu", "cpu_core", "armv8_pmuv3_0", "CPU-M-CF". */
bool perf_is_core(const char *device, size_t len);
bool perf_is_arm(const char *device, size_t len);

/* Why what another device counts is counted for no task. */
const char *perf_device_why(const char *device, size_t len);

/*
 * A term such as "name" or "period", without its value: true, and *@why is why an
 * event with it is not counted, or NULL where it does not change what is counted.
 */
bool perf_term(const char *name, const char **why);

/* As perf_term(), of letters such as "pp" or "uk", which stand behind an event. */
bool perf_modifiers(const char *letters, const char **why);

/* All of "r1a8" or "0x1a8". */
bool perf_raw(const char *text, uint64_t *config);

#endif /* _EVENTS_PERF_H */
