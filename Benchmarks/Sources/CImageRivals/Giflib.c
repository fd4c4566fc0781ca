#include "CImageRivals.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *next;
    size_t left;
} source;

static int read_bytes(GifFileType *file, GifByteType *target, int count) {
    source *from = file->UserData;
    size_t part = (size_t)count < from->left ? (size_t)count : from->left;
    memcpy(target, from->next, part);
    from->next += part;
    from->left -= part;
    return (int)part;
}

static void make_table(const ColorMapObject *map, uint32_t *table) {
    for (int index = 0; index < 256; index++) {
        GifColorType color = index < map->ColorCount ? map->Colors[index] : (GifColorType){0, 0, 0};
        table[index] = color.Red | (uint32_t)color.Green << 8 | (uint32_t)color.Blue << 16 | 0xFF000000u;
    }
}

static void draw(const SavedImage *image, uint32_t *canvas, int width, const uint32_t *table, int transparent) {
    const GifImageDesc *area = &image->ImageDesc;
    const GifByteType *indices = image->RasterBits;
    for (int y = 0; y < area->Height; y++) {
        uint32_t *target = canvas + (area->Top + y) * width + area->Left;
        for (int x = 0; x < area->Width; x++) {
            int index = *indices++;
            if (index != transparent) target[x] = table[index];
        }
    }
}

static void clear(const GifImageDesc *area, uint32_t *canvas, int width) {
    for (int y = 0; y < area->Height; y++) {
        memset(canvas + (area->Top + y) * width + area->Left, 0, (size_t)area->Width * 4);
    }
}

int image_rival_giflib(const uint8_t *bytes, size_t count, image_rival_output *output) {
    source from = {bytes, count};
    GifFileType *file = DGifOpen(&from, read_bytes, NULL);
    if (file == NULL) return 1;
    if (DGifSlurp(file) != GIF_OK) {
        DGifCloseFile(file, NULL);
        return 1;
    }
    size_t width = (size_t)file->SWidth, height = (size_t)file->SHeight, pixels = width * height;
    uint32_t *frames = malloc(pixels * 4 * (size_t)file->ImageCount), table[256];
    memset(frames, 0, pixels * 4);
    for (int index = 0; index < file->ImageCount; index++) {
        const SavedImage *image = &file->SavedImages[index];
        uint32_t *canvas = frames + pixels * (size_t)index;
        GraphicsControlBlock control = {.TransparentColor = NO_TRANSPARENT_COLOR};
        DGifSavedExtensionToGCB(file, index, &control);
        make_table(image->ImageDesc.ColorMap ? image->ImageDesc.ColorMap : file->SColorMap, table);
        draw(image, canvas, (int)width, table, control.TransparentColor);
        if (index + 1 == file->ImageCount) break;
        memcpy(canvas + pixels, canvas, pixels * 4);
        if (control.DisposalMode == DISPOSE_BACKGROUND) clear(&image->ImageDesc, canvas + pixels, (int)width);
    }
    size_t number = (size_t)file->ImageCount;
    DGifCloseFile(file, NULL);
    *output = (image_rival_output){(uint8_t *)frames, width, height, number, 4, width * 4, frames, free};
    return 0;
}
