#include "CImageWriters.h"

#include <avif/avif.h>

int image_write_avif(const uint8_t *samples, size_t width, size_t height, image_file *file) {
    avifImage *image = avifImageCreate((int)width, (int)height, 8, AVIF_PIXEL_FORMAT_YUV420);
    avifRGBImage source;
    avifRGBImageSetDefaults(&source, image);
    source.format = AVIF_RGB_FORMAT_RGB;
    source.pixels = (uint8_t *)samples;
    source.rowBytes = (uint32_t)width * 3;
    avifEncoder *encoder = avifEncoderCreate();
    encoder->speed = 9;
    avifRWData output = AVIF_DATA_EMPTY;
    avifResult result = avifImageRGBToYUV(image, &source);
    if (result == AVIF_RESULT_OK) result = avifEncoderWrite(encoder, image, &output);
    if (result == AVIF_RESULT_OK) image_file_append(file, output.data, output.size);
    avifRWDataFree(&output);
    avifEncoderDestroy(encoder);
    avifImageDestroy(image);
    return result != AVIF_RESULT_OK;
}
