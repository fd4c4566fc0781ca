// Advice to the system about pages of memory. It affects only how the system manages memory.

#ifndef DECANT_PAGES_H
#define DECANT_PAGES_H

#include <stdint.h>

/// Requests large pages for memory that has not been written: each page costs a fault on its first access.
void decant_prefer_large_pages(void *start, intptr_t bytes);

/// Returns the whole pages of memory to the system; the memory stays allocated, and its contents are lost.
void decant_give_back(void *start, intptr_t bytes);

#endif
