// A wrapper of libavif for the trait AVIF of this package, which does not expose the declarations of that library.

#ifndef CDECANTAVIF_H
#define CDECANTAVIF_H

#include <stddef.h>
#include <stdint.h>

/// A decoder of libavif and the result of the last call.
struct decant_avif;

/// Limits of a decoder.
struct decant_avif_limits {
    uint32_t pixels;
    uint32_t side;
    uint32_t frames;
};

/// The properties of the last decoded image.
struct decant_avif_facts {
    uint32_t width;
    uint32_t height;
    uint32_t depth;
    int has_alpha;
    uint64_t duration;
    uint64_t timescale;
};

/// The result of a call: the codes of libavif that callers distinguish, and one for all others.
enum decant_avif_outcome {
    DECANT_AVIF_DONE,
    DECANT_AVIF_OUT_OF_MEMORY,
    DECANT_AVIF_TRUNCATED,
    DECANT_AVIF_NO_CODEC,
    DECANT_AVIF_REFUSED,
};

/// Creates a decoder with one thread, or returns null if there is no memory. `bytes` must outlive it. If the file is
/// cut, the available part is decoded, without Exif data.
struct decant_avif *decant_avif_create(
    const void *bytes, size_t count, struct decant_avif_limits limits, int is_sequence, int is_cut);

void decant_avif_destroy(struct decant_avif *avif);

/// Parses the boxes before the pixels.
enum decant_avif_outcome decant_avif_parse(struct decant_avif *avif);

/// Decodes the next image.
enum decant_avif_outcome decant_avif_next(struct decant_avif *avif);

/// Returns the properties of the last decoded image.
struct decant_avif_facts decant_avif_facts(const struct decant_avif *avif);

/// Returns the color profile or the Exif data, or null, and stores the number of bytes in `count`. The decoder owns the
/// bytes.
const uint8_t *decant_avif_profile(const struct decant_avif *avif, size_t *count);
const uint8_t *decant_avif_exif(const struct decant_avif *avif, size_t *count);

/// Writes the pixels of the last decoded image as RGBA with straight alpha. `depth` is 8 or 16 bits per channel. All
/// pixels are opaque if `ignores_alpha` is set. Sets `is_approximate` if libavif does not support the matrix and the
/// colors are only the closest approximation.
enum decant_avif_outcome decant_avif_pixels(
    struct decant_avif *avif, void *target, size_t row_bytes, int depth, int ignores_alpha, int *is_approximate);

/// Returns the text of libavif about the last call: the name of its result, or details, which may be empty.
const char *decant_avif_result(const struct decant_avif *avif);
const char *decant_avif_words(const struct decant_avif *avif);

#endif
