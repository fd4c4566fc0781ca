// The loops over the pixels of a row, as inline functions.
//
// They are written in C because Swift's vectors of small integers compile to code that handles single bytes. The
// vectors are extensions of clang, so one source supports every processor. Eight 16-bit lanes hold a pixel of up to
// eight bytes.
//
// Every function reads and writes the given pixels, and at most 16 bytes beyond the last one. The caller guarantees
// that these bytes are readable and writable. Source and target may overlap if each pixel is written only after the
// source pixels at the same address have been read. This holds for a target that begins before its source.

#ifndef CDECANTPIXELS_H
#define CDECANTPIXELS_H

#include <stdint.h>
#include <string.h>

#include "CDecantArea.h"

#define DECANT_PIXELS static inline __attribute__((always_inline))

typedef uint8_t decant_bytes8 __attribute__((vector_size(8)));
typedef uint8_t decant_bytes16 __attribute__((vector_size(16)));
typedef uint32_t decant_words __attribute__((vector_size(16)));
typedef int16_t decant_lanes __attribute__((vector_size(16)));

DECANT_PIXELS uint32_t decant_load32(const uint8_t *bytes) {
    uint32_t word;
    memcpy(&word, bytes, 4);
    return word;
}

/// Loads one pixel of at most `size` bytes (4 or 8).
DECANT_PIXELS decant_bytes8 decant_load_pixel(const uint8_t *bytes, intptr_t size) {
    uint64_t word = 0;
    memcpy(&word, bytes, (size_t)size);
    decant_bytes8 pixel;
    memcpy(&pixel, &word, 8);
    return pixel;
}

DECANT_PIXELS void decant_store_pixel(uint8_t *target, decant_bytes8 pixel, intptr_t size, uint32_t opaque) {
    if (size == 4) {
        uint32_t word;
        memcpy(&word, &pixel, 4);
        word |= opaque;
        memcpy(target, &word, 4);
    } else {
        memcpy(target, &pixel, 8);
    }
}

DECANT_PIXELS decant_lanes decant_widened(decant_bytes8 pixel) { return __builtin_convertvector(pixel, decant_lanes); }

DECANT_PIXELS decant_bytes8 decant_narrowed(decant_lanes lanes) {
    return __builtin_convertvector(lanes & (int16_t)255, decant_bytes8);
}

DECANT_PIXELS decant_lanes decant_chosen(decant_lanes yes, decant_lanes no, decant_lanes mask) {
    return (yes & mask) | (no & ~mask);
}

/// The predictor of filter type 4 (PNG §9.4), without computing three distances. The value nearest to left + above -
/// corner is the corner if it lies in the middle third between left and above. Otherwise, it is left or above, the one
/// farther from the corner.
DECANT_PIXELS decant_lanes decant_paeth(decant_lanes left, decant_lanes above, decant_lanes corner) {
    decant_lanes threshold = corner + corner + corner - above - left;
    decant_lanes low = __builtin_elementwise_min(left, above);
    decant_lanes high = __builtin_elementwise_max(left, above);
    decant_lanes first = decant_chosen(corner, low, high > threshold);
    return decant_chosen(first, high, threshold > low);
}

// MARK: decoding the filters of PNG (§9.2)

/// Adds the row above, if any, sixteen bytes at a time. The source has `step` (3 or 4) bytes per pixel, the target 4.
DECANT_PIXELS void decant_png_wide(
    const uint8_t *source, const uint8_t *above, uint8_t *target, intptr_t count, intptr_t step, uint32_t opaque
) {
    intptr_t index = 0;
    for (; index + 4 <= count; index += 4, source += 4 * step, target += 16) {
        decant_words pixels;
        if (step == 4) {
            memcpy(&pixels, source, 16);
        } else {
            pixels = (decant_words){
                decant_load32(source), decant_load32(source + 3), decant_load32(source + 6), decant_load32(source + 9)};
        }
        if (above) {
            decant_bytes16 others;
            memcpy(&others, above + 4 * index, 16);
            pixels = (decant_words)((decant_bytes16)pixels + others);
        }
        pixels |= opaque;
        memcpy(target, &pixels, 16);
    }
    for (; index < count; index++, source += step, target += 4) {
        decant_bytes8 pixel = decant_load_pixel(source, 4);
        if (above) pixel += decant_load_pixel(above + 4 * index, 4);
        decant_store_pixel(target, pixel, 4, opaque);
    }
}

