// The calls are made from C, because the system header is the same on all Linux systems that Swift supports.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CDecantPages.h"

#if defined(__linux__)
#include <sys/mman.h>

/// Advises about the whole pages within some memory, for any page size up to 64 KiB.
static void advise(void *start, intptr_t bytes, int advice) {
    const uintptr_t page = 1 << 16;
    uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)start + (uintptr_t)bytes) & ~(page - 1);
    // If the system rejects the advice, the memory is unchanged.
    if (first < end) (void)madvise((void *)first, end - first, advice);
}
#endif

void decant_prefer_large_pages(void *start, intptr_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    advise(start, bytes, MADV_HUGEPAGE);
#else
    (void)start;
    (void)bytes;
#endif
}

void decant_give_back(void *start, intptr_t bytes) {
#if defined(__linux__)
    advise(start, bytes, MADV_DONTNEED);
#else
    (void)start;
    (void)bytes;
#endif
}
