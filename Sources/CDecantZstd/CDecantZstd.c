#include "CDecantZstd.h"

#ifdef DECANT_Zstd

#if !__has_include(<zstd.h>)
#error "libzstd is not installed: apt-get install libzstd-dev (Fedora: libzstd-devel, Alpine: zstd-dev, \
Homebrew: zstd), or build without the trait Zstd"
#else
#include <stdatomic.h>
#include <zstd.h>
#include <zstd_errors.h>

// A decoder has 160 kB. Allocating it takes as long as decoding 10 kB, so a few decoders are kept for later bodies.
enum { idle_count = 4, largest_idle_size = 512 * 1024 };
static _Atomic(ZSTD_DCtx *) idle[idle_count];

static ZSTD_DCtx *take_idle(void) {
    for (int i = 0; i < idle_count; i++) {
        ZSTD_DCtx *decoder = atomic_exchange(&idle[i], NULL);
        if (decoder) return decoder;
    }
    return NULL;
}

void *decant_zstd_create(int window_log) {
    ZSTD_DCtx *decoder = take_idle();
    if (!decoder) decoder = ZSTD_createDCtx();
    if (decoder && ZSTD_isError(ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, window_log))) {
        ZSTD_freeDCtx(decoder);
        return NULL;
    }
    return decoder;
}

void decant_zstd_free(void *state) {
    ZSTD_DCtx *decoder = state;
    // A decoder keeps its window, so a decoder with a large window is freed.
    int is_reusable = ZSTD_sizeof_DCtx(decoder) <= largest_idle_size
        && !ZSTD_isError(ZSTD_DCtx_reset(decoder, ZSTD_reset_session_and_parameters));
    for (int i = 0; is_reusable && i < idle_count; i++) {
        ZSTD_DCtx *none = NULL;
        if (atomic_compare_exchange_strong(&idle[i], &none, decoder)) return;
    }
    ZSTD_freeDCtx(decoder);
}

int decant_zstd_load_dictionary(void *decoder, const uint8_t *dictionary, size_t count) {
    return ZSTD_isError(ZSTD_DCtx_loadDictionary(decoder, dictionary, count)) ? 1 : 0;
}

int decant_zstd_decode(
    void *decoder, const uint8_t *input, size_t count, size_t *consumed, uint8_t *output, size_t capacity, size_t *made
) {
    ZSTD_inBuffer source = {input, count, 0};
    ZSTD_outBuffer target = {output, capacity, 0};
    size_t hint = 1;
    // One call may stop early, with input left and output free.
    do {
        size_t read = source.pos, written = target.pos;
        hint = ZSTD_decompressStream(decoder, &target, &source);
        if (hint == 0 || ZSTD_isError(hint)) break;
        if (read == source.pos && written == target.pos) break;
    } while (source.pos < source.size && target.pos < target.size);
    *consumed = source.pos;
    *made = target.pos;
    if (ZSTD_isError(hint)) return -(int)ZSTD_getErrorCode(hint);
    if (hint == 0) return 2;
    return target.pos == target.size ? 1 : 0;
}

int decant_zstd_is_large_window(int code) { return -code == (int)ZSTD_error_frameParameter_windowTooLarge; }

const char *decant_zstd_words(int code) { return ZSTD_getErrorString((ZSTD_ErrorCode)-code); }
#endif

#endif
