#include "CDecantTIFF.h"

#ifdef DECANT_TIFF

#if !__has_include(<tiffio.h>)
#error "libtiff is not installed: apt-get install libtiff-dev (Fedora: libtiff-devel, Alpine: tiff-dev, Homebrew: libtiff), or build without the trait TIFF"
#else
#include <tiffio.h>

#endif
#endif
