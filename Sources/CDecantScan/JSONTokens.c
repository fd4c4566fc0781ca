#include "CDecantTokens.h"

#if defined(DECANT_PORTABLE)
#define HAS_NEON 0
#elif defined(__x86_64__) || defined(_M_X64)
#define HAS_X86 1
#include <immintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#define HAS_NEON 1
#include <arm_neon.h>
#endif

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// MARK: - Shared by all kernels

/// Sets each bit that has an odd number of set bits at and below its position.
INLINE uint64_t basic_prefix_xor(uint64_t bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    return bits ^ bits << 32;
}

/// Returns the index of the lowest bit; 64 if no bit is set.
INLINE uint32_t lowest(uint64_t bits) { return bits == 0 ? 64 : (uint32_t)__builtin_ctzll(bits); }

/// The strings of a block.
typedef struct {
    /// The quotation marks at both ends of strings.
    uint64_t quotes;
    /// The backslashes that begin escapes.
    uint64_t escapes;
    /// All bytes from an opening quotation mark to the byte before the closing one.
    uint64_t inside;
} string_bits;

typedef decant_json_string_state string_state;

/// Writes the offsets of bits, and up to 7 meaningless values after them.
INLINE uint32_t *basic_write_offsets(uint32_t *next, uint32_t base, uint64_t bits) {
    uint32_t *end = next + __builtin_popcountll(bits);
    while (next < end) {
        for (int index = 0; index < 8; index++) {
            next[index] = base + lowest(bits);
            bits &= bits - 1;
        }
        next += 8;
    }
    return end;
}

// Flipping this bit maps the quotation mark directly after the control characters, so one comparison finds both.
enum { MOVED_BIT = 0x02, LAST_MOVED = '"' ^ MOVED_BIT };

// MARK: - SSE2

#if HAS_X86
typedef struct { __m128i parts[4]; } basic_block;

INLINE basic_block basic_load(const uint8_t *bytes) {
    const __m128i *parts = (const __m128i *)bytes;
    return (basic_block){{
        _mm_loadu_si128(parts), _mm_loadu_si128(parts + 1), _mm_loadu_si128(parts + 2), _mm_loadu_si128(parts + 3)
    }};
}

INLINE uint64_t bits16(__m128i a, __m128i b, __m128i c, __m128i d) {
    uint64_t low = (uint32_t)_mm_movemask_epi8(a) | (uint32_t)_mm_movemask_epi8(b) << 16;
    uint64_t high = (uint32_t)_mm_movemask_epi8(c) | (uint32_t)_mm_movemask_epi8(d) << 16;
    return low | high << 32;
}

INLINE uint64_t basic_equal(basic_block bytes, uint8_t byte) {
    const __m128i *p = bytes.parts, all = _mm_set1_epi8((char)byte);
    return bits16(
        _mm_cmpeq_epi8(p[0], all), _mm_cmpeq_epi8(p[1], all), _mm_cmpeq_epi8(p[2], all), _mm_cmpeq_epi8(p[3], all)
    );
}

INLINE uint64_t basic_at_least(basic_block bytes, uint8_t byte) {
    const __m128i *p = bytes.parts, all = _mm_set1_epi8((char)byte);
    if (byte == decant_utf8_tail) return bits16(p[0], p[1], p[2], p[3]);
    return bits16(
        _mm_cmpeq_epi8(_mm_max_epu8(p[0], all), p[0]), _mm_cmpeq_epi8(_mm_max_epu8(p[1], all), p[1]),
        _mm_cmpeq_epi8(_mm_max_epu8(p[2], all), p[2]), _mm_cmpeq_epi8(_mm_max_epu8(p[3], all), p[3])
    );
}

INLINE uint64_t basic_quotes_and_controls(basic_block bytes) {
    const __m128i bit = _mm_set1_epi8(MOVED_BIT), last = _mm_set1_epi8(LAST_MOVED);
    __m128i found[4];
    for (int index = 0; index < 4; index++) {
        __m128i moved = _mm_xor_si128(bytes.parts[index], bit);
        found[index] = _mm_cmpeq_epi8(_mm_min_epu8(moved, last), moved);
    }
    return bits16(found[0], found[1], found[2], found[3]);
}

