#include "CDecantWebP.h"

#ifdef DECANT_WebP

#if !__has_include(<webp/decode.h>)
#error "libwebp is not installed: apt-get install libwebp-dev (Fedora: libwebp-devel, Alpine: libwebp-dev, Homebrew: webp), or build without the trait WebP"
#else
#include <webp/decode.h>

#endif
#endif
