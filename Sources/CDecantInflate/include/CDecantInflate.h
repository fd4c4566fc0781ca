// CRC-32 by carry-less multiplication.
//
// A C header is needed because Swift has no such instruction. Everything else of the checksums is Swift, and a processor
// without the instruction uses that alone.
//
// How it works: a message is a polynomial over GF(2), and 128 bits of it that are followed by n more bits may be replaced by
// their product with x^n mod P, which is added to those that follow. Four accumulators of 128 bits take 64 bytes a step, or,
// where the processor multiplies pairs, four of 256 bits take 128 bytes. At the end they become one of 16 bytes, which has
// the same remainder as all bytes that were read, so that the caller continues with it as if it were the message, from a
// checksum of 0.

#ifndef CDECANTINFLATE_H
#define CDECANTINFLATE_H

#include <stdint.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define DECANT_FOLDING __attribute__((target("pclmul,sse4.1")))
#define DECANT_WIDE_FOLDING __attribute__((target("pclmul,vpclmulqdq,avx2")))

/// The bytes that the processor folds in a step: 64 or 128, or 0 if it cannot fold.
static inline intptr_t decant_crc32_step_size(void) {
    if (!__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.1")) return 0;
    return __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx2") ? 128 : 64;
}

/// An accumulator, moved on by the number of bits that the two factors are made for, and the data at that distance.
DECANT_FOLDING static inline __m128i decant_crc32_step(__m128i sum, __m128i factors, __m128i data) {
    __m128i low = _mm_clmulepi64_si128(sum, factors, 0x00);
    __m128i high = _mm_clmulepi64_si128(sum, factors, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), data);
}

/// Replaces groups of 64 bytes, of which there is at least one, by 16 bytes with the same remainder.
///
/// @param crc The checksum of what came before, inverted as it is while it is computed.
/// @param bytes The groups, all of which are readable.
/// @param groups Their number.
/// @param folded Receives the 16 bytes.
DECANT_FOLDING static inline void decant_crc32_fold(
    uint32_t crc, const uint8_t *bytes, intptr_t groups, uint8_t *folded
) {
    // x^n mod P, reflected, for n of 4 x 128 + 32 and 4 x 128 - 32, and of 128 + 32 and 128 - 32.
    const __m128i far = _mm_set_epi64x(0x01C6E41596, 0x0154442BD4);
    const __m128i near = _mm_set_epi64x(0x00CCAA009E, 0x01751997D0);
    const __m128i *group = (const __m128i *)bytes;
    __m128i a = _mm_xor_si128(_mm_loadu_si128(group), _mm_cvtsi32_si128((int)crc));
    __m128i b = _mm_loadu_si128(group + 1), c = _mm_loadu_si128(group + 2), d = _mm_loadu_si128(group + 3);
    while (--groups > 0) {
        group += 4;
        a = decant_crc32_step(a, far, _mm_loadu_si128(group));
        b = decant_crc32_step(b, far, _mm_loadu_si128(group + 1));
        c = decant_crc32_step(c, far, _mm_loadu_si128(group + 2));
        d = decant_crc32_step(d, far, _mm_loadu_si128(group + 3));
    }
    b = decant_crc32_step(a, near, b);
    c = decant_crc32_step(b, near, c);
    d = decant_crc32_step(c, near, d);
    _mm_storeu_si128((__m128i *)folded, d);
}

DECANT_WIDE_FOLDING static inline __m256i decant_crc32_wide_step(__m256i sum, __m256i factors, const __m256i *data) {
    __m256i low = _mm256_clmulepi64_epi128(sum, factors, 0x00);
    __m256i high = _mm256_clmulepi64_epi128(sum, factors, 0x11);
    return _mm256_xor_si256(_mm256_xor_si256(low, high), _mm256_loadu_si256(data));
}

/// As above with groups of 128 bytes, of which there is at least one; accumulators are pairs.
DECANT_WIDE_FOLDING static inline void decant_crc32_wide_fold(
    uint32_t crc, const uint8_t *bytes, intptr_t groups, uint8_t *folded
) {
    // As above, for 8 x 128 bits.
    const __m256i far = _mm256_set_epi64x(0x014A7FE880, 0x01E88EF372, 0x014A7FE880, 0x01E88EF372);
    const __m128i near = _mm_set_epi64x(0x00CCAA009E, 0x01751997D0);
    const __m256i *group = (const __m256i *)bytes;
    __m256i start = _mm256_zextsi128_si256(_mm_cvtsi32_si128((int)crc));
    __m256i sums[4];
    for (int index = 0; index < 4; index++) sums[index] = _mm256_loadu_si256(group + index);
    sums[0] = _mm256_xor_si256(sums[0], start);
    while (--groups > 0) {
        group += 4;
        for (int index = 0; index < 4; index++) {
            sums[index] = decant_crc32_wide_step(sums[index], far, group + index);
        }
    }
    __m128i sum = _mm256_castsi256_si128(sums[0]);
    for (int index = 1; index < 8; index++) {
        __m256i pair = sums[index >> 1];
        __m128i next = index & 1 ? _mm256_extracti128_si256(pair, 1) : _mm256_castsi256_si128(pair);
        __m128i low = _mm_clmulepi64_si128(sum, near, 0x00);
        __m128i high = _mm_clmulepi64_si128(sum, near, 0x11);
        sum = _mm_xor_si128(_mm_xor_si128(low, high), next);
    }
    _mm_storeu_si128((__m128i *)folded, sum);
}

#else

static inline intptr_t decant_crc32_step_size(void) { return 0; }

static inline void decant_crc32_wide_fold(uint32_t crc, const uint8_t *bytes, intptr_t groups, uint8_t *folded) {
    (void)crc, (void)bytes, (void)groups, (void)folded;
}

static inline void decant_crc32_fold(uint32_t crc, const uint8_t *bytes, intptr_t groups, uint8_t *folded) {
    (void)crc, (void)bytes, (void)groups, (void)folded;
}

#endif

#endif
