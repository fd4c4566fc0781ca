#include "CImageRivals.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gif_lib.h>
#include <png.h>
#include <stdio.h>
#include <zlib.h>

const char *image_rival_libvips_version(void);

void image_rival_release(image_rival_picture *picture) { picture->release(picture->owner); }

const char *image_rival_versions(void) {
    static char text[512];
    snprintf(
        text, sizeof text, "libpng %s on zlib %s; giflib %d.%d.%d; gdk-pixbuf %s%s", png_get_libpng_ver(NULL),
        zlibVersion(), GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE, gdk_pixbuf_version, image_rival_libvips_version());
    return text;
}
