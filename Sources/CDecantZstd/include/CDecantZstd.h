// libzstd, for the trait Zstd of this package, without that library's own declarations.

#ifndef CDECANTZSTD_H
#define CDECANTZSTD_H

#include <stddef.h>
#include <stdint.h>

/// Creates a decoder for windows of at most 2 to the power of `window_log` bytes; NULL if there is no memory.
void *decant_zstd_create(int window_log);

/// Ends the use of a decoder, which is not NULL: frees it, or keeps it for another body.
void decant_zstd_free(void *decoder);

/// Decodes until the input is consumed (0), the output is full (1) or the frame ends (2), or gives a negative code of the library.
///
/// Reads and writes `*consumed` and `*made` bytes, never more than `count` and `capacity`.
int decant_zstd_decode(
    void *decoder, const uint8_t *input, size_t count, size_t *consumed, uint8_t *output, size_t capacity, size_t *made);

/// Whether a code means that the window is too large.
int decant_zstd_is_large_window(int code);

/// The words for a code of the library.
const char *decant_zstd_words(int code);

#endif
