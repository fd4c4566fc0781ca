#ifndef CIMAGEWRITERS_H
#define CIMAGEWRITERS_H

#include <stddef.h>
#include <stdint.h>

/// Bytes that were written; the caller frees them.
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

    /// As IHDR has it: 0 grey, 2 RGB, 3 indexed, 6 RGBA.
    int color;
    int depth;
    int is_interlaced;

    /// Three bytes for each colour.
    const uint8_t *palette;
    size_t palette_count;
} image_png_options;

/// Writes a PNG as libpng does by default: adaptive filters unless it has a palette, zlib at level 6. Samples of fewer
/// than 8 bits are one in a byte, those of 16 have the upper byte first. Returns 0 if it did.
int image_write_png(const uint8_t *samples, const image_png_options *options, image_file *file);

/// One frame of a GIF, one index in a byte.
typedef struct {
    size_t x;
    size_t y;
    size_t width;
    size_t height;
    const uint8_t *indices;

    /// The index of what is not drawn, or -1.
    int transparent;
} image_gif_frame;

/// Writes a GIF of 256 colours. Returns 0 if it did.
int image_write_gif(
    size_t width, size_t height, const uint8_t *palette, const image_gif_frame *frames, size_t count, image_file *file
);

/// The form of a JPEG.
typedef enum { image_jpeg_420, image_jpeg_444, image_jpeg_progressive, image_jpeg_cmyk } image_jpeg_kind;

/// Writes a JPEG of quality 85 from RGB, or, if it is to be CMYK, from inverted CMYK as Adobe has it. Returns 0 if it did.
int image_write_jpeg(const uint8_t *samples, size_t width, size_t height, image_jpeg_kind kind, image_file *file);

/// Writes a TIFF of RGB in strips with some of libtiff's compressions. Returns 0 if it did.
int image_write_tiff(const uint8_t *samples, size_t width, size_t height, int compression, image_file *file);

/// Writes a WebP of RGB, of quality 75 or without loss. Returns 0 if it did.
int image_write_webp(const uint8_t *samples, size_t width, size_t height, int is_lossless, image_file *file);

/// Writes an AVIF of RGB, 8 bits, 4:2:0. Returns 0 if it did.
int image_write_avif(const uint8_t *samples, size_t width, size_t height, image_file *file);

#endif
