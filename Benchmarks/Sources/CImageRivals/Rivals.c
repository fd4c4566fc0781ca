#include "CImageRivals.h"

#include <gif_lib.h>
#include <avif/avif.h>
#include <png.h>
#include <stdio.h>
#include <tiffio.h>
#include <webp/decode.h>
#include <zlib.h>

const char *image_rival_gdk_pixbuf_version(void);
const char *image_rival_libvips_version(void);

void image_rival_release(image_rival_output *output) { output->release(output->owner); }

const char *image_rival_versions(void) {
    static char text[512];
    int webp = WebPGetDecoderVersion();
    snprintf(
        text, sizeof text,
        "libpng %s on zlib %s; giflib %d.%d.%d; gdk-pixbuf %s; libtiff %d; libwebp %d.%d.%d; libavif %s%s",
        png_get_libpng_ver(NULL), zlibVersion(), GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE,
        image_rival_gdk_pixbuf_version(),
        TIFFLIB_VERSION, webp >> 16, webp >> 8 & 255, webp & 255, avifVersion(), image_rival_libvips_version()
    );
    return text;
}
