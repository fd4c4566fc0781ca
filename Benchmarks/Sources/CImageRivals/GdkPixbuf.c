#include "CImageRivals.h"

#include <gdk-pixbuf/gdk-pixbuf.h>

int image_rival_gdk_pixbuf(const uint8_t *bytes, size_t count, image_rival_picture *picture) {
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
    gboolean good = gdk_pixbuf_loader_write(loader, bytes, count, NULL);
    good = gdk_pixbuf_loader_close(loader, NULL) && good;
    GdkPixbuf *pixbuf = good ? gdk_pixbuf_loader_get_pixbuf(loader) : NULL;
    if (pixbuf) g_object_ref(pixbuf);
    g_object_unref(loader);
    if (!pixbuf) return 1;
    *picture = (image_rival_picture){
        gdk_pixbuf_read_pixels(pixbuf),
        (size_t)gdk_pixbuf_get_width(pixbuf),
        (size_t)gdk_pixbuf_get_height(pixbuf),
        1,
        (size_t)gdk_pixbuf_get_n_channels(pixbuf),
        (size_t)gdk_pixbuf_get_rowstride(pixbuf),
        pixbuf,
        g_object_unref,
    };
    return 0;
}
