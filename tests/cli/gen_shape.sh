#!/bin/sh
# gen_shape.sh: every suite obeys the rules of shape.py, here suites of small units of several kinds: handles,
# state behind functions, a driver, numbers.
. "$(dirname "$0")/lib.sh"

cat > uart.h << 'END'
#include <stddef.h>
#include <stdint.h>
enum uart_result { UART_OK, UART_BAD_POINTER, UART_BAD_BAUD, UART_OUT_OF_RANGE };
void uart_interrupt(uint32_t status, uint8_t data);
unsigned uart_errors(void);
unsigned uart_available(void);
int uart_read(void);
enum uart_result uart_set_baud(uint32_t clock, uint32_t baud, uint16_t *divisor);
uint8_t uart_checksum(const uint8_t *frame, size_t length);
double uart_error_percent(uint32_t clock, uint32_t baud, uint16_t divisor);
END
cat > uart.c << 'END'
#include "uart.h"
#define RX_SIZE 4u
static unsigned char rx[RX_SIZE];
static unsigned head, tail, errors;
unsigned uart_errors(void) { return errors; }
unsigned uart_available(void) { return head - tail; }
void uart_interrupt(uint32_t status, uint8_t data)
{
	if (status & 0x38u)
		errors++;
	if (!(status & 1u) || uart_available() == RX_SIZE)
		return;
	rx[head++ % RX_SIZE] = data;
}
int uart_read(void) { return uart_available() ? rx[tail++ % RX_SIZE] : -1; }
enum uart_result uart_set_baud(uint32_t clock, uint32_t baud, uint16_t *divisor)
{
	if (!divisor)
		return UART_BAD_POINTER;
	if (baud == 0 || baud > 3000000)
		return UART_BAD_BAUD;
	uint32_t value = (clock + baud / 2) / baud;
	if (value == 0 || value > 0xFFFF)
		return UART_OUT_OF_RANGE;
	*divisor = (uint16_t)value;
	return UART_OK;
}
uint8_t uart_checksum(const uint8_t *frame, size_t length)
{
	uint8_t sum = 0xFF;
	for (size_t i = 0; i < length; i++)
		sum = (uint8_t)((sum ^ frame[i]) + (frame[i] == 0x7E ? 0x20 : 0));
	return sum;
}
double uart_error_percent(uint32_t clock, uint32_t baud, uint16_t divisor)
{
	if (!divisor || !baud)
		return 100.0;
	return ((double)clock / divisor - baud) * 100.0 / baud;
}
END
has_shape() { # NAME
	python3 "$root/tests/cli/shape.py" --untied "$work/stderr" "$1"/tests/test_*.c > "$work/stdout"
	ok $? "$1: names, expectations and tables"
	make -s -C "$1/tests" check > "$work/stdout" 2>&1
	ok $? "$1: the tests pass"
}

skep gen -v --executions 4000 -o uart uart.c
ok $code 'a driver'
has_shape uart
tests=uart/tests/test_uart.c
grep -q '^static void uart_interrupt_.*_leaves_uart_[a-z]*_at_[0-9]*(void)$' $tests && grep -q '^    CHECK_UINT(uart_errors(), [1-9]' $tests
ok $? 'state that functions without parameters tell is expected'
grep -q '^    } cases\[\] = {$' $tests && grep -q '^        { .*, *UART_OUT_OF_RANGE, *0 },$' $tests
ok $? 'calls with other values are rows of a table'
grep -q 'CHECK_NEAR(uart_error_percent(' $tests && grep -q '[ {(]0x[0-9a-f][0-9a-f]' $tests
ok $? 'a tolerance for inexact numbers, hexadecimal bytes'

cp "$root/examples/ini/ini.c" "$root/examples/ini/ini.h" .
skep gen -v --executions 4000 -o ini ini.c
ok $code 'handles'
has_shape ini
grep -q '^    for (int nth = 1; nth <= [234]; nth++) {$' ini/tests/test_ini.c
ok $? 'the first allocations fail, one after the other'

