// The few vector instructions of the scanners, as functions that the compiler puts in line.
//
// A header of C is needed because Swift's SIMD16<UInt8> operators compile to byte-by-byte code. Each function reads
// exactly 16 bytes from its argument, or as many groups of 16 as it is told; the caller guarantees that they are readable,
// which the zeros behind every ResponseBody do for any position of a body.

#ifndef CDECANTSCAN_H
#define CDECANTSCAN_H

#include <stdint.h>

#define DECANT_INLINE static inline __attribute__((always_inline))

/// How often something stands in a piece of text.
typedef struct {
    /// Line feeds.
    uint32_t feeds;
    /// Carriage returns.
    uint32_t returns;
    /// Bytes that do not continue a scalar of UTF-8.
    uint32_t scalars;
} decant_text_counts;

#if defined(__SSE2__)
#include <emmintrin.h>

DECANT_INLINE uint32_t decant_sum(__m128i v) {
    __m128i sums = _mm_sad_epu8(v, _mm_setzero_si128());
    return (uint32_t)(_mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_srli_si128(sums, 8)));
}

/// Counts in groups of 16 bytes, of which there may be at most 255: a lane of 8 bits counts one of each.
DECANT_INLINE decant_text_counts decant_count_text(const void *bytes, intptr_t groups) {
    const __m128i *group = (const __m128i *)bytes;
    __m128i feeds = _mm_setzero_si128(), returns = feeds, scalars = feeds;
    for (intptr_t index = 0; index < groups; index++) {
        __m128i v = _mm_loadu_si128(group + index);
        // A comparison that holds is -1.
        feeds = _mm_sub_epi8(feeds, _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
        returns = _mm_sub_epi8(returns, _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
        scalars = _mm_sub_epi8(scalars, _mm_cmpgt_epi8(v, _mm_set1_epi8((char)0xBF)));
    }
    return (decant_text_counts){decant_sum(feeds), decant_sum(returns), decant_sum(scalars)};
}

/// The number of bytes before the first quotation mark, reverse solidus, control character or byte of 0x80 and above;
/// 16 if there is none.
DECANT_INLINE intptr_t decant_json_string_stop(const void *bytes) {
    __m128i v = _mm_loadu_si128((const __m128i *)bytes);
    __m128i quote = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
    __m128i escape = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
    // The comparison is signed: it finds control characters and every byte of 0x80 and above at once.
    __m128i other = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
    __m128i stop = _mm_or_si128(_mm_or_si128(quote, escape), other);
    return __builtin_ctz((uint32_t)_mm_movemask_epi8(stop) | 0x10000);
}

/// Copies 16 bytes, and tells the number of them before the first reverse solidus; 16 if there is none.
DECANT_INLINE intptr_t decant_json_copy_to_escape(const void *source, void *target) {
    __m128i v = _mm_loadu_si128((const __m128i *)source);
    _mm_storeu_si128((__m128i *)target, v);
    uint32_t escapes = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
    return __builtin_ctz(escapes | 0x10000);
}

#elif defined(__ARM_NEON)
#include <arm_neon.h>

/// Counts in groups of 16 bytes, of which there may be at most 255: a lane of 8 bits counts one of each.
DECANT_INLINE decant_text_counts decant_count_text(const void *bytes, intptr_t groups) {
    const uint8_t *group = (const uint8_t *)bytes;
    uint8x16_t feeds = vdupq_n_u8(0), returns = feeds, scalars = feeds;
    for (intptr_t index = 0; index < groups; index++) {
        uint8x16_t v = vld1q_u8(group + 16 * index);
        // A comparison that holds is -1.
        feeds = vsubq_u8(feeds, vceqq_u8(v, vdupq_n_u8('\n')));
        returns = vsubq_u8(returns, vceqq_u8(v, vdupq_n_u8('\r')));
        scalars = vsubq_u8(scalars, vcgtq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(-65)));
    }
    return (decant_text_counts){vaddlvq_u8(feeds), vaddlvq_u8(returns), vaddlvq_u8(scalars)};
}

/// The number of bytes before the first quotation mark, reverse solidus, control character or byte of 0x80 and above;
/// 16 if there is none.
DECANT_INLINE intptr_t decant_json_string_stop(const void *bytes) {
    uint8x16_t v = vld1q_u8((const uint8_t *)bytes);
    uint8x16_t quote = vceqq_u8(v, vdupq_n_u8('"'));
    uint8x16_t escape = vceqq_u8(v, vdupq_n_u8('\\'));
    // The comparison is signed: it finds control characters and every byte of 0x80 and above at once.
    uint8x16_t other = vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(0x20));
    uint8x16_t stop = vorrq_u8(vorrq_u8(quote, escape), other);
    // Four bits for each byte.
    uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(stop), 4)), 0);
    return mask == 0 ? 16 : __builtin_ctzll(mask) >> 2;
}

/// Copies 16 bytes, and tells the number of them before the first reverse solidus; 16 if there is none.
DECANT_INLINE intptr_t decant_json_copy_to_escape(const void *source, void *target) {
    uint8x16_t v = vld1q_u8((const uint8_t *)source);
    vst1q_u8((uint8_t *)target, v);
    uint8x16_t escape = vceqq_u8(v, vdupq_n_u8('\\'));
    // Four bits for each byte.
    uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(escape), 4)), 0);
    return mask == 0 ? 16 : __builtin_ctzll(mask) >> 2;
}

#endif

#define DECANT_KNOWN(number) \
    case number: { \
        intptr_t known = number; \
        __asm__("" : "+r"(known)); \
        return known; \
    }

/// The same number, by way of a branch for each from 0 to 15.
///
/// The processor predicts a branch and goes on, where it would wait for a number that comes from a load. That is worth it
/// for numbers that repeat, such as the lengths of names. The empty assembler text hides from the compiler that all
/// branches do the same.
DECANT_INLINE intptr_t decant_predicted(intptr_t number) {
    switch (number) {
        DECANT_KNOWN(0) DECANT_KNOWN(1) DECANT_KNOWN(2) DECANT_KNOWN(3)
        DECANT_KNOWN(4) DECANT_KNOWN(5) DECANT_KNOWN(6) DECANT_KNOWN(7)
        DECANT_KNOWN(8) DECANT_KNOWN(9) DECANT_KNOWN(10) DECANT_KNOWN(11)
        DECANT_KNOWN(12) DECANT_KNOWN(13) DECANT_KNOWN(14) DECANT_KNOWN(15)
        default: return number;
    }
}

/// A power of ten from 0 to 22, all of which a double holds exactly.
DECANT_INLINE double decant_power_of_ten(intptr_t exponent) {
    static const double powers[] = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    };
    return powers[exponent];
}

extern const uint64_t decant_powers_of_five[];

/// One of the two halves of a 128-bit approximation of a power of five; see Scripts/generate-powers-of-five.
DECANT_INLINE uint64_t decant_power_of_five(intptr_t index) {
    return decant_powers_of_five[index];
}

#endif
