#include "CImageWriters.h"

#include <turbojpeg.h>

int image_write_jpeg(const uint8_t *samples, size_t width, size_t height, image_jpeg_kind kind, image_file *file) {
    int format = kind == image_jpeg_cmyk ? TJPF_CMYK : TJPF_RGB;
    int subsampling = kind == image_jpeg_444 || kind == image_jpeg_cmyk ? TJSAMP_444 : TJSAMP_420;
    int flags = kind == image_jpeg_progressive ? TJFLAG_PROGRESSIVE : 0;
    tjhandle handle = tjInitCompress();
    unsigned char *bytes = NULL;
    unsigned long count = 0;
    int failure = tjCompress2(
        handle, samples, (int)width, 0, (int)height, format, &bytes, &count, subsampling, 85,
        flags | TJFLAG_ACCURATEDCT);
    if (!failure) image_file_append(file, bytes, count);
    tjFree(bytes);
    tjDestroy(handle);
    return failure;
}
