// The vector instructions of the readers of streams, which the compiler puts in line.
//
// Each function may read up to 63 bytes after the ones that it is given, which the slack after the memory of every body allows.

#ifndef CDECANT_STREAMS_H
#define CDECANT_STREAMS_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && !defined(DECANT_PORTABLE)
#include <emmintrin.h>
#endif

/// The number of bytes before the first one of a value; `count` if there is none.
static inline intptr_t decant_find_byte(const void *bytes, uint8_t byte, intptr_t count) {
    const void *found = memchr(bytes, byte, (size_t)count);
    return found ? (const uint8_t *)found - (const uint8_t *)bytes : count;
}

/// The number of bytes up to the last one of a value, and it itself; 0 if there is none.
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
/// The highest bits of 64 bytes.
static inline uint64_t decant_mask64(const __m128i *groups) {
    uint64_t low = (uint32_t)_mm_movemask_epi8(groups[0]) | (uint32_t)_mm_movemask_epi8(groups[1]) << 16;
    uint64_t high = (uint32_t)_mm_movemask_epi8(groups[2]) | (uint32_t)_mm_movemask_epi8(groups[3]) << 16;
    return low | high << 32;
}
#endif

/// The number of bytes before the first line feed or carriage return; `count` if there is none.
///
/// @param high Gets bits if one of the bytes before it is not ASCII.
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
        uint64_t found = decant_mask64(ends), valid = count - offset >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << (count - offset)) - 1;
        found &= valid;
        if (found != 0) valid = (found & -found) - 1;
        if (others != 0 && (decant_mask64(v) & valid) != 0) *high |= 1;
        if (found != 0) return offset + __builtin_ctzll(found);
    }
    return count;
#else
    for (; offset < count; offset++) {
        if (byte[offset] == '\n' || byte[offset] == '\r') return offset;
        *high |= byte[offset] & 0x80;
    }
    return count;
#endif
}

/// The state of a scan for the end of a JSON array or object, between any two bytes of it.
typedef struct {
    /// All bits if the next byte is in a string, else none.
    uint64_t in_string;
    /// 1 if the next byte is escaped.
    uint64_t is_escaped;
    /// The number of open arrays and objects.
    int64_t depth;
} decant_json_extent;

/// Bits for 64 bytes, the first in the lowest.
typedef struct {
    uint64_t quotes, escapes, opens, closes;
} decant_json_marks;

static inline decant_json_marks decant_json_mark(const uint8_t *bytes) {
    decant_json_marks marks = {0, 0, 0, 0};
#if defined(__SSE2__) && !defined(DECANT_PORTABLE)
    const __m128i bit = _mm_set1_epi8(0x20);
    for (int group = 0; group < 4; group++) {
        __m128i v = _mm_loadu_si128((const __m128i *)(bytes + 16 * group));
        // `[` and `{`, and so `]` and `}`, differ in one bit.
        __m128i folded = _mm_or_si128(v, bit);
        int shift = 16 * group;
        marks.quotes |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('"'))) << shift;
        marks.escapes |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))) << shift;
        marks.opens |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{'))) << shift;
        marks.closes |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(folded, _mm_set1_epi8('}'))) << shift;
    }
#else
    for (int index = 0; index < 64; index++) {
        uint64_t bit = (uint64_t)1 << index;
        switch (bytes[index]) {
        case '"': marks.quotes |= bit; break;
        case '\\': marks.escapes |= bit; break;
        case '[': case '{': marks.opens |= bit; break;
        case ']': case '}': marks.closes |= bit; break;
        default: break;
        }
    }
#endif
    return marks;
}

/// For each bit whether an odd number of bits is set up to it, and it itself.
static inline uint64_t decant_prefix_xor(uint64_t bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^= bits << 32;
    return bits;
}

/// The bits that are escaped by the bits before them, of which there are `count`; keeps whether the next bit is.
static inline uint64_t decant_json_escaped(uint64_t escapes, uint64_t *is_escaped, intptr_t count) {
    uint64_t first = *is_escaped;
    if (escapes == 0) {
        *is_escaped = count > 0 ? 0 : first;
        return first;
    }
    const uint64_t even = 0x5555555555555555;
    escapes &= ~first;
    uint64_t follows = escapes << 1 | first;
    uint64_t odd_starts = escapes & ~even & ~follows;
    uint64_t runs;
    int overflow = __builtin_add_overflow(odd_starts, escapes, &runs);
    uint64_t escaped = (even ^ (runs << 1)) & follows;
    *is_escaped = count == 64 ? (uint64_t)overflow : (escaped >> count) & 1;
    return escaped;
}

/// Looks for the byte that closes the outermost array or object that is open, and keeps the state if there is none.
///
/// @return The number of bytes up to it, and it itself; 0 if it is not among the bytes.
static inline intptr_t decant_json_close(decant_json_extent *state, const void *bytes, intptr_t count) {
    const uint8_t *byte = (const uint8_t *)bytes;
    for (intptr_t offset = 0; offset < count; offset += 64) {
        intptr_t left = count - offset;
        decant_json_marks marks = decant_json_mark(byte + offset);
        uint64_t valid = left >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << left) - 1;
        intptr_t length = left >= 64 ? 64 : left;
        uint64_t escaped = decant_json_escaped(marks.escapes & valid, &state->is_escaped, length);
        uint64_t strings = decant_prefix_xor(marks.quotes & valid & ~escaped) ^ state->in_string;
        state->in_string = (uint64_t)((int64_t)(strings << (64 - length)) >> 63);
        uint64_t opens = marks.opens & valid & ~strings, closes = marks.closes & valid & ~strings;
        if (closes == 0) {
            state->depth += __builtin_popcountll(opens);
            continue;
        }
        if (state->depth > __builtin_popcountll(closes)) {
            state->depth += __builtin_popcountll(opens) - __builtin_popcountll(closes);
            continue;
        }
        for (uint64_t bits = opens | closes; bits != 0; bits &= bits - 1) {
            uint64_t lowest = bits & -bits;
            if (lowest & opens) {
                state->depth++;
            } else if (--state->depth == 0) {
                return offset + __builtin_ctzll(bits) + 1;
            }
        }
    }
    return 0;
}

/// Looks for the quotation mark that ends a string that is open, and keeps the state if there is none.
///
/// @return The number of bytes up to it, and it itself; 0 if it is not among the bytes.
static inline intptr_t decant_json_string_close(decant_json_extent *state, const void *bytes, intptr_t count) {
    const uint8_t *byte = (const uint8_t *)bytes;
    for (intptr_t offset = 0; offset < count; offset += 64) {
        intptr_t left = count - offset;
        decant_json_marks marks = decant_json_mark(byte + offset);
        uint64_t valid = left >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << left) - 1;
        uint64_t escaped = decant_json_escaped(marks.escapes & valid, &state->is_escaped, left >= 64 ? 64 : left);
        uint64_t quotes = marks.quotes & valid & ~escaped;
        if (quotes != 0) return offset + __builtin_ctzll(quotes) + 1;
    }
    return 0;
}

#endif
