// CRC-32 by carry-less multiplication, and Adler-32 by sums of 32 bytes.
//
// These functions are written in C because Swift lacks the instructions. The other parts of the checksums are written
// in Swift, and are sufficient for processors without the instructions. The CRC-32 of a few bytes is written in C
// because a constant table in C needs no check for lazy initialization.
//
// CRC-32: a message is a polynomial over GF(2). If 128 bits are followed by n more bits, they may be replaced by their
// product with x^n mod P, which is added to the bits that follow. Four accumulators of 128 bits process 64 bytes per
// iteration; if the processor multiplies pairs, four of 256 bits process 128 bytes. At the end they are reduced to 16
// bytes with the same remainder as all bytes read. The caller continues with these 16 bytes as the message, from a
// checksum of 0.
//
// Adler-32: for 32 bytes, a becomes a + the sum of the bytes, and b becomes b + 32 a + the sum of the bytes times 32 to
// 1. Lanes hold these three sums separately until the end. Their values stay below 2^32 for the number of bytes that a
// caller may pass.

#ifndef CDECANTINFLATE_H
#define CDECANTINFLATE_H

#include <stdint.h>

/// Adds a few bytes to a CRC-32 in its inverted, intermediate form.
static inline uint32_t decant_crc32_few(uint32_t crc, const uint8_t *bytes, intptr_t count) {
    // The remainder for each byte value.
    static const uint32_t remainders[256] = {
        0x00000000, 0x77073096, 0xEE0E612C, 0x990951BA, 0x076DC419, 0x706AF48F, 0xE963A535, 0x9E6495A3, 0x0EDB8832,
        0x79DCB8A4, 0xE0D5E91E, 0x97D2D988, 0x09B64C2B, 0x7EB17CBD, 0xE7B82D07, 0x90BF1D91, 0x1DB71064, 0x6AB020F2,
        0xF3B97148, 0x84BE41DE, 0x1ADAD47D, 0x6DDDE4EB, 0xF4D4B551, 0x83D385C7, 0x136C9856, 0x646BA8C0, 0xFD62F97A,
        0x8A65C9EC, 0x14015C4F, 0x63066CD9, 0xFA0F3D63, 0x8D080DF5, 0x3B6E20C8, 0x4C69105E, 0xD56041E4, 0xA2677172,
        0x3C03E4D1, 0x4B04D447, 0xD20D85FD, 0xA50AB56B, 0x35B5A8FA, 0x42B2986C, 0xDBBBC9D6, 0xACBCF940, 0x32D86CE3,
        0x45DF5C75, 0xDCD60DCF, 0xABD13D59, 0x26D930AC, 0x51DE003A, 0xC8D75180, 0xBFD06116, 0x21B4F4B5, 0x56B3C423,
        0xCFBA9599, 0xB8BDA50F, 0x2802B89E, 0x5F058808, 0xC60CD9B2, 0xB10BE924, 0x2F6F7C87, 0x58684C11, 0xC1611DAB,
        0xB6662D3D, 0x76DC4190, 0x01DB7106, 0x98D220BC, 0xEFD5102A, 0x71B18589, 0x06B6B51F, 0x9FBFE4A5, 0xE8B8D433,
        0x7807C9A2, 0x0F00F934, 0x9609A88E, 0xE10E9818, 0x7F6A0DBB, 0x086D3D2D, 0x91646C97, 0xE6635C01, 0x6B6B51F4,
        0x1C6C6162, 0x856530D8, 0xF262004E, 0x6C0695ED, 0x1B01A57B, 0x8208F4C1, 0xF50FC457, 0x65B0D9C6, 0x12B7E950,
        0x8BBEB8EA, 0xFCB9887C, 0x62DD1DDF, 0x15DA2D49, 0x8CD37CF3, 0xFBD44C65, 0x4DB26158, 0x3AB551CE, 0xA3BC0074,
        0xD4BB30E2, 0x4ADFA541, 0x3DD895D7, 0xA4D1C46D, 0xD3D6F4FB, 0x4369E96A, 0x346ED9FC, 0xAD678846, 0xDA60B8D0,
        0x44042D73, 0x33031DE5, 0xAA0A4C5F, 0xDD0D7CC9, 0x5005713C, 0x270241AA, 0xBE0B1010, 0xC90C2086, 0x5768B525,
        0x206F85B3, 0xB966D409, 0xCE61E49F, 0x5EDEF90E, 0x29D9C998, 0xB0D09822, 0xC7D7A8B4, 0x59B33D17, 0x2EB40D81,
        0xB7BD5C3B, 0xC0BA6CAD, 0xEDB88320, 0x9ABFB3B6, 0x03B6E20C, 0x74B1D29A, 0xEAD54739, 0x9DD277AF, 0x04DB2615,
        0x73DC1683, 0xE3630B12, 0x94643B84, 0x0D6D6A3E, 0x7A6A5AA8, 0xE40ECF0B, 0x9309FF9D, 0x0A00AE27, 0x7D079EB1,
        0xF00F9344, 0x8708A3D2, 0x1E01F268, 0x6906C2FE, 0xF762575D, 0x806567CB, 0x196C3671, 0x6E6B06E7, 0xFED41B76,
        0x89D32BE0, 0x10DA7A5A, 0x67DD4ACC, 0xF9B9DF6F, 0x8EBEEFF9, 0x17B7BE43, 0x60B08ED5, 0xD6D6A3E8, 0xA1D1937E,
        0x38D8C2C4, 0x4FDFF252, 0xD1BB67F1, 0xA6BC5767, 0x3FB506DD, 0x48B2364B, 0xD80D2BDA, 0xAF0A1B4C, 0x36034AF6,
        0x41047A60, 0xDF60EFC3, 0xA867DF55, 0x316E8EEF, 0x4669BE79, 0xCB61B38C, 0xBC66831A, 0x256FD2A0, 0x5268E236,
        0xCC0C7795, 0xBB0B4703, 0x220216B9, 0x5505262F, 0xC5BA3BBE, 0xB2BD0B28, 0x2BB45A92, 0x5CB36A04, 0xC2D7FFA7,
        0xB5D0CF31, 0x2CD99E8B, 0x5BDEAE1D, 0x9B64C2B0, 0xEC63F226, 0x756AA39C, 0x026D930A, 0x9C0906A9, 0xEB0E363F,
        0x72076785, 0x05005713, 0x95BF4A82, 0xE2B87A14, 0x7BB12BAE, 0x0CB61B38, 0x92D28E9B, 0xE5D5BE0D, 0x7CDCEFB7,
        0x0BDBDF21, 0x86D3D2D4, 0xF1D4E242, 0x68DDB3F8, 0x1FDA836E, 0x81BE16CD, 0xF6B9265B, 0x6FB077E1, 0x18B74777,
        0x88085AE6, 0xFF0F6A70, 0x66063BCA, 0x11010B5C, 0x8F659EFF, 0xF862AE69, 0x616BFFD3, 0x166CCF45, 0xA00AE278,
        0xD70DD2EE, 0x4E048354, 0x3903B3C2, 0xA7672661, 0xD06016F7, 0x4969474D, 0x3E6E77DB, 0xAED16A4A, 0xD9D65ADC,
        0x40DF0B66, 0x37D83BF0, 0xA9BCAE53, 0xDEBB9EC5, 0x47B2CF7F, 0x30B5FFE9, 0xBDBDF21C, 0xCABAC28A, 0x53B39330,
        0x24B4A3A6, 0xBAD03605, 0xCDD70693, 0x54DE5729, 0x23D967BF, 0xB3667A2E, 0xC4614AB8, 0x5D681B02, 0x2A6F2B94,
        0xB40BBE37, 0xC30C8EA1, 0x5A05DF1B, 0x2D02EF8D,
    };
    for (; count > 0; count--, bytes++) crc = crc >> 8 ^ remainders[(crc ^ *bytes) & 0xFF];
    return crc;
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(DECANT_PORTABLE)
#include <immintrin.h>

#define DECANT_FOLDING __attribute__((target("pclmul,sse4.1")))
#define DECANT_WIDE_FOLDING __attribute__((target("pclmul,vpclmulqdq,avx2")))

/// The number of bytes that the processor folds per iteration: 64 or 128, or 0 if it cannot fold.
static inline intptr_t decant_crc32_step_size(void) {
    if (!__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.1")) return 0;
    return __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx2") ? 128 : 64;
}

/// Advances an accumulator by the number of bits that the two factors represent, and adds the data at that distance.
DECANT_FOLDING static inline __m128i decant_crc32_step(__m128i sum, __m128i factors, __m128i data) {
    __m128i low = _mm_clmulepi64_si128(sum, factors, 0x00);
    __m128i high = _mm_clmulepi64_si128(sum, factors, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), data);
}

/// Reduces one or more groups of 64 bytes to 16 bytes with the same remainder.
///
/// @param crc The checksum of the previous bytes, in its inverted, intermediate form.
/// @param bytes The groups, all of them readable.
/// @param groups The number of groups.
/// @param folded Receives the 16 bytes.
DECANT_FOLDING static inline void decant_crc32_fold(
    uint32_t crc, const uint8_t *bytes, intptr_t groups, uint8_t *folded
) {
    // x^n mod P, reflected, for n = 4 x 128 + 32 and 4 x 128 - 32, and n = 128 + 32 and 128 - 32.
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

/// Reduces one or more groups of 128 bytes, as `decant_crc32_fold` does; accumulators are pairs.
DECANT_WIDE_FOLDING static inline void decant_crc32_wide_fold(
    uint32_t crc, const uint8_t *bytes, intptr_t groups, uint8_t *folded
) {
    // The same factors for 8 x 128 bits.
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

/// Whether the processor can add 32 bytes to an Adler-32 with vector instructions.
static inline int decant_adler32_has_groups(void) { return __builtin_cpu_supports("avx2") != 0; }

/// Adds up to 173 groups of 32 bytes to the two sums of an Adler-32. The sums must be reduced.
__attribute__((target("avx2"))) static inline void decant_adler32_groups(
    uint32_t *sum, uint32_t *sum_of_sums, const uint8_t *bytes, intptr_t groups
) {
    const __m256i weights = _mm256_set_epi8(
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
        17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32
    );
    const __m256i ones = _mm256_set1_epi16(1), zero = _mm256_setzero_si256();
    __m256i plain = zero, before = zero, weighted = zero;
    for (intptr_t index = 0; index < groups; index++) {
        __m256i group = _mm256_loadu_si256((const __m256i *)(bytes + 32 * index));
        before = _mm256_add_epi32(before, plain);
        plain = _mm256_add_epi32(plain, _mm256_sad_epu8(group, zero));
        weighted = _mm256_add_epi32(weighted, _mm256_madd_epi16(_mm256_maddubs_epi16(group, weights), ones));
    }
    weighted = _mm256_add_epi32(weighted, _mm256_slli_epi32(before, 5));
    uint32_t lanes[2][8];
    _mm256_storeu_si256((__m256i *)lanes[0], plain);
    _mm256_storeu_si256((__m256i *)lanes[1], weighted);
    *sum_of_sums += *sum * 32 * (uint32_t)groups;
    for (int index = 0; index < 8; index++) {
        *sum += lanes[0][index];
        *sum_of_sums += lanes[1][index];
    }
}

#else

static inline int decant_adler32_has_groups(void) { return 0; }

static inline void decant_adler32_groups(
    uint32_t *sum, uint32_t *sum_of_sums, const uint8_t *bytes, intptr_t groups
) {
    (void)sum, (void)sum_of_sums, (void)bytes, (void)groups;
}

static inline intptr_t decant_crc32_step_size(void) { return 0; }

static inline void decant_crc32_wide_fold(uint32_t crc, const uint8_t *bytes, intptr_t groups, uint8_t *folded) {
    (void)crc, (void)bytes, (void)groups, (void)folded;
}

static inline void decant_crc32_fold(uint32_t crc, const uint8_t *bytes, intptr_t groups, uint8_t *folded) {
    (void)crc, (void)bytes, (void)groups, (void)folded;
}

#endif

#endif
