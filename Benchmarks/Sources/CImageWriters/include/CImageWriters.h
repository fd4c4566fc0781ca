#ifndef CIMAGEWRITERS_H
#define CIMAGEWRITERS_H

#include <stddef.h>
#include <stdint.h>

/// Written bytes; the caller frees them.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} image_file;

void image_file_append(image_file *file, const void *bytes, size_t count);

/// The form of a PNG.
typedef struct {
    size_t width;
    size_t height;

    /// The color type of IHDR: 0 gray, 2 RGB, 3 indexed, 6 RGBA.
    int color;
    int depth;
    int is_interlaced;

    /// Three bytes for each color.
    const uint8_t *palette;
    size_t palette_count;
} image_png_options;

/// Writes a PNG with libpng's defaults: adaptive filters unless it has a palette, zlib at level 6. Samples of fewer
/// than 8 bits take one byte each; samples of 16 bits have the most significant byte first. Returns 0 on success.
int image_write_png(const uint8_t *samples, const image_png_options *options, image_file *file);

/// One frame of a GIF, one index per byte.
typedef struct {
    size_t x;
    size_t y;
    size_t width;
    size_t height;
    const uint8_t *indices;

    /// The index of transparent pixels, or -1.
    int transparent;
} image_gif_frame;

/// Writes a GIF of 256 colors. Returns 0 on success.
int image_write_gif(
    size_t width, size_t height, const uint8_t *palette, const image_gif_frame *frames, size_t count, image_file *file
);

/// The form of a JPEG.
typedef enum { image_jpeg_420, image_jpeg_444, image_jpeg_progressive, image_jpeg_cmyk } image_jpeg_kind;

/// Writes a JPEG of quality 85 from RGB, or a CMYK JPEG from inverted CMYK as in Adobe's files. Returns 0 on success.
int image_write_jpeg(const uint8_t *samples, size_t width, size_t height, image_jpeg_kind kind, image_file *file);

/// Writes an RGB TIFF in strips with one of libtiff's compressions. Returns 0 on success.
int image_write_tiff(const uint8_t *samples, size_t width, size_t height, int compression, image_file *file);

/// Writes an RGB WebP, at quality 75 or lossless. Returns 0 on success.
int image_write_webp(const uint8_t *samples, size_t width, size_t height, int is_lossless, image_file *file);

/// Writes an RGB AVIF, 8 bits, 4:2:0. Returns 0 on success.
int image_write_avif(const uint8_t *samples, size_t width, size_t height, image_file *file);

#endif
