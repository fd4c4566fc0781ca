// The vector instructions of the scanners, as inline functions.
//
// They are written in C because Swift's SIMD16<UInt8> operators compile to code that handles single bytes. Each
// function reads exactly 16 bytes from its argument, or 64 where documented, or the given number of groups of 16 and
// one more byte. The caller guarantees that these bytes are readable. The zeros after every ResponseBytes ensure this
// for any offset of a body.

#ifndef CDECANTSCAN_H
#define CDECANTSCAN_H

#include <stdint.h>
#include <string.h>

#include "CDecantMemory.h"
#include "CDecantTokens.h"

#define DECANT_INLINE static inline __attribute__((always_inline))

/// The number of line ends and scalars in a part of a text.
typedef struct {
    /// Line feeds.
    uint32_t feeds;
    /// Carriage returns.
    uint32_t returns;
    /// The number of bytes that do not continue a UTF-8 scalar.
    uint32_t scalars;
} decant_text_counts;

/// The end of an XML name within 16 bytes, and its colon.
typedef struct {
    /// The number of bytes before the first one that cannot be part of a name, at most 16.
    intptr_t stop;
    /// The number of bytes before the colon; 0 without a colon, -1 if it comes first or there are several.
    intptr_t colon;
} decant_xml_name;

#include "CDecantScanPortable.h"

#if defined(DECANT_SCAN_PORTABLE)
// CDecantScanPortable.h defines all functions.
#elif defined(__SSE2__)
#include <emmintrin.h>

/// A mask with one bit for each of 16 bytes, or a few more.
typedef uint32_t decant_byte_mask;

DECANT_INLINE uint32_t decant_sum(__m128i v) {
    __m128i sums = _mm_sad_epu8(v, _mm_setzero_si128());
    return (uint32_t)(_mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_srli_si128(sums, 8)));
}

/// Counts in at most 255 groups of 16 bytes. An 8-bit lane counts one byte of each group.
DECANT_INLINE decant_text_counts decant_count_text(const void *bytes, intptr_t groups) {
    const __m128i *group = (const __m128i *)bytes;
    __m128i feeds = _mm_setzero_si128(), returns = feeds, scalars = feeds;
    for (intptr_t index = 0; index < groups; index++) {
        __m128i v = _mm_loadu_si128(group + index);
        // A true comparison is -1.
        feeds = _mm_sub_epi8(feeds, _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
        returns = _mm_sub_epi8(returns, _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
        scalars = _mm_sub_epi8(scalars, _mm_cmpgt_epi8(v, _mm_set1_epi8((char)0xBF)));
    }
    return (decant_text_counts){decant_sum(feeds), decant_sum(returns), decant_sum(scalars)};
}

/// Returns the number of bytes before the first quotation mark, reverse solidus, control character or byte of 0x80 and
/// above, at most 16.
DECANT_INLINE intptr_t decant_json_string_stop(const void *bytes) {
    __m128i v = _mm_loadu_si128((const __m128i *)bytes);
    __m128i quote = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
    __m128i escape = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
    // The comparison is signed, so it finds both control characters and bytes of 0x80 and above.
    __m128i other = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
    __m128i stop = _mm_or_si128(_mm_or_si128(quote, escape), other);
    return __builtin_ctz((uint32_t)_mm_movemask_epi8(stop) | 0x10000);
}

/// Copies 64 bytes, and returns the bits of the reverse solidi among them.
DECANT_INLINE uint64_t decant_json_copy(const void *source, void *target) {
    const __m128i *from = (const __m128i *)source, escape = _mm_set1_epi8('\\');
    uint64_t escapes = 0;
    for (int part = 0; part < 4; part++) {
        __m128i v = _mm_loadu_si128(from + part);
        _mm_storeu_si128((__m128i *)target + part, v);
        escapes |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, escape)) << (16 * part);
    }
    return escapes;
}

