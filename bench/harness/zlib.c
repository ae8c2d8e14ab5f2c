/* A fuzzing harness for zlib: the first byte says which part of the library the
 * rest is for. Data is compressed and read back, streams are read as they come,
 * files are written and read, checksums are combined. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "zlib.h"
#include "input.h"

#define ROOM 65536
#define LEAST_BUFFER 16u /* a flush does not end if its marker does not fit */

static unsigned char out[ROOM];

static void round_trip(struct input *input)
{
	unsigned char packed[ROOM];
	uLongf length = ROOM, back = take_number(input);
	int level = take_byte(input) % 11 - 1;
	if (compress2(packed, &length, input->at, input->left, level) == Z_OK) {
		uLong used = length;
		uncompress2(out, &back, packed, &used);
	}
}

/* Reads data that may be anything. */
static void read_stream(struct input *input)
{
	z_stream stream = { 0 };
	gz_header header = { 0 };
	unsigned char name[20], comment[20], extra[20];
	uint8_t bits = take_byte(input), how = take_byte(input);
	unsigned step = take_byte(input) + 1u;
	int windows[] = { 15, -15, 31, 47, 8, -8, 0, 9 };
	if (inflateInit2(&stream, windows[bits % 8]) != Z_OK)
		return;
	header = (gz_header){ .name = name, .name_max = sizeof name, .comment = comment, .comm_max = sizeof comment, .extra = extra,
		              .extra_max = sizeof extra };
	if (how & 1)
		inflateGetHeader(&stream, &header);
	if (how & 2)
		inflatePrime(&stream, how >> 4, how);
	inflateValidate(&stream, how >> 2 & 1);
	stream.next_in = (Bytef *)input->at;
	for (int turns = 0; turns < 200; turns++) {
		size_t left = (size_t)(input->at + input->left - stream.next_in);
		stream.avail_in = left < step ? (uInt)left : step;
		stream.next_out = out;
		stream.avail_out = how & 8 ? 7 : ROOM;
		int result = inflate(&stream, how >> 4 & 7);
		if (result == Z_NEED_DICT)
			result = inflateSetDictionary(&stream, (const Bytef *)"dictionary", 10);
		else if (result == Z_DATA_ERROR && how & 4)
			result = inflateSync(&stream);
		if (result != Z_OK && (result != Z_BUF_ERROR || !left))
			break;
	}
	z_stream twin;
	uInt length;
	inflateMark(&stream);
	inflateGetDictionary(&stream, out, &length);
	if (inflateCopy(&twin, &stream) == Z_OK)
		inflateEnd(&twin);
	inflateReset2(&stream, windows[bits / 8 % 8]);
	inflateEnd(&stream);
}

static void inflate_again(const unsigned char *packed, unsigned length, int bits, const Bytef *dictionary, unsigned n)
{
	z_stream stream = { 0 };
	if (inflateInit2(&stream, bits) != Z_OK)
		return;
	stream.next_in = (Bytef *)packed;
	stream.avail_in = length;
	stream.next_out = out;
	stream.avail_out = ROOM;
	if (bits < 0 && n)
		inflateSetDictionary(&stream, dictionary, n);
	if (inflate(&stream, Z_NO_FLUSH) == Z_NEED_DICT && inflateSetDictionary(&stream, dictionary, n) == Z_OK)
		inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
}

/* Compresses with every setting there is, in steps, and reads back. */
static void write_stream(struct input *input)
{
	static unsigned char packed[ROOM];
	z_stream stream = { 0 }, twin;
	gz_header header = { .text = 1, .time = 7, .os = 3, .name = (Bytef *)"name", .comment = (Bytef *)"comment",
		             .extra = (Bytef *)"extra", .extra_len = 5 };
	uint8_t level = take_byte(input), window = take_byte(input), how = take_byte(input), steps = take_byte(input) % 8;
	int bits = 8 + window % 8, pending;
	unsigned more, n = input->left < 20 ? (unsigned)input->left : 20;
	const Bytef *dictionary = input->at;
	bits = window >> 3 & 1 ? -bits : window >> 4 & 1 ? bits + 16 : bits;
	header.hcrc = how & 1;
	if (deflateInit2(&stream, level % 11 - 1, Z_DEFLATED, bits, 1 + window / 32, level / 16 % 5) != Z_OK)
		return;
	if (how & 2)
		deflateSetHeader(&stream, &header);
	if (how & 4)
		deflateSetDictionary(&stream, dictionary, n);
	if (how & 8)
		deflateTune(&stream, how, level, window, steps);
	if (how & 16)
		deflatePrime(&stream, how >> 5, level);
	deflateBound(&stream, input->left);
	stream.next_out = packed;
	stream.avail_out = ROOM;
	while (steps--) {
		uint8_t flush = take_byte(input);
		unsigned size = take_number(input);
		stream.next_in = (Bytef *)input->at;
		stream.avail_in = size < input->left ? size : (unsigned)input->left;
		unsigned given = stream.avail_in;
		for (int times = flush >> 3 & 3; times >= 0; times--) {
			stream.next_in = (Bytef *)input->at;
			stream.avail_in = given;
			deflate(&stream, flush % 6);
		}
		input->at += given;
		input->left -= given;
		if (flush & 128)
			deflateParams(&stream, flush % 10, flush / 10 % 5);
	}
	stream.next_in = (Bytef *)input->at;
	stream.avail_in = (unsigned)input->left;
	deflate(&stream, Z_FINISH);
	deflatePending(&stream, &more, &pending);
	deflateGetDictionary(&stream, out, &more);
	if (deflateCopy(&twin, &stream) == Z_OK)
		deflateEnd(&twin);
	inflate_again(packed, ROOM - stream.avail_out, bits, dictionary, how & 4 ? n : 0);
	if (how & 128)
		deflateReset(&stream);
	deflateEnd(&stream);
}

