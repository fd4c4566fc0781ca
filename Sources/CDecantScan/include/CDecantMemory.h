// The memory functions of the C library, with the same names on all systems.

#ifndef DECANT_MEMORY_H
#define DECANT_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Grows or shrinks memory, which may move; allocates memory if `memory` is null. Returns null and leaves `memory`
/// unchanged if there is not enough memory.
static inline void *decant_resize(void *memory, intptr_t bytes) {
    return realloc(memory, (size_t)bytes);
}

/// Frees memory allocated by `decant_resize`.
static inline void decant_free(void *memory) {
    free(memory);
}

/// Returns whether two regions of memory contain the same bytes.
static inline bool decant_is_same(const void *left, const void *right, intptr_t bytes) {
    return memcmp(left, right, (size_t)bytes) == 0;
}

/// Copies bytes between two regions of memory that do not overlap.
///
/// The C library copies long runs with an instruction that slows down to a fifteenth on some processors if the target
/// is a few bytes beyond the source, relative to the beginnings of their pages. In this case, bytes are copied in
/// blocks of 64.
static inline void decant_copy(void *restrict target, const void *restrict source, intptr_t bytes) {
    typedef struct { uint64_t words[8]; } __attribute__((may_alias, packed)) block;
    intptr_t done = 0;
    if ((((uintptr_t)target - (uintptr_t)source) & 4095) < 64) {
        for (; bytes - done >= 64; done += 64) {
            block copied = *(const block *)((const char *)source + done);
            // Prevents the compiler from replacing this loop with a call of the library.
            __asm__ volatile("" ::: "memory");
            *(block *)((char *)target + done) = copied;
        }
    }
    memcpy((char *)target + done, (const char *)source + done, (size_t)(bytes - done));
}

#endif
