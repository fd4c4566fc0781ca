// A wrapper of libde265 for the trait HEIC of this package, which does not expose the declarations of that library.

#ifndef CDECANTHEIC_H
#define CDECANTHEIC_H

#include <stddef.h>
#include <stdint.h>

/// A decoder of one HEVC picture, and the picture.
struct decant_heic;

/// The properties of a decoded picture. `matrix` and `is_full_range` come from the bitstream (ITU-T H.265 §E.2.1).
struct decant_heic_facts {
    int width;
    int height;
    int depth;
    int is_gray;
    int matrix;
    int is_full_range;
};

/// The result of a call.
enum decant_heic_outcome {
    DECANT_HEIC_DONE,
    DECANT_HEIC_OUT_OF_MEMORY,
    DECANT_HEIC_REFUSED,
};

/// The part of an image that a picture fills: the address of its first pixel, the length of the image's rows in bytes,
/// and its size. Pixels are RGBA; `depth` is 8 or 16 bits per channel.
struct decant_heic_target {
    void *pixels;
    size_t row_bytes;
    int columns;
    int rows;
    int depth;
};

/// Creates the tables that all decoders share, and keeps them. Each decoder would create them again, in a millisecond.
int decant_heic_prepare(void);

/// Creates a decoder without threads, or returns null if there is no memory. It allocates one picture of this size.
struct decant_heic *decant_heic_create(int width, int height);

void decant_heic_destroy(struct decant_heic *heic);

/// Decodes a NAL unit, which is copied.
enum decant_heic_outcome decant_heic_add(struct decant_heic *heic, const void *bytes, size_t count);

/// Completes the picture of the units.
enum decant_heic_outcome decant_heic_finish(struct decant_heic *heic);

/// Returns the properties of the picture.
struct decant_heic_facts decant_heic_facts(const struct decant_heic *heic);

/// Writes the pixels of the picture, which is at least as large as the target, as opaque RGBA. `matrix` is a code of
/// ITU-T H.273. Returns whether the matrix is supported; BT.601 replaces any other.
int decant_heic_pixels(
    const struct decant_heic *heic, struct decant_heic_target target, int matrix, int is_full_range);

/// Writes the luma of the picture, which is at least as large as the target, as the alpha of the pixels.
void decant_heic_alpha(const struct decant_heic *heic, struct decant_heic_target target);

/// Divides the colors of pixels by their alpha.
void decant_heic_unassociate(struct decant_heic_target target);

/// Returns the text of libde265 about the last failure or about damage that it conceals; empty if there was none.
const char *decant_heic_words(const struct decant_heic *heic);

#endif
