#include "CImageWriters.h"

#include <stdio.h>
#include <string.h>
#include <tiffio.h>

typedef struct {
    image_file *file;
    size_t offset;
} sink;

static tmsize_t read_bytes(thandle_t handle, void *target, tmsize_t count) {
    sink *to = handle;
    memcpy(target, to->file->bytes + to->offset, (size_t)count);
    to->offset += (size_t)count;
    return count;
}

static tmsize_t write_bytes(thandle_t handle, void *bytes, tmsize_t count) {
    sink *to = handle;
    while (to->file->count < to->offset) image_file_append(to->file, "", 1);
    size_t inside = to->file->count - to->offset, old = (size_t)count < inside ? (size_t)count : inside;
    memcpy(to->file->bytes + to->offset, bytes, old);
    image_file_append(to->file, (uint8_t *)bytes + old, (size_t)count - old);
    to->offset += (size_t)count;
    return count;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    sink *to = handle;
    to->offset = (size_t)offset + (whence == SEEK_CUR ? to->offset : whence == SEEK_END ? to->file->count : 0);
    return to->offset;
}

static int close_file(thandle_t handle) { return 0; }
static toff_t size(thandle_t handle) { return ((sink *)handle)->file->count; }

int image_write_tiff(const uint8_t *samples, size_t width, size_t height, int compression, image_file *file) {
    sink to = {file, 0};
    TIFF *tiff = TIFFClientOpen("", "w", &to, read_bytes, write_bytes, seek, close_file, size, NULL, NULL);
    if (!tiff) return 1;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, (uint32_t)width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, (uint32_t)height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 3);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, compression);
    if (compression != COMPRESSION_NONE) TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 16);
    int failure = 0;
    for (size_t row = 0; row < height && !failure; row++) {
        failure = TIFFWriteScanline(tiff, (void *)(samples + row * width * 3), (uint32_t)row, 0) != 1;
    }
    TIFFClose(tiff);
    return failure;
}
