#include "CDecantScan.h"

#if defined(__x86_64__) && !defined(DECANT_PORTABLE) && (defined(__linux__) || defined(__APPLE__))
#include <immintrin.h>

/// Counts in pairs of groups. An 8-bit lane counts one byte of each pair.
__attribute__((target("avx2"))) static decant_text_counts count_pairs(const void *bytes, intptr_t pairs) {
    const __m256i *pair = (const __m256i *)bytes;
    __m256i feeds = _mm256_setzero_si256(), returns = feeds, scalars = feeds, zero = feeds;
    for (intptr_t index = 0; index < pairs; index++) {
        // The processor's own prefetching stops at the end of each 4 kB page.
        __builtin_prefetch(pair + index + 128);
        __m256i v = _mm256_loadu_si256(pair + index);
        // A true comparison is -1.
        feeds = _mm256_sub_epi8(feeds, _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\n')));
        returns = _mm256_sub_epi8(returns, _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\r')));
        scalars = _mm256_sub_epi8(scalars, _mm256_cmpgt_epi8(v, _mm256_set1_epi8((char)0xBF)));
    }
    uint64_t sums[3][4];
    _mm256_storeu_si256((__m256i *)sums[0], _mm256_sad_epu8(feeds, zero));
    _mm256_storeu_si256((__m256i *)sums[1], _mm256_sad_epu8(returns, zero));
    _mm256_storeu_si256((__m256i *)sums[2], _mm256_sad_epu8(scalars, zero));
    uint32_t counts[3];
    for (int kind = 0; kind < 3; kind++) {
        counts[kind] = (uint32_t)(sums[kind][0] + sums[kind][1] + sums[kind][2] + sums[kind][3]);
    }
    return (decant_text_counts){counts[0], counts[1], counts[2]};
}

decant_text_counts decant_count_long_text(const void *bytes, intptr_t groups) {
    if (groups % 2 != 0 || !__builtin_cpu_supports("avx2")) return decant_count_text(bytes, groups);
    return count_pairs(bytes, groups / 2);
}
#else
decant_text_counts decant_count_long_text(const void *bytes, intptr_t groups) {
    return decant_count_text(bytes, groups);
}
#endif
