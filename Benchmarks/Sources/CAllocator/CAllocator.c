#include "CAllocator.h"

#include <errno.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void allocator_trim(void) { malloc_trim(0); }

// A request for more than a small chunk makes the allocator merge freed chunks.
void allocator_settle(void) {
    void *volatile chunk = malloc(1 << 12);
    free(chunk);
}

// The program's own functions take precedence over the library's throughout the process. They record sizes and forward
// the call.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static size_t largest;

static size_t seen(size_t size) {
    if (size > largest) largest = size;
    return size;
}

void *malloc(size_t size) { return __libc_malloc(seen(size)); }

void *calloc(size_t count, size_t size) {
    seen(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) { return __libc_realloc(memory, seen(size)); }
void *memalign(size_t alignment, size_t size) { return __libc_memalign(alignment, seen(size)); }
void *aligned_alloc(size_t alignment, size_t size) { return __libc_memalign(alignment, seen(size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = __libc_memalign(alignment, seen(size));
    return *memory ? 0 : ENOMEM;
}

void allocator_forget_largest(void) { largest = 0; }
long allocator_largest(void) { return (long)largest; }

long allocator_in_use(void) {
    struct mallinfo2 numbers = mallinfo2();
    return (long)(numbers.uordblks + numbers.hblkhd);
}
#else
void allocator_trim(void) {}
void allocator_settle(void) {}
void allocator_forget_largest(void) {}
long allocator_largest(void) { return -1; }
long allocator_in_use(void) { return -1; }
#endif
