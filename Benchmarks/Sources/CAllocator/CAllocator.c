#include "CAllocator.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
void allocator_trim(void) { malloc_trim(0); }
#else
void allocator_trim(void) {}
#endif
