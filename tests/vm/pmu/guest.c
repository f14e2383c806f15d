// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "guest.h"
#include "qemu.h"

static const char *const names[N_REGS] = {
	[REG_RAX] = "rax",
	[REG_RBX] = "rbx",
	[REG_RCX] = "rcx",
	[REG_RDX] = "rdx",
	[REG_RSP] = "rsp",
	[REG_EFLAGS] = "eflags",
	[REG_CR4] = "cr4",
};

/* The same for all vCPUs; written before any of them runs. */
static struct qemu_plugin_register *handles[N_REGS];

bool guest_init(void)
{
	GArray *all = qemu_plugin_get_registers();
	unsigned int found = 0;

	for (unsigned int i = 0; i < all->len; i++) {
		qemu_plugin_reg_descriptor *d =
			&g_array_index(all, qemu_plugin_reg_descriptor, i);

		for (int r = 0; r < N_REGS; r++) {
			if (strcmp(d->name, names[r]))
				continue;
			handles[r] = d->handle;
			found |= 1U << r;
		}
	}
	g_array_free(all, TRUE);
	return found == (1U << N_REGS) - 1;
}

static GByteArray *buffer(void)
{
	static __thread GByteArray *own;

	if (!own)
		own = g_byte_array_new();
	g_byte_array_set_size(own, 0);
	return own;
}

static uint64_t get(const GByteArray *bytes)
{
	uint64_t value = 0;

	memcpy(&value, bytes->data, MIN(bytes->len, sizeof(value)));
	return value;
}

static GByteArray *put(uint64_t value, size_t size)
{
	return g_byte_array_append(buffer(), (const guint8 *)&value, size);
}

uint64_t guest_read(enum reg reg)
{
	GByteArray *bytes = buffer();

	qemu_plugin_read_register(handles[reg], bytes);
	return get(bytes);
}

void guest_write(enum reg reg, uint64_t value)
{
	qemu_plugin_write_register(handles[reg], put(value, sizeof(value)));
}

bool guest_load(uint64_t address, uint64_t *value, size_t size)
{
	GByteArray *bytes = buffer();

	if (!qemu_plugin_read_memory_vaddr(address, bytes, size))
		return false;
	*value = get(bytes);
	return true;
}

void guest_store(uint64_t address, uint64_t value, size_t size)
{
	qemu_plugin_write_memory_vaddr(address, put(value, size));
}

bool guest_load_device(uint64_t address, uint32_t *value)
{
	GByteArray *bytes = buffer();

	if (qemu_plugin_read_memory_hwaddr(address, bytes, sizeof(*value)))
		return false;
	*value = get(bytes);
	return true;
}

bool guest_store_device(uint64_t address, uint32_t value)
{
	return !qemu_plugin_write_memory_hwaddr(address,
						put(value, sizeof(value)));
}
