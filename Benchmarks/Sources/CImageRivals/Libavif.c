#include "CImageRivals.h"

#include <avif/avif.h>
#include <stdlib.h>

int image_rival_libavif(const uint8_t *bytes, size_t count, image_rival_output *output) {
    avifDecoder *decoder = avifDecoderCreate();
    decoder->maxThreads = 1;
    avifResult result = avifDecoderSetIOMemory(decoder, bytes, count);
    if (result == AVIF_RESULT_OK) result = avifDecoderParse(decoder);
    if (result == AVIF_RESULT_OK) result = avifDecoderNextImage(decoder);
    uint8_t *pixels = NULL;
    avifRGBImage image;
    if (result == AVIF_RESULT_OK) {
        avifRGBImageSetDefaults(&image, decoder->image);
        image.format = AVIF_RGB_FORMAT_RGBA;
        image.depth = 8;
        image.rowBytes = image.width * 4;
        image.pixels = pixels = malloc((size_t)image.rowBytes * image.height);
        result = avifImageYUVToRGB(decoder->image, &image);
    }
    avifDecoderDestroy(decoder);
    if (result != AVIF_RESULT_OK) {
        free(pixels);
        return 1;
    }
    *output = (image_rival_output){pixels, image.width, image.height, 1, 4, image.rowBytes, pixels, free};
    return 0;
}
