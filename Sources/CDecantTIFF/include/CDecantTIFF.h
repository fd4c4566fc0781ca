// A wrapper of libtiff for the trait TIFF of this package, which does not expose the declarations of that library.
//
// Only the decompressors of libtiff are used. It never reads the directories of a body. For each image, this target
// writes a directory with validated numbers, and then passes the bytes of one strip or tile after another.

#ifndef CDECANTTIFF_H
#define CDECANTTIFF_H

#include <stdint.h>

/// The layout and the compression of the samples of an image, with the values of TIFF 6.0.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// 0 for strips.
    uint32_t tile_width;
    /// The number of rows in a tile or strip.
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
    /// Whether libtiff converts YCbCr in JPEGs to RGB. It supports no other conversion.
    int wants_rgb;
    const uint8_t *tables;
    uint32_t tables_count;
} decant_tiff_layout;

/// A decoder for one image.
typedef struct decant_tiff decant_tiff;

/// Returns whether the linked library supports a compression.
int decant_tiff_knows(uint16_t compression);

/// Creates a decoder for an image, or returns null if there is no memory.
///
/// No single allocation is larger than `limit` bytes. ``decant_tiff_is_ready`` returns whether the library accepts the
/// image.
decant_tiff *decant_tiff_open(const decant_tiff_layout *layout, intptr_t limit);

int decant_tiff_is_ready(const decant_tiff *tiff);

/// Decompresses a strip or tile, and returns whether it succeeded. The source is not modified.
int decant_tiff_decode(
    decant_tiff *tiff, uint32_t index, const uint8_t *source, intptr_t count, uint8_t *target, intptr_t size
);

/// Returns the first error message of the library in printable ASCII, or an empty string.
const char *decant_tiff_error(const decant_tiff *tiff);

/// Returns the first warning of the library in printable ASCII, or an empty string.
const char *decant_tiff_warning(const decant_tiff *tiff);

void decant_tiff_forget_warning(decant_tiff *tiff);

void decant_tiff_close(decant_tiff *tiff);

/// Converts CIE L*a*b* with the white point D50 to opaque sRGB pixels with 16 bits per channel.
///
/// The samples have 16 bits, and pixels are `step` samples apart. The samples of a* and b* are signed; if `is_offset`
/// is set, they are unsigned with an offset of half their range (TIFF 6.0 §23, TIFF Technical Note 4). Samples of 8
/// bits are stored in both bytes.
void decant_tiff_lab(
    const uint16_t *samples, uint16_t *target, intptr_t count, intptr_t step, int is_offset, int is_deep
);

#endif
