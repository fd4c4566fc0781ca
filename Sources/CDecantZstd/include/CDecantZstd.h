// A wrapper of libzstd for the trait Zstd of this package, which does not expose the declarations of that library.

#ifndef CDECANTZSTD_H
#define CDECANTZSTD_H

#include <stddef.h>
#include <stdint.h>

/// Creates a decoder for windows of at most 2 to the power of `window_log` bytes, or returns NULL if there is no
/// memory.
void *decant_zstd_create(int window_log);

/// Frees a decoder, or keeps it for another body. The decoder must not be NULL.
void decant_zstd_free(void *decoder);

/// Copies a dictionary for all frames that follow. Returns 0, or a nonzero number if the dictionary is malformed.
int decant_zstd_load_dictionary(void *decoder, const uint8_t *dictionary, size_t count);

/// Decodes until the input is consumed (0), the output is full (1), or the frame ends (2). Returns a negative code of
/// the library on error.
///
/// Reads and writes `*consumed` and `*made` bytes, never more than `count` and `capacity`.
int decant_zstd_decode(
    void *decoder, const uint8_t *input, size_t count, size_t *consumed, uint8_t *output, size_t capacity, size_t *made
);

/// Returns whether a code means that the window is too large.
int decant_zstd_is_large_window(int code);

/// Returns the message for a code of the library.
const char *decant_zstd_words(int code);

#endif
