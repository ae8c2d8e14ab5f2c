# skep: build, check, install. Start with `make demo` or `make check`.
BUILD ?= build
PREFIX ?= /usr/local
CC = gcc
CLANG = clang-19
LLVM_CONFIG = llvm-config-19

WARN = -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Werror
LLVM_DIR = /usr/lib/llvm-19
CFLAGS ?= -O2 -g
ALL_CFLAGS = -std=gnu11 $(WARN) $(CFLAGS) -Isrc -Irt -isystem $(LLVM_DIR)/include
LIBS = -L$(LLVM_DIR)/lib -lclang-19 -lLLVM-19 -lxxhash -ljansson -ldl -lm

SRC := $(sort $(wildcard src/*/*.c src/*/*/*.c))
OBJ := $(SRC:src/%.c=$(BUILD)/obj/%.o)
LIB_OBJ := $(filter-out $(BUILD)/obj/cli/main.o,$(OBJ))
RT_SRC := $(sort $(filter-out rt/inline.c,$(wildcard rt/*.c)))
RT_CFLAGS = -std=gnu11 -O2 -g -fno-omit-frame-pointer -fno-stack-protector $(WARN) -Irt

UNIT_TESTS := $(sort $(wildcard tests/unit/test_*.c))
UNIT_BIN := $(UNIT_TESTS:tests/unit/%.c=$(BUILD)/tests/%)

.PHONY: all check demo install clean deps unit-tests
all: $(BUILD)/skep $(BUILD)/rt/.done

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/libskep.a: $(LIB_OBJ)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/skep: $(BUILD)/obj/cli/main.o $(BUILD)/libskep.a
	$(CC) $(LDFLAGS) $^ $(LIBS) -o $@

# The runtime: one set of objects per kind of target, and the helpers as bitcode.
$(BUILD)/rt/.done: $(RT_SRC) rt/inline.c $(wildcard rt/*.h)
	@mkdir -p $(BUILD)/rt/fast $(BUILD)/rt/checked
	for f in $(RT_SRC); do b=$$(basename $$f .c); \
	  $(CLANG) $(RT_CFLAGS) -c $$f -o $(BUILD)/rt/fast/$$b.o && \
	  $(CLANG) $(RT_CFLAGS) -DSKEP_CHECKED=1 -c $$f -o $(BUILD)/rt/checked/$$b.o || exit 1; done
	$(CLANG) -std=gnu11 $(WARN) -Irt -O1 -Xclang -disable-llvm-passes -emit-llvm -c rt/inline.c -o $(BUILD)/rt/inline.bc
	touch $@

$(BUILD)/tests/%: tests/unit/%.c $(BUILD)/libskep.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/unit $< $(BUILD)/libskep.a $(LIBS) -lcmocka -o $@

unit-tests: $(UNIT_BIN)
	@for t in $(UNIT_BIN); do echo "== $$t"; $$t || exit 1; done

clean:
	rm -rf $(BUILD)

-include $(OBJ:.o=.d)
