#include "CDecantHEIC.h"

#ifdef DECANT_HEIC

#if !__has_include(<libde265/de265.h>)
#error "libde265 is not installed: apt-get install libde265-dev (Fedora: libde265-devel, Alpine: libde265-dev, \
Homebrew: libde265), or build without the trait HEIC"
#else
#include <libde265/de265.h>
#include <limits.h>
#include <stdlib.h>

struct decant_heic {
    de265_decoder_context *decoder;
    const struct de265_image *picture;
    const char *words;
    /// The size of the only picture that may be allocated, and whether it was.
    int width, height, is_allocated;
};

static enum decant_heic_outcome outcome(struct decant_heic *heic, de265_error error) {
    if (de265_isOK(error)) return DECANT_HEIC_DONE;
    heic->words = de265_get_error_text(error);
    return error == DE265_ERROR_OUT_OF_MEMORY ? DECANT_HEIC_OUT_OF_MEMORY : DECANT_HEIC_REFUSED;
}

/// The alignment of planes, and bytes after each, which the functions for vectors may read.
enum { ALIGNMENT = 16, PADDING = 64 };

/// Allocates the planes of the picture, with zeros: samples of missing slices are never written.
static int allocate(
    de265_decoder_context *decoder, struct de265_image_spec *spec, struct de265_image *picture, void *user
) {
    (void)decoder;
    struct decant_heic *heic = user;
    if (heic->is_allocated || spec->width != heic->width || spec->height != heic->height) return 0;
    heic->is_allocated = 1;
    enum de265_chroma chroma = de265_get_chroma_format(picture);
    for (int channel = 0; channel < 3; channel++) {
        int is_halved = channel > 0 && (chroma == de265_chroma_420 || chroma == de265_chroma_422);
        size_t columns = ((size_t)spec->width + (size_t)is_halved) >> is_halved;
        size_t rows = ((size_t)spec->height + 1) >> (is_halved && chroma == de265_chroma_420);
        size_t row_bytes = (columns + 31) / 32 * 32 * (de265_get_bits_per_pixel(picture, channel) > 8 ? 2 : 1);
        char *memory = NULL, *plane = NULL;
        if (channel == 0 || chroma != de265_chroma_mono) {
            memory = calloc(rows * row_bytes + ALIGNMENT + PADDING, 1);
            if (!memory) return 0;
            plane = memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
        } else {
            row_bytes = 0;
        }
        de265_set_image_plane(picture, channel, plane, (int)row_bytes, memory);
    }
    return 1;
}

static void release(de265_decoder_context *decoder, struct de265_image *picture, void *user) {
    (void)decoder;
    (void)user;
    for (int channel = 0; channel < 3; channel++) free(de265_get_image_plane_user_data(picture, channel));
}

int decant_heic_prepare(void) { return de265_init() == DE265_OK; }

struct decant_heic *decant_heic_create(int width, int height) {
    struct decant_heic *heic = calloc(1, sizeof *heic);
    if (!heic) return NULL;
    heic->width = width;
    heic->height = height;
    heic->decoder = de265_new_decoder();
    if (!heic->decoder) {
        free(heic);
        return NULL;
    }
    struct de265_image_allocation functions = {allocate, release};
    de265_set_image_allocation_functions(heic->decoder, &functions, heic);
    // The decoder calls the functions only for pictures that it outputs without a filter. The filter is turned on after
    // the allocation.
    de265_set_parameter_bool(heic->decoder, DE265_DECODER_PARAM_DISABLE_SAO, 1);
    return heic;
}

void decant_heic_destroy(struct decant_heic *heic) {
    de265_free_decoder(heic->decoder);
    free(heic);
}

enum decant_heic_outcome decant_heic_add(struct decant_heic *heic, const void *bytes, size_t count) {
    if (count > INT_MAX) return outcome(heic, DE265_ERROR_OUT_OF_MEMORY);
    de265_error error = de265_push_NAL(heic->decoder, bytes, (int)count, 0, NULL);
    // Before the end is known, the decoder decodes each unit, but does not filter the picture.
    for (int more = 1; de265_isOK(error) && more;) error = de265_decode(heic->decoder, &more);
    return outcome(heic, error == DE265_ERROR_WAITING_FOR_INPUT_DATA ? DE265_OK : error);
}

enum decant_heic_outcome decant_heic_finish(struct decant_heic *heic) {
    de265_set_parameter_bool(heic->decoder, DE265_DECODER_PARAM_DISABLE_SAO, 0);
    de265_error error = de265_flush_data(heic->decoder);
    for (int more = 1; de265_isOK(error) && more && !heic->picture;) {
        error = de265_decode(heic->decoder, &more);
        heic->picture = de265_get_next_picture(heic->decoder);
    }
    if (de265_isOK(error) && !(heic->picture && heic->is_allocated)) error = DE265_ERROR_NO_INITIAL_SLICE_HEADER;
    enum decant_heic_outcome result = outcome(heic, error);
    // Damage that the decoder conceals is a warning.
    de265_error warning = de265_get_warning(heic->decoder);
    if (result == DECANT_HEIC_DONE && warning != DE265_OK) heic->words = de265_get_error_text(warning);
    return result;
}

struct decant_heic_facts decant_heic_facts(const struct decant_heic *heic) {
    const struct de265_image *picture = heic->picture;
    return (struct decant_heic_facts){
        .width = de265_get_image_width(picture, 0),
        .height = de265_get_image_height(picture, 0),
        .depth = de265_get_bits_per_pixel(picture, 0),
        .is_gray = de265_get_chroma_format(picture) == de265_chroma_mono,
        .matrix = de265_get_image_matrix_coefficients(picture),
        .is_full_range = de265_get_image_full_range_flag(picture),
    };
}

