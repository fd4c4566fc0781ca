#include "CCodingRivals.h"

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <isa-l.h>
#include <libdeflate.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

// A window of 15 bits, and the gzip format.
enum { gzip_window = 15 + 16 };

size_t coding_rival_gzip_bound(size_t count) { return compressBound(count) + 64; }

size_t coding_rival_gzip(const uint8_t *bytes, size_t count, int level, uint8_t *output, size_t capacity) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, level, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = output;
    stream.avail_out = (uInt)capacity;
    int status = deflate(&stream, Z_FINISH);
    size_t written = stream.total_out;
    deflateEnd(&stream);
    return status == Z_STREAM_END ? written : 0;
}

int64_t coding_rival_zlib_stream(const uint8_t *bytes, size_t count, uint8_t *chunk, size_t size) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, gzip_window) != Z_OK) return -1;
    int64_t total = 0;
    int status = Z_OK;
    for (size_t start = 0; start < count && status == Z_OK; start += size) {
        stream.next_in = (Bytef *)(bytes + start);
        stream.avail_in = (uInt)(count - start < size ? count - start : size);
        do {
            stream.next_out = chunk;
            stream.avail_out = (uInt)size;
            status = inflate(&stream, Z_NO_FLUSH);
            total += (int64_t)(size - stream.avail_out);
        } while (status == Z_OK && stream.avail_out == 0);
        if (status == Z_BUF_ERROR) status = Z_OK;
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END ? total : -1;
}

int64_t coding_rival_isal_stream(const uint8_t *bytes, size_t count, uint8_t *chunk, size_t size) {
    static struct inflate_state state;
    isal_inflate_init(&state);
    state.crc_flag = ISAL_GZIP;
    int64_t total = 0;
    for (size_t start = 0; start < count; start += size) {
        state.next_in = (uint8_t *)(bytes + start);
        state.avail_in = (uint32_t)(count - start < size ? count - start : size);
        do {
            state.next_out = chunk;
            state.avail_out = (uint32_t)size;
            if (isal_inflate(&state) != ISAL_DECOMP_OK) return -1;
            total += (int64_t)(size - state.avail_out);
        } while (state.avail_out == 0 && state.block_state != ISAL_BLOCK_FINISH);
    }
    return state.block_state == ISAL_BLOCK_FINISH ? total : -1;
}

int64_t coding_rival_libdeflate_whole(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
    static struct libdeflate_decompressor *decompressor;
    if (decompressor == NULL) decompressor = libdeflate_alloc_decompressor();
    size_t made = 0;
    enum libdeflate_result result = libdeflate_gzip_decompress(decompressor, bytes, count, output, capacity, &made);
    return result == LIBDEFLATE_SUCCESS ? (int64_t)made : -1;
}

int64_t coding_rival_isal_whole(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
    static struct inflate_state state;
    isal_inflate_init(&state);
    state.crc_flag = ISAL_GZIP;
    state.next_in = (uint8_t *)bytes;
    state.avail_in = (uint32_t)count;
    state.next_out = output;
    state.avail_out = (uint32_t)capacity;
    if (isal_inflate_stateless(&state) != ISAL_DECOMP_OK) return -1;
    return (int64_t)(capacity - state.avail_out);
}

size_t coding_rival_brotli(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
    size_t written = capacity;
    return BrotliEncoderCompress(5, 22, BROTLI_MODE_GENERIC, count, bytes, &written, output) ? written : 0;
}

size_t coding_rival_zstd(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
    size_t written = ZSTD_compress(output, capacity, bytes, count, 3);
    return ZSTD_isError(written) ? 0 : written;
}

int64_t coding_rival_brotli_stream(const uint8_t *bytes, size_t count, uint8_t *chunk, size_t size) {
    BrotliDecoderState *state = BrotliDecoderCreateInstance(NULL, NULL, NULL);
    if (state == NULL) return -1;
    int64_t total = 0;
    BrotliDecoderResult result = BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT;
    for (size_t start = 0; start < count && result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT; start += size) {
        const uint8_t *input = bytes + start;
        size_t left = count - start < size ? count - start : size;
        do {
            uint8_t *output = chunk;
            size_t space = size;
            result = BrotliDecoderDecompressStream(state, &left, &input, &space, &output, NULL);
            total += (int64_t)(size - space);
        } while (result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT);
    }
    BrotliDecoderDestroyInstance(state);
    return result == BROTLI_DECODER_RESULT_SUCCESS ? total : -1;
}

int64_t coding_rival_zstd_stream(const uint8_t *bytes, size_t count, uint8_t *chunk, size_t size) {
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (context == NULL) return -1;
    int64_t total = 0;
    size_t hint = 1;
    for (size_t start = 0; start < count && hint != 0 && !ZSTD_isError(hint); start += size) {
        ZSTD_inBuffer input = {bytes + start, count - start < size ? count - start : size, 0};
        ZSTD_outBuffer output;
        do {
            output = (ZSTD_outBuffer){chunk, size, 0};
            hint = ZSTD_decompressStream(context, &output, &input);
            total += (int64_t)output.pos;
        } while (hint != 0 && !ZSTD_isError(hint) && (input.pos < input.size || output.pos == output.size));
    }
    ZSTD_freeDCtx(context);
    return hint == 0 ? total : -1;
}

const char *coding_rival_versions(void) {
    static char text[160];
    uint32_t brotli = BrotliDecoderVersion();
    snprintf(text, sizeof text, "zlib %s, libdeflate %s, ISA-L %d.%d.%d, brotli %d.%d.%d, zstd %s", zlibVersion(),
             LIBDEFLATE_VERSION_STRING, ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION, (int)(brotli >> 24),
             (int)(brotli >> 12 & 0xFFF), (int)(brotli & 0xFFF), ZSTD_versionString());
    return text;
}
