// libvips is opened at run time: its headers depend on the headers of forty other libraries.
#include "CImageRivals.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    int is_open;
    void *(*new_from_buffer)(const void *, size_t, const char *, ...);
    void *(*write_to_memory)(void *, size_t *);
    void (*unref)(void *);
    void (*free)(void *);
    int (*version)(int);
    int (*page_height)(void *);
} vips;

static int (*width_of)(const void *), (*height_of)(const void *), (*bands_of)(const void *);

static int open_library(void) {
    if (vips.is_open) return vips.is_open > 0;
    vips.is_open = -1;
    void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_GLOBAL);
    if (!library) return 0;
    int (*init)(const char *) = dlsym(library, "vips_init");
    void (*set_threads)(int) = dlsym(library, "vips_concurrency_set");
    void (*set_cache)(int) = dlsym(library, "vips_cache_set_max");
    vips.new_from_buffer = dlsym(library, "vips_image_new_from_buffer");
    vips.write_to_memory = dlsym(library, "vips_image_write_to_memory");
    vips.version = dlsym(library, "vips_version");
    vips.page_height = dlsym(library, "vips_image_get_page_height");
    vips.unref = dlsym(library, "g_object_unref");
    vips.free = dlsym(library, "g_free");
    width_of = dlsym(library, "vips_image_get_width");
    height_of = dlsym(library, "vips_image_get_height");
    bands_of = dlsym(library, "vips_image_get_bands");
    // Its warnings do not concern speed.
    setenv("VIPS_WARNING", "0", 1);
    if (!init || init("SideBySide") != 0) return 0;
    set_threads(1);
    set_cache(0);
    vips.is_open = 1;
    return 1;
}

int image_rival_has_libvips(void) { return open_library(); }

/// Returns whether the image has many frames, which must be requested with an option of the loader.
static int is_animated(const uint8_t *bytes, size_t count) {
    return count > 12 && (memcmp(bytes, "GIF", 3) == 0 || memcmp(bytes + 8, "WEBP", 4) == 0);
}

int image_rival_libvips(const uint8_t *bytes, size_t count, image_rival_output *output) {
    if (!open_library()) return 1;
    void *image = vips.new_from_buffer(bytes, count, is_animated(bytes, count) ? "n=-1" : "", NULL);
    if (!image) return 1;
    size_t size = 0;
    void *pixels = vips.write_to_memory(image, &size);
    size_t width = (size_t)width_of(image), height = (size_t)height_of(image), channels = (size_t)bands_of(image);
    size_t page = (size_t)vips.page_height(image);
    vips.unref(image);
    if (!pixels) return 1;
    *output = (image_rival_output){
        pixels, width, page, height / page, channels, size / height, pixels, vips.free};
    return 0;
}

/// Returns the version reported by libvips, or an empty string if it is not installed.
const char *image_rival_libvips_version(void) {
    static char text[64];
    if (open_library()) {
        snprintf(text, sizeof text, "; libvips %d.%d.%d", vips.version(0), vips.version(1), vips.version(2));
    }
    return text;
}
