// libbrotlidec and libzstd, the reference decoders of content codings.

#include <brotli/decode.h>
#include <zstd.h>
