// The first of the two stages in which JSON is read: it finds where tokens begin, by bits of 64 bytes at a time, without knowing
// anything of their order. The idea is by Langdale and Lemire, "Parsing gigabytes of JSON per second" (2019).
//
// The same loops find the ends of values in streams.

#ifndef CDECANTTOKENS_H
#define CDECANTTOKENS_H

#include <stdint.h>

#include "CDecantBytes.h"

/// The ways to compare 64 bytes at once.
typedef enum {
    /// The vectors that every processor of its kind has: SSE2 or NEON; none where there are none.
    decant_json_kernel_basic,
    /// AVX2.
    decant_json_kernel_avx2,
    /// AVX-512 with the byte compression of VBMI2.
    decant_json_kernel_avx512,
} decant_json_kernel;

/// A chunk of a text whose tokens were found.
typedef struct {
    /// The number of offsets that were written.
    intptr_t count;
    /// The offset where the chunk ends: that of the text's end, or an earlier one.
    intptr_t end;
    /// The number of line feeds and of carriage returns in the chunk, if they were to be counted.
    uint32_t feeds, returns;
    /// Whether all bytes are ASCII.
    uint32_t is_ascii;
    /// Whether something is in the chunk that JSON does not have: control characters other than white space, bytes that are not
    /// UTF-8.
    uint32_t is_irregular;
} decant_json_chunk;

/// The number of offsets that follow the last one if a chunk ends with the text: each is that of the text's end.
enum { decant_json_sentinels = 8 };

/// Whether this processor has a kernel.
int decant_json_has_kernel(decant_json_kernel kernel);

/// Finds the tokens of a chunk that begins outside of strings.
///
/// Written are the offsets of brackets, braces, colons and commas outside of strings; of the quotation marks at both ends of
/// strings; of each backslash that begins an escape; and of the first of other characters outside of strings that follow each
/// other and are not white space.
///
/// @param text The first byte; 64 zeros follow the last one.
/// @param start The offset of the chunk.
/// @param length The number of bytes of the text, less than 4 GiB.
/// @param counts_lines Whether line ends are counted.
/// @param offsets Where to write, for `capacity` offsets: 128 and the sentinels at least. The chunk ends when no more than that are free.
decant_json_chunk decant_json_find_tokens(
    decant_json_kernel kernel, const void *text, intptr_t start, intptr_t length, int counts_lines, uint32_t *offsets,
    intptr_t capacity
);

/// Where a string that goes on at an offset stops, in steps of 64 bytes: at its first quotation mark, reverse solidus or control
/// character, or at most 66 bytes before the end of the text, or before a byte that is not UTF-8.
intptr_t decant_json_long_string_stop(const void *text, intptr_t start, intptr_t length);

/// The state of strings between any two bytes of a text.
typedef struct {
    /// 1 if the next byte is escaped.
    uint64_t is_escaped;
    /// All bits if the next byte is in a string, else none.
    uint64_t is_inside;
} decant_json_string_state;

/// The state of a scan for the end of a string, an array, or an object, between any two bytes of it.
typedef struct {
    decant_json_string_state strings;
    /// The number of open arrays and objects; 0 for a string.
    int64_t depth;
} decant_json_extent;

/// Looks for the last byte of a string, an array, or an object that is open, and keeps the state if it is not among the bytes.
///
/// Up to 63 bytes after the given ones are read, too.
///
/// @return The number of bytes up to it, and it itself; 0 if it is not among the bytes.
intptr_t decant_json_value_end(decant_json_kernel kernel, decant_json_extent *extent, const void *bytes, intptr_t count);

/// The fastest kernel of this processor.
decant_json_kernel decant_json_best_kernel(void);

#endif