/// Finds the end of a run of A-Z, a-z, 0-9, `-`, `.`, `_` and `:`, and the colon in it.
DECANT_INLINE decant_xml_name decant_xml_name_stop(const void *bytes) {
    __m128i v = _mm_loadu_si128((const __m128i *)bytes);
    __m128i letter = _mm_sub_epi8(_mm_or_si128(v, _mm_set1_epi8(0x20)), _mm_set1_epi8('a'));
    // `-`, `.`, `/`, the digits and `:` are consecutive.
    __m128i other = _mm_sub_epi8(v, _mm_set1_epi8('-'));
    __m128i good = _mm_cmpeq_epi8(_mm_min_epu8(letter, _mm_set1_epi8(25)), letter);
    good = _mm_or_si128(good, _mm_cmpeq_epi8(_mm_min_epu8(other, _mm_set1_epi8(13)), other));
    good = _mm_or_si128(good, _mm_cmpeq_epi8(v, _mm_set1_epi8('_')));
    good = _mm_andnot_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('/')), good);
    uint32_t stops = ~(uint32_t)_mm_movemask_epi8(good);
    // Only the bits below the first stop.
    uint32_t colons = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(':'))) & (stops - 1) & ~stops;
    intptr_t colon = colons == 0 ? 0 : (colons & (colons - 1)) != 0 || (colons & 1) != 0 ? -1 : __builtin_ctz(colons);
    return (decant_xml_name){__builtin_ctz(stops), colon};
}

/// Returns the offset of the first `<`, `&`, `]`, CR, or NUL. Precondition: the text contains one of them.
DECANT_INLINE intptr_t decant_xml_text_end(const void *bytes) {
    const uint8_t *group = (const uint8_t *)bytes;
    while (1) {
        __m128i v = _mm_loadu_si128((const __m128i *)group);
        __m128i stop = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('<')), _mm_cmpeq_epi8(v, _mm_set1_epi8('&')));
        stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_set1_epi8(']')));
        stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
        stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_setzero_si128()));
        uint32_t mask = (uint32_t)_mm_movemask_epi8(stop);
        if (mask != 0) return group - (const uint8_t *)bytes + __builtin_ctz(mask);
        group += 16;
    }
}

/// Returns the offset of the first `quote`, `&`, `<` or control character. Precondition: the text contains one of them.
DECANT_INLINE intptr_t decant_xml_value_end(const void *bytes, uint8_t quote) {
    const uint8_t *group = (const uint8_t *)bytes;
    while (1) {
        __m128i v = _mm_loadu_si128((const __m128i *)group);
        __m128i stop = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('<')), _mm_cmpeq_epi8(v, _mm_set1_epi8('&')));
        stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_set1_epi8((char)quote)));
        stop = _mm_or_si128(stop, _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v));
        uint32_t mask = (uint32_t)_mm_movemask_epi8(stop);
        if (mask != 0) return group - (const uint8_t *)bytes + __builtin_ctz(mask);
        group += 16;
    }
}

/// Returns the offset of the first `byte`, CR, or NUL. Precondition: the text contains one of them.
DECANT_INLINE intptr_t decant_xml_find(const void *bytes, uint8_t byte) {
    const uint8_t *group = (const uint8_t *)bytes;
    while (1) {
        __m128i v = _mm_loadu_si128((const __m128i *)group);
        __m128i wanted = _mm_cmpeq_epi8(v, _mm_set1_epi8((char)byte));
        __m128i stop = _mm_or_si128(wanted, _mm_cmpeq_epi8(v, _mm_setzero_si128()));
        stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
        uint32_t mask = (uint32_t)_mm_movemask_epi8(stop);
        if (mask != 0) return group - (const uint8_t *)bytes + __builtin_ctz(mask);
        group += 16;
    }
}

