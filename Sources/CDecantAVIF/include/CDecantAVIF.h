// libavif, for the trait AVIF of this package, without that library's own declarations.

#ifndef CDECANTAVIF_H
#define CDECANTAVIF_H

#include <stddef.h>
#include <stdint.h>

/// A decoder of libavif's, with what became of the last call.
struct decant_avif;

/// How much a decoder takes on.
struct decant_avif_limits {
    uint32_t pixels;
    uint32_t side;
    uint32_t frames;
};

/// The properties of the picture decoded last.
struct decant_avif_facts {
    uint32_t width;
    uint32_t height;
    uint32_t depth;
    int has_alpha;
    uint64_t duration;
    uint64_t timescale;
};

/// The outcome of a call: the codes of libavif that are distinguished, and one for all others.
enum decant_avif_outcome {
    DECANT_AVIF_DONE,
    DECANT_AVIF_OUT_OF_MEMORY,
    DECANT_AVIF_TRUNCATED,
    DECANT_AVIF_NO_CODEC,
    DECANT_AVIF_REFUSED,
};

/// Makes a decoder of one thread; null if there is no memory. `bytes` have to outlive it. Of a file that is cut, what is
/// there is decoded, without Exif data.
struct decant_avif *decant_avif_create(
    const void *bytes, size_t count, struct decant_avif_limits limits, int is_sequence, int is_cut);

void decant_avif_destroy(struct decant_avif *avif);

/// Reads the boxes before the pixels.
enum decant_avif_outcome decant_avif_parse(struct decant_avif *avif);

/// Decodes the next picture.
enum decant_avif_outcome decant_avif_next(struct decant_avif *avif);

/// What is known about the picture decoded last.
struct decant_avif_facts decant_avif_facts(const struct decant_avif *avif);

/// The colour profile and the Exif data, which are the decoder's, or null; how many bytes they are is written to `count`.
const uint8_t *decant_avif_profile(const struct decant_avif *avif, size_t *count);
const uint8_t *decant_avif_exif(const struct decant_avif *avif, size_t *count);

/// Writes the pixels of the picture decoded last as RGBA with straight alpha, `depth` bits a channel, which is 8 or 16; all
/// are opaque if it `ignores_alpha`. Tells by `is_approximate` whether the colours are the nearest that libavif can make.
enum decant_avif_outcome decant_avif_pixels(
    struct decant_avif *avif, void *target, size_t row_bytes, int depth, int ignores_alpha, int *is_approximate);

/// The texts of libavif about the last call: the name of its result, and details or nothing.
const char *decant_avif_result(const struct decant_avif *avif);
const char *decant_avif_words(const struct decant_avif *avif);

#endif
