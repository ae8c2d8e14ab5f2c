/* flash: the world around YAFFS2: a flash memory in RAM, and the functions that an operating system
 * gives it. A page that was never written, or was erased, reads as 0xff. */
#include "common.h"
#include "flash.h"

#include "yaffs_guts.h"
#include "yaffs_packedtags2.h"
#include "yaffs_trace.h"
#include "yaffsfs.h"

#define PAGES (FLASH_BLOCKS * FLASH_PAGES)

static u8 data[PAGES][FLASH_PAGE];
static struct yaffs_packed_tags2 tags_of[PAGES];
static u8 is_written[PAGES], is_bad[FLASH_BLOCKS];
static struct yaffs_dev device;
static int last_error;
unsigned yaffs_trace_mask;

/* ---- the memory ---- */

static int write_page(struct yaffs_dev *dev, int page, const u8 *from, const struct yaffs_ext_tags *tags)
{
	(void)dev;
	if (page < 0 || page >= (int)PAGES || is_bad[page / FLASH_PAGES])
		return YAFFS_FAIL;
	memcpy(data[page], from, FLASH_PAGE);
	yaffs_pack_tags2(&tags_of[page], tags, 1);
	is_written[page] = 1;
	return YAFFS_OK;
}

static int read_page(struct yaffs_dev *dev, int page, u8 *to, struct yaffs_ext_tags *tags)
{
	struct yaffs_packed_tags2 packed;
	(void)dev;
	if (page < 0 || page >= (int)PAGES)
		return YAFFS_FAIL;
	memset(&packed, 0xff, sizeof packed);
	if (is_written[page])
		packed = tags_of[page];
	if (to && is_written[page])
		memcpy(to, data[page], FLASH_PAGE);
	else if (to)
		memset(to, 0xff, FLASH_PAGE);
	if (tags)
		yaffs_unpack_tags2(tags, &packed, 1);
	return YAFFS_OK;
}

static int erase_block(struct yaffs_dev *dev, int block)
{
	(void)dev;
	if (block < 0 || block >= FLASH_BLOCKS || is_bad[block])
		return YAFFS_FAIL;
	memset(&is_written[block * FLASH_PAGES], 0, FLASH_PAGES);
	return YAFFS_OK;
}

static int mark_bad(struct yaffs_dev *dev, int block)
{
	(void)dev;
	is_bad[block] = 1;
	return YAFFS_OK;
}

static int query_block(struct yaffs_dev *dev, int block, enum yaffs_block_state *state, u32 *number)
{
	struct yaffs_ext_tags tags;
	*number = 0;
	if (is_bad[block]) {
		*state = YAFFS_BLOCK_STATE_DEAD;
		return YAFFS_OK;
	}
	read_page(dev, block * FLASH_PAGES, NULL, &tags);
	*state = tags.chunk_used ? YAFFS_BLOCK_STATE_NEEDS_SCAN : YAFFS_BLOCK_STATE_EMPTY;
	*number = tags.chunk_used ? tags.seq_number : 0;
	return YAFFS_OK;
}

static int begin(struct yaffs_dev *dev)
{
	(void)dev;
	return YAFFS_OK;
}

void flash_add(const char *name)
{
	struct yaffs_param *param = &device.param;
	param->name = name;
	param->total_bytes_per_chunk = FLASH_PAGE;
	param->chunks_per_block = FLASH_PAGES;
	param->start_block = 0;
	param->end_block = FLASH_BLOCKS - 1;
	param->n_reserved_blocks = 3;
	param->n_caches = 4;
	param->is_yaffs2 = 1;
	param->use_nand_ecc = 1;
	param->enable_xattr = 1;
	param->write_chunk_tags_fn = write_page;
	param->read_chunk_tags_fn = read_page;
	param->erase_fn = erase_block;
	param->initialise_flash_fn = begin;
	param->deinitialise_flash_fn = begin;
	param->bad_block_fn = mark_bad;
	param->query_block_fn = query_block;
	yaffs_add_device(&device);
}

/* ---- the system ---- */

void yaffs_bug_fn(const char *file, int line)
{
	(void)file;
	(void)line;
}

void *yaffsfs_malloc(size_t size)
{
	return malloc(size);
}

void yaffsfs_free(void *block)
{
	free(block);
}

void yaffsfs_SetError(int error)
{
	last_error = error;
}

int yaffsfs_GetLastError(void)
{
	return last_error;
}

void yaffsfs_Lock(void)
{
}

void yaffsfs_Unlock(void)
{
}

u32 yaffsfs_CurrentTime(void)
{
	static u32 ticks;
	return ++ticks / 8;
}

void yaffsfs_OSInitialisation(void)
{
}
