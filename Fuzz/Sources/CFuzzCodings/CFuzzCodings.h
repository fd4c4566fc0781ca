// libbrotlidec and libzstd, with which the results of undoing content codings are compared.

#include <brotli/decode.h>
#include <zstd.h>
