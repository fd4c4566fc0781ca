#include "CImageWriters.h"

#include <stdlib.h>
#include <string.h>

void image_file_append(image_file *file, const void *bytes, size_t count) {
    if (file->count + count > file->capacity) {
        file->capacity = 2 * (file->count + count);
        file->bytes = realloc(file->bytes, file->capacity);
    }
    memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
}