INLINE uint64_t basic_separators(basic_block bytes) {
    const __m128i bit = _mm_set1_epi8(decant_case_bit), open = _mm_set1_epi8('{'), close = _mm_set1_epi8('}');
    const __m128i colon = _mm_set1_epi8(':'), comma = _mm_set1_epi8(',');
    __m128i found[4];
    for (int index = 0; index < 4; index++) {
        __m128i part = bytes.parts[index], small = _mm_or_si128(part, bit);
        __m128i braces = _mm_or_si128(_mm_cmpeq_epi8(small, open), _mm_cmpeq_epi8(small, close));
        __m128i others = _mm_or_si128(_mm_cmpeq_epi8(part, colon), _mm_cmpeq_epi8(part, comma));
        found[index] = _mm_or_si128(braces, others);
    }
    return bits16(found[0], found[1], found[2], found[3]);
}

INLINE uint64_t basic_white(basic_block bytes) {
    const __m128i space = _mm_set1_epi8(' '), feed = _mm_set1_epi8('\n');
    const __m128i tab = _mm_set1_epi8('\t'), line_return = _mm_set1_epi8('\r');
    __m128i found[4];
    for (int index = 0; index < 4; index++) {
        __m128i part = bytes.parts[index];
        found[index] = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(part, space), _mm_cmpeq_epi8(part, feed)),
            _mm_or_si128(_mm_cmpeq_epi8(part, tab), _mm_cmpeq_epi8(part, line_return))
        );
    }
    return bits16(found[0], found[1], found[2], found[3]);
}
#endif

// MARK: - NEON

