#ifndef CIMAGERIVALS_H
#define CIMAGERIVALS_H

#include <stddef.h>
#include <stdint.h>

/// Pixels in separate memory: one frame after the other, rows from the top, 8 bits per channel.
typedef struct {
    const uint8_t *pixels;
    size_t width;
    size_t height;
    size_t frames;

    /// 3 for red, green, and blue, or 4 with straight alpha.
    size_t channels;

    /// The distance between rows, in bytes.
    size_t stride;

    void *owner;
    void (*release)(void *owner);
} image_rival_output;

/// Decodes an image. Returns 0 on success.
typedef int (*image_rival)(const uint8_t *bytes, size_t count, image_rival_output *output);

/// libpng, row by row, to RGBA.
int image_rival_libpng(const uint8_t *bytes, size_t count, image_rival_output *output);

/// giflib's indices of all frames, composed by a plain loop, to RGBA.
int image_rival_giflib(const uint8_t *bytes, size_t count, image_rival_output *output);

/// gdk-pixbuf's loader; its own pixels, RGB without alpha. The library is opened on first use.
int image_rival_gdk_pixbuf(const uint8_t *bytes, size_t count, image_rival_output *output);

/// Returns whether gdk-pixbuf is installed.
int image_rival_has_gdk_pixbuf(void);

/// stb_image, to RGBA; all frames of a GIF.
int image_rival_stb(const uint8_t *bytes, size_t count, image_rival_output *output);

/// libvips in one thread without its cache; its own pixels. The library is opened on first use.
int image_rival_libvips(const uint8_t *bytes, size_t count, image_rival_output *output);

/// Returns whether libvips is installed.
int image_rival_has_libvips(void);

/// TurboJPEG, to newly allocated memory; CMYK stays CMYK.
int image_rival_turbojpeg(const uint8_t *bytes, size_t count, image_rival_output *output);

/// TurboJPEG at full size, reduced to fit 256 by 256 by taking the mean of the pixels that each pixel represents.
int image_rival_turbojpeg_and_box(const uint8_t *bytes, size_t count, image_rival_output *output);

/// libtiff's own conversion to RGBA.
int image_rival_libtiff(const uint8_t *bytes, size_t count, image_rival_output *output);

/// libwebp, to RGBA; all frames of an animation, by libwebpdemux.
int image_rival_libwebp(const uint8_t *bytes, size_t count, image_rival_output *output);

/// libavif, to RGBA, on one thread.
int image_rival_libavif(const uint8_t *bytes, size_t count, image_rival_output *output);

void image_rival_release(image_rival_output *output);

/// Returns the versions of the libraries.
const char *image_rival_versions(void);

#endif