/// Returns whether 16 bytes of UTF-8 contain only characters that XML allows.
///
/// Returns 0 for characters of four bytes and a few others, which must be checked byte by byte. Continuation bytes must
/// match the leading bytes. A mask has one bit for each byte.
///
/// @param continued The bytes at the start that continue the previous character; updated for the next 16 bytes.
DECANT_INLINE int decant_xml_is_valid16(const void *bytes, decant_byte_mask *continued) {
    __m128i v = _mm_loadu_si128((const __m128i *)bytes);
    // The comparison is signed, so it finds both control characters and bytes of 0x80 and above.
    __m128i other = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
    __m128i space = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\n')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
    space = _mm_or_si128(space, _mm_cmpeq_epi8(v, _mm_set1_epi8('\t')));
    uint32_t special = (uint32_t)_mm_movemask_epi8(_mm_andnot_si128(space, other));
    if ((special | *continued) == 0) return 1;
    uint32_t high = (uint32_t)_mm_movemask_epi8(v);
    uint32_t continuing = (uint32_t)_mm_movemask_epi8(_mm_cmplt_epi8(v, _mm_set1_epi8((char)0xC0)));
    uint32_t leads = high & ~continuing;
    uint32_t three = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(v, _mm_set1_epi8((char)0xDF))) & high;
    // C0 and C1 are invalid, and a byte of 0xF0 or more begins a four-byte character or is invalid.
    __m128i rest = _mm_or_si128(
        _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(1)), _mm_set1_epi8((char)0xC1)),
        _mm_cmpeq_epi8(_mm_max_epu8(v, _mm_set1_epi8((char)0xF0)), v)
    );
    if (three != 0) {
        __m128i next = _mm_loadu_si128((const __m128i *)((const uint8_t *)bytes + 1));
        __m128i isLow = _mm_cmplt_epi8(next, _mm_set1_epi8((char)0xA0));
        // Overlong forms, surrogates, and the last 64 code points before U+10000, which include two noncharacters.
        rest = _mm_or_si128(rest, _mm_and_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8((char)0xE0)), isLow));
        rest = _mm_or_si128(rest, _mm_andnot_si128(isLow, _mm_cmpeq_epi8(v, _mm_set1_epi8((char)0xED))));
        rest = _mm_or_si128(rest, _mm_and_si128(
            _mm_cmpeq_epi8(v, _mm_set1_epi8((char)0xEF)), _mm_cmpeq_epi8(next, _mm_set1_epi8((char)0xBF))
        ));
    }
    uint32_t expected = leads << 1 | three << 2 | *continued;
    *continued = expected >> 16;
    uint32_t wrong = (special & ~high) | (uint32_t)_mm_movemask_epi8(rest) | ((expected ^ continuing) & 0xFFFF);
    return wrong == 0;
}

/// Returns whether the first `count` bytes of two regions are equal. 16 bytes of both must be readable.
DECANT_INLINE int decant_xml_same16(const void *left, const void *right, intptr_t count) {
    __m128i a = _mm_loadu_si128((const __m128i *)left);
    __m128i b = _mm_loadu_si128((const __m128i *)right);
    uint32_t different = ~(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) | 0x10000;
    return __builtin_ctz(different) >= count;
}

#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>

/// A mask with four bits for each of 16 bytes.
typedef uint64_t decant_byte_mask;

/// Counts in at most 255 groups of 16 bytes. An 8-bit lane counts one byte of each group.
DECANT_INLINE decant_text_counts decant_count_text(const void *bytes, intptr_t groups) {
    const uint8_t *group = (const uint8_t *)bytes;
    uint8x16_t feeds = vdupq_n_u8(0), returns = feeds, scalars = feeds;
    for (intptr_t index = 0; index < groups; index++) {
        uint8x16_t v = vld1q_u8(group + 16 * index);
        // A true comparison is -1.
        feeds = vsubq_u8(feeds, vceqq_u8(v, vdupq_n_u8('\n')));
        returns = vsubq_u8(returns, vceqq_u8(v, vdupq_n_u8('\r')));
        scalars = vsubq_u8(scalars, vcgtq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(-65)));
    }
    return (decant_text_counts){vaddlvq_u8(feeds), vaddlvq_u8(returns), vaddlvq_u8(scalars)};
}

