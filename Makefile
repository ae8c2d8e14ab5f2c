# skep: build, check, install. Start with `make demo` or `make check`: both
# install what is missing first. `make help` lists the targets.
BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
CC = gcc
CLANG = clang-19
LLVM_CONFIG = llvm-config-19
JOBS ?= $(shell nproc)

WARN = -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wcast-qual -Werror
LLVM_DIR = /usr/lib/llvm-19
CFLAGS ?= -O2 -g
ALL_CFLAGS = -std=gnu11 $(WARN) $(CFLAGS) -Isrc -Irt -isystem $(LLVM_DIR)/include -isystem /usr/include/postgresql
# lld, which targets need anyway, links a tenth as long as the default linker.
LINK = -B$(LLVM_DIR)/bin -fuse-ld=lld
LIBS = -L$(LLVM_DIR)/lib -lclang-19 -lLLVM-19 -lxxhash -ljansson -lsqlite3 -lpq -lz3 -ldw -ldl -lm

SRC := $(sort $(wildcard src/*/*.c src/*/*/*.c src/*/*/*/*.c))
OBJ := $(SRC:src/%.c=$(BUILD)/obj/%.o)
LIB_OBJ := $(filter-out $(BUILD)/obj/cli/main.o,$(OBJ))
# The rooms of the runtime: in every target, in checked targets, in symbolic ones; as bitcode
# that is linked into units; and what programs with mutants have instead of all that.
RT_SRC := $(sort $(wildcard rt/worker/*.c rt/libc/*.c rt/checked/*.c))
RT_LABELS := $(sort $(wildcard rt/symbolic/*.c))
RT_BITCODE := $(sort $(wildcard rt/inlined/*.c))
RT_MUTANTS := $(sort $(wildcard rt/mutants/*.c))
RT_INCLUDES = -Irt $(addprefix -Irt/,worker libc symbolic inlined)
RT_CFLAGS = -std=gnu11 -O2 -g -fno-omit-frame-pointer -fno-stack-protector $(WARN) $(RT_INCLUDES)

UNIT_TESTS := $(sort $(wildcard tests/unit/*/test_*.c))
UNIT_BIN := $(patsubst %.c,$(BUILD)/tests/%,$(notdir $(UNIT_TESTS)))
vpath test_%.c $(sort $(dir $(UNIT_TESTS)))
CHECK_LISTS = build check $(if $(wildcard tests/browser/*),browser)

# V=1 shows whole commands.
ifeq ($(V),1)
say = @:
else
Q = @
say = @echo
endif

.PHONY: all help demo check test unit-tests asan format lint deps deps-build deps-check deps-bench \
	bench bench-fetch install uninstall clean
.DELETE_ON_ERROR:

all: $(BUILD)/skep $(BUILD)/rt/.done

help:
	@echo 'make demo        install what is missing, build, and show skep at work on an example'
	@echo 'make check       install what is missing, build, and run every test'
	@echo 'make             build $(BUILD)/skep'
	@echo 'make deps        install the packages that building and checking need'
	@echo 'make test        run the tests again, without looking at packages'
	@echo 'make asan        the unit tests with skep itself under AddressSanitizer and UBSan'
	@echo 'make format      lay out the code; make lint: clang-tidy and cppcheck'
	@echo 'make bench       the benchmarks (fetches the sources of some Debian packages)'
	@echo 'make install     PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)'
	@echo 'make uninstall, make clean'

# ---- packages ----

# Complete lists leave a stamp; compiling waits for it, and says what is missing.
$(BUILD)/deps/build: tools/deps
	@BUILD=$(BUILD) tools/deps --missing build

deps: deps-build deps-check
deps-build:
	@BUILD=$(BUILD) tools/deps build
deps-check:
	@BUILD=$(BUILD) tools/deps $(CHECK_LISTS)
deps-bench:
	@BUILD=$(BUILD) tools/deps build bench

# ---- skep ----

$(BUILD)/obj/%.o: src/%.c | $(BUILD)/deps/build
	@mkdir -p $(@D)
	$(say) '  cc    $<'
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# Read by the assembler, which the dependency files do not see.
$(BUILD)/obj/emit/report/report_assets.o: src/emit/report/report.css src/emit/report/report.js

$(BUILD)/libskep.a: $(LIB_OBJ)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(BUILD)/skep: $(BUILD)/obj/cli/main.o $(BUILD)/libskep.a
	$(say) '  link  $@'
	$(Q)$(CC) $(CFLAGS) $(LINK) $(LDFLAGS) $^ $(LIBS) -o $@

# The runtime: one set of objects per kind of target, and the helpers as bitcode.
RT_KINDS = fast checked symbolic
RT_BITCODE_CFLAGS = -std=gnu11 $(WARN) $(RT_INCLUDES) -O1 -Xclang -disable-llvm-passes -emit-llvm
$(BUILD)/rt/.done: $(RT_SRC) $(RT_LABELS) $(RT_BITCODE) $(RT_MUTANTS) $(wildcard rt/*.h rt/*/*.h) | $(BUILD)/deps/build
	@for kind in $(RT_KINDS); do mkdir -p $(BUILD)/rt/$$kind; rm -f $(BUILD)/rt/$$kind/*.o; done
	$(say) '  clang rt'
	$(Q)for f in $(RT_SRC); do b=$$(basename $$f .c); \
	  $(CLANG) $(RT_CFLAGS) -c $$f -o $(BUILD)/rt/fast/$$b.o && \
	  $(CLANG) $(RT_CFLAGS) -DSKEP_CHECKED=1 -c $$f -o $(BUILD)/rt/checked/$$b.o || exit 1; done
	$(Q)for f in $(RT_SRC) $(RT_LABELS); do b=$$(basename $$f .c); \
	  $(CLANG) $(RT_CFLAGS) -fno-pie -DSKEP_SYMBOLIC=1 -c $$f -o $(BUILD)/rt/symbolic/$$b.o || exit 1; done
	$(Q)for f in $(RT_BITCODE); do \
	  $(CLANG) $(RT_BITCODE_CFLAGS) -c $$f -o $(BUILD)/rt/$$(basename $$f .c).bc || exit 1; done
	$(Q)$(CLANG) $(RT_CFLAGS) -fno-pie -r $(RT_MUTANTS) -o $(BUILD)/rt/mutant_run.o
	@touch $@

# ---- tests ----

$(BUILD)/tests/%: %.c $(BUILD)/libskep.a $(wildcard tests/unit/*.h)
	@mkdir -p $(@D)
	$(say) '  cc    $<'
	$(Q)$(CC) $(ALL_CFLAGS) -Wno-cast-qual $(LINK) $(LDFLAGS) -Itests/unit $< $(BUILD)/libskep.a $(LIBS) -lcmocka -o $@

unit-tests: all $(UNIT_BIN)
	@BUILD=$(BUILD) tests/run unit

# Everything but the packages.
test: all $(UNIT_BIN)
	@BUILD=$(BUILD) tests/run

check: deps-check
	@$(MAKE) --no-print-directory -j$(JOBS) all $(UNIT_BIN)
	@BUILD=$(BUILD) tests/run

asan: deps-check
	@$(MAKE) --no-print-directory -j$(JOBS) BUILD=$(BUILD)/asan \
		CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined' unit-tests

format:
	@tools/format

lint:
	@BUILD=$(BUILD) LLVM_DIR=$(LLVM_DIR) tools/lint

# ---- at work ----

demo: deps-build
	@$(MAKE) --no-print-directory -s -j$(JOBS) all
	@BUILD=$(BUILD) tools/demo

bench-fetch: deps-bench
	@bench/fetch

bench: bench-fetch
	@$(MAKE) --no-print-directory -s -j$(JOBS) all
	@BUILD=$(BUILD) bench/models

# ---- install ----

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(RT_KINDS:%=$(DESTDIR)$(PREFIX)/lib/skep/%) \
		$(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/doc/skep \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -m 755 $(BUILD)/skep $(DESTDIR)$(PREFIX)/bin/skep
	install -m 644 $(BUILD)/rt/*.bc $(BUILD)/rt/mutant_run.o $(DESTDIR)$(PREFIX)/lib/skep/
	for kind in $(RT_KINDS); do \
	  install -m 644 $(BUILD)/rt/$$kind/*.o $(DESTDIR)$(PREFIX)/lib/skep/$$kind/ || exit 1; done
	install -m 644 docs/skep.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	install -m 644 tools/completion/skep.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/skep
	install -m 644 README.md LICENSE docs/*.md $(DESTDIR)$(PREFIX)/share/doc/skep/

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/skep $(DESTDIR)$(PREFIX)/share/man/man1/skep.1 \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/skep
	rm -rf $(DESTDIR)$(PREFIX)/lib/skep $(DESTDIR)$(PREFIX)/share/doc/skep

clean:
	rm -rf $(BUILD)

-include $(OBJ:.o=.d)
