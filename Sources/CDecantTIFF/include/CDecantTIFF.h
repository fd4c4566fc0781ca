// libtiff, for the trait TIFF of this package, without that library's own declarations.
//
// Of libtiff only the decompressors are used. It never sees the directories of a body: for each picture it is given a
// directory that is written here, of numbers that were checked, and then the bytes of one strip or tile after the other.

#ifndef CDECANTTIFF_H
#define CDECANTTIFF_H

#include <stdint.h>

/// How the samples of a picture are stored and compressed, in the numbers of TIFF 6.0.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// 0 for strips.
    uint32_t tile_width;
    /// The rows of a tile or strip.
    uint32_t chunk_height;
    uint16_t bits;
    uint16_t samples;
    uint16_t format;
    uint16_t compression;
    uint16_t photometric;
    uint16_t planar;
    uint16_t predictor;
    uint16_t subsampling[2];
    uint32_t fax_options;
    int is_big_endian;
    /// Whether YCbCr in JPEGs becomes RGB, which nothing else can be asked for.
    int wants_rgb;
    const uint8_t *tables;
    uint32_t tables_count;
} decant_tiff_layout;

/// One picture.
typedef struct decant_tiff decant_tiff;

/// Whether the library that is linked has a way to undo a compression.
int decant_tiff_knows(uint16_t compression);

/// Prepares to decode a picture; gives null if there is no memory.
///
/// No single piece of memory that is asked for on the way is larger than `limit` bytes. Whether the library takes the
/// picture is seen by ``decant_tiff_is_ready``.
decant_tiff *decant_tiff_open(const decant_tiff_layout *layout, intptr_t limit);

int decant_tiff_is_ready(const decant_tiff *tiff);

/// Undoes the compression of a strip or tile; gives whether it could be done. The source is not written to.
int decant_tiff_decode(
    decant_tiff *tiff, uint32_t index, const uint8_t *source, intptr_t count, uint8_t *target, intptr_t size
);

/// The first words of the library about what cannot be decoded, in printable ASCII; empty if there were none.
const char *decant_tiff_error(const decant_tiff *tiff);

/// The same for what can be decoded all the same.
const char *decant_tiff_warning(const decant_tiff *tiff);

void decant_tiff_forget_warning(decant_tiff *tiff);

void decant_tiff_close(decant_tiff *tiff);

/// Makes pixels of 16 bits a channel from CIE L*a*b* with the white of D50: those of sRGB, opaque.
///
/// The samples have 16 bits; where a pixel begins they are `step` apart. Those of a* and b* are signed, or begin at half
/// of their range if `is_offset` is set (TIFF 6.0 §23, TIFF Technical Note 4). Those of 8 bits are in both bytes.
void decant_tiff_lab(
    const uint16_t *samples, uint16_t *target, intptr_t count, intptr_t step, int is_offset, int is_deep
);

#endif