/// Returns the number of bytes before the first quotation mark, reverse solidus, control character or byte of 0x80 and
/// above, at most 16.
DECANT_INLINE intptr_t decant_json_string_stop(const void *bytes) {
    uint8x16_t v = vld1q_u8((const uint8_t *)bytes);
    uint8x16_t quote = vceqq_u8(v, vdupq_n_u8('"'));
    uint8x16_t escape = vceqq_u8(v, vdupq_n_u8('\\'));
    // The comparison is signed, so it finds both control characters and bytes of 0x80 and above.
    uint8x16_t other = vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(0x20));
    uint8x16_t stop = vorrq_u8(vorrq_u8(quote, escape), other);
    // The mask has four bits for each byte.
    uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(stop), 4)), 0);
    return mask == 0 ? 16 : __builtin_ctzll(mask) >> 2;
}

/// Copies 64 bytes, and returns the bits of the reverse solidi among them.
DECANT_INLINE uint64_t decant_json_copy(const void *source, void *target) {
    uint8x16x4_t v = vld1q_u8_x4((const uint8_t *)source);
    vst1q_u8_x4((uint8_t *)target, v);
    uint8x16_t escape = vdupq_n_u8('\\');
    uint8x16_t bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201));
    // Each byte has one bit. Adding pairs three times combines the bits.
    uint8x16_t first =
        vpaddq_u8(vandq_u8(vceqq_u8(v.val[0], escape), bits), vandq_u8(vceqq_u8(v.val[1], escape), bits));
    uint8x16_t last = vpaddq_u8(vandq_u8(vceqq_u8(v.val[2], escape), bits), vandq_u8(vceqq_u8(v.val[3], escape), bits));
    uint8x16_t sums = vpaddq_u8(first, last);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

/// Returns a mask with four bits for each byte of a comparison.
DECANT_INLINE uint64_t decant_nibbles(uint8x16_t v) {
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(v), 4)), 0);
}

/// Finds the end of a run of A-Z, a-z, 0-9, `-`, `.`, `_` and `:`, and the colon in it.
DECANT_INLINE decant_xml_name decant_xml_name_stop(const void *bytes) {
    uint8x16_t v = vld1q_u8((const uint8_t *)bytes);
    uint8x16_t letter = vsubq_u8(vorrq_u8(v, vdupq_n_u8(0x20)), vdupq_n_u8('a'));
    // `-`, `.`, `/`, the digits and `:` are consecutive.
    uint8x16_t other = vsubq_u8(v, vdupq_n_u8('-'));
    uint8x16_t good = vorrq_u8(vcleq_u8(letter, vdupq_n_u8(25)), vcleq_u8(other, vdupq_n_u8(13)));
    good = vorrq_u8(good, vceqq_u8(v, vdupq_n_u8('_')));
    good = vbicq_u8(good, vceqq_u8(v, vdupq_n_u8('/')));
    uint64_t stops = ~decant_nibbles(good);
    // Only the bits below the first stop. All four bits of a byte are equal.
    uint64_t colons = decant_nibbles(vceqq_u8(v, vdupq_n_u8(':'))) & (stops - 1) & ~stops;
    intptr_t first = colons == 0 ? 0 : __builtin_ctzll(colons) >> 2;
    intptr_t colon = colons == 0 ? 0 : first == 0 || (colons & ~((uint64_t)0xF << (4 * first))) != 0 ? -1 : first;
    return (decant_xml_name){stops == 0 ? 16 : __builtin_ctzll(stops) >> 2, colon};
}

/// Returns the offset of the first `<`, `&`, `]`, CR, or NUL. Precondition: the text contains one of them.
DECANT_INLINE intptr_t decant_xml_text_end(const void *bytes) {
    const uint8_t *group = (const uint8_t *)bytes;
    while (1) {
        uint8x16_t v = vld1q_u8(group);
        uint8x16_t stop = vorrq_u8(vceqq_u8(v, vdupq_n_u8('<')), vceqq_u8(v, vdupq_n_u8('&')));
        stop = vorrq_u8(stop, vceqq_u8(v, vdupq_n_u8(']')));
        stop = vorrq_u8(stop, vceqq_u8(v, vdupq_n_u8('\r')));
        stop = vorrq_u8(stop, vceqzq_u8(v));
        uint64_t mask = decant_nibbles(stop);
        if (mask != 0) return group - (const uint8_t *)bytes + (__builtin_ctzll(mask) >> 2);
        group += 16;
    }
}

