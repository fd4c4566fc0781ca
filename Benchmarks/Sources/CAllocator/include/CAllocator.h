#ifndef CALLOCATOR_H
#define CALLOCATOR_H

/// Returns unused memory to the system, where the allocator supports it.
void allocator_trim(void);

/// Has the allocator join the pieces that were freed, which it puts off to the next large request, whoever that comes from.
void allocator_settle(void);

/// Begins to look for the largest allocation anew.
void allocator_forget_largest(void);

/// The bytes of the largest allocation since then; -1 where it is unknown.
long allocator_largest(void);

/// The bytes that are allocated; -1 where it is unknown.
long allocator_in_use(void);

#endif
