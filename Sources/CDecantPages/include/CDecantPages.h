// Advice to the system about pages of memory. It changes how memory is held, not what a program may do with it.

#ifndef DECANT_PAGES_H
#define DECANT_PAGES_H

#include <stdint.h>

/// Asks for large pages for memory that is not written yet: every page costs a fault when it is first touched.
void decant_prefer_large_pages(void *start, intptr_t bytes);

/// Returns the whole pages of memory to the system; the memory stays allocated, and its contents are lost.
void decant_give_back(void *start, intptr_t bytes);

#endif
