// The loops of the area filter, which makes a picture smaller: each pixel of the result is the mean of the area that it
// covers, with parts of pixels at its edges.
//
// Weights are whole numbers: a source of `h` rows and a target of `t` rows share a measure of `h * t` units, of which a row
// of the source takes t and one of the target h. Rows are added up first, in lanes of 32 bits (16 for those that are
// covered whole), then columns, in lanes of 64. For sides up to 65,535 no sum overflows: 255 * 255 * 65,535 < 2^32 is the
// most that a lane of rows holds, and 2^48 one of columns. Deep samples are added up as doubles.

#ifndef CDECANTAREA_H
#define CDECANTAREA_H

#include <stdint.h>

#define DECANT_AREA static inline __attribute__((always_inline))

typedef uint64_t decant_sums __attribute__((vector_size(32)));
typedef uint32_t decant_sums32 __attribute__((vector_size(16)));

/// How many rows that are covered whole may be added up in 16 bits.
enum { DECANT_AREA_ROWS = 257 };

/// Adds the four lanes of a column times its weight.
DECANT_AREA void decant_add_column(decant_sums *total, const uint32_t *sums, uint64_t weight) {
    decant_sums32 value;
    __builtin_memcpy(&value, sums, 16);
    *total += __builtin_convertvector(value, decant_sums) * weight;
}

/// Whether all pixels of a row are opaque.
DECANT_AREA int decant_row_is_opaque(const uint32_t *source, intptr_t count) {
    uint32_t all = 0xFFFFFFFFu;
    for (intptr_t index = 0; index < count; index++) all &= source[index];
    return all >> 24 == 255;
}

/// Adds the samples of a row that is covered whole.
DECANT_AREA void decant_area_add(const uint8_t *source, uint16_t *sums, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) sums[index] = (uint16_t)(sums[index] + source[index]);
}

/// Adds the samples of a row times its weight.
DECANT_AREA void decant_area_add_part(const uint8_t *source, uint32_t *sums, intptr_t count, uint32_t weight) {
    for (intptr_t index = 0; index < count; index++) sums[index] += source[index] * weight;
}

/// Adds the sums of rows that are covered whole, times their weight, and clears them.
DECANT_AREA void decant_area_add_sums(uint16_t *source, uint32_t *sums, intptr_t count, uint32_t weight) {
    for (intptr_t index = 0; index < count; index++) {
        sums[index] += source[index] * weight;
        source[index] = 0;
    }
}

/// Adds the samples of a row times alpha and its weight, and alpha times the weight.
DECANT_AREA void decant_area_add_alpha(const uint8_t *source, uint32_t *sums, intptr_t pixels, uint32_t weight) {
    for (intptr_t index = 0; index < pixels; index++, source += 4, sums += 4) {
        uint32_t alpha = source[3] * weight;
        sums[0] += source[0] * alpha;
        sums[1] += source[1] * alpha;
        sums[2] += source[2] * alpha;
        sums[3] += alpha;
    }
}

/// Makes a row of `target_width` pixels of the sums of rows of `width` pixels, whose weights are `rows` together.
///
/// The sums are cleared.
DECANT_AREA void decant_area_row(
    uint32_t *sums, intptr_t width, uint8_t *target, intptr_t target_width, intptr_t rows, int has_alpha
) {
    double scale = 1.0 / ((double)rows * (double)width);
    intptr_t column = 0, left = target_width;
    for (intptr_t pixel = 0; pixel < target_width; pixel++, target += 4) {
        // What is left of the column at hand, then whole columns, then a part of the next one.
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
        for (int channel = 0; channel < 3; channel++) target[channel] = (uint8_t)((double)total[channel] * factor + 0.5);
        target[3] = (uint8_t)(alpha * scale + 0.5);
    }
    for (intptr_t index = 0; index < 4 * width; index++) sums[index] = 0;
}

/// Adds the samples of a row of 16 bits times its weight, and colours times alpha if they have any.
DECANT_AREA void decant_area_add_deep(
    const uint16_t *source, double *sums, intptr_t pixels, double weight, int has_alpha
) {
    for (intptr_t index = 0; index < pixels; index++, source += 4, sums += 4) {
        double color = has_alpha ? source[3] * weight : weight;
        for (int channel = 0; channel < 3; channel++) sums[channel] += source[channel] * color;
        sums[3] += source[3] * weight;
    }
}

/// Makes a row of pixels of 16 bits, as ``decant_area_row`` does of 8.
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
