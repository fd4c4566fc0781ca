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

    /// Three channels for red, green and blue, or four with straight alpha.
    size_t channels;

    /// From one row to the next, in bytes.
    size_t stride;

    void *owner;
    void (*release)(void *owner);
} image_rival_picture;

/// Decodes a picture. Returns 0 if it did.
typedef int (*image_rival)(const uint8_t *bytes, size_t count, image_rival_picture *picture);

/// libpng, row by row, to RGBA.
int image_rival_libpng(const uint8_t *bytes, size_t count, image_rival_picture *picture);

/// giflib's indices of all frames, drawn one over the other by a plain loop, to RGBA.
int image_rival_giflib(const uint8_t *bytes, size_t count, image_rival_picture *picture);

/// gdk-pixbuf's loader; its own pixels, RGB if there is no alpha. The library is opened when it is first used.
int image_rival_gdk_pixbuf(const uint8_t *bytes, size_t count, image_rival_picture *picture);

/// Whether gdk-pixbuf is installed.
int image_rival_has_gdk_pixbuf(void);

/// stb_image, to RGBA; of a GIF all frames.
int image_rival_stb(const uint8_t *bytes, size_t count, image_rival_picture *picture);

/// libvips in one thread without its cache; its own pixels. The library is opened when it is first used.
int image_rival_libvips(const uint8_t *bytes, size_t count, image_rival_picture *picture);

/// Whether libvips is installed.
int image_rival_has_libvips(void);

/// TurboJPEG into memory that malloc gives anew; CMYK stays CMYK.
int image_rival_turbojpeg(const uint8_t *bytes, size_t count, image_rival_picture *picture);

/// TurboJPEG at full size, and then the mean of all pixels below each of a picture that fits into 256 by 256.
int image_rival_turbojpeg_and_box(const uint8_t *bytes, size_t count, image_rival_picture *picture);

/// libtiff's own way to RGBA.
int image_rival_libtiff(const uint8_t *bytes, size_t count, image_rival_picture *picture);

/// libwebp to RGBA; of an animation all frames, by libwebpdemux.
int image_rival_libwebp(const uint8_t *bytes, size_t count, image_rival_picture *picture);

/// libavif to RGBA, on one thread.
int image_rival_libavif(const uint8_t *bytes, size_t count, image_rival_picture *picture);

void image_rival_release(image_rival_picture *picture);

/// The versions of the libraries, one after the other.
const char *image_rival_versions(void);

#endif
