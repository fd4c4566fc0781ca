// A target of C needs a source file; all of it is in the header.
#include "CDecantStreams.h"
