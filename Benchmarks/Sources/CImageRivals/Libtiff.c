#include "CImageRivals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

typedef struct {
    const uint8_t *bytes;
    toff_t count;
    toff_t offset;
} source;

static tmsize_t read_bytes(thandle_t handle, void *target, tmsize_t count) {
    source *from = handle;
    tmsize_t left = (tmsize_t)(from->count - from->offset), part = count < left ? count : left;
    memcpy(target, from->bytes + from->offset, (size_t)part);
    from->offset += (toff_t)part;
    return part;
}

static tmsize_t write_bytes(thandle_t handle, void *bytes, tmsize_t count) { return 0; }

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    source *from = handle;
    toff_t start = whence == SEEK_CUR ? from->offset : whence == SEEK_END ? from->count : 0;
    from->offset = start + offset < from->count ? start + offset : from->count;
    return from->offset;
}

static int close_file(thandle_t handle) { return 0; }
static toff_t size(thandle_t handle) { return ((source *)handle)->count; }

static int map(thandle_t handle, void **bytes, toff_t *count) {
    source *from = handle;
    *bytes = (void *)from->bytes;
    *count = from->count;
    return 1;
}

static void unmap(thandle_t handle, void *bytes, toff_t count) {}

int image_rival_libtiff(const uint8_t *bytes, size_t count, image_rival_output *output) {
    source from = {bytes, count, 0};
    TIFF *file = TIFFClientOpen("", "r", &from, read_bytes, write_bytes, seek, close_file, size, map, unmap);
    if (!file) return 1;
    uint32_t width = 0, height = 0;
    TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
    uint32_t *pixels = malloc((size_t)width * height * 4);
    int is_good = TIFFReadRGBAImageOriented(file, width, height, pixels, ORIENTATION_TOPLEFT, 1);
    TIFFClose(file);
    if (!is_good) {
        free(pixels);
        return 1;
    }
    *output = (image_rival_output){(uint8_t *)pixels, width, height, 1, 4, (size_t)width * 4, pixels, free};
    return 0;
}