#if HAS_NEON
INLINE uint64_t bits_neon(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t low = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
    uint8x16_t high = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
    uint8x16_t all = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

typedef uint8x16x4_t basic_block;

INLINE basic_block basic_load(const uint8_t *bytes) {
    return (basic_block){{vld1q_u8(bytes), vld1q_u8(bytes + 16), vld1q_u8(bytes + 32), vld1q_u8(bytes + 48)}};
}

INLINE uint64_t basic_equal(basic_block bytes, uint8_t byte) {
    uint8x16_t all = vdupq_n_u8(byte);
    return bits_neon(
        vceqq_u8(bytes.val[0], all), vceqq_u8(bytes.val[1], all),
        vceqq_u8(bytes.val[2], all), vceqq_u8(bytes.val[3], all)
    );
}

INLINE uint64_t basic_at_least(basic_block bytes, uint8_t byte) {
    uint8x16_t all = vdupq_n_u8(byte);
    return bits_neon(
        vcgeq_u8(bytes.val[0], all), vcgeq_u8(bytes.val[1], all),
        vcgeq_u8(bytes.val[2], all), vcgeq_u8(bytes.val[3], all)
    );
}

INLINE uint64_t basic_quotes_and_controls(basic_block bytes) {
    uint8x16_t found[4], bit = vdupq_n_u8(MOVED_BIT), last = vdupq_n_u8(LAST_MOVED);
    for (int index = 0; index < 4; index++) found[index] = vcleq_u8(veorq_u8(bytes.val[index], bit), last);
    return bits_neon(found[0], found[1], found[2], found[3]);
}

INLINE uint64_t found_neon(basic_block bytes, uint8x16_t table, uint8_t bit) {
    // Table lookups return zero for an index of 16 and above, which bytes beyond ASCII have.
    uint8x16_t found[4], low = vdupq_n_u8(0x8F), bits = vdupq_n_u8(bit);
    for (int index = 0; index < 4; index++) {
        uint8x16_t part = bytes.val[index];
        found[index] = vceqq_u8(vqtbl1q_u8(table, vandq_u8(part, low)), vorrq_u8(part, bits));
    }
    return bits_neon(found[0], found[1], found[2], found[3]);
}

INLINE uint64_t basic_separators(basic_block bytes) {
    return found_neon(bytes, (uint8x16_t){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0}, decant_case_bit);
}

INLINE uint64_t basic_white(basic_block bytes) {
    return found_neon(bytes, (uint8x16_t){' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0}, 0);
}
#endif

// MARK: - No vectors

#if !HAS_X86 && !HAS_NEON
/// A pointer to 64 bytes.
typedef struct { const uint8_t *start; } basic_block;

INLINE basic_block basic_load(const uint8_t *bytes) { return (basic_block){bytes}; }

INLINE uint64_t basic_equal(basic_block bytes, uint8_t byte) {
    uint64_t bits = 0;
    for (int index = 0; index < 64; index++) bits |= (uint64_t)(bytes.start[index] == byte) << index;
    return bits;
}

INLINE uint64_t basic_at_least(basic_block bytes, uint8_t byte) {
    uint64_t bits = 0;
    for (int index = 0; index < 64; index++) bits |= (uint64_t)(bytes.start[index] >= byte) << index;
    return bits;
}

INLINE uint64_t basic_quotes_and_controls(basic_block bytes) {
    return basic_equal(bytes, '"') | ~basic_at_least(bytes, ' ');
}

INLINE uint64_t basic_separators(basic_block bytes) {
    uint64_t brackets = basic_equal(bytes, '[') | basic_equal(bytes, ']');
    uint64_t braces = basic_equal(bytes, '{') | basic_equal(bytes, '}');
    return brackets | braces | basic_equal(bytes, ':') | basic_equal(bytes, ',');
}

INLINE uint64_t basic_white(basic_block bytes) {
    return basic_equal(bytes, ' ') | basic_equal(bytes, '\t') | basic_equal(bytes, '\n') | basic_equal(bytes, '\r');
}
#endif

#define KERNEL(name) basic_##name
#include "JSONTokenKernel.h"

// MARK: - AVX2

#if HAS_X86 && (defined(__linux__) || defined(__APPLE__))
#define HAS_AVX 1
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul"))), apply_to = function)

// Tables indexed by the lower half of a byte. An entry is the byte with that lower half that belongs to the class. An
// entry of zero matches no byte, since the lower half of the byte would be zero. Separators are compared with bit 5
// set, which maps brackets to braces. It also maps two control characters to separators, but these are irregular
// anyway.
#define SEPARATORS _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0)
#define WHITE _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0)

typedef struct { __m256i low, high; } avx2_block;

INLINE avx2_block avx2_load(const uint8_t *bytes) {
    const __m256i *parts = (const __m256i *)bytes;
    return (avx2_block){_mm256_loadu_si256(parts), _mm256_loadu_si256(parts + 1)};
}

INLINE uint64_t bits32(__m256i low, __m256i high) {
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

INLINE uint64_t avx2_equal(avx2_block bytes, uint8_t byte) {
    __m256i all = _mm256_set1_epi8((char)byte);
    return bits32(_mm256_cmpeq_epi8(bytes.low, all), _mm256_cmpeq_epi8(bytes.high, all));
}

INLINE uint64_t avx2_at_least(avx2_block bytes, uint8_t byte) {
    __m256i all = _mm256_set1_epi8((char)byte);
    if (byte == decant_utf8_tail) return bits32(bytes.low, bytes.high);
    __m256i low = _mm256_cmpeq_epi8(_mm256_max_epu8(bytes.low, all), bytes.low);
    return bits32(low, _mm256_cmpeq_epi8(_mm256_max_epu8(bytes.high, all), bytes.high));
}

INLINE uint64_t avx2_quotes_and_controls(avx2_block bytes) {
    __m256i bit = _mm256_set1_epi8(MOVED_BIT), last = _mm256_set1_epi8(LAST_MOVED);
    __m256i low = _mm256_xor_si256(bytes.low, bit), high = _mm256_xor_si256(bytes.high, bit);
    return bits32(
        _mm256_cmpeq_epi8(_mm256_min_epu8(low, last), low), _mm256_cmpeq_epi8(_mm256_min_epu8(high, last), high)
    );
}

INLINE uint64_t avx2_separators(avx2_block bytes) {
    __m256i table = _mm256_broadcastsi128_si256(SEPARATORS), bit = _mm256_set1_epi8(decant_case_bit);
    __m256i low = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, bytes.low), _mm256_or_si256(bytes.low, bit));
    __m256i high = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, bytes.high), _mm256_or_si256(bytes.high, bit));
    return bits32(low, high);
}

INLINE uint64_t avx2_white(avx2_block bytes) {
    __m256i table = _mm256_broadcastsi128_si256(WHITE);
    __m256i low = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, bytes.low), bytes.low);
    return bits32(low, _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, bytes.high), bytes.high));
}

/// Multiplies without carries by a number with all bits set.
INLINE uint64_t avx2_prefix_xor(uint64_t bits) {
    __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits), _mm_set1_epi8((char)0xFF), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}

