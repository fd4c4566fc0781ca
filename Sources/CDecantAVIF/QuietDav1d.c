// dav1d, the decoder that libavif drives, writes the faults of a picture to standard error unless it is configured not
// to, and libavif has no means of telling it. A program that decodes what others send must not be made to write that much.
//
// So the settings that dav1d begins with are asked of it by a function of the same name, which takes away what writes. In
// a program of dynamic libraries this one is found first, since the program's own functions are. It is weak: where dav1d
// is linked into the program, its own is taken, and it writes. A program that uses dav1d by itself can set what it likes.

#if defined(DECANT_AVIF) && defined(__linux__) && __has_include(<dav1d/dav1d.h>)
// For RTLD_NEXT.
#define _GNU_SOURCE
#include <dav1d/dav1d.h>
#include <dlfcn.h>
#include <string.h>

static void write_nothing(void *cookie, const char *format, va_list arguments) {
    (void)cookie, (void)format, (void)arguments;
}

__attribute__((weak, visibility("default"))) void dav1d_default_settings(Dav1dSettings *settings) {
    void (*original)(Dav1dSettings *) = (void (*)(Dav1dSettings *))dlsym(RTLD_NEXT, "dav1d_default_settings");
    memset(settings, 0, sizeof *settings);
    if (original) original(settings);
    settings->logger.callback = write_nothing;
    settings->logger.cookie = NULL;
}
#endif
