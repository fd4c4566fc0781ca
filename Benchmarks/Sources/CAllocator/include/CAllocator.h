#ifndef CALLOCATOR_H
#define CALLOCATOR_H

/// Returns unused memory to the system, where the allocator supports it.
void allocator_trim(void);

/// Makes the allocator merge freed chunks, which it otherwise defers to the next large request of any caller.
void allocator_settle(void);

/// Resets the record of the largest allocation.
void allocator_forget_largest(void);

/// Returns the size of the largest allocation since the reset; -1 if unknown.
long allocator_largest(void);

/// Returns the number of allocated bytes; -1 if unknown.
long allocator_in_use(void);

#endif
