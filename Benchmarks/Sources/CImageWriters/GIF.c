#include "CImageWriters.h"

#include <gif_lib.h>

static int write_bytes(GifFileType *file, const GifByteType *bytes, int count) {
    image_file_append(file->UserData, bytes, (size_t)count);
    return count;
}

static int write_frame(GifFileType *gif, const image_gif_frame *frame) {
    GraphicsControlBlock control = {
        .DisposalMode = DISPOSE_DO_NOT, .DelayTime = 4, .TransparentColor = frame->transparent
    };
    GifByteType extension[4];
    EGifGCBToExtension(&control, extension);
    if (EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, extension) != GIF_OK) return 1;
    int width = (int)frame->width, height = (int)frame->height;
    if (EGifPutImageDesc(gif, (int)frame->x, (int)frame->y, width, height, false, NULL) != GIF_OK) return 1;
    for (int row = 0; row < height; row++) {
        if (EGifPutLine(gif, (GifPixelType *)frame->indices + row * width, width) != GIF_OK) return 1;
    }
    return 0;
}

int image_write_gif(
    size_t width, size_t height, const uint8_t *palette, const image_gif_frame *frames, size_t count, image_file *file
) {
    GifFileType *gif = EGifOpen(file, write_bytes, NULL);
    if (!gif) return 1;
    EGifSetGifVersion(gif, true);
    ColorMapObject *map = GifMakeMapObject(256, (const GifColorType *)palette);
    int failure = EGifPutScreenDesc(gif, (int)width, (int)height, 8, 0, map) != GIF_OK;
    for (size_t index = 0; index < count && !failure; index++) failure = write_frame(gif, &frames[index]);
    GifFreeMapObject(map);
    EGifCloseFile(gif, NULL);
    return failure;
}