/// Decodes the filters that refer to the left pixel. `size` is 4 or 8, and at least the size of a pixel.
DECANT_PIXELS void decant_png_serial(
    unsigned filter, const uint8_t *source, const uint8_t *above, uint8_t *target, intptr_t count, intptr_t source_step,
    intptr_t step, intptr_t size, uint32_t opaque
) {
    if (filter == 1) {
        decant_bytes8 left = {0};
        for (intptr_t index = 0; index < count; index++, source += source_step, target += step) {
            left += decant_load_pixel(source, size);
            decant_store_pixel(target, left, size, opaque);
        }
    } else if (filter == 3) {
        decant_lanes left = {0};
        for (intptr_t index = 0; index < count; index++, source += source_step, above += step, target += step) {
            decant_lanes mean = (left + decant_widened(decant_load_pixel(above, size))) >> 1;
            left = (mean + decant_widened(decant_load_pixel(source, size))) & (int16_t)255;
            decant_store_pixel(target, decant_narrowed(left), size, opaque);
        }
    } else {
        decant_lanes left = {0}, corner = {0};
        for (intptr_t index = 0; index < count; index++, source += source_step, above += step, target += step) {
            decant_lanes up = decant_widened(decant_load_pixel(above, size));
            decant_lanes value = decant_widened(decant_load_pixel(source, size));
            left = (decant_paeth(left, up, corner) + value) & (int16_t)255;
            corner = up;
            decant_store_pixel(target, decant_narrowed(left), size, opaque);
        }
    }
}

/// Decodes the filter of a row of 8-bit RGB and writes RGBA. The row above is RGBA.
DECANT_PIXELS void decant_png_rgb(
    unsigned filter, const uint8_t *source, const uint8_t *above, uint8_t *target, intptr_t count
) {
    if (filter == 0) decant_png_wide(source, 0, target, count, 3, 0xFF000000u);
    else if (filter == 2) decant_png_wide(source, above, target, count, 3, 0xFF000000u);
    else decant_png_serial(filter, source, above, target, count, 3, 4, 4, 0xFF000000u);
}

/// Decodes the filter of a row of 8-bit RGBA.
DECANT_PIXELS void decant_png_rgba(
    unsigned filter, const uint8_t *source, const uint8_t *above, uint8_t *target, intptr_t count
) {
    if (filter == 0) memmove(target, source, (size_t)(4 * count));
    else if (filter == 2) decant_png_wide(source, above, target, count, 4, 0);
    else decant_png_serial(filter, source, above, target, count, 4, 4, 4, 0);
}

DECANT_PIXELS void decant_png_single(
    unsigned filter, const uint8_t *source, const uint8_t *above, uint8_t *target, intptr_t count
) {
    int left = 0, corner = 0;
    if (filter == 1) {
        for (intptr_t index = 0; index < count; index++) target[index] = left = (uint8_t)(left + source[index]);
    } else if (filter == 3) {
        for (intptr_t index = 0; index < count; index++) {
            target[index] = left = (uint8_t)(((left + above[index]) >> 1) + source[index]);
        }
    } else {
        for (intptr_t index = 0; index < count; index++) {
            int up = above[index];
            int threshold = 3 * corner - up - left;
            int low = left < up ? left : up, high = left < up ? up : left;
            int first = high > threshold ? corner : low;
            left = (uint8_t)((threshold > low ? first : high) + source[index]);
            corner = up;
            target[index] = (uint8_t)left;
        }
    }
}

