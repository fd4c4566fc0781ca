// The loops over the samples of a row of a TIFF. CDecantPixels.h documents the requirements for memory.

#ifndef CDECANTTIFFROWS_H
#define CDECANTTIFFROWS_H

#include "CDecantPixels.h"

// MARK: samples in 16 bits

/// Returns the most significant 16 bits of a number of 2, 3, 4 or 8 bytes.
DECANT_PIXELS uint16_t decant_tiff_top(const uint8_t *field, intptr_t size, int is_big) {
    const uint8_t *high = is_big ? field : field + size - 1;
    return (uint16_t)(high[0] << 8 | high[is_big ? 1 : -1]);
}

/// Returns the bits of a number of 2, 3, 4 or 8 bytes.
DECANT_PIXELS uint64_t decant_tiff_word(const uint8_t *field, intptr_t size, int is_big) {
    uint64_t word = 0;
    for (intptr_t index = 0; index < size; index++) {
        word |= (uint64_t)field[index] << (8 * (is_big ? size - 1 - index : index));
    }
    return word;
}

/// Converts a floating-point number of 16, 24, 32 or 64 bits (TIFF Technical Note 3): 1 is the brightest sample; NaN is
/// the darkest.
DECANT_PIXELS uint16_t decant_tiff_fraction(uint64_t word, intptr_t size) {
    double value;
    if (size == 8) {
        memcpy(&value, &word, 8);
    } else if (size == 4) {
        uint32_t bits = (uint32_t)word;
        float narrow;
        memcpy(&narrow, &bits, 4);
        value = narrow;
    } else {
        int mantissa_bits = size == 2 ? 10 : 16, bias = size == 2 ? 15 : 63, all = size == 2 ? 31 : 127;
        int exponent = (int)(word >> mantissa_bits) & all;
        uint64_t mantissa = word & ((1u << mantissa_bits) - 1);
        int is_negative = (int)(word >> (8 * size - 1)) & 1;
        if (exponent == all) return mantissa == 0 && !is_negative ? 65535 : 0;
        if (is_negative) return 0;
        // Below 1, the exponent is at most bias - 1, and the bits shifted out are too small to be visible.
        if (exponent >= bias) return 65535;
        uint64_t whole = exponent == 0 ? mantissa : mantissa | 1u << mantissa_bits;
        int shift = mantissa_bits + bias - (exponent == 0 ? 1 : exponent);
        return shift > 40 ? 0 : (uint16_t)((whole * 65535 + (1ull << (shift - 1))) >> shift);
    }
    if (!(value > 0)) return 0;
    return value >= 1 ? 65535 : (uint16_t)(value * 65535 + 0.5);
}

/// Converts packed samples of up to 16 bits. The first sample is in the highest bits of a byte.
DECANT_PIXELS void decant_tiff_packed(
    const uint8_t *source, uint16_t *target, intptr_t count, intptr_t step, unsigned bits
) {
    uint32_t pool = 0, most = (1u << bits) - 1;
    unsigned filled = 0;
    for (intptr_t index = 0; index < count; index++) {
        while (filled < bits) {
            pool = pool << 8 | *source++;
            filled += 8;
        }
        filled -= bits;
        target[index * step] = (uint16_t)(((pool >> filled & most) * 65535u + most / 2) / most);
    }
}

/// Converts samples of 1 to 16, 24, 32 or 64 bits to 16-bit samples that are `step` apart.
DECANT_PIXELS void decant_tiff_samples(
    const uint8_t *source, uint16_t *target, intptr_t count, intptr_t step, unsigned bits, int is_fraction, int is_big
) {
    intptr_t size = bits / 8;
    if (is_fraction) {
        for (intptr_t index = 0; index < count; index++) {
            target[index * step] = decant_tiff_fraction(decant_tiff_word(source + index * size, size, is_big), size);
        }
    } else if (bits == 8) {
        for (intptr_t index = 0; index < count; index++) target[index * step] = (uint16_t)(source[index] * 257);
    } else if (bits < 16) {
        decant_tiff_packed(source, target, count, step, bits);
    } else if (is_big) {
        for (intptr_t index = 0; index < count; index++) {
            target[index * step] = decant_tiff_top(source + index * size, size, 1);
        }
    } else {
        for (intptr_t index = 0; index < count; index++) {
            target[index * step] = decant_tiff_top(source + index * size, size, 0);
        }
    }
}

// MARK: pixels of 16 bits a channel

/// Converts one sample per pixel to opaque pixels, inverted if `flip` is 65535 instead of 0.
DECANT_PIXELS void decant_tiff_gray_16(
    const uint16_t *source, uint16_t *target, intptr_t count, intptr_t step, uint16_t flip
) {
    for (intptr_t index = 0; index < count; index++, source += step, target += 4) {
        target[0] = target[1] = target[2] = source[0] ^ flip;
        target[3] = 65535;
    }
}

DECANT_PIXELS void decant_tiff_rgb_16(const uint16_t *source, uint16_t *target, intptr_t count, intptr_t step) {
    for (intptr_t index = 0; index < count; index++, source += step, target += 4) {
        target[0] = source[0];
        target[1] = source[1];
        target[2] = source[2];
        target[3] = 65535;
    }
}

