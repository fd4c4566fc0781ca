#include "CImageWriters.h"

#include <png.h>
#include <setjmp.h>

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
    image_file_append(png_get_io_ptr(png), bytes, count);
}

static void flush(png_structp png) {}

int image_write_png(const uint8_t *samples, const image_png_options *options, image_file *file) {
    static const size_t channels[] = {1, 0, 3, 1, 2, 0, 4};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return 1;
    }
    png_set_write_fn(png, file, write_bytes, flush);
    png_set_IHDR(
        png, info, (png_uint_32)options->width, (png_uint_32)options->height, options->depth, options->color,
        options->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
        PNG_FILTER_TYPE_DEFAULT
    );
    if (options->palette) png_set_PLTE(png, info, (png_const_colorp)options->palette, (int)options->palette_count);
    png_write_info(png, info);
    png_set_packing(png);
    int passes = png_set_interlace_handling(png);
    size_t stride = options->width * channels[options->color] * (options->depth == 16 ? 2 : 1);
    for (int pass = 0; pass < passes; pass++) {
        for (size_t row = 0; row < options->height; row++) png_write_row(png, samples + row * stride);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return 0;
}