static unsigned pull(void *context, z_const unsigned char **data)
{
	struct input *input = context;
	unsigned n = input->left < 100 ? (unsigned)input->left : 100;
	*data = (z_const unsigned char *)input->at;
	input->at += n;
	input->left -= n;
	return n;
}

static int push(void *context, unsigned char *data, unsigned length)
{
	(void)data;
	return (*(unsigned *)context += length) > 4 * ROOM;
}

static void read_back(struct input *input)
{
	static unsigned char window[32768];
	unsigned total = 0;
	z_stream stream = { 0 };
	if (inflateBackInit(&stream, 8 + take_byte(input) % 8, window) != Z_OK)
		return;
	inflateBack(&stream, pull, input, push, &total);
	inflateBackEnd(&stream);
}

/* zlib 1.2.13 crashes if gzungetc() comes before the first read, and if gzsetparams()
 * is used on a file that is written as it is. Neither is done here. */
static void read_file(int fd, struct input *input, const char *mode)
{
	lseek(fd, 0, SEEK_SET);
	gzFile file = gzdopen(dup(fd), mode);
	if (!file)
		return;
	gzbuffer(file, LEAST_BUFFER + take_number(input));
	for (int n = take_byte(input) % 16; n > 0; n--) {
		uint8_t operation = take_byte(input);
		int amount = take_number(input);
		switch (operation % 8) {
		case 0: gzread(file, out, (unsigned)amount); break;
		case 1: gzgets(file, (char *)out, amount); break;
		case 2: gzgetc(file); break;
		case 3: gzgetc(file) < 0 ? 0 : gzungetc(amount & 255, file); break;
		case 4: gzseek(file, amount - 100, operation & 8 ? SEEK_CUR : SEEK_SET); break;
		case 5: gzrewind(file); break;
		case 6: gzfread(out, operation, (size_t)amount % 64, file); break;
		default: gzeof(file), gztell(file), gzoffset(file), gzdirect(file); break;
		}
	}
	int error;
	gzerror(file, &error);
	gzclearerr(file);
	gzclose(file);
}

static void write_file(int fd, struct input *input, const char *mode)
{
	gzFile file = gzdopen(dup(fd), mode);
	if (!file)
		return;
	gzbuffer(file, LEAST_BUFFER + take_number(input));
	for (int n = take_byte(input) % 16; n > 0; n--) {
		uint8_t operation = take_byte(input);
		unsigned amount = take_number(input);
		unsigned size = amount < input->left ? amount : (unsigned)input->left;
		switch (operation % 8) {
		case 0: gzwrite(file, input->at, size); break;
		case 1: gzputs(file, "some text"); break;
		case 2: gzputc(file, operation); break;
		case 3: gzprintf(file, "%u of %s", amount, "many"); break;
		case 4: gzseek(file, (z_off_t)(amount % 4096) - 10, SEEK_CUR); break;
		case 5: gzdirect(file) ? 0 : gzsetparams(file, operation / 8 % 10, amount % 5); break;
		case 6: gzfwrite(input->at, 1, size, file); break;
		default: gzflush(file, operation / 8 % 6); break;
		}
	}
	gzclose(file);
}

/* A file in memory, written by zlib or by us, then read. */
static void use_files(struct input *input, int write_first)
{
	static const char *const modes[] = { "wb", "w9f", "w1h", "ab", "wT", "w0R", "wbF", "we" };
	int fd = memfd_create("harness", 0);
	if (fd < 0)
		return;
	if (write_first)
		write_file(fd, input, modes[take_byte(input) % 8]);
	else if (write(fd, input->at, input->left) < 0)
		abort();
	read_file(fd, input, "rb");
	close(fd);
}

static void check_sums(struct input *input)
{
	size_t half = input->left / 2;
	uLong adler = adler32(adler32(0, NULL, 0), input->at, (uInt)half), crc = crc32(crc32(0, NULL, 0), input->at, (uInt)half);
	adler32_combine(adler, adler32_z(1, input->at + half, input->left - half), (z_off_t)half);
	uLong operation = crc32_combine_gen(take_number(input));
	crc32_combine_op(crc, crc32_z(0, input->at, input->left), operation);
	crc32_combine(crc, adler, (z_off_t)half);
	adler32(adler, input->at, input->left > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	switch (take_byte(&input) % 7) {
	case 0: round_trip(&input); break;
	case 1: read_stream(&input); break;
	case 2: write_stream(&input); break;
	case 3: read_back(&input); break;
	case 4: use_files(&input, 1); break;
	case 5: use_files(&input, 0); break;
	default: check_sums(&input); break;
	}
	return 0;
}
