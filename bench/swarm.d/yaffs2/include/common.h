/* Stands for u-boot's header of this name: what YAFFS2 takes from it. */
#ifndef STAND_IN_COMMON_H
#define STAND_IN_COMMON_H

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef uint8_t u8, __u8;
typedef uint16_t u16, __u16;
typedef uint32_t u32, __u32;
typedef uint64_t u64, __u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32, __s32;
typedef int64_t s64;

#define GFP_NOFS 0
#define GFP_KERNEL 0
#define kmalloc(size, flags) malloc(size)
#define kzalloc(size, flags) calloc(1, size)
#define kfree(block) free(block)
#define vmalloc(size) malloc(size)
#define vfree(block) free(block)
#define cond_resched() ((void)0)
#define hweight8(x) __builtin_popcount((u8)(x))
#define hweight32(x) __builtin_popcount((u32)(x))

#endif
