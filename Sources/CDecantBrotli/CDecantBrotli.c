#include "CDecantBrotli.h"

#ifdef DECANT_Brotli

#if !__has_include(<brotli/decode.h>)
#error "libbrotlidec is not installed: apt-get install libbrotli-dev (Fedora: brotli-devel, Alpine: brotli-dev, \
Homebrew: brotli), or build without the trait Brotli"
#else
#include <brotli/decode.h>

void *decant_brotli_create(void) {
    // Large windows are disabled by default.
    return BrotliDecoderCreateInstance(NULL, NULL, NULL);
}

void decant_brotli_free(void *decoder) { BrotliDecoderDestroyInstance(decoder); }

int decant_brotli_decode(
    void *decoder, const uint8_t *input, size_t count, size_t *consumed, uint8_t *output, size_t capacity, size_t *made
) {
    size_t left = count, space = capacity;
    BrotliDecoderResult result = BrotliDecoderDecompressStream(decoder, &left, &input, &space, &output, NULL);
    *consumed = count - left;
    *made = capacity - space;
    switch (result) {
    case BROTLI_DECODER_RESULT_SUCCESS: return 2;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: return 1;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return 0;
    default: return (int)BrotliDecoderGetErrorCode(decoder);
    }
}

int decant_brotli_is_large_window(int code) { return code == BROTLI_DECODER_ERROR_FORMAT_WINDOW_BITS; }

const char *decant_brotli_words(int code) { return BrotliDecoderErrorString((BrotliDecoderErrorCode)code); }
#endif

#endif
