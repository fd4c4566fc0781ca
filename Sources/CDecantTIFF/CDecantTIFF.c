#include "CDecantTIFF.h"

#ifdef DECANT_TIFF

#if !__has_include(<tiffio.h>)
#error "libtiff is not installed: apt-get install libtiff-dev (Fedora: libtiff-devel, Alpine: tiff-dev, \
Homebrew: libtiff), or build without the trait TIFF"
#else
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

// The directory has at most 21 fields. Their values are stored in the entries or after them.
enum { head_size = 8 + 2 + 24 * 12 + 4, words_size = 200 };

struct decant_tiff {
    TIFF *handle;
    // The file that libtiff reads: a header, one directory, and the tables of a JPEG.
    uint8_t *file;
    uint64_t file_size;
    uint64_t position;
    uint32_t fields;
    int is_big_endian;
    char error[words_size];
    char warning[words_size];
};

// MARK: messages of libtiff

static void keep_words(char *words, const char *format, va_list arguments) {
    if (words[0]) return;
    vsnprintf(words, words_size, format, arguments);
    for (char *next = words; *next; next++) {
        if (*next < ' ' || *next > '~') *next = '?';
    }
}

static int keep_error(TIFF *handle, void *context, const char *module, const char *format, va_list arguments) {
    (void)handle, (void)module;
    keep_words(((decant_tiff *)context)->error, format, arguments);
    return 1;
}

static int keep_warning(TIFF *handle, void *context, const char *module, const char *format, va_list arguments) {
    (void)handle, (void)module;
    keep_words(((decant_tiff *)context)->warning, format, arguments);
    return 1;
}

const char *decant_tiff_error(const decant_tiff *tiff) { return tiff->error; }

const char *decant_tiff_warning(const decant_tiff *tiff) { return tiff->warning; }

void decant_tiff_forget_warning(decant_tiff *tiff) { tiff->warning[0] = 0; }

// MARK: the file that libtiff reads

static tmsize_t read_file(thandle_t context, void *target, tmsize_t count) {
    decant_tiff *tiff = context;
    uint64_t left = tiff->position < tiff->file_size ? tiff->file_size - tiff->position : 0;
    if (count < 0) return 0;
    if ((uint64_t)count > left) count = (tmsize_t)left;
    memcpy(target, tiff->file + tiff->position, (size_t)count);
    tiff->position += (uint64_t)count;
    return count;
}

static tmsize_t write_nothing(thandle_t context, void *source, tmsize_t count) {
    (void)context, (void)source, (void)count;
    return -1;
}

static toff_t seek(thandle_t context, toff_t offset, int whence) {
    decant_tiff *tiff = context;
    if (whence == SEEK_CUR) offset += tiff->position;
    else if (whence == SEEK_END) offset += tiff->file_size;
    tiff->position = offset;
    return offset;
}

static int close_nothing(thandle_t context) {
    (void)context;
    return 0;
}

static toff_t size_of_file(thandle_t context) { return ((decant_tiff *)context)->file_size; }

static void put(const decant_tiff *tiff, uint8_t *target, uint32_t value, int size) {
    for (int index = 0; index < size; index++) {
        int shift = 8 * (tiff->is_big_endian ? size - 1 - index : index);
        target[index] = (uint8_t)(value >> shift);
    }
}

// Fields must be added in the order of their tags. If a field has several values, `value` contains them, or their
// offset.
static void add(decant_tiff *tiff, uint16_t tag, uint16_t type, uint32_t count, uint32_t value) {
    uint8_t *entry = tiff->file + 10 + 12 * tiff->fields++;
    put(tiff, entry, tag, 2);
    put(tiff, entry + 2, type, 2);
    put(tiff, entry + 4, count, 4);
    put(tiff, entry + 8, value, type == TIFF_SHORT && count == 1 ? 2 : 4);
}

// The offsets of strips are never read, since the strips are passed directly, but the field is required.
static void write_directory(decant_tiff *tiff, const decant_tiff_layout *layout) {
    memcpy(tiff->file, layout->is_big_endian ? "MM" : "II", 2);
    put(tiff, tiff->file + 2, 42, 2);
    put(tiff, tiff->file + 4, 8, 4);
    add(tiff, TIFFTAG_IMAGEWIDTH, TIFF_LONG, 1, layout->width);
    add(tiff, TIFFTAG_IMAGELENGTH, TIFF_LONG, 1, layout->height);
    add(tiff, TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, 1, layout->bits);
    add(tiff, TIFFTAG_COMPRESSION, TIFF_SHORT, 1, layout->compression);
    add(tiff, TIFFTAG_PHOTOMETRIC, TIFF_SHORT, 1, layout->photometric);
    if (!layout->tile_width) add(tiff, TIFFTAG_STRIPOFFSETS, TIFF_LONG, 1, 8);
    add(tiff, TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, 1, layout->samples);
    if (!layout->tile_width) {
        add(tiff, TIFFTAG_ROWSPERSTRIP, TIFF_LONG, 1, layout->chunk_height);
        add(tiff, TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, 1, 1);
    }
    add(tiff, TIFFTAG_PLANARCONFIG, TIFF_SHORT, 1, layout->planar);
    int is_group_3 = layout->compression == COMPRESSION_CCITTFAX3;
    if (is_group_3) add(tiff, TIFFTAG_GROUP3OPTIONS, TIFF_LONG, 1, layout->fax_options);
    if (layout->compression == COMPRESSION_CCITTFAX4) {
        add(tiff, TIFFTAG_GROUP4OPTIONS, TIFF_LONG, 1, layout->fax_options);
    }
    if (layout->predictor > 1) add(tiff, TIFFTAG_PREDICTOR, TIFF_SHORT, 1, layout->predictor);
    if (layout->tile_width) {
        add(tiff, TIFFTAG_TILEWIDTH, TIFF_LONG, 1, layout->tile_width);
        add(tiff, TIFFTAG_TILELENGTH, TIFF_LONG, 1, layout->chunk_height);
        add(tiff, TIFFTAG_TILEOFFSETS, TIFF_LONG, 1, 8);
        add(tiff, TIFFTAG_TILEBYTECOUNTS, TIFF_LONG, 1, 1);
    }
    add(tiff, TIFFTAG_SAMPLEFORMAT, TIFF_SHORT, 1, layout->format);
    if (layout->tables_count > 0) {
        add(tiff, TIFFTAG_JPEGTABLES, TIFF_UNDEFINED, layout->tables_count, head_size);
        memcpy(tiff->file + head_size, layout->tables, layout->tables_count);
    }
    if (layout->photometric == PHOTOMETRIC_YCBCR) {
        uint32_t both = tiff->is_big_endian ? (uint32_t)layout->subsampling[0] << 16 | layout->subsampling[1]
                                            : (uint32_t)layout->subsampling[1] << 16 | layout->subsampling[0];
        add(tiff, TIFFTAG_YCBCRSUBSAMPLING, TIFF_SHORT, 2, both);
    }
    put(tiff, tiff->file + 8, tiff->fields, 2);
}

