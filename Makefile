# SPDX-License-Identifier: GPL-2.0
# Hands each target to the part that does it. `make help` lists them.

KEYS ?=

all: kmod user		## the module for the running kernel, and the tool

kmod:			## the module for the running kernel (KERNELDIR=...)
	$(MAKE) -C kmod modules

user:			## the tool
	$(MAKE) -C user

install: all		## both on this machine (or below DESTDIR=...)
	$(MAKE) -C kmod modules_install INSTALL_MOD_PATH=$(DESTDIR)
	$(MAKE) -C user install
	scripts/boot/install

dkms: user		## the module by DKMS, again for each new kernel; and the tool
	scripts/dkms.sh
	$(MAKE) -C user install
	scripts/boot/install

uninstall:		## undo install and dkms (or what is below DESTDIR=...)
	scripts/boot/uninstall

deb:			## Debian packages of both, in build/deb (FOR=arm64)
	scripts/package.sh deb $(FOR)

rpm:			## the same as RPM packages, in build/rpm (RPMBUILD=--nodeps)
	scripts/package.sh rpm $(RPMBUILD)

setup:			## prepare roots and kernels for the tests (as root)
	scripts/setup.sh all arm64

lab:			## build what guests are made of (KEYS="6.1 7.2")
	scripts/build-lab $(KEYS)

check:			## every test; ends in "N passed, N failed" (as root)
	scripts/check.sh $(SUITES)

check-all:		## what takes too long for that: storms, fuzzers, packages
	scripts/check.sh -a $(SUITES)

fuzz:			## random input for all that reads (TIME=60 FUZZERS=...)
	tests/fuzz/run -t $(or $(TIME),60) $(FUZZERS)

mutants:		## put in faults, one at a time: who notices? (PART=kmod SAMPLE=200 SEED=1)
	tests/mutants/run $(if $(SAMPLE),-s $(SAMPLE) -S $(or $(SEED),1)) $(PART)

soak:			## storms at random until TIME is over (TIME=8h KERNEL=6.1)
	tests/soak $(or $(TIME),8h) $(or $(KERNEL),6.1)

demo:			## what it can do, shown in a guest (CPU=skylake-sp, neoverse-n3 ...)
	scripts/demo.sh $(CPU)

tutorial:		## slow programs and quicker ones, with their trees (CPU=neoverse-n3)
	scripts/tutorial.sh $(CPU)

bench:			## what a context switch costs, beside others (as root)
	tests/bench/run

clean:			## remove what was built here, but not the cache
	$(MAKE) -C user clean
	rm -rf build

help:			## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | \
		expand -t 16

.PHONY: all kmod user install uninstall dkms deb rpm setup lab check check-all mutants soak demo tutorial bench clean fuzz help
