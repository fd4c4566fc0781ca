#include "CImageRivals.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *next;
    size_t left;
} source;

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    source *from = png_get_io_ptr(png);
    if (count > from->left) png_error(png, "end");
    memcpy(target, from->next, count);
    from->next += count;
    from->left -= count;
}

static void warn(png_structp png, png_const_charp message) {}

static void ask_for_rgba(png_structp png, png_infop info) {
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
}

int image_rival_libpng(const uint8_t *bytes, size_t count, image_rival_output *output) {
    source from = {bytes, count};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, warn);
    png_infop info = png_create_info_struct(png);
    uint8_t *volatile pixels = NULL;
    png_bytep *volatile rows = NULL;
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        free(rows);
        free(pixels);
        return 1;
    }
    png_set_read_fn(png, &from, read_bytes);
    png_read_info(png, info);
    ask_for_rgba(png, info);
    size_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    pixels = malloc(width * height * 4);
    rows = malloc(height * sizeof(png_bytep));
    for (size_t row = 0; row < height; row++) rows[row] = pixels + row * width * 4;
    png_read_image(png, rows);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    free(rows);
    *output = (image_rival_output){pixels, width, height, 1, 4, width * 4, pixels, free};
    return 0;
}