/// Returns the offset of the first `quote`, `&`, `<` or control character. Precondition: the text contains one of them.
DECANT_INLINE intptr_t decant_xml_value_end(const void *bytes, uint8_t quote) {
    const uint8_t *group = (const uint8_t *)bytes;
    while (1) {
        uint8x16_t v = vld1q_u8(group);
        uint8x16_t stop = vorrq_u8(vceqq_u8(v, vdupq_n_u8('<')), vceqq_u8(v, vdupq_n_u8('&')));
        stop = vorrq_u8(stop, vceqq_u8(v, vdupq_n_u8(quote)));
        stop = vorrq_u8(stop, vcltq_u8(v, vdupq_n_u8(0x20)));
        uint64_t mask = decant_nibbles(stop);
        if (mask != 0) return group - (const uint8_t *)bytes + (__builtin_ctzll(mask) >> 2);
        group += 16;
    }
}

/// Returns the offset of the first `byte`, CR, or NUL. Precondition: the text contains one of them.
DECANT_INLINE intptr_t decant_xml_find(const void *bytes, uint8_t byte) {
    const uint8_t *group = (const uint8_t *)bytes;
    while (1) {
        uint8x16_t v = vld1q_u8(group);
        uint8x16_t stop = vorrq_u8(vceqq_u8(v, vdupq_n_u8(byte)), vceqq_u8(v, vdupq_n_u8('\r')));
        uint64_t mask = decant_nibbles(vorrq_u8(stop, vceqzq_u8(v)));
        if (mask != 0) return group - (const uint8_t *)bytes + (__builtin_ctzll(mask) >> 2);
        group += 16;
    }
}

/// Returns whether 16 bytes of UTF-8 contain only characters that XML allows.
///
/// Returns 0 for characters of four bytes and a few others, which must be checked byte by byte. Continuation bytes must
/// match the leading bytes. A mask has four bits for each byte.
///
/// @param continued The bytes at the start that continue the previous character; updated for the next 16 bytes.
DECANT_INLINE int decant_xml_is_valid16(const void *bytes, decant_byte_mask *continued) {
    uint8x16_t v = vld1q_u8((const uint8_t *)bytes);
    uint8x16_t space = vorrq_u8(vceqq_u8(v, vdupq_n_u8('\n')), vceqq_u8(v, vdupq_n_u8('\r')));
    space = vorrq_u8(space, vceqq_u8(v, vdupq_n_u8('\t')));
    uint8x16_t control = vbicq_u8(vcltq_u8(v, vdupq_n_u8(0x20)), space);
    uint8x16_t high = vcgeq_u8(v, vdupq_n_u8(0x80));
    if (*continued == 0 && vmaxvq_u8(vorrq_u8(control, high)) == 0) return 1;
    uint8x16_t next = vld1q_u8((const uint8_t *)bytes + 1);
    // The comparison is signed, so only 80 to 9F are low. Other invalid bytes are rejected by their position.
    uint8x16_t isLow = vcltq_s8(vreinterpretq_s8_u8(next), vdupq_n_s8(-96));
    // C0 and C1 are invalid, and a byte of 0xF0 or more begins a four-byte character or is invalid.
    uint8x16_t rest = vorrq_u8(control, vcgeq_u8(v, vdupq_n_u8(0xF0)));
    rest = vorrq_u8(rest, vceqq_u8(vorrq_u8(v, vdupq_n_u8(1)), vdupq_n_u8(0xC1)));
    // Overlong forms, surrogates, and the last 64 code points before U+10000, which include two noncharacters.
    rest = vorrq_u8(rest, vandq_u8(vceqq_u8(v, vdupq_n_u8(0xE0)), isLow));
    rest = vorrq_u8(rest, vbicq_u8(vceqq_u8(v, vdupq_n_u8(0xED)), isLow));
    rest = vorrq_u8(rest, vandq_u8(vceqq_u8(v, vdupq_n_u8(0xEF)), vceqq_u8(next, vdupq_n_u8(0xBF))));
    uint64_t leads = decant_nibbles(vcgeq_u8(v, vdupq_n_u8(0xC0)));
    uint64_t three = decant_nibbles(vcgeq_u8(v, vdupq_n_u8(0xE0)));
    uint64_t continuing = decant_nibbles(high) & ~leads;
    uint64_t expected = leads << 4 | three << 8 | *continued;
    *continued = leads >> 60 | three >> 56;
    return vmaxvq_u8(rest) == 0 && expected == continuing;
}