/// Decodes the filter of a row of `count` pixels with `step` bytes each (1, 2, 3, 4, 6 or 8).
DECANT_PIXELS void decant_png_plain(
    unsigned filter, const uint8_t *source, const uint8_t *above, uint8_t *target, intptr_t count, intptr_t step
) {
    intptr_t length = count * step;
    if (filter == 0) {
        memmove(target, source, (size_t)length);
    } else if (filter == 2) {
        for (intptr_t index = 0; index < length; index++) target[index] = (uint8_t)(source[index] + above[index]);
    } else if (step == 1) {
        decant_png_single(filter, source, above, target, count);
    } else if (step == 2) {
        decant_png_serial(filter, source, above, target, count, 2, 2, 4, 0);
    } else if (step == 3) {
        decant_png_serial(filter, source, above, target, count, 3, 3, 4, 0);
    } else if (step == 4) {
        decant_png_serial(filter, source, above, target, count, 4, 4, 4, 0);
    } else if (step == 6) {
        decant_png_serial(filter, source, above, target, count, 6, 6, 8, 0);
    } else {
        decant_png_serial(filter, source, above, target, count, 8, 8, 8, 0);
    }
}

// MARK: converting samples to pixels

/// Looks up one pixel for each byte.
DECANT_PIXELS void decant_table_pixels(const uint8_t *source, uint32_t *target, intptr_t count, const uint32_t *table) {
    for (intptr_t index = 0; index < count; index++) target[index] = table[source[index]];
}

/// Looks up one pixel for each byte. The target pixels of transparent values are unchanged.
DECANT_PIXELS void decant_table_pixels_over(
    const uint8_t *source, uint32_t *target, intptr_t count, const uint32_t *table, uint8_t transparent
) {
    for (intptr_t index = 0; index < count; index++) {
        uint8_t value = source[index];
        target[index] = value == transparent ? target[index] : table[value];
    }
}

/// Looks up one pixel for each sample of 1, 2 or 4 bits. The first sample is in the highest bits of a byte.
DECANT_PIXELS void decant_table_bits(
    const uint8_t *source, uint32_t *target, intptr_t count, const uint32_t *table, unsigned bits
) {
    unsigned each = 8 / bits, mask = (1u << bits) - 1;
    intptr_t index = 0;
    for (; index + (intptr_t)each <= count; index += each, source++) {
        unsigned byte = *source;
        for (unsigned part = 0; part < each; part++) {
            target[index + part] = table[byte >> (8 - bits - part * bits) & mask];
        }
    }
    for (unsigned part = 0; index < count; index++, part++) {
        target[index] = table[*source >> (8 - bits - part * bits) & mask];
    }
}

DECANT_PIXELS void decant_table_row(
    const uint8_t *source, uint32_t *target, intptr_t count, const uint32_t *table, unsigned bits
) {
    if (bits == 8) decant_table_pixels(source, target, count, table);
    else if (bits == 4) decant_table_bits(source, target, count, table, 4);
    else if (bits == 2) decant_table_bits(source, target, count, table, 2);
    else decant_table_bits(source, target, count, table, 1);
}

/// Returns the largest of `count` samples of 1, 2, 4 or 8 bits.
DECANT_PIXELS int decant_largest_sample(const uint8_t *source, intptr_t count, unsigned bits) {
    intptr_t whole = count * (intptr_t)bits / 8;
    unsigned char largest = 0, mask = (unsigned char)((1u << bits) - 1);
    for (unsigned shift = 0; shift < 8; shift += bits) {
        for (intptr_t index = 0; index < whole; index++) {
            unsigned char sample = source[index] >> shift & mask;
            largest = sample > largest ? sample : largest;
        }
    }
    for (intptr_t part = 0; part < count - whole * 8 / (intptr_t)bits; part++) {
        unsigned char sample = source[whole] >> (8 - bits - part * bits) & mask;
        largest = sample > largest ? sample : largest;
    }
    return largest;
}

DECANT_PIXELS void decant_gray_pixels(const uint8_t *source, uint32_t *target, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) target[index] = source[index] * 0x010101u | 0xFF000000u;
}

DECANT_PIXELS void decant_gray_alpha_pixels(const uint8_t *source, uint32_t *target, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) {
        target[index] = source[2 * index] * 0x010101u | (uint32_t)source[2 * index + 1] << 24;
    }
}

/// Loads a 16-bit sample, most significant byte first.
DECANT_PIXELS uint32_t decant_deep_sample(const uint8_t *source) { return (uint32_t)source[0] << 8 | source[1]; }

