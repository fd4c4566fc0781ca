#ifndef CCODINGRIVALS_H
#define CCODINGRIVALS_H

#include <stddef.h>
#include <stdint.h>

/// Returns the maximum size of the gzip data for a number of bytes.
size_t coding_rival_gzip_bound(size_t count);

/// Compresses with zlib. Returns the number of bytes written, or 0.
size_t coding_rival_gzip(const uint8_t *bytes, size_t count, int level, uint8_t *output, size_t capacity);

/// Compresses with brotli at quality 5, and with zstd at level 3. Returns the number of bytes written, or 0.
size_t coding_rival_brotli(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);
size_t coding_rival_zstd(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

/// Decompresses brotli and zstd in chunks, like the functions for gzip below.
int64_t coding_rival_brotli_stream(const uint8_t *bytes, size_t count, uint8_t *chunk, size_t size);
int64_t coding_rival_zstd_stream(const uint8_t *bytes, size_t count, uint8_t *chunk, size_t size);

/// Decompresses gzip data, checks its CRC-32, and returns the number of bytes produced, or -1.
///
/// The streaming variants take the input in chunks, and write all output chunks to the same buffer.
int64_t coding_rival_zlib_stream(const uint8_t *bytes, size_t count, uint8_t *chunk, size_t size);
int64_t coding_rival_isal_stream(const uint8_t *bytes, size_t count, uint8_t *chunk, size_t size);
int64_t coding_rival_libdeflate_whole(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);
int64_t coding_rival_isal_whole(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

/// Returns the versions of the libraries.
const char *coding_rival_versions(void);

#endif
