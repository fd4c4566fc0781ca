#include "CDecantAVIF.h"

#ifdef DECANT_AVIF

#if !__has_include(<avif/avif.h>)
#error "libavif is not installed: apt-get install libavif-dev (Fedora: libavif-devel, Alpine: libavif-dev, \
Homebrew: libavif), or build without the trait AVIF"
#else
#include <avif/avif.h>
#include <stdlib.h>

/// A decoder and the result of the last call.
struct decant_avif {
    avifDecoder *decoder;
    avifResult result;
};

static enum decant_avif_outcome outcome(struct decant_avif *avif, avifResult result) {
    avif->result = result;
    switch (result) {
    case AVIF_RESULT_OK: return DECANT_AVIF_DONE;
    case AVIF_RESULT_OUT_OF_MEMORY: return DECANT_AVIF_OUT_OF_MEMORY;
    case AVIF_RESULT_TRUNCATED_DATA: return DECANT_AVIF_TRUNCATED;
    case AVIF_RESULT_NO_CODEC_AVAILABLE: return DECANT_AVIF_NO_CODEC;
    default: return DECANT_AVIF_REFUSED;
    }
}

static uint32_t smaller(uint32_t left, uint32_t right) { return left < right ? left : right; }

struct decant_avif *decant_avif_create(
    const void *bytes, size_t count, struct decant_avif_limits limits, int is_sequence, int is_cut
) {
    struct decant_avif *avif = malloc(sizeof *avif);
    if (!avif) return NULL;
    avif->result = AVIF_RESULT_OK;
    avif->decoder = avifDecoderCreate();
    if (!avif->decoder) {
        free(avif);
        return NULL;
    }
    avifDecoder *decoder = avif->decoder;
    // dav1d is the fastest decoder; libaom takes twice as long. libaom also writes messages about malformed AV1 data to
    // standard error, and libavif has no setting for that.
    if (avifCodecName(AVIF_CODEC_CHOICE_DAV1D, AVIF_CODEC_FLAG_CAN_DECODE)) {
        decoder->codecChoice = AVIF_CODEC_CHOICE_DAV1D;
    }
    decoder->maxThreads = 1;
    decoder->requestedSource = is_sequence ? AVIF_DECODER_SOURCE_TRACKS : AVIF_DECODER_SOURCE_PRIMARY_ITEM;
    decoder->ignoreXMP = AVIF_TRUE;
    decoder->strictFlags = AVIF_STRICT_DISABLED;
    // Some versions of libavif reject limits above their own, and treat 0 as no limit or as an error.
    decoder->imageSizeLimit = smaller(limits.pixels + !limits.pixels, AVIF_DEFAULT_IMAGE_SIZE_LIMIT);
    decoder->imageDimensionLimit = limits.side + !limits.side;
    decoder->imageCountLimit = limits.frames + !limits.frames;
    if (avifDecoderSetIOMemory(decoder, bytes, count) != AVIF_RESULT_OK) {
        decant_avif_destroy(avif);
        return NULL;
    }
    if (is_cut) {
        // An item beyond the last byte is rejected when it is read, instead of rejecting the whole file. The assumed
        // size is proportional to the number of bytes received.
        decoder->io->sizeHint = 4 * (uint64_t)count + (1 << 20);
        decoder->ignoreExif = AVIF_TRUE;
    }
    return avif;
}

void decant_avif_destroy(struct decant_avif *avif) {
    avifDecoderDestroy(avif->decoder);
    free(avif);
}

enum decant_avif_outcome decant_avif_parse(struct decant_avif *avif) {
    return outcome(avif, avifDecoderParse(avif->decoder));
}

enum decant_avif_outcome decant_avif_next(struct decant_avif *avif) {
    return outcome(avif, avifDecoderNextImage(avif->decoder));
}

struct decant_avif_facts decant_avif_facts(const struct decant_avif *avif) {
    const avifImage *image = avif->decoder->image;
    return (struct decant_avif_facts){
        .width = image->width,
        .height = image->height,
        .depth = image->depth,
        .has_alpha = image->alphaPlane != NULL,
        .duration = avif->decoder->imageTiming.durationInTimescales,
        .timescale = avif->decoder->imageTiming.timescale,
    };
}

const uint8_t *decant_avif_profile(const struct decant_avif *avif, size_t *count) {
    *count = avif->decoder->image->icc.size;
    return avif->decoder->image->icc.data;
}

const uint8_t *decant_avif_exif(const struct decant_avif *avif, size_t *count) {
    *count = avif->decoder->image->exif.size;
    return avif->decoder->image->exif.data;
}

/// The closest supported substitute for a matrix that libavif does not support: the same without constant luminance.
static avifMatrixCoefficients known(avifMatrixCoefficients matrix) {
    switch (matrix) {
    case AVIF_MATRIX_COEFFICIENTS_BT2020_CL: return AVIF_MATRIX_COEFFICIENTS_BT2020_NCL;
    case AVIF_MATRIX_COEFFICIENTS_CHROMA_DERIVED_CL: return AVIF_MATRIX_COEFFICIENTS_CHROMA_DERIVED_NCL;
    default: return matrix;
    }
}

enum decant_avif_outcome decant_avif_pixels(
    struct decant_avif *avif, void *target, size_t row_bytes, int depth, int ignores_alpha, int *is_approximate
) {
    avifImage *image = avif->decoder->image;
    avifRGBImage pixels;
    avifRGBImageSetDefaults(&pixels, image);
    pixels.format = AVIF_RGB_FORMAT_RGBA;
    pixels.depth = (uint32_t)depth;
    pixels.pixels = target;
    pixels.rowBytes = (uint32_t)row_bytes;
    // Without an alpha plane, libavif writes opaque pixels. With its option to ignore alpha, it may leave the alpha
    // unchanged.
    uint8_t *alpha = image->alphaPlane;
    if (ignores_alpha) image->alphaPlane = NULL;
    avifResult result = avifImageYUVToRGB(image, &pixels);
    avifMatrixCoefficients matrix = image->matrixCoefficients;
    if (result != AVIF_RESULT_OK && known(matrix) != matrix) {
        image->matrixCoefficients = known(matrix);
        result = avifImageYUVToRGB(image, &pixels);
        image->matrixCoefficients = matrix;
        *is_approximate = 1;
    }
    image->alphaPlane = alpha;
    return outcome(avif, result);
}

const char *decant_avif_result(const struct decant_avif *avif) { return avifResultToString(avif->result); }

const char *decant_avif_words(const struct decant_avif *avif) { return avif->decoder->diag.error; }

#endif
#endif
