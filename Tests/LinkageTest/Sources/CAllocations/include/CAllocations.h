#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

/// Returns the number of allocations of the process so far; -1 if they cannot be counted.
long allocation_count(void);

#endif
