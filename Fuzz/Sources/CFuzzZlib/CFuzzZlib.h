// zlib, the reference for inflating.

#include <zlib.h>