// MARK: decoding

int decant_tiff_knows(uint16_t compression) { return TIFFIsCODECConfigured(compression); }

static TIFF *open_handle(decant_tiff *tiff, intptr_t limit) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return 0;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, limit);
    TIFFOpenOptionsSetErrorHandlerExtR(options, keep_error, tiff);
    TIFFOpenOptionsSetWarningHandlerExtR(options, keep_warning, tiff);
    // Disables splitting strips, mapping memory, and reading the offsets of strips.
    TIFF *handle = TIFFClientOpenExt(
        "TIFF", "rcmDO", tiff, read_file, write_nothing, seek, close_nothing, size_of_file, 0, 0, options
    );
    TIFFOpenOptionsFree(options);
    return handle;
}

decant_tiff *decant_tiff_open(const decant_tiff_layout *layout, intptr_t limit) {
    decant_tiff *tiff = calloc(1, sizeof(decant_tiff));
    if (!tiff) return 0;
    tiff->file_size = (uint64_t)head_size + layout->tables_count;
    tiff->is_big_endian = layout->is_big_endian;
    tiff->file = calloc(1, (size_t)tiff->file_size);
    if (!tiff->file) {
        free(tiff);
        return 0;
    }
    write_directory(tiff, layout);
    tiff->handle = open_handle(tiff, limit);
    if (!tiff->handle) return tiff;
    // The directory is written by this file, so messages about it are dropped.
    tiff->error[0] = tiff->warning[0] = 0;
    if (layout->wants_rgb) {
        TIFFSetField(tiff->handle, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    }
    if (layout->compression == COMPRESSION_SGILOG || layout->compression == COMPRESSION_SGILOG24) {
        TIFFSetField(tiff->handle, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_8BIT);
    }
    if (layout->compression == COMPRESSION_PIXARLOG) {
        TIFFSetField(tiff->handle, TIFFTAG_PIXARLOGDATAFMT, PIXARLOGDATAFMT_8BIT);
    }
    return tiff;
}

int decant_tiff_is_ready(const decant_tiff *tiff) { return tiff->handle != 0; }

int decant_tiff_decode(
    decant_tiff *tiff, uint32_t index, const uint8_t *source, intptr_t count, uint8_t *target, intptr_t size
) {
    tiff->error[0] = 0;
    // The library writes to its source only to reverse bits, and the directory never requests that.
    return TIFFReadFromUserBuffer(tiff->handle, index, (void *)source, count, target, size);
}

// MARK: colors

static float cubed(float value) {
    return value > 6.0f / 29 ? value * value * value : (value - 4.0f / 29) * (108.0f / 841);
}

static uint16_t companded(float value) {
    if (!(value > 0)) return 0;
    if (value >= 1) return 65535;
    float result = value <= 0.0031308f ? 12.92f * value : 1.055f * powf(value, 1 / 2.4f) - 0.055f;
    return (uint16_t)(result * 65535 + 0.5f);
}

void decant_tiff_lab(
    const uint16_t *samples, uint16_t *target, intptr_t count, intptr_t step, int is_offset, int is_deep
) {
    float white = is_offset && is_deep ? 652.80f : 655.35f;
    for (intptr_t index = 0; index < count; index++, samples += step, target += 4) {
        float axes[2];
        for (int axis = 0; axis < 2; axis++) {
            uint16_t sample = samples[axis + 1] - (is_offset ? 32768 : 0);
            axes[axis] = is_deep ? (float)(int16_t)sample / 256 : (float)(int8_t)(sample >> 8);
        }
        float lightness = ((float)samples[0] / white + 16) / 116;
        float x = 0.9642f * cubed(lightness + axes[0] / 500);
        float y = cubed(lightness);
        float z = 0.8249f * cubed(lightness - axes[1] / 200);
        target[0] = companded(3.1338561f * x - 1.6168667f * y - 0.4906146f * z);
        target[1] = companded(-0.9787684f * x + 1.9161415f * y + 0.0334540f * z);
        target[2] = companded(0.0719453f * x - 0.2289914f * y + 1.4052427f * z);
        target[3] = 65535;
    }
}

void decant_tiff_close(decant_tiff *tiff) {
    if (tiff->handle) TIFFClose(tiff->handle);
    free(tiff->file);
    free(tiff);
}

#endif
#endif
