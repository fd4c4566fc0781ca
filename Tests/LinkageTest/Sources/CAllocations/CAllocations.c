#include "CAllocations.h"

#include <stdlib.h>

#ifdef __GLIBC__
void *__libc_malloc(size_t size);

static long count;

// The program's own function takes precedence over the library's throughout the process.
void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

long allocation_count(void) { return count; }
#else
long allocation_count(void) { return -1; }
#endif
