// The first of the two stages of parsing JSON. It finds the offsets of tokens with masks of 64 bytes, regardless of
// their order. The idea is from Langdale and Lemire, "Parsing gigabytes of JSON per second" (2019).
//
// The same loops find the ends of values in streams.

#ifndef CDECANTTOKENS_H
#define CDECANTTOKENS_H

#include <stdint.h>

#include "CDecantBytes.h"

/// The instruction sets for comparing 64 bytes.
typedef enum {
    /// The vectors that every processor of an architecture has (SSE2 or NEON); no vectors on other architectures.
    decant_json_kernel_basic,
    /// AVX2.
    decant_json_kernel_avx2,
    /// AVX-512 with the byte compression of VBMI2.
    decant_json_kernel_avx512,
} decant_json_kernel;

/// The result of tokenizing a chunk of a text.
typedef struct {
    /// The number of offsets written.
    intptr_t count;
    /// The offset of the end of the chunk: the end of the text, or an earlier offset.
    intptr_t end;
    /// The numbers of line feeds and carriage returns in the chunk, if `counts_lines` was set.
    uint32_t feeds, returns;
    /// Whether all bytes are ASCII.
    uint32_t is_ascii;
    /// Whether the chunk contains bytes that are not allowed in JSON: control characters other than whitespace, or
    /// invalid UTF-8.
    uint32_t is_irregular;
} decant_json_chunk;

/// The number of additional offsets after the last one if a chunk ends with the text. Each is the end of the text.
enum { decant_json_sentinels = 8 };

/// Returns whether this processor supports a kernel.
int decant_json_has_kernel(decant_json_kernel kernel);

/// Finds the tokens of a chunk that begins outside of strings.
///
/// Writes the offsets of:
/// - brackets, braces, colons and commas outside of strings;
/// - the quotation marks at both ends of strings;
/// - each backslash that begins an escape;
/// - the first character of each run of other characters outside of strings that are not whitespace.
///
/// @param text The first byte; 64 zeros follow the last one.
/// @param start The offset of the chunk.
/// @param length The number of bytes of the text, less than 4 GiB.
/// @param counts_lines Whether line ends are counted.
/// @param offsets The buffer for the offsets.
/// @param capacity The capacity of the buffer, at least 128 and the sentinels. The chunk ends when no more than that is
/// free.
decant_json_chunk decant_json_find_tokens(
    decant_json_kernel kernel, const void *text, intptr_t start, intptr_t length, int counts_lines, uint32_t *offsets,
    intptr_t capacity
);

/// Returns the offset where a string that continues at `start` stops, in iterations of 64 bytes: at its first quotation
/// mark, reverse solidus or control character; or between two characters, at most 66 bytes before invalid UTF-8 or the
/// end of the text.
intptr_t decant_json_long_string_stop(const void *text, intptr_t start, intptr_t length);

/// Returns the offset where a string that continues at `start` stops, in iterations of 64 bytes, which may contain
/// escapes of two characters: at its closing quotation mark, or at its first control character, byte beyond ASCII, or
/// other escape; or between two characters, at most 65 bytes before the end of the text.
intptr_t decant_json_escaped_string_stop(const void *text, intptr_t start, intptr_t length);

/// The numbers of bytes that were read and written.
typedef struct { intptr_t read, written; } decant_json_progress;

/// Resolves the escapes at the start of a validated string that continues at `source`, in iterations of 64 bytes: up to
/// a block with an escape of hexadecimal digits, or up to the last block, which has less than 64 bytes. Only AVX-512
/// does so; other kernels read nothing.
///
/// @param length The number of bytes of the string from `source` on.
/// @param target The buffer for the text, with a capacity of at least `length`.
decant_json_progress decant_json_unescape(const void *source, intptr_t length, void *target);

/// The state of strings between two bytes of a text.
typedef struct {
    /// 1 if the next byte is escaped.
    uint64_t is_escaped;
    /// All bits set if the next byte is in a string, otherwise zero.
    uint64_t is_inside;
} decant_json_string_state;

/// The state of a scan for the end of a string, an array, or an object, between two of its bytes.
typedef struct {
    decant_json_string_state strings;
    /// The number of open arrays and objects; 0 for a string.
    int64_t depth;
} decant_json_extent;

/// Finds the last byte of an open string, array, or object, and updates the state for the next bytes if the value does
/// not end.
///
/// Reads up to 63 bytes after the given ones.
///
/// @return The number of bytes up to and including the last byte of the value; 0 if the value does not end.
intptr_t decant_json_value_end(
    decant_json_kernel kernel, decant_json_extent *extent, const void *bytes, intptr_t count
);

/// Returns the fastest kernel of this processor.
decant_json_kernel decant_json_best_kernel(void);

#endif