INLINE uint32_t *avx2_write_offsets(uint32_t *next, uint32_t base, uint64_t bits) {
    return basic_write_offsets(next, base, bits);
}

#define KERNEL(name) avx2_##name
#include "JSONTokenKernel.h"
#pragma clang attribute pop

// MARK: - AVX-512

#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,lzcnt,popcnt,pclmul"))), \
    apply_to = function \
)

typedef __m512i avx512_block;

INLINE __m512i avx512_load(const uint8_t *bytes) { return _mm512_loadu_si512(bytes); }

INLINE uint64_t avx512_equal(__m512i bytes, uint8_t byte) {
    return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8((char)byte));
}

INLINE uint64_t avx512_at_least(__m512i bytes, uint8_t byte) {
    if (byte == decant_utf8_tail) return _mm512_movepi8_mask(bytes);
    return _mm512_cmpge_epu8_mask(bytes, _mm512_set1_epi8((char)byte));
}

INLINE uint64_t avx512_quotes_and_controls(__m512i bytes) {
    __m512i moved = _mm512_xor_si512(bytes, _mm512_set1_epi8(MOVED_BIT));
    return _mm512_cmple_epu8_mask(moved, _mm512_set1_epi8(LAST_MOVED));
}

INLINE uint64_t avx512_separators(__m512i bytes) {
    __m512i table = _mm512_broadcast_i32x4(SEPARATORS);
    __m512i small = _mm512_or_si512(bytes, _mm512_set1_epi8(decant_case_bit));
    return _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table, bytes), small);
}

// Tables indexed by the lower bits of a leading byte: the minimum and the maximum of the next byte, which must also be
// a continuation byte (RFC 3629 §4). After a byte that begins no character, no byte satisfies both.
static const uint8_t min_second[64] = {
    0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 0xC0
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 0xD0
    0xA0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 0xE0
    0x90, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, // 0xF0
};
static const uint8_t max_second[64] = {
    0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, // 0xC0
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, // 0xD0
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x9F, 0xFF, 0xFF, // 0xE0
    0xFF, 0xFF, 0xFF, 0xFF, 0x8F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 0xF0
};

/// Returns the bits of leading bytes that are invalid, alone or with the next byte.
INLINE uint64_t avx512_invalid_leads(__m512i bytes, __m512i next, uint64_t leads, uint64_t four) {
    (void)four;
    __m512i min = _mm512_permutexvar_epi8(bytes, avx512_load(min_second));
    __m512i max = _mm512_permutexvar_epi8(bytes, avx512_load(max_second));
    return _mm512_mask_cmplt_epu8_mask(leads, next, min) | _mm512_mask_cmpgt_epu8_mask(leads, next, max);
}

INLINE uint64_t avx512_white(__m512i bytes) {
    return _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(_mm512_broadcast_i32x4(WHITE), bytes), bytes);
}

INLINE uint64_t avx512_prefix_xor(uint64_t bits) {
    return avx2_prefix_xor(bits);
}

/// Writes the offsets of bits, and up to 15 meaningless values after them.
INLINE uint32_t *avx512_write_offsets(uint32_t *next, uint32_t base, uint64_t bits) {
    const __m512i lanes = _mm512_set_epi64(
        0x3F3E3D3C3B3A3938, 0x3736353433323130, 0x2F2E2D2C2B2A2928, 0x2726252423222120,
        0x1F1E1D1C1B1A1918, 0x1716151413121110, 0x0F0E0D0C0B0A0908, 0x0706050403020100
    );
    __m512i found = _mm512_maskz_compress_epi8(bits, lanes);
    __m512i bases = _mm512_set1_epi32((int)base);
    intptr_t count = __builtin_popcountll(bits);
    _mm512_storeu_si512(next, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(found)), bases));
    if (count > 16) {
        __m128i part = _mm512_extracti32x4_epi32(found, 1);
        _mm512_storeu_si512(next + 16, _mm512_add_epi32(_mm512_cvtepu8_epi32(part), bases));
        if (count > 32) {
            part = _mm512_extracti32x4_epi32(found, 2);
            _mm512_storeu_si512(next + 32, _mm512_add_epi32(_mm512_cvtepu8_epi32(part), bases));
            part = _mm512_extracti32x4_epi32(found, 3);
            _mm512_storeu_si512(next + 48, _mm512_add_epi32(_mm512_cvtepu8_epi32(part), bases));
        }
    }
    return next + count;
}

