// libwebp, for the trait WebP of this package, without that library's own declarations.

#ifndef CDECANTWEBP_H
#define CDECANTWEBP_H

#include <stddef.h>
#include <stdint.h>

/// Decodes one picture, of `columns` by `rows` pixels, to RGBA; `bytes` are a chunk ALPH, if there is one, and the chunk
/// VP8 or VP8L.
///
/// Writes to nothing but the first `columns` pixels of each of `rows` rows, which are `stride` pixels apart, and never
/// beyond `capacity` bytes. Gives 0 or one of libwebp's codes.
int decant_webp_decode(
    const void *bytes, size_t count, void *target, size_t capacity, int stride, int columns, int rows);

/// Decodes as ``decant_webp_decode`` does, but as many rows as there are bytes for, whose number it gives in `done`; what is
/// not decoded becomes transparent.
int decant_webp_decode_beginning(
    const void *bytes, size_t count, void *target, size_t capacity, int stride, int columns, int rows, int *done);

/// What one of libwebp's codes means.
const char *decant_webp_words(int status);

/// Lays pixels over others, with straight alpha, as libwebp does: in whole numbers, rounded down.
void decant_webp_blend(void *pixels, const void *below, ptrdiff_t count);

/// Makes pixels opaque.
void decant_webp_make_opaque(void *pixels, ptrdiff_t count);

#endif
