// The system is asked from C, where its header is the same for every Linux that Swift runs on.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CDecantScan.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

void decant_prefer_large_pages(void *start, intptr_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // A multiple of every size that pages have.
    const uintptr_t page = 1 << 16;
    uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)start + (uintptr_t)bytes) & ~(page - 1);
    // Where it is refused, the memory is as it was.
    if (first < end) (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)start;
    (void)bytes;
#endif
}
