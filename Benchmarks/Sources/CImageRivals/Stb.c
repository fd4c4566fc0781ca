#include "CImageRivals.h"

#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#include <stb/stb_image.h>

int image_rival_stb(const uint8_t *bytes, size_t count, image_rival_output *output) {
    int width, height, frames = 1, channels;
    uint8_t *pixels;
    if (count > 3 && memcmp(bytes, "GIF", 3) == 0) {
        int *delays = NULL;
        pixels = stbi_load_gif_from_memory(bytes, (int)count, &delays, &width, &height, &frames, &channels, 4);
        free(delays);
    } else {
        pixels = stbi_load_from_memory(bytes, (int)count, &width, &height, &channels, 4);
    }
    if (!pixels) return 1;
    *output = (image_rival_output){
        pixels, (size_t)width, (size_t)height, (size_t)frames, 4, (size_t)width * 4, pixels, stbi_image_free};
    return 0;
}
