// libtiff, for the trait TIFF of this package, without that library's own declarations.

#ifndef CDECANTTIFF_H
#define CDECANTTIFF_H

#endif