/// A plane of samples with 1 or 2 bytes each; the chroma planes may have one sample for two columns or rows.
struct plane {
    const uint8_t *start;
    int row_bytes;
    int is_deep;
    int column_shift;
    int row_shift;
};

static struct plane plane(const struct decant_heic *heic, int channel) {
    struct plane plane = {0};
    enum de265_chroma chroma = de265_get_chroma_format(heic->picture);
    plane.start = de265_get_image_plane(heic->picture, channel, &plane.row_bytes);
    plane.is_deep = de265_get_bits_per_pixel(heic->picture, channel) > 8;
    plane.column_shift = channel > 0 && (chroma == de265_chroma_420 || chroma == de265_chroma_422);
    plane.row_shift = channel > 0 && chroma == de265_chroma_420;
    return plane;
}

static inline int sample(const struct plane *plane, int column, int row) {
    const uint8_t *start = plane->start + (size_t)(row >> plane->row_shift) * (size_t)plane->row_bytes;
    int index = column >> plane->column_shift;
    return plane->is_deep ? ((const uint16_t *)start)[index] : start[index];
}

static inline void store(const struct decant_heic_target *target, int column, int row, int channel, float value) {
    char *start = (char *)target->pixels + (size_t)row * target->row_bytes;
    size_t index = (size_t)column * 4 + (size_t)channel;
    float max = target->depth == 16 ? 65535 : 255;
    value = value < 0 ? 0 : value > max ? max : value;
    if (target->depth == 16) {
        ((uint16_t *)start)[index] = (uint16_t)(value + 0.5f);
    } else {
        ((uint8_t *)start)[index] = (uint8_t)(value + 0.5f);
    }
}

/// The shares of red and blue in luma (ITU-T H.273 table 4). Returns whether the matrix is supported.
static int shares(int matrix, float *red, float *blue) {
    *red = 0.299f;
    *blue = 0.114f;
    switch (matrix) {
    case 1: *red = 0.2126f, *blue = 0.0722f; return 1;
    case 4: *red = 0.30f, *blue = 0.11f; return 1;
    case 7: *red = 0.212f, *blue = 0.087f; return 1;
    case 9: *red = 0.2627f, *blue = 0.0593f; return 1;
    case 0: case 2: case 5: case 6: return 1;
    default: return 0;
    }
}

int decant_heic_pixels(
    const struct decant_heic *heic, struct decant_heic_target target, int matrix, int is_full_range
) {
    float red, blue;
    int is_supported = shares(matrix, &red, &blue);
    float green = 1 - red - blue;
    struct decant_heic_facts facts = decant_heic_facts(heic);
    struct plane luma = plane(heic, 0), cb = luma, cr = luma;
    if (!facts.is_gray) cb = plane(heic, 1), cr = plane(heic, 2);
    float max = target.depth == 16 ? 65535 : 255, unit = (float)(1 << (facts.depth - 8));
    float range = (float)((1 << facts.depth) - 1);
    float black = is_full_range ? 0 : 16 * unit, middle = 128 * unit;
    float luma_scale = max / (is_full_range ? range : 219 * unit);
    float chroma_scale = max / (is_full_range ? range : 224 * unit);
    for (int row = 0; row < target.rows; row++) {
        for (int column = 0; column < target.columns; column++) {
            float y = ((float)sample(&luma, column, row) - black) * luma_scale, r = y, g = y, b = y;
            if (!facts.is_gray && matrix == 0) {
                b = ((float)sample(&cb, column, row) - black) * luma_scale;
                r = ((float)sample(&cr, column, row) - black) * luma_scale;
            } else if (!facts.is_gray) {
                b = y + 2 * (1 - blue) * ((float)sample(&cb, column, row) - middle) * chroma_scale;
                r = y + 2 * (1 - red) * ((float)sample(&cr, column, row) - middle) * chroma_scale;
                g = (y - red * r - blue * b) / green;
            }
            store(&target, column, row, 0, r);
            store(&target, column, row, 1, g);
            store(&target, column, row, 2, b);
            store(&target, column, row, 3, max);
        }
    }
    return is_supported;
}

void decant_heic_alpha(const struct decant_heic *heic, struct decant_heic_target target) {
    struct plane luma = plane(heic, 0);
    float scale = (target.depth == 16 ? 65535.0f : 255.0f) / (float)((1 << decant_heic_facts(heic).depth) - 1);
    for (int row = 0; row < target.rows; row++) {
        for (int column = 0; column < target.columns; column++) {
            store(&target, column, row, 3, (float)sample(&luma, column, row) * scale);
        }
    }
}

void decant_heic_unassociate(struct decant_heic_target target) {
    float max = target.depth == 16 ? 65535 : 255;
    for (int row = 0; row < target.rows; row++) {
        char *start = (char *)target.pixels + (size_t)row * target.row_bytes;
        for (int column = 0; column < target.columns; column++) {
            for (int channel = 0; channel < 3; channel++) {
                size_t index = (size_t)column * 4, color = index + (size_t)channel;
                int deep = target.depth == 16;
                float alpha = deep ? ((uint16_t *)start)[index + 3] : ((uint8_t *)start)[index + 3];
                float value = deep ? ((uint16_t *)start)[color] : ((uint8_t *)start)[color];
                store(&target, column, row, channel, alpha == 0 ? 0 : value * max / alpha);
            }
        }
    }
}

const char *decant_heic_words(const struct decant_heic *heic) { return heic->words ? heic->words : ""; }

#endif
#endif
