// Vectorized inline functions for the readers of streams.
//
// Each function may read up to 63 bytes beyond its input. The slack after the memory of every body allows this.

#ifndef CDECANT_STREAMS_H
#define CDECANT_STREAMS_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && !defined(DECANT_PORTABLE)
#include <emmintrin.h>
#endif

/// Returns the offset of the first byte with a value, or `count` if no byte has it.
static inline intptr_t decant_find_byte(const void *bytes, uint8_t byte, intptr_t count) {
    const void *found = memchr(bytes, byte, (size_t)count);
    return found ? (const uint8_t *)found - (const uint8_t *)bytes : count;
}

/// Returns the offset after the last byte with a value, or 0 if no byte has it.
static inline intptr_t decant_find_last_byte(const void *bytes, uint8_t byte, intptr_t count) {
    const uint8_t *first = (const uint8_t *)bytes;
    intptr_t end = count;
#if defined(__SSE2__) && !defined(DECANT_PORTABLE)
    for (; end >= 16; end -= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(first + end - 16));
        uint32_t found = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8((char)byte)));
        if (found != 0) return end - (__builtin_clz(found) - 16);
    }
#endif
    while (end > 0 && first[end - 1] != byte) end--;
    return end;
}

#if defined(__SSE2__) && !defined(DECANT_PORTABLE)
/// Returns the highest bits of 64 bytes.
static inline uint64_t decant_mask64(const __m128i *groups) {
    uint64_t low = (uint32_t)_mm_movemask_epi8(groups[0]) | (uint32_t)_mm_movemask_epi8(groups[1]) << 16;
    uint64_t high = (uint32_t)_mm_movemask_epi8(groups[2]) | (uint32_t)_mm_movemask_epi8(groups[3]) << 16;
    return low | high << 32;
}
#endif

/// Returns the offset of the first line feed or carriage return, or `count` if the bytes have neither.
///
/// @param high Becomes nonzero if a byte before that offset is not ASCII.
static inline intptr_t decant_line_end(const void *bytes, intptr_t count, uint32_t *high) {
    const uint8_t *byte = (const uint8_t *)bytes;
    intptr_t offset = 0;
#if defined(__SSE2__) && !defined(DECANT_PORTABLE)
    const __m128i feed = _mm_set1_epi8('\n'), ret = _mm_set1_epi8('\r');
    for (; offset < count; offset += 64) {
        __m128i v[4], ends[4];
        for (int group = 0; group < 4; group++) {
            v[group] = _mm_loadu_si128((const __m128i *)(byte + offset) + group);
            ends[group] = _mm_or_si128(_mm_cmpeq_epi8(v[group], feed), _mm_cmpeq_epi8(v[group], ret));
        }
        __m128i any_end = _mm_or_si128(_mm_or_si128(ends[0], ends[1]), _mm_or_si128(ends[2], ends[3]));
        __m128i any_high = _mm_or_si128(_mm_or_si128(v[0], v[1]), _mm_or_si128(v[2], v[3]));
        uint32_t others = (uint32_t)_mm_movemask_epi8(any_high);
        if (count - offset >= 64 && _mm_movemask_epi8(any_end) == 0) {
            *high |= others;
            continue;
        }
        uint64_t found = decant_mask64(ends);
        uint64_t valid = count - offset >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << (count - offset)) - 1;
        found &= valid;
        if (found != 0) valid = (found & -found) - 1;
        if (others != 0 && (decant_mask64(v) & valid) != 0) *high |= 1;
        if (found != 0) return offset + __builtin_ctzll(found);
    }
    return count;
#else
    for (; offset < count; offset++) {
        if (byte[offset] == '\n' || byte[offset] == '\r') return offset;
        *high |= byte[offset] >> 7;
    }
    return count;
#endif
}

#endif
