/* flash: a flash memory in RAM, as a device of YAFFS2. */
#define FLASH_PAGE 1024
#define FLASH_PAGES 8    /* a block */
#define FLASH_BLOCKS 16

/* Makes the device known under that name. */
void flash_add(const char *name);