/// Converts a 16-bit sample to the nearest 8-bit sample (PNG §13.12).
DECANT_PIXELS uint32_t decant_shallow(uint32_t sample) { return (sample * 255 + 32895) >> 16; }

/// Converts 1 to 4 channels of 16 bits to pixels with 8 bits per channel. Pixels with the key's color become
/// transparent.
DECANT_PIXELS void decant_deep_to_8(
    const uint8_t *source, uint32_t *target, intptr_t count, intptr_t channels, int64_t key
) {
    for (intptr_t index = 0; index < count; index++, source += 2 * channels) {
        uint32_t red = decant_deep_sample(source), green = red, blue = red, alpha = 0xFFFF;
        if (channels >= 3) green = decant_deep_sample(source + 2), blue = decant_deep_sample(source + 4);
        if (channels == 2 || channels == 4) alpha = decant_deep_sample(source + 2 * (channels - 1));
        if (key >= 0 && (int64_t)((uint64_t)red << 32 | (uint64_t)green << 16 | blue) == key) alpha = 0;
        target[index] =
            decant_shallow(red) | decant_shallow(green) << 8 | decant_shallow(blue) << 16 | decant_shallow(alpha) << 24;
    }
}

/// Converts to pixels with 16 bits per channel, as ``decant_deep_to_8`` does for 8.
DECANT_PIXELS void decant_deep_to_16(
    const uint8_t *source, uint16_t *target, intptr_t count, intptr_t channels, int64_t key
) {
    for (intptr_t index = 0; index < count; index++, source += 2 * channels, target += 4) {
        uint32_t red = decant_deep_sample(source), green = red, blue = red, alpha = 0xFFFF;
        if (channels >= 3) green = decant_deep_sample(source + 2), blue = decant_deep_sample(source + 4);
        if (channels == 2 || channels == 4) alpha = decant_deep_sample(source + 2 * (channels - 1));
        if (key >= 0 && (int64_t)((uint64_t)red << 32 | (uint64_t)green << 16 | blue) == key) alpha = 0;
        target[0] = (uint16_t)red;
        target[1] = (uint16_t)green;
        target[2] = (uint16_t)blue;
        target[3] = (uint16_t)alpha;
    }
}

DECANT_PIXELS void decant_deep_row_to_8(
    const uint8_t *source, uint32_t *target, intptr_t count, intptr_t channels, int64_t key
) {
    if (channels == 1) decant_deep_to_8(source, target, count, 1, key);
    else if (channels == 2) decant_deep_to_8(source, target, count, 2, key);
    else if (channels == 3) decant_deep_to_8(source, target, count, 3, key);
    else decant_deep_to_8(source, target, count, 4, key);
}

/// Makes all pixels of one color transparent.
DECANT_PIXELS void decant_clear_key(uint32_t *pixels, intptr_t count, uint32_t key) {
    for (intptr_t index = 0; index < count; index++) {
        uint32_t mask = (pixels[index] & 0xFFFFFFu) == key ? 0x00FFFFFFu : 0xFFFFFFFFu;
        pixels[index] &= mask;
    }
}

/// Copies pixels of 4 bytes to targets that are `step` pixels apart.
DECANT_PIXELS void decant_spread_4(const uint8_t *source, uint8_t *target, intptr_t count, intptr_t step) {
    for (intptr_t index = 0; index < count; index++) memcpy(target + 4 * step * index, source + 4 * index, 4);
}

/// Copies pixels of 8 bytes to targets that are `step` pixels apart.
DECANT_PIXELS void decant_spread_8(const uint8_t *source, uint8_t *target, intptr_t count, intptr_t step) {
    for (intptr_t index = 0; index < count; index++) memcpy(target + 8 * step * index, source + 8 * index, 8);
}

// MARK: pixels of bitmaps (BMP)

/// Writes `count` samples, `even` and `odd` in turn.
DECANT_PIXELS void decant_fill_samples(uint8_t *target, intptr_t count, uint8_t even, uint8_t odd) {
    uint64_t pair = even | (uint64_t)odd << 8;
    uint64_t word = pair * 0x0001000100010001u;
    for (intptr_t index = 0; index < count; index += 8) memcpy(target + index, &word, 8);
}

