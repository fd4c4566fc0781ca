#include "CDecantWebP.h"

#ifdef DECANT_WebP

#if !__has_include(<webp/decode.h>)
#error "libwebp is not installed: apt-get install libwebp-dev (Fedora: libwebp-devel, Alpine: libwebp-dev, \
Homebrew: webp), or build without the trait WebP"
#else
#include <string.h>
#include <webp/decode.h>

/// Configures a decoder to write into the memory of the caller.
static int prepare(WebPDecoderConfig *config, void *target, size_t capacity, int stride) {
    if (!WebPInitDecoderConfig(config)) return VP8_STATUS_INVALID_PARAM;
    config->output.colorspace = MODE_RGBA;
    config->output.is_external_memory = 1;
    config->output.u.RGBA.rgba = target;
    config->output.u.RGBA.stride = 4 * stride;
    config->output.u.RGBA.size = capacity;
    return VP8_STATUS_OK;
}

int decant_webp_decode(
    const void *bytes, size_t count, void *target, size_t capacity, int stride, int columns, int rows
) {
    WebPDecoderConfig config;
    int status = prepare(&config, target, capacity, stride);
    if (status == VP8_STATUS_OK) status = WebPDecode(bytes, count, &config);
    // An image smaller than announced would leave memory uninitialized.
    if (status == VP8_STATUS_OK && (config.output.width != columns || config.output.height != rows)) {
        status = VP8_STATUS_BITSTREAM_ERROR;
    }
    return status;
}

int decant_webp_decode_beginning(
    const void *bytes, size_t count, void *target, size_t capacity, int stride, int columns, int rows, int *done
) {
    *done = 0;
    WebPDecoderConfig config;
    int status = prepare(&config, target, capacity, stride);
    if (status != VP8_STATUS_OK) return status;
    for (int row = 0; row < rows; row++) memset((uint8_t *)target + (size_t)row * stride * 4, 0, (size_t)columns * 4);
    WebPIDecoder *decoder = WebPIDecode(NULL, 0, &config);
    if (!decoder) return VP8_STATUS_OUT_OF_MEMORY;
    status = WebPIUpdate(decoder, bytes, count);
    int width = 0, height = 0;
    if (WebPIDecGetRGB(decoder, done, &width, &height, NULL) && (width != columns || height != rows)) {
        status = VP8_STATUS_BITSTREAM_ERROR;
    }
    WebPIDelete(decoder);
    return status == VP8_STATUS_SUSPENDED && *done > 0 ? VP8_STATUS_OK : status;
}

const char *decant_webp_words(int status) {
    switch (status) {
    case VP8_STATUS_OK: return "done";
    case VP8_STATUS_OUT_OF_MEMORY: return "out of memory";
    case VP8_STATUS_INVALID_PARAM: return "invalid parameter";
    case VP8_STATUS_BITSTREAM_ERROR: return "bitstream error";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "unsupported feature";
    case VP8_STATUS_SUSPENDED: return "suspended";
    case VP8_STATUS_USER_ABORT: return "user abort";
    case VP8_STATUS_NOT_ENOUGH_DATA: return "not enough data";
    default: return "unknown error";
    }
}

/// Blends one pixel over another. No sum or product exceeds 32 bits.
static void blend(uint8_t *pixel, const uint8_t *below) {
    uint32_t alpha = pixel[3], rest = below[3] * (256 - alpha) >> 8, sum = alpha + rest;
    if (alpha == 0) {
        memcpy(pixel, below, 4);
    } else {
        uint32_t scale = (1u << 24) / sum;
        for (int channel = 0; channel < 3; channel++) {
            pixel[channel] = (uint8_t)((pixel[channel] * alpha + below[channel] * rest) * scale >> 24);
        }
        pixel[3] = (uint8_t)sum;
    }
}

void decant_webp_blend(void *pixels, const void *below, ptrdiff_t count) {
    uint8_t *target = pixels;
    const uint8_t *source = below;
    for (ptrdiff_t index = 0; index < count; index++, target += 4, source += 4) {
        if (target[3] != 255) blend(target, source);
    }
}

#endif
#endif
