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
	[REG_X0] = "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9",
	"x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19",
	"x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29",
	"x30",
	[REG_CPSR] = "cpsr",
	[REG_DFR0] = "ID_AA64DFR0_EL1",
};

/* The same for all vCPUs; written before any of them runs. */
static struct qemu_plugin_register *handles[N_REGS];

static void find(const qemu_plugin_reg_descriptor *d)
{
	for (int r = 0; r < N_REGS; r++)
		if (!strcmp(d->name, names[r]))
			handles[r] = d->handle;
}

bool guest_init(enum reg first, enum reg end)
{
	GArray *all = qemu_plugin_get_registers();

	for (unsigned int i = 0; i < all->len; i++)
		find(&g_array_index(all, qemu_plugin_reg_descriptor, i));
	g_array_free(all, TRUE);
	for (enum reg r = first; r < end; r++)
		if (!handles[r])
			return false;
	return true;
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