/// Writes `count` samples as colors of three bytes.
DECANT_PIXELS void decant_fill_colors(uint8_t *target, intptr_t count, uint8_t blue, uint8_t green, uint8_t red) {
    uint32_t color = blue | (uint32_t)green << 8 | (uint32_t)red << 16;
    for (intptr_t index = 0; index < count; index += 3) memcpy(target + index, &color, 4);
}

/// Copies `count` samples.
DECANT_PIXELS void decant_copy_samples(const uint8_t *source, uint8_t *target, intptr_t count) {
    for (intptr_t index = 0; index < count; index += 16) memcpy(target + index, source + index, 16);
}

/// Writes `count` samples of four bits each, the upper half of a byte first.
DECANT_PIXELS void decant_copy_nibbles(const uint8_t *source, uint8_t *target, intptr_t count) {
    for (intptr_t index = 0; index < count; index += 2) {
        target[index] = source[index / 2] >> 4;
        target[index + 1] = source[index / 2] & 15;
    }
}

/// Converts pixels of three bytes (blue, green, red) to opaque pixels.
DECANT_PIXELS void decant_bgr_pixels(const uint8_t *source, uint32_t *target, intptr_t count) {
    intptr_t index = 0;
    for (; index + 4 <= count; index += 4, source += 12) {
        decant_words pixels = {
            decant_load32(source), decant_load32(source + 3), decant_load32(source + 6), decant_load32(source + 9)};
        pixels = (pixels >> 16 & 0xFF) | (pixels & 0xFF00) | (pixels & 0xFF) << 16 | 0xFF000000u;
        memcpy(target + index, &pixels, 16);
    }
    for (; index < count; index++, source += 3) {
        uint32_t pixel = decant_load32(source);
        target[index] = (pixel >> 16 & 0xFF) | (pixel & 0xFF00) | (pixel & 0xFF) << 16 | 0xFF000000u;
    }
}

/// Converts pixels of four bytes (blue, green, red, alpha). `opaque` overrides the alpha.
DECANT_PIXELS void decant_bgra_pixels(const uint8_t *source, uint32_t *target, intptr_t count, uint32_t opaque) {
    for (intptr_t index = 0; index < count; index++) {
        uint32_t pixel = decant_load32(source + 4 * index);
        target[index] = (pixel >> 16 & 0xFF) | (pixel & 0xFF00FF00u) | (pixel & 0xFF) << 16 | opaque;
    }
}

/// Converts pixels of 2 or 4 bytes with bit fields for red, green, blue, and alpha.
///
/// For each channel, `fields` has a shift followed by a mask, and `tables` has 256 samples.
DECANT_PIXELS void decant_field_pixels(
    const uint8_t *source, uint32_t *target, intptr_t count, intptr_t size, const uint32_t *fields,
    const uint8_t *tables
) {
    for (intptr_t index = 0; index < count; index++, source += size) {
        uint32_t pixel = decant_load32(source), result = 0;
        if (size == 2) pixel &= 0xFFFF;
        for (unsigned channel = 0; channel < 4; channel++) {
            uint32_t value = pixel >> fields[2 * channel] & fields[2 * channel + 1];
            result |= (uint32_t)tables[256 * channel + value] << (8 * channel);
        }
        target[index] = result;
    }
}

// MARK: alpha

/// Multiplies the colors of 8-bit pixels by their alpha, rounded to the nearest value.
DECANT_PIXELS void decant_premultiply(uint32_t *pixels, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) {
        uint32_t pixel = pixels[index], alpha = pixel >> 24;
        uint32_t outer = (pixel & 0x00FF00FFu) * alpha + 0x00800080u;
        uint32_t inner = (pixel >> 8 & 0xFFu) * alpha + 0x80u;
        outer = (outer + (outer >> 8 & 0x00FF00FFu)) >> 8 & 0x00FF00FFu;
        inner = (inner + (inner >> 8)) & 0xFF00u;
        pixels[index] = outer | inner | alpha << 24;
    }
}

#include "CDecantTIFFRows.h"

#endif
