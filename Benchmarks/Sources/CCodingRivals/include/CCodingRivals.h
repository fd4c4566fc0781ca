#ifndef CCODINGRIVALS_H
#define CCODINGRIVALS_H

#include <stddef.h>
#include <stdint.h>

/// The largest number of bytes that gzip data can have.
size_t coding_rival_gzip_bound(size_t count);

/// Compresses with zlib. Returns the number of bytes written, or 0.
size_t coding_rival_gzip(const uint8_t *bytes, size_t count, int level, uint8_t *output, size_t capacity);

/// Compresses with brotli at quality 5, and with zstd at level 3. Returns the number of bytes written, or 0.
size_t coding_rival_brotli(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);
size_t coding_rival_zstd(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

/// Undoes brotli and zstd in pieces, as those of gzip do.
int64_t coding_rival_brotli_stream(const uint8_t *bytes, size_t count, uint8_t *piece, size_t size);
int64_t coding_rival_zstd_stream(const uint8_t *bytes, size_t count, uint8_t *piece, size_t size);

/// Each of these undoes gzip data, checks its CRC-32, and returns the number of bytes that came out, or -1.
///
/// Those that stream take the input in pieces, and write the output into one piece after another at the same place.
int64_t coding_rival_zlib_stream(const uint8_t *bytes, size_t count, uint8_t *piece, size_t size);
int64_t coding_rival_isal_stream(const uint8_t *bytes, size_t count, uint8_t *piece, size_t size);
int64_t coding_rival_libdeflate_whole(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);
int64_t coding_rival_isal_whole(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

/// The versions of the libraries.
const char *coding_rival_versions(void);

#endif
