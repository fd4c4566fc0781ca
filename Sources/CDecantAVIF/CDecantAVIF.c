#include "CDecantAVIF.h"

#ifdef DECANT_AVIF

#if !__has_include(<avif/avif.h>)
#error "libavif is not installed: apt-get install libavif-dev (Fedora: libavif-devel, Alpine: libavif-dev, Homebrew: libavif), or build without the trait AVIF"
#else
#include <avif/avif.h>

#endif
#endif