/// Returns whether the first `count` bytes of two regions are equal. 16 bytes of both must be readable.
DECANT_INLINE int decant_xml_same16(const void *left, const void *right, intptr_t count) {
    uint64_t different = ~decant_nibbles(vceqq_u8(vld1q_u8((const uint8_t *)left), vld1q_u8((const uint8_t *)right)));
    return (different == 0 ? 16 : __builtin_ctzll(different) >> 2) >= count;
}

#endif

/// Returns the number of leading groups of 16 bytes that contain only characters that XML allows. The first group must
/// start at a character boundary; the last one may end within a character. Characters of four bytes and a few others
/// end the run.
DECANT_INLINE intptr_t decant_xml_valid_groups(const void *bytes, intptr_t groups) {
    decant_byte_mask continued = 0;
    for (intptr_t index = 0; index < groups; index++) {
        if (!decant_xml_is_valid16((const uint8_t *)bytes + 16 * index, &continued)) return index;
    }
    return groups;
}

#define DECANT_KNOWN(number) \
    case number: { \
        intptr_t known = number; \
        __asm__("" : "+r"(known)); \
        return known; \
    }

/// Returns the same number, through one branch for each value from 0 to 15.
///
/// The processor predicts a branch and continues, but it would wait for a number from a load. This helps for numbers
/// that repeat, such as the lengths of names. The empty assembler statement prevents the compiler from merging the
/// identical branches.
DECANT_INLINE intptr_t decant_predicted(intptr_t number) {
    switch (number) {
        DECANT_KNOWN(0) DECANT_KNOWN(1) DECANT_KNOWN(2) DECANT_KNOWN(3)
        DECANT_KNOWN(4) DECANT_KNOWN(5) DECANT_KNOWN(6) DECANT_KNOWN(7)
        DECANT_KNOWN(8) DECANT_KNOWN(9) DECANT_KNOWN(10) DECANT_KNOWN(11)
        DECANT_KNOWN(12) DECANT_KNOWN(13) DECANT_KNOWN(14) DECANT_KNOWN(15)
        default: return number;
    }
}

/// Prefetches memory that will be read soon. An unreadable address has no effect.
DECANT_INLINE void decant_fetch_ahead(const void *address) {
    __builtin_prefetch(address);
}

/// Counts a line feed in the lower half and a carriage return in the upper half of a number. The number stays in
/// memory, since the compiler does not keep a volatile value in a register.
DECANT_INLINE void decant_count_line_end(uint64_t *cell, uint8_t byte) {
    *(volatile uint64_t *)cell += (uint64_t)(byte == '\n') | (uint64_t)(byte == '\r') << 32;
}

/// Returns a power of ten from 0 to 22. A double represents all of them exactly.
DECANT_INLINE double decant_power_of_ten(intptr_t exponent) {
    static const double powers[] = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    };
    return powers[exponent];
}

/// Returns a power of ten from 0 to 7 as an integer.
DECANT_INLINE uint64_t decant_short_power_of_ten(intptr_t exponent) {
    static const uint64_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    return powers[exponent];
}

/// Counts in at most 255 groups of 16 bytes, with longer vectors if the processor has them.
decant_text_counts decant_count_long_text(const void *bytes, intptr_t groups);

extern const uint64_t decant_powers_of_five[];

/// Returns one half of a 128-bit approximation of a power of five; see Scripts/generate-powers-of-five.
DECANT_INLINE uint64_t decant_power_of_five(intptr_t index) {
    return decant_powers_of_five[index];
}

#endif
