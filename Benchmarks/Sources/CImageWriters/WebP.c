#include "CImageWriters.h"

#include <webp/encode.h>

int image_write_webp(const uint8_t *samples, size_t width, size_t height, int is_lossless, image_file *file) {
    uint8_t *bytes = NULL;
    int stride = (int)width * 3;
    size_t count = is_lossless ? WebPEncodeLosslessRGB(samples, (int)width, (int)height, stride, &bytes)
                               : WebPEncodeRGB(samples, (int)width, (int)height, stride, 75, &bytes);
    if (count > 0) image_file_append(file, bytes, count);
    WebPFree(bytes);
    return count == 0;
}
