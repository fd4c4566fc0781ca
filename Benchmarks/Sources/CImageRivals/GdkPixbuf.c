// gdk-pixbuf is opened at run time: its headers need compiler flags that a package may not use.
#include "CImageRivals.h"

#include <dlfcn.h>

static struct {
    int is_open;
    void *(*new_loader)(void);
    int (*write)(void *, const uint8_t *, size_t, void **);
    int (*close)(void *, void **);
    void *(*pixbuf)(void *);
    const uint8_t *(*pixels)(const void *);
    int (*width)(const void *);
    int (*height)(const void *);
    int (*channels)(const void *);
    int (*stride)(const void *);
    void *(*ref)(void *);
    void (*unref)(void *);
    const char *version;
} gdk;

static int open_library(void) {
    if (gdk.is_open) return gdk.is_open > 0;
    gdk.is_open = -1;
    void *library = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW | RTLD_GLOBAL);
    if (!library) return 0;
    gdk.new_loader = dlsym(library, "gdk_pixbuf_loader_new");
    gdk.write = dlsym(library, "gdk_pixbuf_loader_write");
    gdk.close = dlsym(library, "gdk_pixbuf_loader_close");
    gdk.pixbuf = dlsym(library, "gdk_pixbuf_loader_get_pixbuf");
    gdk.pixels = dlsym(library, "gdk_pixbuf_read_pixels");
    gdk.width = dlsym(library, "gdk_pixbuf_get_width");
    gdk.height = dlsym(library, "gdk_pixbuf_get_height");
    gdk.channels = dlsym(library, "gdk_pixbuf_get_n_channels");
    gdk.stride = dlsym(library, "gdk_pixbuf_get_rowstride");
    gdk.ref = dlsym(library, "g_object_ref");
    gdk.unref = dlsym(library, "g_object_unref");
    const char **version = dlsym(library, "gdk_pixbuf_version");
    gdk.version = version ? *version : "";
    gdk.is_open = gdk.new_loader && gdk.pixels ? 1 : -1;
    return gdk.is_open > 0;
}

int image_rival_has_gdk_pixbuf(void) { return open_library(); }

const char *image_rival_gdk_pixbuf_version(void) { return open_library() ? gdk.version : "none"; }

int image_rival_gdk_pixbuf(const uint8_t *bytes, size_t count, image_rival_output *output) {
    if (!open_library()) return 1;
    void *loader = gdk.new_loader();
    int is_good = gdk.write(loader, bytes, count, NULL);
    is_good = gdk.close(loader, NULL) && is_good;
    void *pixbuf = is_good ? gdk.pixbuf(loader) : NULL;
    if (pixbuf) gdk.ref(pixbuf);
    gdk.unref(loader);
    if (!pixbuf) return 1;
    *output = (image_rival_output){
        gdk.pixels(pixbuf),
        (size_t)gdk.width(pixbuf),
        (size_t)gdk.height(pixbuf),
        1,
        (size_t)gdk.channels(pixbuf),
        (size_t)gdk.stride(pixbuf),
        pixbuf,
        gdk.unref,
    };
    return 0;
}
