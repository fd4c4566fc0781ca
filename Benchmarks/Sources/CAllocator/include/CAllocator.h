#ifndef CALLOCATOR_H
#define CALLOCATOR_H

/// Gives memory that is not in use back to the system, where the allocator can be told to.
void allocator_trim(void);

#endif
