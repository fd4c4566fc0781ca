// libdeflate, for the trait PNG of this package.

#ifndef CDEFLATE_H
#define CDEFLATE_H

#if __has_include(<libdeflate.h>)
#include <libdeflate.h>
#else
#error "libdeflate is not installed: apt-get install libdeflate-dev (Fedora: libdeflate-devel, Alpine: libdeflate-dev, Homebrew: libdeflate), or build without the trait PNG"
#endif

#endif
