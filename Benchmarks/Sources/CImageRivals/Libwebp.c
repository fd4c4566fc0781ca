#include "CImageRivals.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

static int animation(const uint8_t *bytes, size_t count, image_rival_output *output) {
    WebPData data = {bytes, count};
    WebPAnimDecoderOptions options;
    WebPAnimDecoderOptionsInit(&options);
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
    WebPAnimInfo info;
    if (!decoder || !WebPAnimDecoderGetInfo(decoder, &info)) return 1;
    size_t size = (size_t)info.canvas_width * info.canvas_height * 4, frames = 0;
    uint8_t *pixels = malloc(size * info.frame_count), *canvas;
    int time;
    while (WebPAnimDecoderGetNext(decoder, &canvas, &time)) memcpy(pixels + size * frames++, canvas, size);
    WebPAnimDecoderDelete(decoder);
    *output = (image_rival_output){
        pixels, info.canvas_width, info.canvas_height, frames, 4, (size_t)info.canvas_width * 4, pixels, free};
    return 0;
}

int image_rival_libwebp(const uint8_t *bytes, size_t count, image_rival_output *output) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK) return 1;
    if (features.has_animation) return animation(bytes, count, output);
    int width, height;
    uint8_t *pixels = WebPDecodeRGBA(bytes, count, &width, &height);
    if (!pixels) return 1;
    *output =
        (image_rival_output){pixels, (size_t)width, (size_t)height, 1, 4, (size_t)width * 4, pixels, WebPFree};
    return 0;
}
