// A wrapper of libwebp for the trait WebP of this package, which does not expose the declarations of that library.

#ifndef CDECANTWEBP_H
#define CDECANTWEBP_H

#include <stddef.h>
#include <stdint.h>

/// Decodes one image of `columns` by `rows` pixels to RGBA. `bytes` are the optional chunk ALPH, followed by the chunk
/// VP8 or VP8L.
///
/// Writes only the first `columns` pixels of each of `rows` rows. Rows are `stride` pixels apart, and nothing is
/// written beyond `capacity` bytes. Returns 0 or an error code of libwebp.
int decant_webp_decode(
    const void *bytes, size_t count, void *target, size_t capacity, int stride, int columns, int rows);

/// Decodes an image as ``decant_webp_decode`` does, as many rows as the bytes contain. Sets `done` to the number of
/// decoded rows. The other rows become transparent.
int decant_webp_decode_beginning(
    const void *bytes, size_t count, void *target, size_t capacity, int stride, int columns, int rows, int *done);

/// Returns the meaning of a code of libwebp.
const char *decant_webp_words(int status);

/// Blends pixels over others with straight alpha, as libwebp does: with integers, rounded down.
void decant_webp_blend(void *pixels, const void *below, ptrdiff_t count);

#endif