cp "$root"/tests/units/gen/several/* .
cat > rack.h << 'END'
struct rack;
struct dial;
struct rack *rack_new(void);
void rack_free(struct rack *rack);
struct dial *rack_dial(struct rack *rack);
int dial_get_width(const struct dial *dial);
int dial_get_height(const struct dial *dial);
int dial_get_depth(const struct dial *dial);
int dial_get_weight(const struct dial *dial);
int dial_get_colour(const struct dial *dial);
void dial_set_colour(struct dial *dial, int colour);
const char *dial_get_label(const struct dial *dial);
void dial_set_label(struct dial *dial, const char *label);
END
cat > rack.c << 'END'
#include <stdlib.h>
#include <string.h>
#include "rack.h"
struct dial { int width, height, depth, weight, colour; char label[16]; };
struct rack { struct dial dial; };
struct rack *rack_new(void) { return calloc(1, sizeof(struct rack)); }
void rack_free(struct rack *rack) { free(rack); }
struct dial *rack_dial(struct rack *rack) { return &rack->dial; }
int dial_get_width(const struct dial *dial) { return dial->width; }
int dial_get_height(const struct dial *dial) { return dial->height; }
int dial_get_depth(const struct dial *dial) { return dial->depth; }
int dial_get_weight(const struct dial *dial) { return dial->weight; }
int dial_get_colour(const struct dial *dial) { return dial->colour; }
void dial_set_colour(struct dial *dial, int colour) { dial->colour = colour > 0 ? colour : -1; }
const char *dial_get_label(const struct dial *dial) { return dial->label; }
void dial_set_label(struct dial *dial, const char *label)
{
	if (strlen(label) < sizeof dial->label)
		strcpy(dial->label, label);
}
END
# set_limit() shows only in a question with the right number, which no test asks.
skep gen -v --executions 1500 --skip set_limit -o several queue.c limit.c rack.c
ok $code 'several sources'
has_shape several
grep -q '^static void dial_set_colour.*_leaves_dial_get_colour_at_\|^static void dial_set_colour_by_colour' several/tests/test_rack.c &&
	grep -q 'CHECK_INT(dial_get_colour(dial), ' several/tests/test_rack.c &&
	grep -q 'CHECK_TEXT(dial_get_label(dial), \("..*"\|cases\[i\]\.expected\));' several/tests/test_rack.c
ok $? 'what a call changed is asked of its partner, for an object within another, too'
grep -q '^#include "rack.h"' several/tests/test_rack.c && ! grep -q 'rack\.c"' several/tests/test_rack.c
ok $? 'a test file includes no source for a look that was left out'

cat > price.h << 'END'
#include <stddef.h>
struct price { int cents; int shown; };
struct share { double ratio; };
void price_share(const struct price *price, struct share *share);
void price_copy(struct price *price, struct share *share);
void price_hide(struct price *price);
const char *price_text(unsigned shop, unsigned item, unsigned cents);
size_t price_hex(char *out, size_t room, const unsigned char *data, size_t size);
END
cat > price.c << 'END'
#include <string.h>
#include "price.h"
void price_hide(struct price *price)
{
	if (price)
		price->shown = 0;
}
void price_share(const struct price *price, struct share *share)
{
	share->ratio = price->cents > 100 ? 1 : 0.5;
}
void price_copy(struct price *price, struct share *share)
{
	share->ratio = price->cents;
}
const char *price_text(unsigned shop, unsigned item, unsigned cents)
{
	return cents > 255 ? NULL : shop == item ? "own" : "other";
}
size_t price_hex(char *out, size_t room, const unsigned char *data, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	size_t n = 0;
	for (size_t i = 0; i < size; i++) {
		if (n + 2 > room)
			return 0;
		out[n++] = digits[data[i] >> 4];
		out[n++] = digits[data[i] & 15];
	}
	return n;
}
END
skep gen -v --executions 3000 -o price price.c
ok $code 'arguments that matter'
has_shape price
tests=price/tests/test_price.c
grep -q '^static void price_hide_accepts_null_price(void)$' $tests
ok $? 'a call that gets null and does nothing'
grep -q '^static void price_hide_leaves_shown_at_0(void)$' $tests
ok $? 'zeroes that a call writes show'
grep -q 'share = {.ratio = 7\.5}' $tests && grep -q '^static void price_copy_leaves_ratio_at_0(void)$' $tests
ok $? 'where another struct, of which it only reads, shows nothing'
grep -q '^static void price_share.*_leaves_ratio_at_0_5(void)$' $tests
ok $? 'a name tells a fraction that a call left in a struct'
grep -q '^static void price_text_of_cents_256_gives_null(void)$' $tests
ok $? 'a name tells the number that is not small'
grep -q '^static void price_hex_of_' $tests && ! grep -q '^static void price_hex_of_.*\(out\|_1_bytes\)' $tests
ok $? 'a name tells what a call reads, not what was where it writes'

cat > fan.h << 'END'
#include <stddef.h>
struct fan { int level, most, turns; };
struct fan *fan_new(int most);
void fan_free(struct fan *fan);
void fan_set_level(struct fan *fan, int level);
void fan_turn(struct fan *fan);
END
cat > fan.c << 'END'
#include <stdlib.h>
#include "fan.h"
struct fan *fan_new(int most)
{
	struct fan *fan = calloc(1, sizeof *fan);
	if (fan)
		fan->most = most > 0 ? most : 10;
	return fan;
}
void fan_free(struct fan *fan) { free(fan); }
void fan_set_level(struct fan *fan, int level)
{
	if (level >= 0 && level <= fan->most)
		fan->level = level;
}
void fan_turn(struct fan *fan)
{
	if (fan->level > 0)
		fan->turns += fan->level;
}
END
skep gen -v --executions 3000 -o fan fan.c
ok $code 'functions without results, on objects with fields'
has_shape fan
tests=fan/tests/test_fan.c
grep -q 'CHECK_INT(fan->turns, [1-9]' $tests
ok $? 'a field that a call without a result changed'
grep -q 'CHECK_INT(fan->level, 0)' $tests && grep -q 'CHECK_INT(fan->turns, 0)' $tests && ! grep -q 'turn.*leaves_most' $tests
ok $? 'a field that it left, and changes elsewhere'

# The checker itself: each kind of breach is told.
cat > test_bad.c << 'END'
static void f_of_1_gives_2(void)
{
    CHECK_INT(g(1), 2);
}
static void f_of_1_gives_2_2(void)
{
    CHECK_INT(f(1, 3), 2);
}
static void f_on_6_inputs(void)
{
    CHECK_INT(f(1, 4), 5);
}
static void h_leaves_nothing(void)
{
    double x[] = {1.5};
    h(x, x);
}
static void h_of_bytes(void)
{
    CHECK_BYTES(h(), "\376\377", 2);
}
    { "f_of_1_gives_2", f_of_1_gives_2 },
    { "f_of_1_gives_2_2", f_of_1_gives_2_2 },
    { "f_on_6_inputs", f_on_6_inputs },
    { "h_leaves_nothing", h_leaves_nothing },
    { "h_of_bytes", h_of_bytes },
END
! python3 "$root/tests/cli/shape.py" test_bad.c > "$work/stdout"
ok $? 'a bad suite'
on_stdout 'f_of_1_gives_2: the result in its name is not expected' && on_stdout 'f_on_6_inputs: says nothing' &&
	on_stdout 'f_on_6_inputs: as f_of_1_gives_2_2, with other literals' && on_stdout 'h_leaves_nothing: expects nothing' &&
	on_stdout 'h_leaves_nothing: x is input and output' && on_stdout 'h_of_bytes: bytes that are not hexadecimal'
ok $? 'and why'
finish
