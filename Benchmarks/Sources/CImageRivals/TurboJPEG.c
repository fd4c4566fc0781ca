#include "CImageRivals.h"

#include <stdlib.h>
#include <turbojpeg.h>

int image_rival_turbojpeg(const uint8_t *bytes, size_t count, image_rival_output *output) {
    int width, height, subsampling, space;
    tjhandle handle = tjInitDecompress();
    if (tjDecompressHeader3(handle, bytes, count, &width, &height, &subsampling, &space) != 0) {
        tjDestroy(handle);
        return 1;
    }
    int format = space == TJCS_CMYK || space == TJCS_YCCK ? TJPF_CMYK : TJPF_RGBA;
    uint8_t *pixels = malloc((size_t)width * (size_t)height * 4);
    int failure = tjDecompress2(handle, bytes, count, pixels, width, width * 4, height, format, 0);
    tjDestroy(handle);
    if (failure) {
        free(pixels);
        return 1;
    }
    *output = (image_rival_output){pixels, (size_t)width, (size_t)height, 1, 4, (size_t)width * 4, pixels, free};
    return 0;
}

static void add_row(const uint8_t *row, size_t width, size_t columns, uint32_t *sums) {
    for (size_t column = 0; column < columns; column++) {
        size_t end = (column + 1) * width / columns;
        for (size_t x = column * width / columns; x < end; x++) {
            for (size_t channel = 0; channel < 4; channel++) sums[4 * column + channel] += row[4 * x + channel];
        }
    }
}

static void store_row(uint8_t *target, size_t width, size_t columns, uint32_t rows, uint32_t *sums) {
    for (size_t column = 0; column < columns; column++) {
        uint32_t pixels = (uint32_t)((column + 1) * width / columns - column * width / columns) * rows;
        for (size_t index = 4 * column; index < 4 * column + 4; index++) {
            target[index] = (uint8_t)((sums[index] + pixels / 2) / pixels);
            sums[index] = 0;
        }
    }
}

int image_rival_turbojpeg_and_box(const uint8_t *bytes, size_t count, image_rival_output *output) {
    image_rival_output large;
    if (image_rival_turbojpeg(bytes, count, &large) != 0) return 1;
    size_t longest = large.width > large.height ? large.width : large.height;
    size_t columns = large.width * 256 / longest, rows = large.height * 256 / longest;
    uint8_t *pixels = malloc(columns * rows * 4);
    uint32_t *sums = calloc(columns * 4, sizeof(uint32_t));
    for (size_t row = 0; row < rows; row++) {
        size_t first = row * large.height / rows, end = (row + 1) * large.height / rows;
        for (size_t y = first; y < end; y++) add_row(large.pixels + y * large.stride, large.width, columns, sums);
        store_row(pixels + row * columns * 4, large.width, columns, (uint32_t)(end - first), sums);
    }
    free(sums);
    image_rival_release(&large);
    *output = (image_rival_output){pixels, columns, rows, 1, 4, columns * 4, pixels, free};
    return 0;
}