#define KERNEL(name) avx512_##name
#define HAS_INVALID_LEADS
#include "JSONTokenKernel.h"

/// Resolves escapes of two characters; see `decant_json_unescape`.
static decant_json_progress avx512_unescape(const uint8_t *source, intptr_t length, uint8_t *target) {
    // The letters that stand for another character have different lower bits.
    static const uint8_t meanings[64] = {
        ['b' & 63] = '\b', ['f' & 63] = '\f', ['n' & 63] = '\n', ['r' & 63] = '\r', ['t' & 63] = '\t'
    };
    const __m512i table = avx512_load(meanings);
    decant_json_progress done = {0, 0};
    while (length - done.read >= 64) {
        __m512i bytes = avx512_load(source + done.read);
        uint64_t escapes = avx512_escapes(avx512_equal(bytes, '\\'), 0), escaped = escapes << 1;
        if ((escaped & avx512_equal(bytes, 'u')) != 0) break;
        bytes = _mm512_mask_permutexvar_epi8(bytes, escaped & avx512_at_least(bytes, 'b'), bytes, table);
        _mm512_storeu_si512(target + done.written, _mm512_maskz_compress_epi8(~escapes, bytes));
        // An escape that begins with the last byte is part of the next block.
        done.read += 64 - (intptr_t)(escapes >> 63);
        done.written += __builtin_popcountll(~escapes);
    }
    return done;
}
#pragma clang attribute pop
#endif

// MARK: - Selection

int decant_json_has_kernel(decant_json_kernel kernel) {
    switch (kernel) {
    case decant_json_kernel_basic: return 1;
#if HAS_AVX
    case decant_json_kernel_avx2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("pclmul");
    case decant_json_kernel_avx512:
        return __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("pclmul");
#endif
    default:
        return 0;
    }
}

decant_json_kernel decant_json_best_kernel(void) {
    if (decant_json_has_kernel(decant_json_kernel_avx512)) return decant_json_kernel_avx512;
    if (decant_json_has_kernel(decant_json_kernel_avx2)) return decant_json_kernel_avx2;
    return decant_json_kernel_basic;
}

decant_json_chunk decant_json_find_tokens(
    decant_json_kernel kernel, const void *text, intptr_t start, intptr_t length, int counts_lines, uint32_t *offsets,
    intptr_t capacity
) {
    switch (kernel) {
#if HAS_AVX
    case decant_json_kernel_avx512: return avx512_find_tokens(text, start, length, counts_lines, offsets, capacity);
    case decant_json_kernel_avx2: return avx2_find_tokens(text, start, length, counts_lines, offsets, capacity);
#endif
    default: break;
    }
    return basic_find_tokens(text, start, length, counts_lines, offsets, capacity);
}

intptr_t decant_json_value_end(
    decant_json_kernel kernel, decant_json_extent *extent, const void *bytes, intptr_t count
) {
    switch (kernel) {
#if HAS_AVX
    case decant_json_kernel_avx512: return avx512_value_end(extent, bytes, count);
    case decant_json_kernel_avx2: return avx2_value_end(extent, bytes, count);
#endif
    default: return basic_value_end(extent, bytes, count);
    }
}

intptr_t decant_json_long_string_stop(const void *text, intptr_t start, intptr_t length) {
    switch (decant_json_best_kernel()) {
#if HAS_AVX
    case decant_json_kernel_avx512: return avx512_string_stop(text, start, length);
    case decant_json_kernel_avx2: return avx2_string_stop(text, start, length);
#endif
    default: return basic_string_stop(text, start, length);
    }
}

intptr_t decant_json_escaped_string_stop(const void *text, intptr_t start, intptr_t length) {
    switch (decant_json_best_kernel()) {
#if HAS_AVX
    case decant_json_kernel_avx512: return avx512_escaped_string_stop(text, start, length);
    case decant_json_kernel_avx2: return avx2_escaped_string_stop(text, start, length);
#endif
    default: return basic_escaped_string_stop(text, start, length);
    }
}

decant_json_progress decant_json_unescape(const void *source, intptr_t length, void *target) {
#if HAS_AVX
    if (decant_json_has_kernel(decant_json_kernel_avx512)) return avx512_unescape(source, length, target);
#else
    (void)source, (void)length, (void)target;
#endif
    return (decant_json_progress){0, 0};
}
