// A C target needs a source file; the implementation is in the header.
#include "CDecantStreams.h"
