#include "CDecantJPEG.h"

#ifdef DECANT_JPEG

#if !__has_include(<jpeglib.h>)
#error "libjpeg-turbo is not installed: apt-get install libjpeg-dev (Fedora: libjpeg-turbo-devel, Alpine: libjpeg-turbo-dev, Homebrew: jpeg-turbo), or build without the trait JPEG"
#else
#include <stdio.h>
#include <jpeglib.h>

#endif
#endif
