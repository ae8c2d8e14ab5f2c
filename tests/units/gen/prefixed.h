/* prefixed: names as libraries have them that put their own before everything. */
#ifndef PREFIXED_H
#define PREFIXED_H

typedef struct PFX_ReaderStruct *PFX_Reader;
typedef struct {
	int level;
} PFX_streamHC_t;
struct pfx_t {
	int left;
};

PFX_Reader PFX_ReaderCreate(int size);
int PFX_ReaderLeft(PFX_Reader);
void PFX_ReaderFree(PFX_Reader);
PFX_streamHC_t PFX_streamAt(int level);
int PFX_level(PFX_streamHC_t stream);
struct pfx_t PFX_rest(PFX_Reader);
int PFX_supports(int feature);

#endif
