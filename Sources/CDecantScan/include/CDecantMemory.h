// What the C library does with memory, under one name on all systems.

#ifndef DECANT_MEMORY_H
#define DECANT_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Grows or shrinks memory, which may move; allocates if `memory` is null. Returns null, and leaves `memory` alone, if there
/// is not enough.
static inline void *decant_resize(void *memory, intptr_t bytes) {
    return realloc(memory, (size_t)bytes);
}

/// Frees memory of `decant_resize`.
static inline void decant_free(void *memory) {
    free(memory);
}

/// Whether two pieces of memory hold the same bytes.
static inline bool decant_is_same(const void *left, const void *right, intptr_t bytes) {
    return memcmp(left, right, (size_t)bytes) == 0;
}

#endif
