// A wrapper of libbrotlidec for the trait Brotli of this package, which does not expose the declarations of that
// library.

#ifndef CDECANTBROTLI_H
#define CDECANTBROTLI_H

#include <stddef.h>
#include <stdint.h>

/// Creates a decoder without large windows, or returns NULL if there is no memory.
void *decant_brotli_create(void);

/// Frees a decoder.
void decant_brotli_free(void *decoder);

/// Decodes until the input is consumed (0), the output is full (1), or the data ends (2). Returns a negative code of
/// the library on error.
///
/// Reads and writes `*consumed` and `*made` bytes, never more than `count` and `capacity`.
int decant_brotli_decode(
    void *decoder, const uint8_t *input, size_t count, size_t *consumed, uint8_t *output, size_t capacity, size_t *made
);

/// Returns whether a code means a large window, which the standard does not allow.
int decant_brotli_is_large_window(int code);

/// Returns the name of a code of the library.
const char *decant_brotli_words(int code);

#endif