/// Converts cyan, magenta, yellow and black to opaque pixels. Each channel is the product of the light that its ink and
/// black transmit.
DECANT_PIXELS void decant_tiff_cmyk_16(const uint16_t *source, uint16_t *target, intptr_t count, intptr_t step) {
    for (intptr_t index = 0; index < count; index++, source += step, target += 4) {
        uint32_t rest = 65535u - source[3];
        for (int ink = 0; ink < 3; ink++) {
            target[ink] = (uint16_t)(((65535u - source[ink]) * rest + 32767u) / 65535u);
        }
        target[3] = 65535;
    }
}

/// Sets the alpha of each pixel.
DECANT_PIXELS void decant_tiff_alpha_16(const uint16_t *source, uint16_t *target, intptr_t count, intptr_t step) {
    for (intptr_t index = 0; index < count; index++) target[4 * index + 3] = source[index * step];
}

/// Divides premultiplied colors by their alpha.
DECANT_PIXELS void decant_tiff_unassociate_16(uint16_t *pixels, intptr_t count) {
    for (intptr_t index = 0; index < count; index++, pixels += 4) {
        uint32_t alpha = pixels[3];
        if (alpha == 0 || alpha == 65535) continue;
        for (int channel = 0; channel < 3; channel++) {
            uint32_t color = pixels[channel] * 65535u / alpha;
            pixels[channel] = (uint16_t)(color > 65535 ? 65535 : color);
        }
    }
}

DECANT_PIXELS void decant_tiff_unassociate_8(uint8_t *pixels, intptr_t count) {
    for (intptr_t index = 0; index < count; index++, pixels += 4) {
        uint32_t alpha = pixels[3];
        if (alpha == 0 || alpha == 255) continue;
        for (int channel = 0; channel < 3; channel++) {
            uint32_t color = pixels[channel] * 255u / alpha;
            pixels[channel] = (uint8_t)(color > 255 ? 255 : color);
        }
    }
}

/// Converts 16-bit samples to 8-bit samples.
DECANT_PIXELS void decant_tiff_shallow(const uint16_t *source, uint8_t *target, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) target[index] = (uint8_t)decant_shallow(source[index]);
}

// MARK: pixels of 8 bits a channel

/// Looks up one pixel for the first of every `step` bytes. The second byte is alpha if `has_alpha` is set.
DECANT_PIXELS void decant_tiff_palette(
    const uint8_t *source, uint32_t *target, intptr_t count, intptr_t step, const uint32_t *table, int has_alpha
) {
    for (intptr_t index = 0; index < count; index++, source += step) {
        uint32_t pixel = table[source[0]];
        target[index] = has_alpha ? (pixel & 0xFFFFFFu) | (uint32_t)source[1] << 24 : pixel;
    }
}

/// Sets one channel of each pixel.
DECANT_PIXELS void decant_tiff_channel(const uint8_t *source, uint8_t *target, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) target[4 * index] = source[index];
}

/// Sets one of every three samples.
DECANT_PIXELS void decant_tiff_sample(const uint8_t *source, uint8_t *target, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) target[3 * index] = source[index];
}

DECANT_PIXELS void decant_tiff_opaque(uint32_t *pixels, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) pixels[index] |= 0xFF000000u;
}

/// Converts Y, Cb and Cr samples to opaque pixels. Pixels are `step` bytes apart in the source.
///
/// `tables` has 256 numbers each for: Y; Cr in red; Cb in green; Cr in green; Cb in blue. Their unit is 1/65536.
DECANT_PIXELS void decant_tiff_ycbcr(
    const uint8_t *source, uint32_t *target, intptr_t count, intptr_t step, const int32_t *tables
) {
    for (intptr_t index = 0; index < count; index++, source += step) {
        int32_t luma = tables[source[0]];
        int32_t channels[3] = {
            luma + tables[256 + source[2]], luma + tables[512 + source[1]] + tables[768 + source[2]],
            luma + tables[1024 + source[1]]};
        uint32_t pixel = 0xFF000000u;
        for (int channel = 0; channel < 3; channel++) {
            int32_t value = (channels[channel] + 32768) >> 16;
            pixel |= (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value) << (8 * channel);
        }
        target[index] = pixel;
    }
}

/// Extracts one row from blocks of `across` by `down` pixels, each with one Cb and one Cr after its Y samples (TIFF 6.0
/// §21).
DECANT_PIXELS void decant_tiff_unblock(
    const uint8_t *source, uint8_t *target, intptr_t count, intptr_t across, intptr_t down, intptr_t row
) {
    intptr_t size = across * down + 2;
    for (intptr_t index = 0; index < count; source += size) {
        for (intptr_t column = 0; column < across && index < count; column++, index++, target += 3) {
            target[0] = source[row * across + column];
            target[1] = source[size - 2];
            target[2] = source[size - 1];
        }
    }
}

/// Reverses the bits of each byte.
DECANT_PIXELS void decant_tiff_turn_bits(const uint8_t *source, uint8_t *target, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) target[index] = __builtin_bitreverse8(source[index]);
}

#endif
