// The loops of the area filter, which scales an image down: each pixel of the result is the mean of the area that it
// covers, including parts of pixels at its edges.
//
// Weights are integers: for a source of `h` rows and a target of `t` rows, the height is divided into `h * t` units. A
// row of the source covers t units, and a row of the target covers h. Rows are added first, in 32-bit lanes (16-bit for
// rows that are covered completely), then columns, in 64-bit lanes. For sides up to 65,535 no sum overflows: a row lane
// holds at most 255 * 255 * 65,535 < 2^32, and a column lane at most 2^48. Samples of 16 bits are added as doubles.

#ifndef CDECANTAREA_H
#define CDECANTAREA_H

#include <stdint.h>

#define DECANT_AREA static inline __attribute__((always_inline))

typedef uint64_t decant_sums __attribute__((vector_size(32)));
typedef uint32_t decant_sums32 __attribute__((vector_size(16)));

/// The maximum number of completely covered rows whose sum fits in 16 bits.
enum { DECANT_AREA_ROWS = 257 };

/// Adds the four lanes of a column, multiplied by its weight.
DECANT_AREA void decant_add_column(decant_sums *total, const uint32_t *sums, uint64_t weight) {
    decant_sums32 value;
    __builtin_memcpy(&value, sums, 16);
    *total += __builtin_convertvector(value, decant_sums) * weight;
}

/// Returns whether all pixels of a row are opaque.
DECANT_AREA int decant_row_is_opaque(const uint32_t *source, intptr_t count) {
    uint32_t all = 0xFFFFFFFFu;
    for (intptr_t index = 0; index < count; index++) all &= source[index];
    return all >> 24 == 255;
}

/// Adds the samples of a completely covered row.
DECANT_AREA void decant_area_add(const uint8_t *source, uint16_t *sums, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) sums[index] = (uint16_t)(sums[index] + source[index]);
}

/// Adds the samples of a row, multiplied by its weight.
DECANT_AREA void decant_area_add_part(const uint8_t *source, uint32_t *sums, intptr_t count, uint32_t weight) {
    for (intptr_t index = 0; index < count; index++) sums[index] += source[index] * weight;
}

/// Adds the sums of completely covered rows, multiplied by their weight, and clears them.
DECANT_AREA void decant_area_add_sums(uint16_t *source, uint32_t *sums, intptr_t count, uint32_t weight) {
    for (intptr_t index = 0; index < count; index++) {
        sums[index] += source[index] * weight;
        source[index] = 0;
    }
}

/// Adds the samples of a row, multiplied by alpha and the weight, and alpha multiplied by the weight.
DECANT_AREA void decant_area_add_alpha(const uint8_t *source, uint32_t *sums, intptr_t pixels, uint32_t weight) {
    for (intptr_t index = 0; index < pixels; index++, source += 4, sums += 4) {
        uint32_t alpha = source[3] * weight;
        sums[0] += source[0] * alpha;
        sums[1] += source[1] * alpha;
        sums[2] += source[2] * alpha;
        sums[3] += alpha;
    }
}

/// Writes a row of `target_width` pixels from the sums of rows of `width` pixels with the total weight `rows`.
///
/// Clears the sums.
DECANT_AREA void decant_area_row(
    uint32_t *sums, intptr_t width, uint8_t *target, intptr_t target_width, intptr_t rows, int has_alpha
) {
    double scale = 1.0 / ((double)rows * (double)width);
    intptr_t column = 0, left = target_width;
    for (intptr_t pixel = 0; pixel < target_width; pixel++, target += 4) {
        // Add the remainder of the current column, then whole columns, then a part of the next one.
        intptr_t need = width;
        decant_sums total = {0}, whole = {0};
        if (left < target_width) {
            decant_add_column(&total, sums + 4 * column, (uint64_t)left);
            need -= left;
            left = target_width;
            column++;
        }
        for (; need >= target_width; need -= target_width, column++) {
            decant_add_column(&whole, sums + 4 * column, 1);
        }
        total += whole * (uint64_t)target_width;
        if (need > 0) {
            decant_add_column(&total, sums + 4 * column, (uint64_t)need);
            left = target_width - need;
        }
        double alpha = (double)total[3];
        double factor = !has_alpha ? scale : alpha > 0 ? 1 / alpha : 0;
        for (int channel = 0; channel < 3; channel++) {
            target[channel] = (uint8_t)((double)total[channel] * factor + 0.5);
        }
        target[3] = (uint8_t)(alpha * scale + 0.5);
    }
    for (intptr_t index = 0; index < 4 * width; index++) sums[index] = 0;
}

/// Adds the 16-bit samples of a row, multiplied by its weight, and colors multiplied by alpha if `has_alpha` is set.
DECANT_AREA void decant_area_add_deep(
    const uint16_t *source, double *sums, intptr_t pixels, double weight, int has_alpha
) {
    for (intptr_t index = 0; index < pixels; index++, source += 4, sums += 4) {
        double color = has_alpha ? source[3] * weight : weight;
        for (int channel = 0; channel < 3; channel++) sums[channel] += source[channel] * color;
        sums[3] += source[3] * weight;
    }
}

/// Writes a row of 16-bit pixels, as ``decant_area_row`` does for 8 bits.
DECANT_AREA void decant_area_deep_row(
    double *sums, intptr_t width, uint16_t *target, intptr_t target_width, intptr_t rows, int has_alpha
) {
    double scale = 1.0 / ((double)rows * (double)width);
    intptr_t column = 0, left = target_width;
    for (intptr_t pixel = 0; pixel < target_width; pixel++, target += 4) {
        double total[4] = {0, 0, 0, 0};
        for (intptr_t need = width; need > 0;) {
            intptr_t part = left < need ? left : need;
            for (int channel = 0; channel < 4; channel++) total[channel] += sums[4 * column + channel] * (double)part;
            need -= part;
            left -= part;
            if (left == 0) {
                left = target_width;
                column++;
            }
        }
        double factor = !has_alpha ? scale : total[3] > 0 ? 1 / total[3] : 0;
        for (int channel = 0; channel < 3; channel++) target[channel] = (uint16_t)(total[channel] * factor + 0.5);
        target[3] = (uint16_t)(total[3] * scale + 0.5);
    }
    for (intptr_t index = 0; index < 4 * width; index++) sums[index] = 0;
}

#endif
