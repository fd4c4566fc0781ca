// zlib, with which the results of inflating are compared.

#include <zlib.h>
